"""Results of a season as input for the rules. Queries: 2 per season."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import msgspec
from django.db.models import QuerySet, prefetch_related_objects

from challenges.models import Match
from challenges.rules.reports.match_report import MatchReport, Presence, read_report
from challenges.rules.reports.team_results import team_results
from challenges.rules.stages import MatchStage
from challenges.selectors.access import build_lineup, list_match_teams
from challenges.selectors.match_host import FinalMatches, MatchTerms
from league.models.competitions import Competition, CompetitionKind, Fixture
from league.models.seasons import Entrant, EntrantStage, Season
from league.rules.competitions.results import (
    Adjustment,
    Contestant,
    EntryId,
    Result,
    ResultLetter,
    TeamResult,
    UnplayedGame,
)
from league.rules.competitions.standings import (
    Row,
    division_tables,
    draw_lots,
    standings,
)
from league.rules.seasons import restart_adjustments
from league.selectors.house_rules import rules_of, version_at
from rulebook.rules.house_rules import HouseRules
from rulebook.rules.rule_setting_values import WinnerMethod
from teams.rules.reports.team_report import Outcome

# The results in a fixture's outcome, once its match is confirmed.
PARTS = "parts"
# What its team still has to receive for a win without a match.
OWED = "owed"
OFF = (MatchStage.CALLED_OFF, MatchStage.VOID)
_ENDINGS = {
    Outcome.WIN: ResultLetter.WON,
    Outcome.DRAW: ResultLetter.DRAWN,
    Outcome.LOSS: ResultLetter.LOST,
}
# Kinds whose matches are for the table.
COUNTED = (
    CompetitionKind.ROUND_ROBIN,
    CompetitionKind.SWISS,
    CompetitionKind.LADDER,
    CompetitionKind.RANDOM,
    CompetitionKind.CROSS,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonResults:
    """Everything the standings of a season are computed from.

    `rules` order the standings: those in force, or those at the end of the season.
    Results keep the rules they were played under.
    """

    contestants: tuple[Contestant, ...]
    results: tuple[Result, ...]
    planned: tuple[UnplayedGame, ...]
    adjustments: tuple[Adjustment, ...]
    rules: HouseRules
    lots: dict[EntryId, int]

    def table(self) -> tuple[Row, ...]:
        return standings(
            self.contestants,
            self.results,
            self.rules,
            planned=self.planned,
            adjustments=self.adjustments,
            lots=self.lots,
        )

    def tables(self) -> dict[str, tuple[Row, ...]]:
        """Return the standings by group; the key is empty if there are none."""
        return division_tables(
            self.contestants,
            self.results,
            self.rules,
            planned=self.planned,
            adjustments=self.adjustments,
            lots=self.lots,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultOverrides:
    """Other outcomes for some fixtures, by id, or None for a void match; and other
    ratings for some teams."""

    outcomes: Mapping[int, dict[str, Any] | None]
    ratings: Mapping[int, int]


def get_season_results(season: Season) -> SeasonResults:
    """Return the results of a season. Queries: 4, or 5 if the league is not loaded."""
    return _facts(season, *_rows(season))


def list_season_results(seasons: Sequence[Season]) -> dict[int, SeasonResults]:
    """Return the facts of several seasons by season id. Queries: 5, or 0 for none."""
    prefetch_related_objects(seasons, "league__rules_versions")
    entrants: dict[int, list[Entrant]] = {one.pk: [] for one in seasons}
    fixtures: dict[int, list[Fixture]] = {one.pk: [] for one in seasons}
    for entrant in _entrants().filter(season__in=seasons):
        entrants[entrant.season_id].append(entrant)
    for fixture in _fixtures().filter(competition__season__in=seasons):
        fixtures[fixture.competition.season_id].append(fixture)
    return {one.pk: _facts(one, entrants[one.pk], fixtures[one.pk]) for one in seasons}


def forecast_results(
    season: Season, instead: ResultOverrides
) -> tuple[SeasonResults, SeasonResults]:
    """Return the results now and after a correction. Queries: 5, or 6 if the league
    is not loaded."""
    entrants, fixtures = _rows(season)
    before = _facts(season, entrants, fixtures)
    fixtures = _otherwise(instead, entrants, fixtures)
    return before, _facts(season, entrants, fixtures)


def _rows(season: Season) -> tuple[list[Entrant], list[Fixture]]:
    entrants = _entrants().filter(season=season)
    fixtures = _fixtures().filter(competition__season=season)
    return list(entrants), list(fixtures)


def _entrants() -> QuerySet[Entrant]:
    return Entrant.objects.select_related("team", "replaces").defer("team__state")


def _fixtures() -> QuerySet[Fixture]:
    """Return fixtures that count for the standings."""
    return (
        Fixture.objects.filter(competition__kind__in=COUNTED)
        .select_related("match", "competition")
        .defer("facts", "why", "competition__settings")
        .prefetch_related("sides")
        .order_by("pk")
    )


def _facts(
    season: Season, entrants: list[Entrant], fixtures: list[Fixture]
) -> SeasonResults:
    house_rules, own = _rules(season, fixtures)
    fixtures = _counted(fixtures, house_rules)
    results = (result_of(one, own) for one in fixtures)
    facts = SeasonResults(
        contestants=tuple(map(contestant, entrants)),
        results=tuple(one for one in results if one is not None),
        planned=tuple(planned_of(fixtures)),
        adjustments=tuple(
            Adjustment(
                entry=EntryId(one.pk),
                points=one.adjustment,
                reason=one.adjustment_reason,
            )
            for one in entrants
            if one.adjustment
        ),
        rules=house_rules,
        lots=_lots(season, entrants),
    )
    inherited = _inherited(facts, entrants)
    return replace(facts, adjustments=(*facts.adjustments, *inherited))


def _otherwise(
    instead: ResultOverrides, entrants: Iterable[Entrant], fixtures: Iterable[Fixture]
) -> list[Fixture]:
    """Return rows as a correction would leave them. They are never saved."""
    for entrant in entrants:
        team = entrant.team
        team.rating = instead.ratings.get(team.pk, team.rating)
    found = []
    for fixture in fixtures:
        outcome = instead.outcomes.get(fixture.pk, fixture.outcome)
        if outcome is not None or fixture.pk not in instead.outcomes:
            fixture.outcome = outcome
            found.append(fixture)
    return found


def _rules(
    season: Season, fixtures: Iterable[Fixture]
) -> tuple[HouseRules, dict[int, HouseRules]]:
    """Return the rules of the standings, and other versions by id. Queries: 1."""
    versions = {one.pk: one for one in season.league.rules_versions.all()}
    held = version_at(versions.values(), season.closed)
    known = {one.rules_id for one in fixtures} - {None, held.pk}
    return rules_of(held), {pk: rules_of(versions[pk]) for pk in known if pk}


def _counted(fixtures: list[Fixture], rules: HouseRules) -> list[Fixture]:
    """Return the fixtures for the standings: only Swiss rounds where these decide
    the winner and one has been drawn (LEAGUE-06)."""
    if rules.winner_method is not WinnerMethod.SWISS:
        return fixtures
    swiss = [one for one in fixtures if one.competition.kind == CompetitionKind.SWISS]
    return swiss or fixtures


def contestant(entrant: Entrant) -> Contestant:
    return Contestant(
        entry=EntryId(entrant.pk),
        name=str(entrant.team),
        rating=entrant.team.rating,
        division=entrant.group,
        is_withdrawn=entrant.stage != EntrantStage.ACTIVE,
    )


def result_of(
    fixture: Fixture, rules: Mapping[int, HouseRules] | None = None
) -> Result | None:
    """Return the result of a fixture, or None. `rules` are versions by id."""
    if fixture.outcome is None:
        return None
    return result_with(
        fixture, fixture.outcome, (rules or {}).get(fixture.rules_id or 0)
    )


def result_with(
    fixture: Fixture, outcome: dict[str, Any], rules: HouseRules | None
) -> Result:
    parts = msgspec.convert(outcome[PARTS], tuple[TeamResult, ...])
    return Result(number=fixture.pk, parts=parts, rules=rules)


def entries_of(fixture: Fixture) -> dict[int, int]:
    """Return entry numbers by team id. Queries: 1."""
    sides = fixture.sides.filter(entrant__isnull=False)
    return dict(sides.values_list("entrant__team_id", "entrant_id"))


def planned_of(fixtures: Iterable[Fixture]) -> Iterable[UnplayedGame]:
    """Return unplayed fixtures with known teams."""
    for fixture in fixtures:
        entries = tuple(
            EntryId(side.entrant_id) for side in fixture.sides.all() if side.entrant_id
        )
        is_off = fixture.match is not None and fixture.match.stage in OFF
        is_open = fixture.outcome is None and not fixture.is_bye and not is_off
        if is_open and len(entries) > 1:
            has_sides = any(side.side is not None for side in fixture.sides.all())
            yield UnplayedGame(number=fixture.pk, entries=entries, has_sides=has_sides)


def outcome_of(
    match: Match, terms: MatchTerms, entries: dict[int, int]
) -> dict[str, Any]:
    """Return the outcome of a confirmed match, computed from its accepted report.

    `entries` are entry numbers by team id.
    """
    settled = match.settlements.select_related("report").order_by("-revision")[0]
    return outcome_as(read_report(settled.report.content), match, terms, entries)


def outcome_as(
    report: MatchReport, match: Match, terms: MatchTerms, entries: dict[int, int]
) -> dict[str, Any]:
    """Return the outcome that a match would have with this report."""
    seats = list_match_teams(match)
    # Here it does not matter whether it is a team's last match of the season.
    lineup = build_lineup(match, seats, replace(terms, finals=FinalMatches))
    results = team_results(report, lineup)
    is_plain = len({seat.side for seat in seats}) == len(seats)
    parts = [
        TeamResult(
            entry=EntryId(entries[seat.team_id or 0]),
            place=results[number].place,
            score=report.teams[number].score,
            rating=seat.rating_before or 0,
            side=None if is_plain else seat.side,
            is_forfeit=report.teams[number].presence is not Presence.PLAYED,
            is_unplayed=results[number].is_unplayed,
            ending=None
            if results[number].is_unplayed
            else _ENDINGS[results[number].outcome],
        )
        for number, seat in enumerate(seats)
    ]
    return {PARTS: msgspec.to_builtins(parts)}


def was_given_up(fixture: Fixture) -> bool:
    """Return whether a counted match had a forfeit or no-show. Queries: 0."""
    result = result_of(fixture)
    return result is not None and any(part.is_forfeit for part in result.parts)


def bye_outcome(entry: int) -> dict[str, Any]:
    return {PARTS: msgspec.to_builtins([TeamResult(entry=EntryId(entry))])}


def unplayed(competition: Competition) -> list[Fixture]:
    """Return fixtures of drawn rounds without a result."""
    waiting = competition.fixtures.filter(outcome__isnull=True, is_bye=False)
    return list(
        waiting.exclude(match=None).exclude(match__stage__in=OFF).order_by("pk")
    )


def drawn_unplayed(competition: Competition) -> Iterator[tuple[int, UnplayedGame]]:
    """Return unplayed games of drawn rounds with their round numbers.

    Called-off matches may be drawn again, but not in random draws: there every team
    gets other opponents first. Queries: 2.
    """
    is_by_lot = competition.kind == CompetitionKind.RANDOM
    found = competition.fixtures.filter(
        outcome__isnull=True, is_bye=False, match__isnull=False, round__isnull=False
    ).exclude(match__stage__in=(MatchStage.VOID,) if is_by_lot else OFF)
    for one in found.select_related("round").prefetch_related("sides").order_by("pk"):
        entries = tuple(EntryId(o.entrant_id) for o in one.sides.all() if o.entrant_id)
        if one.round is not None:
            yield one.round.number, UnplayedGame(number=one.pk, entries=entries)


def _lots(season: Season, entrants: Iterable[Entrant]) -> dict[EntryId, int]:
    numbers = {EntryId(one.pk): EntryId(one.lot) for one in entrants}
    drawn = draw_lots(numbers.values(), season.seed)
    return {entry: drawn[number] for entry, number in numbers.items()}


def _inherited(facts: SeasonResults, entrants: Iterable[Entrant]) -> list[Adjustment]:
    """Return the points that restarted teams keep (LEAGUE-16)."""
    heirs = {
        EntryId(one.replaces_id): EntryId(one.pk) for one in entrants if one.replaces_id
    }
    if not heirs:
        return []
    rows = {row.entry: row for row in facts.table()}
    made: list[Adjustment] = []
    # From the first team of a person to the last: each hands on what it was handed.
    for first in sorted(heirs.keys() - set(heirs.values())):
        entry, handed = first, 0
        while (heir := heirs.get(entry)) is not None:
            row = msgspec.structs.replace(
                rows[entry], points=rows[entry].points + handed
            )
            kept = restart_adjustments(facts.rules, row, heir)
            made += kept
            entry, handed = heir, sum(one.points for one in kept)
    return made
