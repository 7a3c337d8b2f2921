"""Results of games: who took part, and how the game ended.

Teams are named by their entry number in the season. A game has one part per team; a
bye has a single part. A result may include teams of another division, as games
between divisions count in the standings of both.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import NewType, Protocol

import msgspec

from rulebook.rules.house_rules import HouseRules

EntryId = NewType("EntryId", int)


class LeagueValue(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """Base class of the league's immutable values."""


class Contestant(LeagueValue, frozen=True, kw_only=True):
    """A team of the season, as the standings see it."""

    entry: EntryId
    name: str
    rating: int = 0  # as it is now
    division: str = ""
    is_withdrawn: bool = False


class ResultLetter(StrEnum):
    """How a game ended for one team, as a letter."""

    WON = "w"
    DRAWN = "d"
    LOST = "l"


class TeamResult(LeagueValue, frozen=True, kw_only=True):
    """One team's part in a game.

    `ending` is the result of the report by which the team was paid. Byes and older
    records have none.
    """

    entry: EntryId
    place: int = 1  # who is level shares a place
    score: int = 0  # challenge points
    rating: int = 0  # as it was when the game began
    side: int | None = None  # teams that play together; none plays alone
    is_forfeit: bool = False  # did not play the game
    is_unplayed: bool = False  # counts for nothing: others were absent
    ending: ResultLetter | None = None


Sides = tuple[tuple[TeamResult, ...], ...]


class HasPlace(Protocol):
    """Anything with a finishing place, side and presence."""

    @property
    def place(self) -> int: ...
    @property
    def side(self) -> int | None: ...
    @property
    def is_forfeit(self) -> bool: ...
    @property
    def is_unplayed(self) -> bool: ...
    @property
    def ending(self) -> ResultLetter | None: ...


def ending_of(mine: HasPlace, everybody: Iterable[HasPlace]) -> ResultLetter | None:
    """Return how a game ended for a team, or None if it does not count.

    Older records without an ending are compared with the best other team that turned
    up: sharing first place is a draw, otherwise the rest lost.
    """
    if mine.is_unplayed:
        return None
    if mine.ending is not None:
        return mine.ending
    if mine.is_forfeit:
        return ResultLetter.LOST
    others = [
        one.place
        for one in everybody
        if one is not mine
        and not one.is_forfeit
        and (one.side is None or one.side != mine.side)
    ]
    if not others or mine.place < min(others):
        return ResultLetter.WON
    return ResultLetter.DRAWN if mine.place == min(others) else ResultLetter.LOST


class Result(LeagueValue, frozen=True, kw_only=True):
    """A finished game, or a bye.

    `rules` are the house rules it was played under, if they differ from those of the
    standings.
    """

    number: int
    parts: tuple[TeamResult, ...]
    rules: HouseRules | None = None

    @property
    def is_bye(self) -> bool:
        return len(self.parts) == 1

    @property
    def sides(self) -> Sides:
        """Return the parts, grouped by side."""
        if all(part.side is None for part in self.parts):
            return tuple((part,) for part in self.parts)
        together: dict[tuple[bool, int], list[TeamResult]] = {}
        for part in self.parts:
            alone = part.side is None
            key = part.entry if part.side is None else part.side
            together.setdefault((alone, key), []).append(part)
        return tuple(tuple(side) for side in together.values())


class UnplayedGame(LeagueValue, frozen=True, kw_only=True):
    """A scheduled game that has not been played. `has_sides` if it is two against
    two."""

    number: int
    entries: tuple[EntryId, ...]
    has_sides: bool = False


class Adjustment(LeagueValue, frozen=True, kw_only=True):
    """League points given or taken by the ninja master, with the reason."""

    entry: EntryId
    points: int
    reason: str


def meetings(sides: Sides) -> Iterator[tuple[TeamResult, TeamResult]]:
    """Return every pair of opponents once."""
    for number, side in enumerate(sides):
        for other in sides[number + 1 :]:
            yield from ((mine, theirs) for mine in side for theirs in other)
