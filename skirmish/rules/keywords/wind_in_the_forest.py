"""Wind in the Forest: an attack in the middle of a move."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skirmish.rules.behaviours import Behaviour, keyword, on
from skirmish.rules.combat import targets_by_facing
from skirmish.rules.decision import FACING, FIGURE, Choice, OptionGroup
from skirmish.rules.figure import Figure
from skirmish.rules.frames import activation as activations
from skirmish.rules.frames.attack import Attack
from skirmish.rules.frames.handler_frames import Resume, SeatQuestion
from skirmish.rules.frames.movement import Movement
from skirmish.rules.hooks import ATTACK_AFTER, OFFER_STEP

if TYPE_CHECKING:
    from skirmish.rules.game import Game


@keyword("wind-in-the-forest")
class WindInTheForest(Behaviour):
    """Attacks in the middle of a move, and moves on if the target was harmed."""

    takes = FIGURE

    @on(OFFER_STEP)
    def offer(
        self, game: Game, me: Figure, move: Movement, groups: list[OptionGroup]
    ) -> list[OptionGroup]:
        activation = game.activation_of(me.key)
        if activation is None or activation.began_stunned or not activation.can_act():
            return groups
        if move.kind != activations.MOVE or not move.entered or move.hovers:
            return groups
        found = 0
        for targets in targets_by_facing(game, me):
            found |= targets
        return [*groups, OptionGroup("use wind-in-the-forest", FIGURE, found, me.key)]

    def use(self, game: Game, me: Figure, ctx: Movement, choice: Choice) -> None:
        activation = game.activation_of(me.key)
        if activation is not None:
            activation.act(game, stealthy=True)
        at = game.stack.index(ctx)
        game.ask(self, ctx.seat, "facing", me=me, memo=(choice.arg,), at=at)

    def options(self, game: Game, me: Figure, ask: SeatQuestion) -> list[OptionGroup]:
        """Let it turn first, so that the target is in front."""
        facings = 0
        for facing, targets in enumerate(targets_by_facing(game, me)):
            facings |= (targets >> ask.memo[0] & 1) << facing
        return [OptionGroup("face", FACING, facings)]

    def answer(self, game: Game, me: Figure, ask: SeatQuestion, choice: Choice) -> None:
        game.face(me, choice.arg)
        game.resume_later(self, me, 1, memo=ask.memo, at=ask.at)
        attack = Attack(attacker=me.key, defender=ask.memo[0])
        activation = game.activation_of(me.key)
        if activation is not None:
            activation.push_attack(game, attack)

    @on(ATTACK_AFTER)
    def look(self, game: Game, me: Figure, attack: Attack, _: None) -> None:
        """Record harm to the target, including harm by a second attack of the pair."""
        if not attack.harmed:
            return
        for frame in game.stack:
            if isinstance(frame, Resume) and (frame.slug, frame.owner) == (
                self.slug,
                me.key,
            ):
                frame.memo += (attack.defender,)

    def resume(self, game: Game, me: Figure, then: Resume) -> None:
        del me
        move = game.stack[then.at]
        target, *harmed = then.memo
        if isinstance(move, Movement) and target not in harmed:
            move.is_halted = True
