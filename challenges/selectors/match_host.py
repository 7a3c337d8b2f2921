"""Whose match it is. A league says under which terms its matches are played.

It registers a `MatchHost` when it is ready. Matches that belong to no league are
played by the book, between friends.
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
    """What a host hears of, inside the transaction in which it happens."""

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
    """Outside of leagues nobody has a page."""
    return ""


@dataclass(frozen=True, slots=True, kw_only=True)
class FinalMatches:
    """Teams, by id, whose season ends with a match: whatever happens, or only if they
    win or lose it."""

    always: frozenset[int] = frozenset()
    if_won: frozenset[int] = frozenset()
    if_lost: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchTerms:
    """Under which terms a match is played.

    `masters` are the people who may rule on it; one that `is_shown` is for everybody to
    see. `finals` says for whom it is the last one of the season, which takes some
    asking, `round_ratings` are the ratings by team id that count where they are taken
    at the start of a round (RATE-08). `closed` says, in a sentence, why nobody changes
    anything about it any more. A match that `is_set`, by a draw or a master, is played
    however far its ratings have moved apart since (UND-10). `person_address` gives the
    page of somebody who plays there, by id.
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
    """What a correction makes of things: how its match went, without a report never;
    by id, the ratings with which teams came into the matches it reaches, in the order
    of their places; and the ratings of all teams now."""

    report: MatchReport | None
    ratings: Mapping[int, Sequence[int]]
    team_ratings: Mapping[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingsChange:
    """A team, by id, that stands otherwise in the table, in sentences."""

    team: int
    name: str
    sentences: tuple[str, ...]


class MatchHost(Protocol):
    """What a league knows about its matches; each question may ask the database."""

    def terms(self, match: Match) -> MatchTerms: ...

    def is_member(self, person: Person, match: Match) -> bool:
        """Whether they may look at one that not everybody is shown."""

    def win_chance_sentence(self, match: Match) -> str:
        """How a match that has not begun may go, in a sentence, or nothing."""

    def on_match_event(
        self, match: Match, what: MatchEvent, actor: Person | None, *, reason: str = ""
    ) -> None:
        """`reason` is why somebody disputed, ruled on, corrected or missed it."""

    def forecast_ties(
        self, match: Match, reports: Mapping[int, TeamReport] | None
    ) -> tuple[str, ...]:
        """What follows beside the journals if a match ends like this, by team id, or
        without reports never was: for later ties of a bracket, in sentences."""

    def forecast_standings(
        self, match: Match, afterwards: CorrectionResult
    ) -> tuple[StandingsChange, ...] | None:
        """What a correction changes in the table; nothing where there is none."""

    def forecast_finals(
        self, match: Match, report: MatchReport | None
    ) -> Mapping[int, Mapping[int, bool]]:
        """Of later matches, by id, for which teams they now are the last of the season
        or no longer are, if a match went as a report tells, or without one never
        was; what stays as it is is left out."""

    def list_unstarted_after(self, match: Match) -> Sequence[int]:
        """The ids of matches that nobody has begun and that may be called off when a
        match is corrected, in their order."""

    def on_resettled(self, matches: Sequence[Match]) -> None:
        """An earlier match was corrected, and for these others follow from it."""


class NoHost:
    """A free game or a friendly: nobody rules over it, its teams alone see it."""

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
        """Nobody keeps a log; whoever tells people of things hears of it."""
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
        """Nobody is told."""


_nobody = NoHost()
_host: MatchHost = _nobody


def register_host(host: MatchHost) -> None:
    """Let a league speak for its matches. The last one to register is asked."""
    global _host  # noqa: PLW0603
    _host = host


def get_league_host() -> MatchHost:
    """Whoever speaks for all matches that belong to a league."""
    return _host


def get_host(match: Match) -> MatchHost:
    return _host if match.is_hosted else _nobody
