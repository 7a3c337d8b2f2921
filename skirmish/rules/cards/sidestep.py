"""Cards that help a dodge."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skirmish.rules.behaviours import card, on
from skirmish.rules.cards.moon_card import MoonCard
from skirmish.rules.decision import Choice, OptionGroup
from skirmish.rules.frames.rolls import DODGE, Roll, Test
from skirmish.rules.hooks import OFFER_DODGE, OFFER_REROLL

if TYPE_CHECKING:
    from skirmish.rules.game import Game


@card("sidestep")
class Sidestep(MoonCard):
    """Rerolls a teammate's failed dodge; under its moon the dodge needs no roll."""

    @on(OFFER_REROLL)
    def offer_again(
        self, game: Game, me: None, roll: Roll, groups: list[OptionGroup]
    ) -> list[OptionGroup]:
        del me
        pool = roll.pools[0]
        if pool.what != DODGE or not pool.fails() or not pool.open_dice():
            return groups
        if not self.is_friend(game, pool.figure):
            return groups
        return [*groups, self.plain()]

    @on(OFFER_DODGE)
    def offer_success(
        self, game: Game, me: None, test: Test, groups: list[OptionGroup]
    ) -> list[OptionGroup]:
        del me
        if not self.is_friend(game, test.figure):
            return groups
        return [*groups, self.under_moon(game)]

    def use(self, game: Game, me: None, ctx: Roll | Test, choice: Choice) -> None:
        del me, choice
        if isinstance(ctx, Test):
            ctx.is_sure = True
        else:
            ctx.reroll(game, ctx.open_dice(), self.slug)
