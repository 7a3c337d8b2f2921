"""Cards played on dice that have just been rolled."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skirmish.rules.behaviours import card, on
from skirmish.rules.cards.moon_card import MoonCard, is_moonlit
from skirmish.rules.decision import DIE, NOBODY, Choice, OptionGroup
from skirmish.rules.frames.rolls import ATTACK, DEFENCE, SHOT, Roll
from skirmish.rules.hooks import OFFER_REROLL

if TYPE_CHECKING:
    from skirmish.rules.game import Game


@card("adrenaline")
class Adrenaline(MoonCard):
    """Rerolls one die of a teammate's attack or shot, under its moon all of them."""

    takes = DIE

    @on(OFFER_REROLL)
    def offer(
        self, game: Game, me: None, roll: Roll, groups: list[OptionGroup]
    ) -> list[OptionGroup]:
        del me
        # The attacker's pool is the first of its roll.
        pool = roll.pools[0]
        dice = pool.open_dice()
        if pool.what not in (ATTACK, SHOT) or not self.is_friend(game, pool.figure):
            return groups
        return [*groups, self.plain(dice), self.under_moon(game, int(dice > 0))]

    def use(self, game: Game, me: None, ctx: Roll, choice: Choice) -> None:
        del me
        everything = ctx.pools[0].open_dice()
        dice = everything if is_moonlit(choice) else 1 << choice.arg
        ctx.reroll(game, dice, self.slug)


@card(
    "ameratsus-gaze",
    "fuzins-breath",
    "igazanis-bounty",
    "inazamis-embrace",
    "raizins-spark",
    "suinijs-depths",
)
class GodsFavour(MoonCard):
    """Rerolls any die showing one element; under its moon adds a die of the other.

    The added die joins the holder's own pool in a normal attack, if that has any dice.
    """

    takes = DIE

    @on(OFFER_REROLL)
    def offer(
        self, game: Game, me: None, roll: Roll, groups: list[OptionGroup]
    ) -> list[OptionGroup]:
        del me
        dice = roll.showing(self.faces["rerolls"])
        if dice:
            dice &= roll.open_dice()
        has_pool = int(self.own_pool(game, roll) != NOBODY)
        return [*groups, self.plain(dice), self.under_moon(game, has_pool)]

    def own_pool(self, game: Game, roll: Roll) -> int:
        """Return the number of the holder's pool in a normal attack."""
        for number, pool in enumerate(roll.pools):
            in_combat = pool.what in (ATTACK, DEFENCE) and pool.dice > 0
            if in_combat and self.is_own(game, pool.figure):
                return number
        return NOBODY

    def use(self, game: Game, me: None, ctx: Roll, choice: Choice) -> None:
        del me
        if not is_moonlit(choice):
            ctx.reroll(game, 1 << choice.arg, self.slug)
            return
        pool = self.own_pool(game, ctx)
        for _ in range(self.numbers["moon_dice"]):
            ctx.add_die(game, pool, self.faces["adds"], self.slug)
