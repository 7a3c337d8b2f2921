"""How matches that are not played yet may go, by the strength of those who play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from kernel.ids import PersonId
from league.models.competitions import Fixture
from league.models.leagues import League
from league.rules.history.skill_ratings import SETTLED_AFTER, Rival, outlook, strengths
from league.selectors.competitions.fixtures import FixtureLine, fixture_line
from league.selectors.statistics import league_matches, seatings


def with_outlooks(
    league: League, lines: Iterable[FixtureLine]
) -> tuple[FixtureLine, ...]:
    """The same fixtures, with a sentence where people have played enough. One query.

    Working strengths out takes long in a large league, so it is left where nobody
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
    known = strengths(games).by_person
    return tuple(
        replace(one, outlook=outlook(_rivals(one), known)) if one.id in told else one
        for one in found
    )


def match_outlook(fixture: Fixture) -> str:
    """The sentence about one match. Four queries."""
    league = fixture.competition.season.league
    (line,) = with_outlooks(league, [fixture_line(league.uid, fixture.pk)])
    return line.outlook


def _rivals(line: FixtureLine) -> list[Rival]:
    return [
        Rival(name=side.person, persons=(PersonId(side.person_id or 0),))
        for side in line.sides
    ]
