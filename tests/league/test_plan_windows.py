"""Rounds of a plan in the calendar."""

from __future__ import annotations

from datetime import UTC, datetime

from league.rules.league_templates import Kind, Pause, PlannedCompetition
from league.rules.match_dates import DAY
from league.selectors.seasons.season_length import last_day, windows_of

FIRST = int(datetime(2026, 12, 14, 18, tzinfo=UTC).timestamp())
AUTUMN = PlannedCompetition(kind=Kind.ROUND_ROBIN, name="Autumn")
WITH_PAUSE = PlannedCompetition(
    kind=Kind.ROUND_ROBIN,
    name="Winter",
    pauses=(Pause(begins="2026-12-24", ends="2027-01-03"),),
)


def test_rounds_follow_one_another() -> None:
    one, other = windows_of(AUTUMN, FIRST, count=2)
    assert (one.opens, one.closes) == (FIRST, FIRST + 7 * DAY)
    assert other.opens == one.closes


def test_the_last_day_is_that_on_which_the_last_round_closes() -> None:
    assert last_day(AUTUMN, FIRST, count=1) == "2026-12-21"
    assert last_day(AUTUMN, FIRST, count=3) == "2027-01-04"


def test_a_pause_with_both_of_its_days_comes_between() -> None:
    assert last_day(WITH_PAUSE, FIRST, count=1) == "2026-12-21"
    assert last_day(WITH_PAUSE, FIRST, count=2) == "2027-01-11"
