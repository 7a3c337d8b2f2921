from __future__ import annotations

from typing import TYPE_CHECKING

from skirmish.rules.behaviours import Behaviour, on, status
from skirmish.rules.decision import Choice, OptionGroup
from skirmish.rules.figure import LUCKY, Figure
from skirmish.rules.frames.rolls import Roll
from skirmish.rules.hooks import OFFER_REROLL

if TYPE_CHECKING:
    from skirmish.rules.game import Game


@status("lucky")
class Lucky(Behaviour):
    """Its owner may spend a token to reroll all dice of one of its rolls."""

    @on(OFFER_REROLL)
    def offer(
        self, game: Game, me: Figure, roll: Roll, groups: list[OptionGroup]
    ) -> list[OptionGroup]:
        del game
        mine = roll.pool_of(me)
        if mine is None or not mine[0].open_dice():
            return groups
        return [*groups, OptionGroup("spend lucky", owner=me.key)]

    def use(self, game: Game, me: Figure, ctx: Roll, choice: Choice) -> None:
        del choice
        game.take(me, LUCKY)
        mine = ctx.pool_of(me)
        if mine is not None:
            pool, first = mine
            ctx.reroll(game, pool.open_dice() << first, self.slug)
