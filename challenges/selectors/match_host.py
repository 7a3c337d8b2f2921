"""Match hosts: leagues supply the terms of their matches and learn what happens.

The league app registers a `MatchHost` when it is ready. Matches outside leagues follow
the book.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol

from challenges.models import Match
from challenges.rules.reports.match_report import MatchReport
from challenges.rules.stages import CONFIRMATION_DAYS, DECISION_DAYS
from challenges.signals import free_match_changed
from people.models import Person
from rulebook.catalogue import catalogue
from rulebook.rules.house_rules import HouseRules
from teams.rules.reports.team_report import TeamReport


class MatchEvent(StrEnum):
    """An event that hosts are told about, in the same transaction."""

    ARRANGED = "arranged"  # by one who invites the others
    PROPOSED = "proposed"  # a challenge, or the dice, by one of those who play
    CHALLENGE = "challenge"  # settled, or left by the dice to one of them
    SIDES = "sides"  # proposed, agreed on, set by a master or declined
    OPENED = "opened"
    CALLED_OFF = "called-off"
    ABSENT = "absent"  # one of several forfeits; the others play on or call it off
    PARTED = "parted"  # one of several does not come; the others play on
    REPORTED = "reported"
    DISPUTED = "disputed"
    CONFIRMED = "confirmed"
    RULED = "ruled"
    SETTLED = "settled"
    AMENDED = "amended"
    VOIDED = "voided"
    REINSTATED = "reinstated"  # void, and counts again


def _nowhere(person: int) -> str:  # noqa: ARG001
    """Return no address: outside leagues people have no page."""
    return ""


@dataclass(frozen=True, slots=True, kw_only=True)
class FinalMatches:
    """Ids of teams whose season ends with a match, always or by its result."""

    always: frozenset[int] = frozenset()
    if_won: frozenset[int] = frozenset()
    if_lost: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchTerms:
    """The terms of a match: rules, masters and deadlines.

    `masters` are the ids of people who may rule on it. With `is_shown`, everyone can
    see the match. `finals` returns for which teams it is the last match of the season;
    calling it costs queries. `round_ratings` are ratings by team id, taken at the start
    of a round (RATE-08). `closed` is a sentence that says why the match is read-only. A
    match that `is_set`, by a draw or a master, is played however far the ratings have
    moved apart since (UND-10). `person_address` returns the page of a person in the
    league, by id.
    """

    rules: HouseRules
    name: str = ""  # of the league
    address: str = ""  # of its page
    heading: str = ""  # such as "Round 5"
    masters: frozenset[int] = frozenset()
    confirmation_days: int = CONFIRMATION_DAYS
    decision_days: int = DECISION_DAYS
    needs_winner: bool = False
    finals: Callable[[], FinalMatches] = FinalMatches
    round_ratings: Mapping[int, int] = field(default_factory=dict)
    closed: str = ""
    is_shown: bool = False
    is_set: bool = False
    person_address: Callable[[int], str] = _nowhere

    def judges(self, players: frozenset[int]) -> frozenset[int]:
        """Return the masters who decide results: never one who plays (NM-07)."""
        return self.masters - players

    def managers(self, players: frozenset[int]) -> frozenset[int]:
        """Return the masters who may call a match off before it starts. One who plays
        leaves that to another master, if there is one (NM-07)."""
        return self.judges(players) or self.masters


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectionResult:
    """The result of a correction, for the host's forecasts.

    `report` is None if the match becomes void. `ratings` are the teams' ratings before
    each affected match, by match id and in the order of the teams. `team_ratings` are
    the ratings of all teams now.
    """

    report: MatchReport | None
    ratings: Mapping[int, Sequence[int]]
    team_ratings: Mapping[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingsChange:
    """A team whose place in the standings changes, with the changes in sentences."""

    team: int
    name: str
    sentences: tuple[str, ...]


class MatchHost(Protocol):
    """What a league answers for its matches. Each method may query the database."""

    def terms(self, match: Match) -> MatchTerms: ...

    def is_member(self, person: Person, match: Match) -> bool:
        """Return whether a person may see a match that is not shown to everyone."""

    def win_chance_sentence(self, match: Match) -> str:
        """Return the chances in a match that has not started, as a sentence, or ""."""

    def on_match_event(
        self, match: Match, what: MatchEvent, actor: Person | None, *, reason: str = ""
    ) -> None:
        """Handle an event. `reason` is the explanation that the actor gave, if any."""

    def forecast_ties(
        self, match: Match, reports: Mapping[int, TeamReport] | None
    ) -> tuple[str, ...]:
        """Return the changes to later ties of a bracket, in sentences.

        `reports` are the teams' reports by team id, or None if the match becomes void.
        """

    def forecast_standings(
        self, match: Match, afterwards: CorrectionResult
    ) -> tuple[StandingsChange, ...] | None:
        """Return what a correction changes in the standings, if there are any."""

    def forecast_finals(
        self, match: Match, report: MatchReport | None
    ) -> Mapping[int, Mapping[int, bool]]:
        """Return for which teams later matches start or stop being the season's last.

        The result is by match id and team id. Without a report the match becomes void.
        Unchanged teams are left out.
        """

    def list_unstarted_after(self, match: Match) -> Sequence[int]:
        """Return ids of unstarted matches that a correction may call off, in order."""

    def on_resettled(self, matches: Sequence[Match]) -> None:
        """Handle matches that changed because an earlier one was corrected."""


class NoHost:
    """Host of free games and friendlies: no masters, and visible only to the teams."""

    def terms(self, match: Match) -> MatchTerms:  # noqa: ARG002
        return MatchTerms(rules=catalogue().default_house_rules)

    def is_member(self, person: Person, match: Match) -> bool:  # noqa: ARG002
        return False

    def win_chance_sentence(self, match: Match) -> str:  # noqa: ARG002
        return ""

    def on_match_event(
        self,
        match: Match,
        what: MatchEvent,
        actor: Person | None,
        *,
        reason: str = "",
    ) -> None:
        """Send a signal for notifications; free matches have no log."""
        free_match_changed.send(
            sender=Match, match=match, what=what, actor=actor, reason=reason
        )

    def forecast_ties(
        self,
        match: Match,  # noqa: ARG002
        reports: Mapping[int, TeamReport] | None,  # noqa: ARG002
    ) -> tuple[str, ...]:
        return ()

    def forecast_standings(
        self,
        match: Match,  # noqa: ARG002
        afterwards: CorrectionResult,  # noqa: ARG002
    ) -> tuple[StandingsChange, ...] | None:
        return None

    def forecast_finals(
        self,
        match: Match,  # noqa: ARG002
        report: MatchReport | None,  # noqa: ARG002
    ) -> Mapping[int, Mapping[int, bool]]:
        return {}

    def list_unstarted_after(self, match: Match) -> Sequence[int]:  # noqa: ARG002
        return ()

    def on_resettled(self, matches: Sequence[Match]) -> None:
        """Do nothing: there is no league to inform."""


_nobody = NoHost()
_host: MatchHost = _nobody


def register_host(host: MatchHost) -> None:
    """Register the host of league matches. The last registration counts."""
    global _host  # noqa: PLW0603
    _host = host


def get_league_host() -> MatchHost:
    """Return the host of all matches that belong to a league."""
    return _host


def get_host(match: Match) -> MatchHost:
    return _host if match.is_hosted else _nobody
