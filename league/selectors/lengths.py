"""How far a season of fixed length has come (LEAGUE-03)."""

from __future__ import annotations

from datetime import UTC

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from league.models import Competition, Fixture, Round, Season
from league.models.fixtures import CompetitionKind
from league.rules.seasons import has_run_its_length
from league.selectors.finals import ARRANGED
from league.selectors.results import OFF
from rulebook.rules.house_rules import HouseRules


def is_drawn_to_its_end(season: Season, rules: HouseRules) -> bool:
    """Whether another round would be one too many. One query."""
    return _has_run(rules, _rounds(season))


def is_beyond_end(competition: Competition, rules: HouseRules) -> bool:
    """Whether what it draws next is one round too many. Playoffs come after the others,
    and what people arrange themselves is asked about when they do. One query."""
    is_exempt = competition.kind in (CompetitionKind.PLAYOFFS, *ARRANGED)
    return not is_exempt and is_drawn_to_its_end(competition.season, rules)


def is_at_its_end(season: Season, rules: HouseRules) -> bool:
    """Whether its last day is past, or its rounds are over: their time is, or all of
    their matches are played. One query."""
    waiting = Fixture.objects.filter(
        round=OuterRef("pk"), outcome__isnull=True, is_bye=False
    ).exclude(match__stage__in=OFF)
    is_past = Q(closed__isnull=False) | Q(closes__lte=timezone.now())
    return _has_run(rules, _rounds(season).filter(is_past | ~Exists(waiting)))


def _rounds(season: Season) -> QuerySet[Round]:
    """Those that a length is told in: playoffs come after them."""
    found = Round.objects.filter(competition__season=season)
    return found.exclude(competition__kind=CompetitionKind.PLAYOFFS)


def _has_run(rules: HouseRules, rounds: QuerySet[Round]) -> bool:
    """A day is that of UTC: a league has no zone of its own."""
    today = timezone.now().astimezone(UTC).date().isoformat()
    return has_run_its_length(rules, today=today, rounds_played=rounds.count())
