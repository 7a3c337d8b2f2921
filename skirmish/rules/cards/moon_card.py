"""What all moon cards share: whose friends are meant, and which version is played."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skirmish.rules.decision import Choice, Group
from skirmish.rules.rooms import Room

if TYPE_CHECKING:
    from skirmish.rules.game import Game


# A version that cannot be played now; offers leave it out, whosever it is.
NOTHING = Group("play", bits=0)


class MoonCard(Room):
    """A card in a hand. Its handlers are asked for the seat that holds it."""

    def is_friend(self, game: Game, figure: int) -> bool:
        """Whether the figure is of the holder's side; sentries are nobody's."""
        return figure >= 0 and (
            game.figures[figure].side == game.seats[game.asking].side
        )

    def is_own(self, game: Game, figure: int) -> bool:
        return figure >= 0 and game.figures[figure].seat == game.asking

    def plain(self, bits: int = 1) -> Group:
        """The card as it is, with what it may be played on."""
        return Group(f"play {self.slug}", self.takes, bits) if bits else NOTHING

    def under_moon(self, game: Game, bits: int = 1) -> Group:
        """Its other version: nothing unless the moon shows the card's phase."""
        if not bits or game.moon != self.faces["moon"]:
            return NOTHING
        return Group(f"play {self.slug} moon", self.takes_moon, bits)

    def number(self, choice: Choice, name: str) -> int:
        """A number of the version that was played."""
        moonlit = f"moon_{name}"
        if is_moonlit(choice) and moonlit in self.numbers:
            return self.numbers[moonlit]
        return self.numbers[name]


def is_moonlit(choice: Choice) -> bool:
    """Whether the version of the card's phase was played."""
    return choice.verb.endswith(" moon")
