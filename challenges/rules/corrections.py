"""Correct a past match and replay everything that follows.

A changed game changes ratings, underdog help and so the income of later matches. All
teams replay their journals side by side: each stops before a report until the other
teams of that match are there, and the report is computed from the new ratings and
treasuries.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec
from msgspec.structs import replace

from challenges.rules.reports.match_report import (
    Contender,
    Lineup,
    MatchReport,
    TeamPart,
    points_behind,
)
from challenges.rules.reports.outcomes import team_reports, team_reports_unchecked
from challenges.rules.reports.team_results import is_void_by_absence, void_sentence
from kernel.errors import Refusal
from rulebook.rules.book import Catalogue
from rulebook.rules.house_rules import HouseRules
from teams.rules.journal.replay import GameChange, JournalReplay, ReplayResult
from teams.rules.phrases import ninja_name
from teams.rules.reports.team_report import MatchType, TeamReport
from teams.rules.roster.differences import describe_differences
from teams.rules.settlement.all_stars import all_star_awards
from teams.rules.state import TeamState

# Decision 16.
UNASKED = "Decided automatically:"
# How sentences about one team's part in a match begin.
GONE, NEW, BEHIND = "No longer:", "Now:", "rating points behind"
OPENED = "A choice or a roll is needed before the next game."


class PastTeam(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A team in a match. `rating` overrides the team's rating at its start."""

    id: int
    name: str
    side: int
    rating: int | None = None


class PastMatch(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A match that was reported. Without its own rules, those of its teams apply."""

    key: str
    standing: MatchType
    report: MatchReport
    teams: tuple[PastTeam, ...]
    rules: HouseRules | None = None
    needs_winner: bool = False
    # For whom it is the last of the season by how it ends, where that is known.
    finals_if_won: frozenset[int] = frozenset()
    finals_if_lost: frozenset[int] = frozenset()
    # For whom, by number, the correction makes it the last, or no longer.
    finals_now: dict[int, bool] = {}


class MatchChange(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A match with changed consequences; without reports it is void."""

    key: str
    report: MatchReport
    reports: tuple[TeamReport, ...] | None
    ratings: tuple[int, ...]
    behind: tuple[int, ...]
    sentences: tuple[str, ...]


class TeamChange(msgspec.Struct, frozen=True, kw_only=True):
    """A team whose journal changes."""

    team: int
    refolded: ReplayResult
    sentences: tuple[str, ...]


class ResettlementPlan(msgspec.Struct, frozen=True, kw_only=True):
    """All changes of a correction, matches in order."""

    matches: tuple[MatchChange, ...]
    teams: tuple[TeamChange, ...]

    @property
    def has_new_dice(self) -> bool:
        return any(one.refolded.has_new_dice for one in self.teams)


class _Met(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A match as it would be after the correction."""

    match: PastMatch
    report: MatchReport
    reports: tuple[TeamReport, ...] | None
    lineup: Lineup
    notes: tuple[str, ...] = ()


def plan_resettlement(
    target: str,
    amended: MatchReport | None,
    *,
    matches: Sequence[PastMatch],
    teams: Mapping[int, JournalReplay],
    states: Mapping[int, TeamState],
    book: Catalogue,
    is_restored: bool = False,
) -> ResettlementPlan:
    """Correct or void one match and replay all later ones.

    `matches` are the corrected match and later ones that it can affect. `states` are
    the teams now. Each replay stops before these matches. A report that is restored
    counted before, so it is not checked against later changes.
    """
    known = {match.key: match for match in matches}
    met: dict[str, _Met] = {}
    arrived: dict[str, set[int]] = {}
    walking = deque(sorted(teams))
    while walking:
        team = walking.popleft()
        key = teams[team].advance()
        if key is None:
            continue
        arrived.setdefault(key, set()).add(team)
        match = known[key]
        if len(arrived[key]) < len(match.teams):
            continue
        runs = [teams[one.id] for one in match.teams]
        met[key] = _meet(
            match,
            runs,
            book,
            told=amended,
            is_target=key == target,
            is_known=is_restored,
        )
        told = met[key].reports or (None,) * len(runs)
        for run, report in zip(runs, told, strict=True):
            run.take(report)
        walking.extend(one.id for one in match.teams)
    _refuse_unless_over(teams.values())
    done = {team: run.finish() for team, run in teams.items()}
    return ResettlementPlan(
        matches=tuple(_match_changes(target, met, done)),
        teams=tuple(_team_changes(target, known, done, states, book)),
    )


def _refuse_unless_over(runs: Iterable[JournalReplay]) -> None:
    if not all(run.is_over for run in runs):
        raise Refusal(
            "The journals of these teams list their matches in different orders, so"
            " the correction cannot be worked out.",
            code="out-of-order",
        )


def _meet(
    match: PastMatch,
    runs: Sequence[JournalReplay],
    book: Catalogue,
    *,
    told: MatchReport | None,
    is_target: bool,
    is_known: bool,
) -> _Met:
    """`told` is how the target went; `is_known` if it counted like that before."""
    lineup = _lineup(match, runs)
    if is_target:
        if told is None:
            return _Met(match=match, report=match.report, reports=None, lineup=lineup)
        reports = None if is_known else team_reports(told, lineup, book)
        if is_void_by_absence(told, lineup):
            notes = (void_sentence(told, lineup),)
            return _Met(
                match=match, report=told, reports=None, lineup=lineup, notes=notes
            )
        if reports is None:
            return _as_played(match, told, runs, lineup, book)
        return _Met(match=match, report=told, reports=reports, lineup=lineup)
    if not match.finals_now and not any(run.is_changed for run in runs):
        return _Met(
            match=match,
            report=match.report,
            reports=_before(match, runs),
            lineup=lineup,
        )
    return _as_played(match, match.report, runs, lineup, book)


def _as_played(
    match: PastMatch,
    told: MatchReport,
    runs: Sequence[JournalReplay],
    lineup: Lineup,
    book: Catalogue,
) -> _Met:
    """Return the match as played, as far as it is still possible."""
    report, notes = _fitted(told, lineup, book)
    played = team_reports_unchecked(report, lineup, book)
    return _Met(
        match=match,
        report=report,
        reports=tuple(
            _with_fewer_stars(one, run.state, book)
            for one, run in zip(played, runs, strict=True)
        ),
        lineup=lineup,
        notes=notes,
    )


def _lineup(match: PastMatch, runs: Sequence[JournalReplay]) -> Lineup:
    before = _before(match, runs)
    depends = match.finals_if_won | match.finals_if_lost
    return Lineup(
        match=match.key,
        standing=match.standing,
        rules=match.rules or runs[0].state.rules,
        needs_winner=match.needs_winner,
        finals=frozenset(
            n
            for n, one in enumerate(before)
            if match.finals_now.get(n, one.is_final) and n not in depends
        ),
        finals_if_won=match.finals_if_won,
        finals_if_lost=match.finals_if_lost,
        teams=tuple(
            Contender(
                name=team.name,
                side=team.side,
                state=run.state,
                rating=run.rating_for(match.key)
                if team.rating is None
                else team.rating,
            )
            for team, run in zip(match.teams, runs, strict=True)
        ),
    )


def _before(match: PastMatch, runs: Sequence[JournalReplay]) -> tuple[TeamReport, ...]:
    found = [run.reported(match.key) for run in runs]
    reports = tuple(one for one in found if one is not None)
    if len(reports) < len(found):
        raise AssertionError("A team that stops before a match has reported it.")
    return reports


def _fitted(
    report: MatchReport, lineup: Lineup, book: Catalogue
) -> tuple[MatchReport, tuple[str, ...]]:
    """Drop ninja who are no longer on the roster after the correction, with notes."""
    notes: list[str] = []
    parts: list[TeamPart] = []
    for part, team in zip(report.teams, lineup.teams, strict=True):
        there = {one.id: one for one in team.state.ninja}
        rows = tuple([row for row in part.ninja if row.ninja in there])
        missing = [row.ninja for row in part.ninja if row.ninja not in there]
        notes += [
            f"Ninja {one} of {team.name} was not on the roster and is left out."
            for one in missing
        ]
        late = [
            ninja_name(team.state, row.ninja, book)
            for row in rows
            if row.was_fielded and there[row.ninja].is_absent
        ]
        notes += [
            f"{name} of {team.name} should have missed this match, but still counts as"
            " having played."
            for name in late
        ]
        stars = tuple(one for one in part.all_stars if one in there)
        parts.append(replace(part, ninja=rows, all_stars=stars))
    return replace(report, teams=tuple(parts)), tuple(notes)


def _with_fewer_stars(
    report: TeamReport, state: TeamState, book: Catalogue
) -> TeamReport:
    awards = all_star_awards(report, state.rules, book)
    return replace(report, all_stars=report.all_stars[:awards])


def _match_changes(
    target: str, met: Mapping[str, _Met], done: Mapping[int, ReplayResult]
) -> Iterator[MatchChange]:
    changed = {
        (team, game.match): game
        for team, refolded in done.items()
        for game in refolded.games
    }
    for key, one in met.items():
        games = {
            team.name: game
            for team in one.match.teams
            if (game := changed.get((team.id, key))) is not None
        }
        if not games and key != target:
            continue
        yield MatchChange(
            key=key,
            report=one.report,
            reports=one.reports,
            ratings=tuple(team.rating for team in one.lineup.teams),
            behind=points_behind(one.lineup.teams),
            sentences=(*one.notes, *_told(games)),
        )


def _told(games: Mapping[str, GameChange]) -> Iterator[str]:
    for name, game in games.items():
        yield from (f"{name}: {sentence}" for sentence in _of_game(game))


def _of_game(game: GameChange) -> Iterator[str]:
    now, before = game.report, game.before
    if now is not None and now.points_behind != before.points_behind:
        yield (f"{now.points_behind} {BEHIND} instead of {before.points_behind}.")
    yield from (f"{GONE} {sentence}" for sentence in game.gone)
    yield from (f"{NEW} {one}" for one in game.new if one not in game.defaults)
    yield from (f"{UNASKED} {sentence}" for sentence in game.defaults)


def _team_changes(
    target: str,
    known: Mapping[str, PastMatch],
    done: Mapping[int, ReplayResult],
    states: Mapping[int, TeamState],
    book: Catalogue,
) -> Iterator[TeamChange]:
    concerned = {team.id for team in known[target].teams}
    for team, refolded in sorted(done.items()):
        if not refolded.lines and team not in concerned:
            continue
        told = [
            *describe_differences(states[team], refolded.state, book),
            *refolded.fallen,
        ]
        told += [f"{UNASKED} {one}" for game in refolded.games for one in game.defaults]
        if refolded.state.settling is not None and states[team].settling is None:
            told.append(OPENED)
        yield TeamChange(team=team, refolded=refolded, sentences=tuple(told))


def find_affected(
    target: str, meetings: Iterable[tuple[str, Sequence[int]]]
) -> tuple[list[str], set[int]]:
    """Return matches and teams that a correction can affect.

    Later opponents are affected indirectly. `meetings` are in order.
    """
    felt: list[str] = []
    touched: set[int] = set()
    for key, teams in meetings:
        if key == target or touched.intersection(teams):
            felt.append(key)
            touched.update(teams)
    return felt, touched
