"""The report of a match, the same from players and from the engine.

It records who was on the board, who ended in the Healing House, all deeds, the scores
and the All-Stars. `outcomes` computes the consequences for each team.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from enum import StrEnum
from typing import Any

import msgspec
from msgspec.structs import replace

from kernel.errors import Unreadable
from kernel.ids import ChallengeSlug, NinjaId
from rulebook.rules.house_rules import HouseRules
from teams.rules.reports.team_report import (
    Cause,
    Feat,
    MatchType,
    Outcome,
    ReportPart,
    Victim,
)
from teams.rules.state import TeamState


class Presence(StrEnum):
    """Whether a team played, and if not, why."""

    PLAYED = "played"
    FORFEIT = "forfeit"
    NO_SHOW = "no-show"
    EXCUSED = "excused"  # no ninja was fit to play (RECRUIT-10)


class Deed(ReportPart, frozen=True, kw_only=True):
    """A deed of a ninja and how often it happened.

    `against` is the number of the victim's team, counted from 0; `of` is the victim, if
    known.
    """

    event: str
    times: int = 1
    victim: Victim = Victim.NINJA
    cause: Cause = Cause.SELF
    size: int = 1
    is_own: bool = False
    against: int | None = None
    of: NinjaId | None = None


class NinjaPart(ReportPart, frozen=True, kw_only=True):
    ninja: NinjaId
    was_fielded: bool = False  # on the board at some time (REC-04)
    in_healing_house: bool = False  # there when the game was over
    deeds: tuple[Deed, ...] = ()


class TeamPart(ReportPart, frozen=True, kw_only=True):
    """A team's part of the report. Without All-Stars the team is asked later.

    `has_won_tie` marks the winner of the tie-breaker (REV-05).
    """

    presence: Presence = Presence.PLAYED
    score: int = 0
    has_conceded: bool = False
    has_won_tie: bool = False
    ninja: tuple[NinjaPart, ...] = ()
    all_stars: tuple[NinjaId, ...] = ()


class MatchReport(ReportPart, frozen=True, kw_only=True):
    """A report of the whole match. `teams` are in the order of the match."""

    teams: tuple[TeamPart, ...]
    challenge: ChallengeSlug | None = None  # the one that was really played
    rounds_played: int | None = None
    # A conceded game whose rounds were not counted. Reports from before this field was
    # added lack it and count no rounds, so that they replay as they were settled.
    are_rounds_unknown: bool = False
    is_abandoned: bool = False  # broken off together: the score counts as it stood
    # A team was absent, and those who came agreed not to play.
    is_called_off: bool = False
    notes: str = ""


def mark_unknown_rounds(report: MatchReport) -> MatchReport:
    """Return a new report that says whether its number of rounds is unknown.

    It matters only if a team conceded (LEAGUE-14).
    """
    is_conceded = any(part.has_conceded for part in report.teams)
    is_unknown = is_conceded and report.rounds_played is None
    return replace(report, are_rounds_unknown=is_unknown)


def unplayed_report(
    count: int,
    absences: Mapping[int, Presence],
    *,
    challenge: ChallengeSlug | None = None,
    notes: str = "",
) -> MatchReport:
    """Return the report of a match for which at most one side came.

    Absent teams are given by their numbers.
    """
    return MatchReport(
        teams=tuple(
            TeamPart(presence=absences.get(number, Presence.PLAYED))
            for number in range(count)
        ),
        challenge=challenge,
        notes=notes,
    )


class Contender(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A team as it went into the match, with its rating frozen (RATE-08).

    `presence` says whether it was declared absent before the match was reported.
    """

    name: str
    rating: int
    side: int
    state: TeamState
    presence: Presence = Presence.PLAYED


class Lineup(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The match that a report is about.

    `needs_winner` is set where a tie is played out at the table (REV-05).
    `finals` are the numbers of the teams whose season ends with it, `finals_if_won`
    and `finals_if_lost` of those for whom that depends on how it ends.
    """

    match: str
    standing: MatchType
    teams: tuple[Contender, ...]
    rules: HouseRules
    needs_winner: bool = False
    finals: frozenset[int] = frozenset()
    finals_if_won: frozenset[int] = frozenset()
    finals_if_lost: frozenset[int] = frozenset()

    def is_final(self, team: int, outcome: Outcome) -> bool:
        """Return whether the season of a team ends with this match and outcome."""
        depends = {Outcome.WIN: self.finals_if_won, Outcome.LOSS: self.finals_if_lost}
        return team in self.finals or team in depends.get(outcome, ())

    @property
    def sides(self) -> tuple[int, ...]:
        return tuple(dict.fromkeys(team.side for team in self.teams))

    @property
    def has_allies(self) -> bool:
        return len(self.sides) < len(self.teams)

    def of_side(self, side: int) -> tuple[int, ...]:
        """Return the numbers of the teams on a side."""
        return tuple(n for n, team in enumerate(self.teams) if team.side == side)

    def opponents_of(self, team: int) -> tuple[str, ...]:
        own = self.teams[team].side
        return tuple(one.name for one in self.teams if one.side != own)

    def allies_of(self, team: int) -> tuple[str, ...]:
        own = self.teams[team].side
        return tuple(
            one.name
            for number, one in enumerate(self.teams)
            if one.side == own and number != team
        )


def points_behind(
    teams: Sequence[Contender], absent: Collection[int] | None = None
) -> tuple[int, ...]:
    """Return how far each team is below the highest rating (UND, GROUP-01, GROUP-09).

    If teams play together, the ratings of each side are added up, and the members of
    the lower side share the difference: two get half of it each, one gets all of it.
    Teams that do not play count for nothing. `absent` are their numbers; by default,
    those declared absent before the match.
    """
    if absent is None:
        absent = [
            number
            for number, team in enumerate(teams)
            if team.presence is not Presence.PLAYED
        ]
    ratings: dict[int, dict[int, int]] = {}  # by side, then by team
    for number, team in enumerate(teams):
        if number not in absent:
            ratings.setdefault(team.side, {})[number] = team.rating
    top = max((sum(side.values()) for side in ratings.values()), default=0)
    behind = [0] * len(teams)
    for side in ratings.values():
        for number in side:
            behind[number] = (top - sum(side.values())) // len(side)
    return tuple(behind)


def convert_deed(deed: Deed, *, by_team: int) -> Feat:
    """Return the deed for the report of the doer's team.

    There the other teams are counted without the doer's own.
    """
    against = deed.against or 0
    return Feat(
        event=deed.event,
        times=deed.times,
        victim=deed.victim,
        cause=deed.cause,
        size=deed.size,
        is_own=deed.is_own,
        against=max(0, against - 1 if against > by_team else against),
    )


def as_plain(report: MatchReport) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.to_builtins(report)
    return plain


def read_report(plain: object) -> MatchReport:
    """Read a stored or sent report, or refuse it with a reason."""
    try:
        return msgspec.convert(plain, MatchReport)
    except msgspec.ValidationError as error:
        raise _unreadable(error) from error


_decoder = msgspec.json.Decoder(MatchReport)


def read_text(text: str) -> MatchReport:
    """Read a report directly from JSON text."""
    try:
        return _decoder.decode(text)
    except msgspec.MsgspecError as error:
        raise _unreadable(error) from error


def _unreadable(error: msgspec.MsgspecError) -> Unreadable:
    return Unreadable(f"This is not a match report: {error}.", code="unreadable-report")
