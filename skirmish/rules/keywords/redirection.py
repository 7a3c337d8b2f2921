"""Redirection: a shot hits another target."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skirmish.rules.behaviours import Behaviour, keyword, on
from skirmish.rules.board.sight import distance
from skirmish.rules.combat import shot_range
from skirmish.rules.decision import FIGURE, Choice, OptionGroup
from skirmish.rules.figure import Figure
from skirmish.rules.frames.attack import Attack
from skirmish.rules.frames.handler_frames import Resume, SeatQuestion
from skirmish.rules.frames.rolls import Test
from skirmish.rules.hooks import MAY_BE_SHOT, OFFER_SHOT

if TYPE_CHECKING:
    from skirmish.rules.game import Game


@keyword("redirection")
class Redirection(Behaviour):
    """When shot at, it may test once and name another target within range."""

    @on(OFFER_SHOT)
    def offer(
        self, game: Game, me: Figure, attack: Attack, groups: list[OptionGroup]
    ) -> list[OptionGroup]:
        has_tried = self.trace(me) in attack.marks
        if has_tried or attack.defender != me.key or not self.others(game, me, attack):
            return groups
        return [*groups, OptionGroup("use redirection", owner=me.key)]

    def trace(self, me: Figure) -> str:
        return f"{self.slug} {me.key}"

    def others(self, game: Game, me: Figure, attack: Attack) -> int:
        """Return the other possible targets; the shooter need not see them."""
        shooter = game.figures[attack.attacker]
        reach = shot_range(game, shooter, attack.profile(game))
        found = 0
        for other in game.figures:
            if (
                other.foot
                and other.key not in (me.key, shooter.key)
                and not other.is_hidden
                and distance(shooter, other) <= reach
                and game.modify(MAY_BE_SHOT, other, shooter, True)
            ):
                found |= 1 << other.key
        return found

    def use(self, game: Game, me: Figure, ctx: Attack, choice: Choice) -> None:
        del choice
        ctx.marks += (self.trace(me),)
        game.resume_later(self, me, 1, at=game.stack.index(ctx))
        game.push(Test(figure=me.key, what=self.slug))

    def resume(self, game: Game, me: Figure, then: Resume) -> None:
        if game.value:
            game.ask(self, game.controller(me), self.slug, me=me, at=then.at)

    def options(self, game: Game, me: Figure, ask: SeatQuestion) -> list[OptionGroup]:
        attack = game.stack[ask.at]
        others = self.others(game, me, attack) if isinstance(attack, Attack) else 0
        return [OptionGroup("pick", FIGURE, others), OptionGroup("pass")]

    def answer(self, game: Game, me: Figure, ask: SeatQuestion, choice: Choice) -> None:
        attack = game.stack[ask.at]
        if choice.verb == "pick" and isinstance(attack, Attack):
            attack.defender = choice.arg
            attack.redirected_by = me.key
            # The new target needs neither to be seen nor to be an enemy.
            attack.is_forced = True
