"""Clocks of online tables."""

from __future__ import annotations

import pytest

from kernel.errors import Refusal
from tables.rules.clock import ClockRules, clock_rules

LIVE = ClockRules(mode="live", bank_s=600, increment_s=10)


def test_thinking_costs_time_and_handing_over_adds_the_increment() -> None:
    assert LIVE.charge(600.0, 30.0, hands_over=False) == 570.0
    assert LIVE.charge(600.0, 30.0, hands_over=True) == 580.0


def test_time_never_falls_below_nothing() -> None:
    assert LIVE.charge(5.0, 60.0, hands_over=False) == 0.0
    assert LIVE.seconds_left(5.0, 60.0) == -55.0


def test_days_run_for_each_decision_anew() -> None:
    days = clock_rules("days", days=2)
    assert days.start() is None
    assert days.seconds_left(None, 3600.0) == 2 * 86_400 - 3600


def test_table_without_a_clock_charges_nothing() -> None:
    assert clock_rules("none") == ClockRules()
    assert ClockRules().charge(None, 99.0, hands_over=True) is None
    assert ClockRules().seconds_left(None, 99.0) is None


@pytest.mark.parametrize(
    ("mode", "wish"),
    [
        ("live", {"minutes": 0}),
        ("live", {"minutes": 500}),
        ("live", {"minutes": 10, "increment": 999}),
        ("days", {"days": 0}),
        ("days", {"days": 90}),
        ("sundial", {}),
    ],
)
def test_impossible_clock_is_refused(mode: str, wish: dict[str, int]) -> None:
    with pytest.raises(Refusal) as refusal:
        clock_rules(mode, **wish)
    assert refusal.value.code == "clock-impossible"
