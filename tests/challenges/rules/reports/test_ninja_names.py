"""Naming the ninja of a team in a report."""

from __future__ import annotations

from challenges.rules.reports.ninja_names import ninja_name_label
from kernel.ids import NinjaId


def test_who_has_left_is_known_by_the_number() -> None:
    assert ninja_name_label({}, NinjaId(7)) == "ninja 7"
