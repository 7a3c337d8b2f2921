"""Wind in the Forest: an attack in the middle of a move."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skirmish.rules.combat import targets_by_facing
from skirmish.rules.decision import FACING, FIGURE, Choice, Group
from skirmish.rules.events import OFFER_STEP
from skirmish.rules.figure import Figure
from skirmish.rules.frames import activation as activations
from skirmish.rules.frames.ask import Ask, Then
from skirmish.rules.frames.attack import Attack
from skirmish.rules.frames.move import Move
from skirmish.rules.rooms import Room, keyword, on

if TYPE_CHECKING:
    from skirmish.rules.game import Game


@keyword("wind-in-the-forest")
class WindInTheForest(Room):
    """Stops on its way to attack, and goes on if that told on the target."""

    takes = FIGURE

    @on(OFFER_STEP)
    def offer(
        self, game: Game, me: Figure, move: Move, groups: list[Group]
    ) -> list[Group]:
        activation = game.activation_of(me.key)
        if activation is None or activation.began_stunned or not activation.can_act():
            return groups
        if move.kind != activations.MOVE or not move.entered or move.hovers:
            return groups
        found = 0
        for targets in targets_by_facing(game, me):
            found |= targets
        return [*groups, Group("use wind-in-the-forest", FIGURE, found, me.key)]

    def use(self, game: Game, me: Figure, ctx: Move, choice: Choice) -> None:
        activation = game.activation_of(me.key)
        if activation is not None:
            activation.act(game, stealthy=True)
        at = game.stack.index(ctx)
        game.ask(self, ctx.seat, "facing", me=me, memo=(choice.arg,), at=at)

    def options(self, game: Game, me: Figure, ask: Ask) -> list[Group]:
        """It turns first, so that the target is in front."""
        facings = 0
        for facing, targets in enumerate(targets_by_facing(game, me)):
            facings |= (targets >> ask.memo[0] & 1) << facing
        return [Group("face", FACING, facings)]

    def answer(self, game: Game, me: Figure, ask: Ask, choice: Choice) -> None:
        game.face(me, choice.arg)
        game.then(self, me, 1, at=ask.at)
        attack = Attack(attacker=me.key, defender=ask.memo[0])
        activation = game.activation_of(me.key)
        if activation is not None:
            activation.push_attack(game, attack)

    def resume(self, game: Game, me: Figure, then: Then) -> None:
        del me
        move = game.stack[then.at]
        if isinstance(move, Move) and not game.value:
            move.is_halted = True
