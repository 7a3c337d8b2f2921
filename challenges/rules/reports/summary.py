"""Summary of a report in words, for the people who confirm it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import msgspec

from challenges.rules.reports.match_report import (
    Deed,
    Lineup,
    MatchReport,
    NinjaPart,
    Presence,
    TeamPart,
)
from challenges.rules.reports.ninja_names import ninja_name_label
from challenges.rules.reports.outcomes import build_ninja_report
from challenges.rules.reports.team_results import TeamResult, team_results
from kernel.ids import NinjaId
from kernel.phrases import count_noun
from rulebook.rules.book import Catalogue
from rulebook.rules.league_book import book_under
from teams.rules.phrases import ninja_labels
from teams.rules.reports.feat_columns import FeatColumn, feat_columns
from teams.rules.reports.team_report import INJURES_ENEMY, Outcome, TeamReport
from teams.rules.roster.statline import profile_of
from teams.rules.settlement.all_stars import all_star_xp
from teams.rules.settlement.experience import can_earn, ninja_xp
from teams.rules.state import TeamState

ABSENT = {
    Presence.FORFEIT: "forfeited",
    Presence.NO_SHOW: "did not turn up",
    Presence.EXCUSED: "had no ninja fit to play",
}


class NinjaSummary(msgspec.Struct, frozen=True, kw_only=True):
    """A ninja's deeds and their XP before limits."""

    ninja: NinjaId
    name: str
    deeds: tuple[str, ...]
    xp: int
    was_fielded: bool
    in_healing_house: bool
    all_stars: int  # so many awards
    star_xp: int = 0  # for these awards

    @property
    def total_xp(self) -> int:
        return self.xp + self.star_xp

    @property
    def xp_sentence(self) -> str:
        """Return how the total comes about."""
        if not self.star_xp:
            return f"{self.xp} for the deeds listed."
        if not self.xp:
            return f"{self.star_xp} as All-Star."
        return f"{self.xp} for deeds + {self.star_xp} as All-Star = {self.total_xp}."

    @property
    def is_all_star(self) -> bool:
        return self.all_stars > 0

    @property
    def line(self) -> str:
        """Return a sentence about this ninja, for comparing reports."""
        parts = [
            *self.deeds,
            *([_stars(self.all_stars)] if self.is_all_star else []),
            *(["ended in the Healing House"] if self.in_healing_house else []),
        ]
        if not parts:
            parts = ["was on the board"] if self.was_fielded else ["did not take part"]
        return f"{self.name}: {'; '.join(parts)}."


class TeamSummary(msgspec.Struct, frozen=True, kw_only=True):
    name: str
    score: int
    outcome: Outcome
    place: int
    absence: str  # why it did not play; empty where it did
    is_unplayed: bool  # nothing follows for it: the others called the match off
    has_conceded: bool
    has_won_tie: bool
    ninja: tuple[NinjaSummary, ...]

    @property
    def lines(self) -> tuple[str, ...]:
        played = "did not play" if self.is_unplayed else count_noun(self.score, "point")
        head = f"{self.name}: {self.absence or played}"
        head += ", won the tie-breaker" if self.has_won_tie else ""
        head += ", conceded." if self.has_conceded else "."
        return (head, *(one.line for one in self.ninja if _is_notable(one)))


class SummaryLine(msgspec.Struct, frozen=True, kw_only=True):
    """A line of a report and the number of its team."""

    text: str
    team: int | None = None


class ReportSummary(msgspec.Struct, frozen=True, kw_only=True):
    teams: tuple[TeamSummary, ...]
    rounds_played: int | None
    is_abandoned: bool
    is_called_off: bool
    notes: str

    @property
    def was_played(self) -> bool:
        """Return whether the match was played, at least by some of its teams."""
        if self.is_called_off:
            return False
        is_complete = not any(one.absence for one in self.teams)
        return is_complete or any(one.score for one in self.teams)

    @property
    def lines(self) -> tuple[SummaryLine, ...]:
        """Return the report line by line."""
        rounds = self.rounds_played
        count = count_noun(rounds or 0, "round")
        length = (
            f"The game was stopped after {count}."
            if self.is_abandoned
            else f"The game lasted {count}."
        )
        if rounds == 0:
            length = "The game ended during the first round."
        if self.is_called_off:
            rounds, length = 1, "The other teams called the match off."
        return (
            *([SummaryLine(text=length)] if rounds is not None else []),
            *(
                SummaryLine(text=line, team=number)
                for number, team in enumerate(self.teams)
                for line in team.lines
            ),
        )


def summarise_report(
    report: MatchReport, lineup: Lineup, book: Catalogue
) -> ReportSummary:
    """Return the report with names from the teams and the rulebook."""
    return _Teller(report, lineup, book).whole()


def find_differences(reports: Sequence[ReportSummary]) -> frozenset[SummaryLine]:
    """Return the lines that are not in all reports."""
    lines = [frozenset(report.lines) for report in reports]
    everywhere = frozenset.intersection(*lines)
    return frozenset(line for one in lines for line in one - everywhere)


def _stars(awards: int) -> str:
    return f"All-Star, {count_noun(awards, 'award')}" if awards > 1 else "All-Star"


def _often(count: int) -> str:
    return f", {count} times" if count > 1 else ""


def _named(victims: Counter[str]) -> str:
    told = [
        f"{name} {count} times" if count > 1 else name
        for name, count in victims.items()
    ]
    return f" ({', '.join(told)})" if told else ""


def _is_notable(one: NinjaSummary) -> bool:
    return bool(one.deeds or one.in_healing_house or one.is_all_star)


class _Teller:
    """Builds the summary of one report."""

    def __init__(self, report: MatchReport, lineup: Lineup, book: Catalogue) -> None:
        played = book.challenges.get(report.challenge) if report.challenge else None
        self.report = report
        self.lineup = lineup
        self.book = book_under(book, lineup.rules)
        self.names = [ninja_labels(team.state, book) for team in lineup.teams]
        self.columns = feat_columns(played, lineup.rules, book)
        self.frame = TeamReport(
            match=lineup.match, outcome=Outcome.WIN, challenge=report.challenge
        )

    def whole(self) -> ReportSummary:
        results = team_results(self.report, self.lineup)
        return ReportSummary(
            teams=tuple(self._team(number, one) for number, one in enumerate(results)),
            rounds_played=self.report.rounds_played,
            is_abandoned=self.report.is_abandoned,
            is_called_off=self.report.is_called_off,
            notes=self.report.notes,
        )

    def _team(self, number: int, result: TeamResult) -> TeamSummary:
        part, team = self.report.teams[number], self.lineup.teams[number]
        return TeamSummary(
            name=team.name,
            score=part.score,
            outcome=result.outcome,
            place=result.place,
            is_unplayed=result.is_unplayed,
            absence=ABSENT.get(part.presence, ""),
            has_conceded=part.has_conceded,
            has_won_tie=part.has_won_tie,
            ninja=tuple(self._ninja(number, row, part) for row in part.ninja),
        )

    def _ninja(self, number: int, row: NinjaPart, part: TeamPart) -> NinjaSummary:
        state = self.lineup.teams[number].state
        return NinjaSummary(
            ninja=row.ninja,
            name=ninja_name_label(self.names[number], row.ninja),
            deeds=self._deeds(row.deeds),
            xp=self._xp(number, row, state),
            was_fielded=row.was_fielded,
            in_healing_house=row.in_healing_house,
            all_stars=part.all_stars.count(row.ninja),
            star_xp=self._star_xp(row, part, state),
        )

    def _star_xp(self, row: NinjaPart, part: TeamPart, state: TeamState) -> int:
        if not state.holds(row.ninja):
            return 0
        ninja = state.find(row.ninja)
        if not can_earn(ninja, profile_of(self.book, ninja.profile)):
            return 0
        return part.all_stars.count(row.ninja) * all_star_xp(
            book_under(self.book, self.lineup.rules)
        )

    def _deeds(self, deeds: Iterable[Deed]) -> tuple[str, ...]:
        """Return a ninja's deeds as sentences.

        The same deed against several enemies is one deed with a count and their names.
        """
        times: Counter[str] = Counter()
        victims: dict[str, Counter[str]] = {}
        for deed in deeds:
            words = self._words(deed)
            times[words] += deed.times
            if deed.of is not None and deed.against is not None:
                name = ninja_name_label(self.names[deed.against], deed.of)
                victims.setdefault(words, Counter())[name] += deed.times
        return tuple(
            words + _often(count) + _named(victims.get(words, Counter()))
            for words, count in times.items()
        )

    def _words(self, deed: Deed) -> str:
        known = (one.deed for one in self.columns if _is(one, deed))
        return next(known, deed.event.replace("_", " "))

    def _xp(self, number: int, row: NinjaPart, state: TeamState) -> int:
        if not state.holds(row.ninja):
            return 0
        ninja = state.find(row.ninja)
        profile = profile_of(self.book, ninja.profile)
        if not can_earn(ninja, profile):
            return 0
        doing = build_ninja_report(row, number)
        return ninja_xp(doing, profile, self.frame, self.lineup.rules, self.book)


def _is(column: FeatColumn, deed: Deed) -> bool:
    return column.feat.event == deed.event and (
        column.feat.victim is deed.victim or deed.event != INJURES_ENEMY
    )
