"""The base of all moon cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skirmish.rules.behaviours import Behaviour
from skirmish.rules.decision import Choice, OptionGroup

if TYPE_CHECKING:
    from skirmish.rules.game import Game


# A version that cannot be played now; empty groups are dropped from offers.
NOTHING = OptionGroup("play", bits=0)


class MoonCard(Behaviour):
    """A card in a hand. Its handlers run for the seat that holds it."""

    def is_friend(self, game: Game, figure: int) -> bool:
        """Return whether the figure is on the holder's side; sentries never are."""
        return figure >= 0 and (
            game.figures[figure].side == game.seats[game.asking].side
        )

    def is_own(self, game: Game, figure: int) -> bool:
        return figure >= 0 and game.figures[figure].seat == game.asking

    def plain(self, bits: int = 1) -> OptionGroup:
        """Return the group of the plain version, with its possible targets."""
        return OptionGroup(f"play {self.slug}", self.takes, bits) if bits else NOTHING

    def under_moon(self, game: Game, bits: int = 1) -> OptionGroup:
        """Return the group of the moon version; empty under another moon."""
        if not bits or game.moon != self.faces["moon"]:
            return NOTHING
        return OptionGroup(f"play {self.slug} moon", self.takes_moon, bits)

    def number(self, choice: Choice, name: str) -> int:
        """Return a number of the version that was played."""
        moonlit = f"moon_{name}"
        if is_moonlit(choice) and moonlit in self.numbers:
            return self.numbers[moonlit]
        return self.numbers[name]


def is_moonlit(choice: Choice) -> bool:
    """Return whether the moon version was played."""
    return choice.verb.endswith(" moon")
