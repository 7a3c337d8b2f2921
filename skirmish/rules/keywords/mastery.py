"""The six masteries: one class, with the element that each entry names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skirmish.rules.behaviours import Behaviour, keyword, on
from skirmish.rules.decision import DICE, Choice, OptionGroup
from skirmish.rules.figure import Figure
from skirmish.rules.frames.rolls import Roll
from skirmish.rules.hooks import OFFER_REROLL

if TYPE_CHECKING:
    from skirmish.rules.game import Game


@keyword(
    "air-mastery",
    "earth-mastery",
    "fire-mastery",
    "spirit-mastery",
    "void-mastery",
    "water-mastery",
)
class Mastery(Behaviour):
    """Once a round it may reroll dice of its own that do not show the element."""

    takes = DICE

    @on(OFFER_REROLL)
    def offer(
        self, game: Game, me: Figure, roll: Roll, groups: list[OptionGroup]
    ) -> list[OptionGroup]:
        del game
        mine = roll.pool_of(me)
        if mine is None or self.slug in me.used:
            return groups
        pool, first = mine
        dice = pool.open_dice() & ~pool.showing(self.faces["element"])
        return [*groups, OptionGroup(f"use {self.slug}", DICE, dice << first, me.key)]

    def use(self, game: Game, me: Figure, ctx: Roll, choice: Choice) -> None:
        game.mark_used(me, self.slug)
        ctx.reroll(game, choice.arg, self.slug)
