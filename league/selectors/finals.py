"""For whom a match is the last one of the season (RONIN-08)."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec
from django.db.models import Count

from league.models import Competition, Fixture, FixtureSide
from league.models.fixtures import CompetitionKind, CompetitionStage
from league.rules.playoff_progress import wins_of
from league.rules.playoffs import Bracket, LoserOf, WinnerOf
from league.rules.results import EntryId
from league.selectors.playoffs import BRACKET
from league.selectors.results import OFF, result_of

# What members arrange for themselves is never announced to be the last.
ARRANGED = (CompetitionKind.LADDER, CompetitionKind.FRIENDLIES)
STEPWISE = (CompetitionKind.SWISS, CompetitionKind.RANDOM)


@dataclass(frozen=True, slots=True, kw_only=True)
class Finals:
    """Teams, by id, whose season ends with a match: whatever happens, or only if they
    win or lose it."""

    always: frozenset[int] = frozenset()
    if_won: frozenset[int] = frozenset()
    if_lost: frozenset[int] = frozenset()


def finals_of(fixture: Fixture) -> Finals:
    """The teams for whom nothing else is drawn and nothing is to be drawn.

    Each is asked about for itself: whoever else has still to play does not matter. A
    bye is no match. In a bracket it depends on the result who goes on, and whether
    another game is to follow. Three queries, and two in a bracket.
    """
    competition = fixture.competition
    if competition.kind in ARRANGED:
        return Finals()
    planned = Competition.objects.filter(season=competition.season_id).exclude(
        kind__in=ARRANGED
    )
    if any(can_draw(one, one.drawn) for one in planned.annotate(drawn=Count("rounds"))):
        return Finals()
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
    done = {entrant: team for entrant, team in here.items() if entrant not in busy}
    if BRACKET in competition.settings:
        return _of_tie(fixture, here, done)
    return Finals(always=frozenset(done.values()))


def _of_tie(fixture: Fixture, here: dict[int, int], done: dict[int, int]) -> Finals:
    """Who is out, or through and has nobody left to meet, once a tie is decided."""
    bracket = msgspec.convert(fixture.competition.settings[BRACKET], Bracket)
    tie = next(one for one in bracket.ties if one.number == fixture.number)
    going_on = {slot for one in bracket.ties for slot in one.slots}
    if len(here) != 2:
        return Finals()
    earlier = fixture.competition.fixtures.filter(
        number=fixture.number, leg__lt=fixture.leg
    )
    results = [result_of(one) for one in earlier.order_by("leg")]
    one, other = map(EntryId, here)
    played = [result for result in results if result is not None]
    wins = wins_of((one, other), played, tie.wins_needed)
    # With one more win it is decided.
    near = {
        entry
        for entry, won in zip((one, other), wins, strict=True)
        if won + 1 >= tie.wins_needed
    }
    winners = near if WinnerOf(tie=tie.number) not in going_on else set()
    losers = {other if entry == one else one for entry in near}
    if LoserOf(tie=tie.number) in going_on:
        losers = set()
    return Finals(
        if_won=frozenset(done[entry] for entry in winners if entry in done),
        if_lost=frozenset(done[entry] for entry in losers if entry in done),
    )


def can_draw(one: Competition, rounds: int) -> bool:
    """Whether something of it is still to be drawn after so many rounds."""
    if one.stage == CompetitionStage.PLANNED:
        return True
    limit = one.settings.get("rounds")
    is_open = limit is None or rounds < limit
    return one.kind in STEPWISE and is_open and one.stage != CompetitionStage.DONE
