"""Length and progress of seasons with a fixed end (LEAGUE-03)."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime
from typing import Any

import msgspec
from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from league.models.competitions import (
    Competition,
    CompetitionKind,
    CompetitionStage,
    Fixture,
    Round,
)
from league.models.seasons import EntrantStage, Season, SeasonStage
from league.rules.competitions.multiplayer_rounds import count_table_rounds
from league.rules.competitions.round_robin import Window, rounds_of, windows
from league.rules.league_templates import PlannedCompetition
from league.rules.match_dates import DAY, Timestamp
from league.rules.seasons import Excess, Overrun, has_run_its_length, rounds_left
from league.selectors.competitions.final_matches import ARRANGED, STEPWISE
from league.selectors.competitions.results import OFF
from league.selectors.competitions.schedules import SCHEDULES
from rulebook.rules.house_rules import HouseRules
from rulebook.rules.rule_setting_values import LengthMode
from teams.rules.state import Stage


def is_drawn_to_its_end(season: Season, rules: HouseRules) -> bool:
    """Return whether all rounds have been drawn. Queries: 1."""
    return _has_run(rules, _rounds(season))


def is_beyond_end(competition: Competition, rules: HouseRules) -> bool:
    """Return whether the next draw exceeds the season's rounds. Playoffs are exempt.
    Queries: 1."""
    is_exempt = competition.kind in (CompetitionKind.PLAYOFFS, *ARRANGED)
    return not is_exempt and is_drawn_to_its_end(competition.season, rules)


def rounds_left_of(season: Season, rules: HouseRules) -> int | None:
    """Return how many rounds can still be drawn, or None without a limit. Queries:
    1."""
    return rounds_left(rules, rounds_drawn=_rounds(season).count())


def first_planned(season: Season) -> Competition | None:
    """Return the competition that is drawn when the season starts. Queries: 1."""
    planned = season.competitions.filter(stage=CompetitionStage.PLANNED)
    return planned.order_by("number").first()


def excess_of(competition: Competition, rules: HouseRules) -> Excess | Overrun | None:
    """Return by how much a schedule exceeds the season, or None. Queries: 4, or 0
    without a fixed length."""
    is_waiting = competition.stage == CompetitionStage.PLANNED
    if competition.kind not in SCHEDULES or not is_waiting:
        return None
    match rules.length.mode:
        case LengthMode.ROUNDS:
            return _too_many_rounds(competition, rules)
        case LengthMode.UNTIL_DATE:
            return _too_long(competition, rules)
        case LengthMode.OPEN:
            return None


def _too_many_rounds(competition: Competition, rules: HouseRules) -> Excess | None:
    """Compare the rounds with what earlier competitions leave."""
    season = competition.season
    left = rounds_left_of(season, rules)
    if left is None:
        return None
    sizes = _sizes(season)
    needed = _rounds_needed(competition, sizes)
    before = {one.name: _rounds_to_come(one, sizes) for one in _before(competition)}
    taken = {name: rounds for name, rounds in before.items() if rounds}
    room = max(0, left - sum(taken.values()))
    if needed <= room:
        return None
    return Excess(
        name=competition.name,
        rounds=needed,
        left=room,
        has_begun=season.stage != SeasonStage.GATHERING,
        ways=_ways(competition, sizes),
        after=tuple(taken),
    )


def _too_long(competition: Competition, rules: HouseRules) -> Overrun | None:
    """Compare the last day with the season's, as if drawn now. After that day every
    draw needs a reason anyway."""
    season, last = competition.season, rules.length.ends_on
    has_begun = season.stage != SeasonStage.GATHERING
    if last is None or (has_begun and _today() > last):
        return None
    sizes = _sizes(season)
    needed = _rounds_needed(competition, sizes)
    if not needed:
        return None
    plan = msgspec.convert(competition.settings, PlannedCompetition)
    ends_on = last_day(plan, int(timezone.now().timestamp()), count=needed)
    if ends_on <= last:
        return None
    shorter = ("remove it and plan shorter rounds",) if plan.days > 1 else ()
    return Overrun(
        name=competition.name,
        rounds=needed,
        days=plan.days,
        ends_on=ends_on,
        season_ends_on=last,
        has_begun=has_begun,
        ways=(*_ways(competition, sizes), *shorter),
    )


def _ways(competition: Competition, sizes: list[int]) -> tuple[str, ...]:
    """Return ways to shorten a schedule."""
    has_begun = competition.season.stage != SeasonStage.GATHERING
    is_round_robin = competition.kind == CompetitionKind.ROUND_ROBIN
    ways = []
    if is_round_robin and not has_begun and max(sizes) >= GROUPABLE:
        ways.append("draw more groups" if len(sizes) > 1 else "draw groups")
    if is_round_robin and competition.settings.get("is_double"):
        ways.append("remove it and plan one in which teams meet only once")
    if not is_round_robin:
        ways.append("remove it and plan fewer rounds")
    return tuple(ways)


def _before(competition: Competition) -> QuerySet[Competition]:
    """Return earlier competitions that still have rounds to draw."""
    found = Competition.objects.filter(
        season=competition.season_id, number__lt=competition.number
    ).exclude(stage=CompetitionStage.DONE)
    kinds = (*SCHEDULES, *STEPWISE)
    return found.filter(kind__in=kinds).annotate(drawn=Count("rounds"))


def _rounds_to_come(one: Any, sizes: list[int]) -> int:
    """Return the number of rounds to come, as far as planned."""
    if one.kind in SCHEDULES:
        is_waiting = one.stage == CompetitionStage.PLANNED
        return _rounds_needed(one, sizes) if is_waiting else 0
    return max(0, (one.settings.get("rounds") or 0) - one.drawn)


# The fewest teams that make two groups.
GROUPABLE = 4


def _sizes(season: Season) -> list[int]:
    """Return the size of each group, including drafts while teams gather."""
    found = season.entrants.filter(stage=EntrantStage.ACTIVE)
    if season.stage != SeasonStage.GATHERING:
        found = found.filter(team__stage=Stage.REGISTERED)
    return list(Counter(found.values_list("group", flat=True)).values()) or [0]


def _rounds_needed(competition: Competition, sizes: list[int]) -> int:
    if competition.kind == CompetitionKind.CROSS:
        return competition.settings.get("rounds") or max(sizes)
    is_double = bool(competition.settings.get("is_double"))
    size = competition.settings.get("table_size", 2)
    if size == 2:
        return rounds_of(max(sizes), is_double=is_double)
    return max(count_table_rounds(n, size, is_double=is_double) for n in sizes)


def is_at_its_end(season: Season, rules: HouseRules) -> bool:
    """Return whether the last day or the last round of the season is over. Queries:
    1."""
    waiting = Fixture.objects.filter(
        round=OuterRef("pk"), outcome__isnull=True, is_bye=False
    ).exclude(match__stage__in=OFF)
    is_past = Q(closed__isnull=False) | Q(closes__lte=timezone.now())
    return _has_run(rules, _rounds(season).filter(is_past | ~Exists(waiting)))


def _rounds(season: Season) -> QuerySet[Round]:
    """Return the rounds that count towards the length; playoffs do not."""
    found = Round.objects.filter(competition__season=season)
    return found.exclude(competition__kind=CompetitionKind.PLAYOFFS)


def _has_run(rules: HouseRules, rounds: QuerySet[Round]) -> bool:
    return has_run_its_length(rules, today=_today(), rounds_played=rounds.count())


def _today() -> str:
    """Return the current day in UTC, since leagues have no time zone."""
    return timezone.now().astimezone(UTC).date().isoformat()


def windows_of(
    plan: PlannedCompetition, first: Timestamp, *, count: int
) -> tuple[Window, ...]:
    pauses = [(_midnight(one.begins), _midnight(one.ends) + DAY) for one in plan.pauses]
    return windows(first, days=plan.days, count=count, pauses=pauses)


def last_day(plan: PlannedCompetition, first: Timestamp, *, count: int) -> str:
    """Return the day the last round closes, as in 2026-11-30."""
    closes = windows_of(plan, first, count=count)[-1].closes
    return datetime.fromtimestamp(closes, UTC).date().isoformat()


def _midnight(day: str) -> Timestamp:
    return int(datetime.fromisoformat(day).replace(tzinfo=UTC).timestamp())
