"""For whom a match is the last one of the season (RONIN-08)."""

from __future__ import annotations

import msgspec
from django.db.models import Count

from league.models import Competition, Fixture, FixtureSide
from league.models.fixtures import CompetitionKind, CompetitionStage
from league.rules.playoffs import Bracket, LoserOf, WinnerOf
from league.selectors.playoffs import BRACKET
from league.selectors.results import OFF

# What members arrange for themselves is never announced to be the last.
ARRANGED = (CompetitionKind.LADDER, CompetitionKind.FRIENDLIES)
STEPWISE = (CompetitionKind.SWISS, CompetitionKind.RANDOM)


def finals_of(fixture: Fixture) -> frozenset[int]:
    """The teams, by id, for whom nothing else is drawn and nothing is to be drawn.

    Each is asked about for itself: whoever else has still to play does not matter. A
    bye is no match, and a tie after which somebody goes on is nobody's last.
    Three queries.
    """
    competition = fixture.competition
    if competition.kind in ARRANGED or _goes_on(fixture):
        return frozenset()
    planned = Competition.objects.filter(season=competition.season_id).exclude(
        kind__in=ARRANGED
    )
    if any(can_draw(one, one.drawn) for one in planned.annotate(drawn=Count("rounds"))):
        return frozenset()
    here = dict(
        fixture.sides.filter(entrant__isnull=False).values_list(
            "entrant_id", "entrant__team_id"
        )
    )
    waiting = (
        FixtureSide.objects.filter(
            entrant__in=here, fixture__outcome__isnull=True, fixture__is_bye=False
        )
        .exclude(fixture=fixture)
        .exclude(fixture__competition__kind__in=ARRANGED)
        .exclude(fixture__match__stage__in=OFF)
    )
    busy = set(waiting.values_list("entrant_id", flat=True))
    return frozenset(team for entrant, team in here.items() if entrant not in busy)


def can_draw(one: Competition, rounds: int) -> bool:
    """Whether something of it is still to be drawn after so many rounds."""
    if one.stage == CompetitionStage.PLANNED:
        return True
    limit = one.settings.get("rounds")
    is_open = limit is None or rounds < limit
    return one.kind in STEPWISE and is_open and one.stage != CompetitionStage.DONE


def _goes_on(fixture: Fixture) -> bool:
    """Whether one of its teams may meet somebody after this game of a bracket."""
    plain = fixture.competition.settings.get(BRACKET)
    if plain is None:
        return False
    ties = msgspec.convert(plain, Bracket).ties
    after = (WinnerOf(tie=fixture.number), LoserOf(tie=fixture.number))
    return any(
        (tie.number == fixture.number and fixture.leg < tie.best_of)
        or any(slot in after for slot in tie.slots)
        for tie in ties
    )
