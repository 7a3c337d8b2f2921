"""The house rules as a whole: one typed field for each knob, checked together."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from kernel.errors import CatalogueError, Refusal, Refusals
from rulebook.catalogue import catalogue, inventory, read_fixture
from rulebook.rules.entry_base import Source
from rulebook.rules.house_rules import (
    HouseRuleBook,
    HouseRules,
    contradictions,
    decode_house_rules,
)
from rulebook.rules.rule_setting_values import PostGameStep as Step
from rulebook.rules.rule_settings import RuleSettingKind
from tests.ledger import rule


@pytest.fixture(scope="module")
def knobs() -> HouseRuleBook:
    return catalogue().house_rules


@pytest.fixture
def file() -> dict[str, Any]:
    return read_fixture("house-rules.yaml", dict[str, Any])


def refused(knobs: HouseRuleBook, **changes: object) -> list[Refusal]:
    with pytest.raises(Refusals) as caught:
        knobs.build(changes)
    return list(caught.value.parts)


def test_every_knob_has_a_typed_field_and_every_field_a_knob(
    knobs: HouseRuleBook,
) -> None:
    assert HouseRules.__struct_fields__ == tuple(knob.key for knob in knobs.knobs)
    assert len(knobs.knobs) == 82


def test_every_house_rule_of_the_inventory_is_a_knob_that_refers_back(
    knobs: HouseRuleBook,
) -> None:
    rules = inventory()
    named = {rule.knob for rule in rules.values() if rule.knob}
    assert named == {knob.key for knob in knobs.knobs}
    for rule_id, entry in rules.items():
        if entry.knob:
            knob = knobs.knob(entry.knob)
            assert knob is not None
            assert rule_id in knob.refs
    assert all(ref in rules for knob in knobs.knobs for ref in knob.refs)


@rule("RONIN-08", "EXP-14", "EXP-15", "DOWN-12")
@pytest.mark.parametrize(
    "key",
    [
        "upkeep_after_final",
        "sentry_injury_xp",
        "own_medal_double_xp",
        "rating_counts_absent",
    ],
)
def test_rules_of_the_book_are_not_labelled_house_rules(
    knobs: HouseRuleBook, key: str
) -> None:
    knob = knobs.knob(key)
    assert knob is not None
    assert knob.source is Source.BOOK
    assert all(inventory()[ref].kind.value == "book" for ref in knob.refs)


@rule("LEAGUE-19", "RECRUIT-07", "GROUP-09")
def test_defaults_are_no_stricter_than_the_book(knobs: HouseRuleBook) -> None:
    rules = knobs.defaults
    assert (rules.max_rematches, rules.rehire_delay_games) == (None, 0)
    assert rules.team_play


def test_stored_rules_keep_the_defaults_they_were_written_under(
    knobs: HouseRuleBook,
) -> None:
    old = knobs.read({"starting_koban": 80})
    assert (old.max_rematches, old.rehire_delay_games) == (2, 1)
    assert not old.team_play
    assert knobs.changes_to_store(old) == {"starting_koban": 80}
    assert set(knobs.changed_from_default(old)) == {
        "starting_koban",
        "max_rematches",
        "rehire_delay_games",
        "team_play",
    }


def test_rules_come_back_from_what_is_stored(knobs: HouseRuleBook) -> None:
    rules = knobs.build({"starting_koban": 80, "tiebreakers": ["points", "lot"]})
    assert knobs.read(knobs.changes_to_store(rules)) == rules
    assert knobs.read(knobs.changes_to_store(knobs.defaults)) == knobs.defaults


def test_every_knob_is_explained_and_stands_in_a_group(knobs: HouseRuleBook) -> None:
    groups = {group.slug for group in knobs.groups}
    for knob in knobs.knobs:
        assert knob.group in groups
        assert knob.title
        assert knob.explanation.endswith(".")
    assert groups == {knob.group for knob in knobs.knobs}


def test_choices_of_a_file_and_of_a_type_are_the_same(knobs: HouseRuleBook) -> None:
    """A value the file offers always makes a typed value, and there are no others."""
    for knob in knobs.knobs:
        if knob.type is not RuleSettingKind.ENUM:
            continue
        typed = type(getattr(knobs.defaults, knob.key))
        assert {choice.value for choice in knob.choices} == {one.value for one in typed}


def test_every_choice_of_every_knob_can_be_taken(knobs: HouseRuleBook) -> None:
    for knob in knobs.knobs:
        for choice in knob.choices if knob.type is RuleSettingKind.ENUM else ():
            changes: dict[str, object] = {knob.key: choice.value}
            if choice.value == "pool":
                changes["ronin_pool"] = 3
            assert getattr(knobs.build(changes), knob.key) == choice.value


def test_presets_can_be_taken(knobs: HouseRuleBook) -> None:
    doubles = knobs.knob("doubles_mapping")
    assert doubles is not None
    presets = {preset.slug: preset.value for preset in doubles.presets}
    for reading in catalogue().advancement.readings:
        rules = knobs.build({"doubles_mapping": presets[reading.slug]})
        for row in reading.rows:
            assert rules.doubles_mapping.advance_for(row.element) is row.advance


def test_no_change_gives_the_defaults_and_no_difference(knobs: HouseRuleBook) -> None:
    assert knobs.build({}) == knobs.defaults
    assert knobs.changed_from_default(knobs.defaults) == {}
    assert knobs.differences(knobs.defaults, knobs.defaults) == ()


def test_what_differs_from_the_defaults_builds_the_same_rules_again(
    knobs: HouseRuleBook,
) -> None:
    rules = knobs.build(
        {
            "starting_koban": 80,
            "max_ronin": 2,
            "bye_policy": {**knobs.defaults.as_values()["bye_policy"], "koban": 3},  # type: ignore[dict-item]
            "experience_levels": [0, 5, 10],
        }
    )
    changed = knobs.changed_from_default(rules)
    assert set(changed) == {
        "starting_koban",
        "max_ronin",
        "bye_policy",
        "experience_levels",
    }
    assert knobs.build(changed) == rules
    assert msgspec.json.decode(msgspec.json.encode(changed)) is not None
    assert knobs.build(msgspec.json.decode(msgspec.json.encode(changed))) == rules


def test_a_change_can_start_from_rules_that_are_changed_already(
    knobs: HouseRuleBook,
) -> None:
    first = knobs.build({"starting_koban": 80})
    second = knobs.build({"max_ronin": 1}, base=first)
    assert (second.starting_koban, second.max_ronin) == (80, 1)


def test_a_difference_is_told_in_words(knobs: HouseRuleBook) -> None:
    new = knobs.build({"starting_koban": 80, "allow_debt": True, "max_ronin": 2})
    told = [one.sentence for one in knobs.differences(knobs.defaults, new)]
    assert told == [
        "Starting koban: 80 instead of 100.",
        "Most ronin: 2 instead of no number.",
        "Debts: yes instead of no.",
    ]


def test_differences_of_grouped_settings_and_lists_are_told_too(
    knobs: HouseRuleBook,
) -> None:
    new = knobs.build(
        {"revenue_table": {"win": 12, "loss": 5}, "recruit_window": "post_game"}
    )
    table, window = knobs.differences(knobs.defaults, new)
    assert table.new == "for a win 12, for a loss 5"
    assert window.old == "At any time until the next game is opened"


def test_everything_wrong_is_said_at_once(knobs: HouseRuleBook) -> None:
    parts = refused(
        knobs,
        starting_koban=-1,
        max_ronin="two",
        allow_debt=1,
        matchmaking="by_moon",
        no_such_knob=True,
    )
    by_field = {part.field: part for part in parts}
    assert set(by_field) == {
        "starting_koban",
        "max_ronin",
        "allow_debt",
        "matchmaking",
        "no_such_knob",
    }
    assert by_field["no_such_knob"].code == "unknown-knob"
    assert by_field["starting_koban"].sentence == (
        "Starting koban is at least 0, not -1."
    )
    assert "schedule, random_weekly, free" in by_field["matchmaking"].sentence


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("starting_koban", None),
        ("starting_koban", True),
        ("starting_koban", 1.5),
        ("starting_koban", 1001),
        ("dismissal_refund", 1.5),
        ("dismissal_refund", float("nan")),
        ("dismissal_refund", "half"),
        ("bye_policy", {"koban": 6}),
        ("bye_policy", 6),
        ("revenue_table", {"win": 10, "loss": 6, "draw": 8}),
        ("revenue_table", {"win": 10, "loss": "six"}),
        ("tiebreakers", ["lot", "lot"]),
        ("tiebreakers", []),
        ("tiebreakers", "lot"),
        ("tiebreakers", ["fewest sneezes"]),
        ("post_game_order", ["xp"]),
        ("experience_levels", [0, 8, 8]),
        ("experience_levels", [0, "8"]),
        ("experience_levels", list(range(21))),
        ("multi_standings", {"3": [3, 1], "4": [3, 2, 1, 0]}),
        ("length", {"mode": "until_date", "ends_on": "2026-02-30", "rounds": None}),
        ("length", {"mode": "until_date", "ends_on": "soon", "rounds": None}),
    ],
)
def test_a_value_that_does_not_fit_its_knob_is_refused(
    knobs: HouseRuleBook, key: str, value: object
) -> None:
    parts = refused(knobs, **{key: value})
    assert {part.field for part in parts} == {key}
    assert all(part.code == "bad-knob-value" for part in parts)
    assert all(part.sentence.endswith(".") for part in parts)


def test_what_is_no_set_of_values_is_refused(knobs: HouseRuleBook) -> None:
    with pytest.raises(Refusal, match="one by one"):
        knobs.build([("starting_koban", 80)])  # type: ignore[arg-type]


def test_a_leap_day_is_a_date(knobs: HouseRuleBook) -> None:
    length = {"mode": "until_date", "ends_on": "2028-02-29", "rounds": None}
    assert knobs.build({"length": length}).length.ends_on == "2028-02-29"


@pytest.mark.parametrize(
    ("field", "changes"),
    [
        ("ronin_pool", {"ronin_allowed": "pool"}),
        ("experience_levels", {"experience_levels": [1, 8]}),
        ("length", {"length": {"mode": "rounds", "ends_on": None, "rounds": None}}),
        ("length", {"length": {"mode": "until_date", "ends_on": None, "rounds": 1}}),
    ],
)
def test_values_that_do_not_go_together_are_refused(
    knobs: HouseRuleBook, field: str, changes: dict[str, object]
) -> None:
    (part,) = refused(knobs, **changes)
    assert (part.code, part.field) == ("contradicting-knobs", field)


def swapped(one: Step, other: Step) -> list[Step]:
    order = list(catalogue().default_house_rules.post_game_order)
    i, j = order.index(one), order.index(other)
    order[i], order[j] = order[j], order[i]
    return order


@rule("POST-01", "RONIN-05")
def test_no_order_of_steps_has_downtime_before_upkeep(knobs: HouseRuleBook) -> None:
    order = swapped(Step.UPKEEP, Step.DOWNTIME)
    (part,) = refused(knobs, post_game_order=order)
    assert part.field == "post_game_order"


@rule("POST-03")
def test_upkeep_before_revenue_needs_its_own_knob(knobs: HouseRuleBook) -> None:
    order = swapped(Step.UPKEEP, Step.REVENUE)
    (part,) = refused(knobs, post_game_order=order)
    assert part.field == "post_game_order"
    rules = knobs.build({"post_game_order": order, "revenue_before_upkeep": False})
    assert rules.steps == tuple(order)


@rule("POST-02", "POST-03")
def test_turning_revenue_before_upkeep_off_moves_the_upkeep_step(
    knobs: HouseRuleBook,
) -> None:
    assert knobs.defaults.steps == knobs.defaults.post_game_order
    steps = knobs.build({"revenue_before_upkeep": False}).steps
    assert steps.index(Step.UPKEEP) == steps.index(Step.REVENUE) - 1
    assert sorted(steps) == sorted(knobs.defaults.steps)


def test_the_defaults_do_not_contradict_each_other(knobs: HouseRuleBook) -> None:
    assert list(contradictions(knobs.defaults)) == []


def broken(file: dict[str, Any], key: str, /, **change: object) -> dict[str, Any]:
    entry = next(one for one in file["knobs"] if one["key"] == key)
    entry.update(change)
    return file


@pytest.mark.parametrize(
    ("key", "change"),
    [
        ("starting_koban", {"default": "many"}),
        ("starting_koban", {"default": 5000}),
        ("starting_koban", {"group": "nowhere"}),
        ("starting_koban", {"key": "starting_gold"}),
        ("starting_koban", {"colour": "red"}),
        ("ronin_allowed", {"default": "pool"}),
        ("doubles_mapping", {"presets": [{"slug": "x", "title": "X", "value": {}}]}),
    ],
)
def test_a_broken_file_is_named(
    file: dict[str, Any], key: str, change: dict[str, Any]
) -> None:
    with pytest.raises(CatalogueError) as caught:
        decode_house_rules(broken(file, key, **change))
    assert caught.value.file == "house-rules.yaml"


def test_a_choice_the_type_does_not_know_is_a_broken_file(
    file: dict[str, Any],
) -> None:
    choices = [{"value": "astrology", "title": "By the stars"}]
    with pytest.raises(CatalogueError):
        decode_house_rules(
            broken(file, "matchmaking", choices=choices, default="astrology")
        )
