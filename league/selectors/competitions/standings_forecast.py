"""Forecasts: standings after a correction, and chances to win a coming match."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from challenges.models import Match
from challenges.selectors.match_host import (
    CorrectionResult,
    MatchTerms,
    StandingsChange,
)
from kernel.ids import PersonId
from league.models.competitions import Fixture
from league.models.leagues import League
from league.models.seasons import Season
from league.rules.competitions.standings import table_changes
from league.rules.history.skill_ratings import (
    SETTLED_AFTER,
    RatedSide,
    compute_skill_ratings,
    win_chance_sentence,
)
from league.selectors.competitions.fixtures import FixtureLine, fixture_line
from league.selectors.competitions.results import (
    PARTS,
    ResultOverrides,
    entries_of,
    forecast_results,
    outcome_as,
)
from league.selectors.statistics import league_matches, seatings


def forecast_standings(
    fixture: Fixture, match: Match, terms: MatchTerms, afterwards: CorrectionResult
) -> tuple[StandingsChange, ...]:
    """Return every team whose place or points a correction changes, season by season.
    Queries: 3, and 6 more for each affected season."""
    found = Fixture.objects.filter(match__in=list(afterwards.ratings)).defer("facts")
    seasons: dict[int, Season] = {}
    outcomes: dict[int, dict[int, dict[str, Any] | None]] = {}
    # Prefetch the few seasons; a join would read them once per match.
    for one in found.prefetch_related("competition__season__league").order_by("pk"):
        season = one.competition.season
        seasons.setdefault(season.pk, season)
        others = outcomes.setdefault(season.pk, {})
        if one.pk == fixture.pk:
            others[one.pk] = _told(fixture, match, terms, afterwards)
        elif one.outcome is not None:
            ratings = afterwards.ratings[one.match_id or 0]
            others[one.pk] = _rated(one.outcome, ratings)
    return tuple(
        change
        for pk, season in sorted(seasons.items())
        for change in _changes(
            season,
            ResultOverrides(outcomes=outcomes[pk], ratings=afterwards.team_ratings),
            with_name=len(seasons) > 1,
        )
    )


def _told(
    fixture: Fixture, match: Match, terms: MatchTerms, afterwards: CorrectionResult
) -> dict[str, Any] | None:
    if afterwards.report is None:
        return None
    outcome = outcome_as(afterwards.report, match, terms, entries_of(fixture))
    return _rated(outcome, afterwards.ratings[match.pk])


def _rated(outcome: dict[str, Any], ratings: Sequence[int]) -> dict[str, Any]:
    """Return the outcome with other ratings."""
    parts = zip(outcome[PARTS], ratings, strict=True)
    return outcome | {PARTS: [part | {"rating": rating} for part, rating in parts]}


def _changes(
    season: Season, instead: ResultOverrides, *, with_name: bool
) -> Iterator[StandingsChange]:
    teams = dict(season.entrants.values_list("pk", "team_id"))
    before, after = forecast_results(season, instead)
    for one in table_changes(before.tables(), after.tables()):
        yield StandingsChange(
            team=teams[one.entry],
            name=f"{one.name} ({season.name})" if with_name else one.name,
            sentences=one.sentences,
        )


def with_outlooks(
    league: League, lines: Iterable[FixtureLine]
) -> tuple[FixtureLine, ...]:
    """Add win chances to fixtures whose players have played enough. Queries: 1.

    Ratings take long to compute in a large league, so this is skipped where no one
    would see it.
    """
    found = tuple(lines)
    waiting = {one.id for one in found if one.is_waiting}
    if not waiting:
        return found
    games = seatings(league_matches(league))
    sat = Counter(person for game in games for side in game.sides for person in side)
    told = {
        one.id
        for one in found
        if one.id in waiting
        and all(sat[PersonId(s.person_id or 0)] >= SETTLED_AFTER for s in one.sides)
    }
    if not told:
        return found
    known = compute_skill_ratings(games).by_person
    return tuple(
        replace(one, outlook=win_chance_sentence(_rivals(one), known))
        if one.id in told
        else one
        for one in found
    )


def match_outlook(fixture: Fixture) -> str:
    """Return the win chances of one match. Queries: 4."""
    league = fixture.competition.season.league
    (line,) = with_outlooks(league, [fixture_line(league.uid, fixture.pk)])
    return line.outlook


def _rivals(line: FixtureLine) -> list[RatedSide]:
    return [
        RatedSide(name=side.person, persons=(PersonId(side.person_id or 0),))
        for side in line.sides
    ]
