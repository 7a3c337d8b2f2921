"""League templates: house rules and competitions that fit together.

They are ours, not the book's, and everything can be changed later. Unnamed house
rules keep the values of the book.
"""

from __future__ import annotations

from calendar import monthrange
from enum import StrEnum
from typing import Annotated, Literal

import msgspec

from kernel.errors import Refusal


class Kind(StrEnum):
    """The format of a competition."""

    ROUND_ROBIN = "round-robin"
    SWISS = "swiss"
    LADDER = "ladder"
    RANDOM = "random"
    CROSS = "cross"
    PLAYOFFS = "playoffs"
    FRIENDLIES = "friendlies"


# Brackets and divisions need a winner and a loser of each match.
AT_TABLES = (Kind.ROUND_ROBIN, Kind.SWISS, Kind.RANDOM, Kind.LADDER)

TableSize = Literal[2, 3, 4]
Day = Annotated[str, msgspec.Meta(pattern=r"^2\d{3}-[01]\d-[0-3]\d$(?!\n)")]


class Pause(msgspec.Struct, frozen=True, kw_only=True):
    """Days without rounds, both included, as in 2026-12-24."""

    begins: Day
    ends: Day


def refuse_pause(pause: Pause) -> None:
    """Refuse pauses with invalid dates or a wrong order."""
    if not (_is_day(pause.begins) and _is_day(pause.ends)):
        raise Refusal(
            "Write the days of a pause as dates, such as 2026-12-24.",
            code="no-such-day",
            field="pause_begins",
        )
    if pause.ends < pause.begins:
        raise Refusal(
            "A pause must not end before it begins.",
            code="bad-pause",
            field="pause_ends",
        )


def refuse_tables(plan: PlannedCompetition) -> None:
    """Refuse tables of three or four for formats without them."""
    if plan.table_size != 2 and plan.kind not in AT_TABLES:
        raise Refusal(
            "Only round robins, Swiss rounds, random draws and ladders can"
            " have tables of three or four. Choose one of these, or two at a"
            " table.",
            code="no-tables",
            field="table_size",
        )


def _is_day(text: str) -> bool:
    year, month, day = map(int, text.split("-"))
    return 1 <= month <= 12 and 1 <= day <= monthrange(year, month)[1]


class PlannedCompetition(msgspec.Struct, frozen=True, kw_only=True):
    """The plan of a competition.

    `days` is the length of a round; `rounds` their number, where the number of teams
    does not decide it. `challenges` are those of the rounds in order, repeated from
    the start, empty where players decide. The fields between `pauses` and
    `challenges` only concern playoffs. `table_size` is the number of teams per
    table, where they divide (GROUP-02).
    """

    kind: Kind
    name: str
    rounds: int | None = None
    days: int = 7
    is_double: bool = False  # all teams meet twice
    catches_up: bool = False  # who joins a round robin late plays what it missed
    pauses: tuple[Pause, ...] = ()
    best_of: int = 1  # games of the final
    earlier_best_of: int = 1  # games of every tie before it
    reach: int = 4  # teams that reach the playoffs, from each group if there are any
    places: int = 2  # so many places are played out
    challenges: tuple[str, ...] = ()
    table_size: TableSize = 2

    def challenge_of(self, number: int) -> str:
        """Return the planned challenge of a round, if any (CHAL-04)."""
        if not self.challenges:
            return ""
        return self.challenges[(number - 1) % len(self.challenges)]


class LeagueTemplate(msgspec.Struct, frozen=True, kw_only=True):
    slug: str
    title: str
    summary: str
    fits: str  # for whom
    changes: dict[str, object]
    competitions: tuple[PlannedCompetition, ...]


def templates() -> dict[str, LeagueTemplate]:
    return {one.slug: one for one in _TEMPLATES}


_TEMPLATES = (
    LeagueTemplate(
        slug="evening-cup",
        title="Evening cup",
        summary="Three Swiss rounds in one evening. Each round pairs teams on"
        " equal points, and everyone plays to the end.",
        fits="4 to 16 players around one or more tables",
        changes={
            "matchmaking": "schedule",
            "winner_method": "swiss",
            "length": {"mode": "rounds", "ends_on": None, "rounds": 3},
            "late_entry": "never",
        },
        competitions=(
            PlannedCompetition(kind=Kind.SWISS, name="Cup", rounds=3, days=1),
        ),
    ),
    LeagueTemplate(
        slug="round-robin",
        title="Six-week round robin",
        summary="Everyone plays everyone else once, one match a week, at any"
        " time that suits both.",
        fits="5 to 7 players who see each other every week",
        changes={
            "matchmaking": "schedule",
            "games_per_week": 1,
            "length": {"mode": "rounds", "ends_on": None, "rounds": 6},
        },
        competitions=(PlannedCompetition(kind=Kind.ROUND_ROBIN, name="Round robin"),),
    ),
    LeagueTemplate(
        slug="open-ladder",
        title="Open ladder",
        summary="Play who you like, as often as you like. The standings count"
        " every result, and underdogs get help.",
        fits="any number of players, who can come and go",
        changes={"late_entry": "always"},
        competitions=(PlannedCompetition(kind=Kind.LADDER, name="Ladder"),),
    ),
    LeagueTemplate(
        slug="season-with-playoffs",
        title="Season with playoffs",
        summary="A Swiss season of five rounds, then playoffs for the best"
        " four, with a best-of-three final.",
        fits="8 to 32 players over two months",
        changes={
            "matchmaking": "schedule",
            "winner_method": "playoff",
            "length": {"mode": "rounds", "ends_on": None, "rounds": 5},
        },
        competitions=(
            PlannedCompetition(kind=Kind.SWISS, name="Season", rounds=5),
            PlannedCompetition(kind=Kind.PLAYOFFS, name="Playoffs", best_of=3, reach=4),
        ),
    ),
    LeagueTemplate(
        slug="blank",
        title="From scratch",
        summary="The rules of the book and no schedule. You add competitions"
        " and change the house rules yourself.",
        fits="ninja masters who know what they want",
        changes={},
        competitions=(),
    ),
)
