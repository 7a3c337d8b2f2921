"""Wind Walk: flies together with the friends around it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skirmish.rules.abilities.tanchyo import FLYING
from skirmish.rules.behaviours import MOVE, Behaviour, ability, on
from skirmish.rules.board.grid import SMALL, gap
from skirmish.rules.board.reach import adjacent_free, free_reach
from skirmish.rules.decision import FIGURE, Choice, OptionGroup
from skirmish.rules.figure import Figure
from skirmish.rules.frames.activation import Activation
from skirmish.rules.frames.handler_frames import Resume, SeatQuestion
from skirmish.rules.frames.harm import DRAWBACK, STUNNED, Harm
from skirmish.rules.frames.shift import Shift
from skirmish.rules.hooks import ACTIVATION_END, MENU
from skirmish.rules.targets import keys_of

if TYPE_CHECKING:
    from skirmish.rules.game import Game


@ability("wind-walk")
class WindWalk(Behaviour):
    """Flies instead of its move, followed by friends in its zone; Stunned at the end.

    The friends are determined before it takes off, and each ends in its zone again. A
    run may follow, and so may the extra move of Haste.
    """

    counts_as = MOVE
    FLOWN, FOLLOWED = 1, 2

    @on(MENU)
    def offer(
        self, game: Game, me: Figure, activation: Activation, groups: list[OptionGroup]
    ) -> list[OptionGroup]:
        if not activation.can_give_up_move(game):
            return groups
        return [*groups, OptionGroup("use wind-walk", owner=me.key)]

    def use(self, game: Game, me: Figure, ctx: Activation, choice: Choice) -> None:
        del choice
        ctx.spend_move()
        ctx.mark(self.slug)
        friends = [f for f in game.figures_in(me.zone()) if f.side == me.side]
        game.resume_later(self, me, self.FLOWN, memo=(keys_of(friends), me.space))
        spaces = free_reach(game, me, self.numbers["spaces"], FLYING)
        game.push(Shift(figure=me.key, seat=ctx.seat, spaces=spaces))

    def resume(self, game: Game, me: Figure, then: Resume) -> None:
        activation = game.activation_of(me.key)
        if activation is None or not me.foot:
            return
        if then.stage == self.FLOWN and me.space != then.memo[1]:
            # A base of any size moves as far as its anchor does.
            activation.spaces += gap(then.memo[1], SMALL, me.space, SMALL)
            activation.movements += 1
            activation.has_turned = True
        game.ask(self, activation.seat, self.slug, me=me, memo=then.memo[:1])

    def spaces(self, game: Game, me: Figure, friend: Figure) -> int:
        reach = free_reach(game, friend, self.numbers["spaces"], FLYING)
        return reach & adjacent_free(game, friend, me.zone())

    def options(self, game: Game, me: Figure, ask: SeatQuestion) -> list[OptionGroup]:
        followers = keys_of(
            other
            for other in game.figures
            if ask.memo[0] >> other.key & 1 and self.spaces(game, me, other)
        )
        return (
            [OptionGroup("pick", FIGURE, followers), OptionGroup("pass")]
            if followers
            else []
        )

    def answer(self, game: Game, me: Figure, ask: SeatQuestion, choice: Choice) -> None:
        if choice.verb == "pick":
            left = ask.memo[0] & ~(1 << choice.arg)
            game.resume_later(self, me, self.FOLLOWED, memo=(left,))
            spaces = self.spaces(game, me, game.figures[choice.arg])
            game.push(Shift(figure=choice.arg, seat=ask.seat, spaces=spaces))

    @on(ACTIVATION_END)
    def tire(self, game: Game, me: Figure, activation: Activation, _: None) -> None:
        if self.slug in activation.marks:
            game.push(Harm(victims=(me.key,), level=STUNNED, cause=DRAWBACK))
