from __future__ import annotations

from typing import TYPE_CHECKING

from skirmish.rules.behaviours import Behaviour, on, status
from skirmish.rules.decision import Choice, OptionGroup
from skirmish.rules.figure import CURSE, Figure
from skirmish.rules.frames.rolls import Roll
from skirmish.rules.hooks import OFFER_REROLL

if TYPE_CHECKING:
    from skirmish.rules.game import Game


@status("curse")
class Curse(Behaviour):
    """Any enemy player may spend a token to make the bearer reroll a whole roll."""

    @on(OFFER_REROLL, who="any", off_board=True)
    def offer(
        self, game: Game, me: Figure, roll: Roll, groups: list[OptionGroup]
    ) -> list[OptionGroup]:
        mine = roll.pool_of(me)
        if mine is None or not mine[0].open_dice():
            return groups
        if game.seats[game.asking].side == me.side:
            return groups
        return [*groups, OptionGroup("spend curse", owner=me.key)]

    def use(self, game: Game, me: Figure, ctx: Roll, choice: Choice) -> None:
        del choice
        game.take(me, CURSE)
        mine = ctx.pool_of(me)
        if mine is not None:
            pool, first = mine
            ctx.reroll(game, pool.open_dice() << first, self.slug)
