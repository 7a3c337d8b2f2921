"""Statistics of a season and of all seasons, from what is kept beside fixtures."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from django.db.models import QuerySet

from league.models import Fixture, League, Season
from league.rules.match_facts import MatchFacts
from league.rules.strength import Seating


def season_matches(season: Season) -> tuple[MatchFacts, ...]:
    """Settled matches in the order they were played. One query."""
    return _facts(Fixture.objects.filter(competition__season=season))


def league_matches(league: League) -> tuple[MatchFacts, ...]:
    """Those of all seasons. One query."""
    return _facts(Fixture.objects.filter(competition__season__league=league))


def seatings(matches: Iterable[MatchFacts]) -> tuple[Seating, ...]:
    """The same matches as the strength of persons is worked out from."""
    return tuple(
        Seating(
            sides=tuple((line.person,) for line in match.teams if line.person),
            places=tuple(line.place for line in match.teams if line.person),
            is_walkover=not match.was_played,
        )
        for match in matches
    )


def _facts(fixtures: QuerySet[Fixture]) -> tuple[MatchFacts, ...]:
    found = fixtures.filter(facts__isnull=False).order_by("match__settled", "pk")
    plain = found.values_list("facts", flat=True)
    return tuple(msgspec.convert(one, MatchFacts) for one in plain)
