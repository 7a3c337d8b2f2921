from __future__ import annotations

from typing import TYPE_CHECKING

from skirmish.rules.behaviours import Behaviour, common_rule, on
from skirmish.rules.decision import Choice, OptionGroup
from skirmish.rules.figure import MOON_POWER
from skirmish.rules.frames.activation import Activation
from skirmish.rules.frames.rolls import Roll
from skirmish.rules.hooks import OFFER_ACTIVATION, OFFER_REROLL
from skirmish.rules.setup import GameSetup

if TYPE_CHECKING:
    from skirmish.rules.game import Game


@common_rule("reroll-token")
class RerollToken(Behaviour):
    """A team's token rerolls all dice of any one roll."""

    @classmethod
    def is_needed(cls, setup: GameSetup) -> bool:
        return any(seat.rerolls for seat in setup.seats)

    @on(OFFER_REROLL, who="any")
    def offer(
        self, game: Game, me: None, roll: Roll, groups: list[OptionGroup]
    ) -> list[OptionGroup]:
        del me
        if not game.seats[game.asking].rerolls:
            return groups
        return groups + [
            OptionGroup(_verb(number))
            for number, pool in enumerate(roll.pools)
            if pool.open_dice()
        ]

    def use(self, game: Game, me: None, ctx: Roll, choice: Choice) -> None:
        del me
        game.seats[game.asking].rerolls -= 1
        number = int(choice.verb.rpartition(" ")[2]) - 1
        first = sum(pool.dice for pool in ctx.pools[:number])
        ctx.reroll(game, ctx.pools[number].open_dice() << first, self.slug)


def _verb(number: int) -> str:
    return f"spend reroll-token {number + 1}"


@common_rule("moon-power-token")
class MoonPowerToken(Behaviour):
    """A team's token gives Moon Power to one of its figures when it activates."""

    @classmethod
    def is_needed(cls, setup: GameSetup) -> bool:
        return any(seat.moon_powers for seat in setup.seats)

    @on(OFFER_ACTIVATION, who="any")
    def offer(
        self, game: Game, me: None, activation: Activation, groups: list[OptionGroup]
    ) -> list[OptionGroup]:
        del me
        figure = game.figures[activation.figure]
        if figure.seat != game.asking or not game.seats[game.asking].moon_powers:
            return groups
        return [*groups, OptionGroup("spend moon-power-token")]

    def use(self, game: Game, me: None, ctx: Activation, choice: Choice) -> None:
        del me, choice
        game.seats[game.asking].moon_powers -= 1
        game.give(game.figures[ctx.figure], MOON_POWER)
