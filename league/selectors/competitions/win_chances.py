"""Win chances of unplayed matches, from the players' skill ratings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from kernel.ids import PersonId
from league.models.competitions import Fixture
from league.models.leagues import League
from league.rules.history.skill_ratings import (
    SETTLED_AFTER,
    RatedSide,
    compute_skill_ratings,
    win_chance_sentence,
)
from league.selectors.competitions.fixtures import FixtureLine, fixture_line
from league.selectors.statistics import league_matches, seatings


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
