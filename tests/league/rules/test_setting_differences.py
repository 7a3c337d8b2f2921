"""Differences between two values of a rule setting."""

from __future__ import annotations

from league.rules.house_rule_versions import list_differences
from rulebook.catalogue import catalogue
from rulebook.rules.rule_settings import RuleSetting


def setting(key: str) -> RuleSetting:
    return next(one for one in catalogue().house_rules.knobs if one.key == key)


def test_only_the_parts_that_differ_are_listed() -> None:
    points = setting("standings_points")
    old = catalogue().house_rules.defaults.as_values()["standings_points"]
    assert isinstance(old, dict)
    new = {**old, "win": 2}
    assert list_differences(points, old, new) == (f"Win: {old['win']} → 2 points",)


def test_equal_values_have_no_differences() -> None:
    points = setting("standings_points")
    old = catalogue().house_rules.defaults.as_values()["standings_points"]
    assert list_differences(points, old, old) == ()


def test_plain_value_shows_before_and_after() -> None:
    assert list_differences(setting("team_play"), False, True) == ("no → yes",)


def test_table_without_named_fields_is_compared_by_key() -> None:
    table = setting("team_play")
    old = {"injures_enemy": 1, "wins": {"first": 2, "second": 1}}
    new = {"injures_enemy": 2, "wins": {"first": 3, "second": 1}}
    assert list_differences(table, old, new) == (
        "Injures enemy: 1 → 2",
        "Wins, First: 2 → 3",
    )


def test_rows_of_a_table_are_compared_one_by_one() -> None:
    table = setting("team_play")
    old = [{"from": 1, "xp": 2}]
    new = [{"from": 1, "xp": 3}, {"from": 5, "xp": 4}]
    assert list_differences(table, old, new)[0] == "row 1, Xp: 2 → 3"
