"""When the rounds of a plan open and close, around its pauses.

A pause is told in days, and a day is that of UTC: a league has no zone of its own.
"""

from __future__ import annotations

from datetime import UTC, datetime

from league.rules.dates import DAY, Moment
from league.rules.round_robin import Window, windows
from league.rules.templates import PlannedCompetition


def windows_of(
    plan: PlannedCompetition, first: Moment, *, count: int
) -> tuple[Window, ...]:
    pauses = [(_midnight(one.begins), _midnight(one.ends) + DAY) for one in plan.pauses]
    return windows(first, days=plan.days, count=count, pauses=pauses)


def last_day(plan: PlannedCompetition, first: Moment, *, count: int) -> str:
    """The day on which the last of them closes, written 2026-11-30."""
    closes = windows_of(plan, first, count=count)[-1].closes
    return datetime.fromtimestamp(closes, UTC).date().isoformat()


def _midnight(day: str) -> Moment:
    return int(datetime.fromisoformat(day).replace(tzinfo=UTC).timestamp())
