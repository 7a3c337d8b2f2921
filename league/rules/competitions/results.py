"""What leagues count: who took part in which game, and how it ended.

Teams are named by the number of their entry in the season. A game has one part for
each team; whoever has no opponent in a round has a result with a single part, a bye.
A result may name teams that are not in the table it is counted for: games across
divisions count in the tables of both.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import NewType, Protocol

import msgspec

from rulebook.rules.house_rules import HouseRules

EntryId = NewType("EntryId", int)


class Fact(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """Something a league holds on to."""


class Contestant(Fact, frozen=True, kw_only=True):
    """A team of the season as the table sees it."""

    entry: EntryId
    name: str
    rating: int = 0  # as it is now
    division: str = ""
    is_withdrawn: bool = False


class Ending(StrEnum):
    """How a game ended for one team, in a letter."""

    WON = "w"
    DRAWN = "d"
    LOST = "l"


class Part(Fact, frozen=True, kw_only=True):
    """One team's part in a game.

    `ending` is the result that the report of the match led to and by which the team
    was paid. Byes and older records have none.
    """

    entry: EntryId
    place: int = 1  # who is level shares a place
    score: int = 0  # challenge points
    rating: int = 0  # as it was when the game began
    side: int | None = None  # teams that play together; none plays alone
    is_forfeit: bool = False  # did not play the game
    is_unplayed: bool = False  # counts for nothing: others were absent
    ending: Ending | None = None


Sides = tuple[tuple[Part, ...], ...]


class Stood(Protocol):
    """A team as it stood when a game was over."""

    @property
    def place(self) -> int: ...
    @property
    def side(self) -> int | None: ...
    @property
    def is_forfeit(self) -> bool: ...
    @property
    def is_unplayed(self) -> bool: ...
    @property
    def ending(self) -> Ending | None: ...


def ending_of(mine: Stood, everybody: Iterable[Stood]) -> Ending | None:
    """Return how a game ended for a team; None if it counts for nothing.

    Records that do not say it are compared with the best of the others who turned up:
    teams that share the first place drew, and the rest lost.
    """
    if mine.is_unplayed:
        return None
    if mine.ending is not None:
        return mine.ending
    if mine.is_forfeit:
        return Ending.LOST
    others = [
        one.place
        for one in everybody
        if one is not mine
        and not one.is_forfeit
        and (one.side is None or one.side != mine.side)
    ]
    if not others or mine.place < min(others):
        return Ending.WON
    return Ending.DRAWN if mine.place == min(others) else Ending.LOST


class Result(Fact, frozen=True, kw_only=True):
    """A game that is over, or a bye.

    `rules` are the house rules it was played under, which say what it is worth, where
    these are known and not those of the table.
    """

    number: int
    parts: tuple[Part, ...]
    rules: HouseRules | None = None

    @property
    def is_bye(self) -> bool:
        return len(self.parts) == 1

    @property
    def sides(self) -> Sides:
        """The parts, those of one side together."""
        if all(part.side is None for part in self.parts):
            return tuple((part,) for part in self.parts)
        together: dict[tuple[bool, int], list[Part]] = {}
        for part in self.parts:
            alone = part.side is None
            key = part.entry if part.side is None else part.side
            together.setdefault((alone, key), []).append(part)
        return tuple(tuple(side) for side in together.values())


class Planned(Fact, frozen=True, kw_only=True):
    """A game on the schedule that has not been played; `has_sides` if two of them
    play against the two others."""

    number: int
    entries: tuple[EntryId, ...]
    has_sides: bool = False


class Adjustment(Fact, frozen=True, kw_only=True):
    """League points the ninja master gave or took, and why."""

    entry: EntryId
    points: int
    reason: str


def meetings(sides: Sides) -> Iterator[tuple[Part, Part]]:
    """Every two teams that played against one another, each two once."""
    for number, side in enumerate(sides):
        for other in sides[number + 1 :]:
            yield from ((mine, theirs) for mine in side for theirs in other)
