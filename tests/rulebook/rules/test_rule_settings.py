"""One knob and one value: what fits, and how it is said."""

from __future__ import annotations

import pytest

from rulebook.catalogue import catalogue
from rulebook.rules.rule_settings import (
    RuleSettingChoice,
    RuleSettingField,
    RuleSettingKind,
    in_words,
    problems,
)

NUMBER = RuleSettingField(
    key="n", title="Number", type=RuleSettingKind.INT, minimum=1, maximum=3
)
SHARE = RuleSettingField(
    key="s", title="Share", type=RuleSettingKind.FLOAT, minimum=0, maximum=1
)
CHOICE = RuleSettingField(
    key="c",
    title="Choice",
    type=RuleSettingKind.ENUM,
    choices=(
        RuleSettingChoice(value="a", title="The first"),
        RuleSettingChoice(value="b", title="The second"),
    ),
)


@pytest.mark.parametrize("value", [1, 2, 3])
def test_a_number_within_its_limits_fits(value: int) -> None:
    assert list(problems(NUMBER, value)) == []


@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        (0, "Number is at least 1, not 0."),
        (4, "Number is at most 3, not 4."),
        (None, "Number needs a value."),
        ("2", "Number is a whole number, not '2'."),
        (2.0, "Number is a whole number, not 2.0."),
    ],
)
def test_a_number_that_does_not_fit_is_told_why(value: object, sentence: str) -> None:
    assert list(problems(NUMBER, value)) == [sentence]


def test_a_share_may_be_whole_or_broken() -> None:
    assert list(problems(SHARE, 1)) == list(problems(SHARE, 0.25)) == []
    assert list(problems(SHARE, "a lot")) == ["Share is a number, not 'a lot'."]


def test_none_fits_only_where_it_may() -> None:
    optional = RuleSettingField(
        key="o", title="Maybe", type=RuleSettingKind.INT, optional=True
    )
    assert list(problems(optional, None)) == []
    assert in_words(optional, None) == "no number"


def test_a_choice_is_told_by_its_title() -> None:
    assert in_words(CHOICE, "b") == "The second"
    assert list(problems(CHOICE, "z")) == ["Choice is one of a, b, not 'z'."]


@pytest.mark.parametrize(
    ("share", "words"), [(0.0, "nothing"), (0.25, "25%"), (1, "all of it")]
)
def test_a_share_is_told_as_people_say_it(share: float, words: str) -> None:
    assert in_words(SHARE, share) == words


@pytest.mark.parametrize(
    ("key", "changes", "words"),
    [
        ("length", {}, "runs until the ninja master closes the season"),
        ("length", {"mode": "rounds", "rounds": 6}, "runs for some rounds, rounds 6"),
        ("attribute_caps", {}, "no number"),
        ("attribute_caps", {"mv": 7}, "MV at most 7"),
        ("restart_policy", {}, "times a season 1, league points are kept: no"),
        ("multi_standings", {}, "of three 3, 1, 0; of four 3, 2, 1, 0"),
    ],
)
def test_of_several_parts_only_those_with_a_value_are_told(
    key: str, changes: dict[str, object], words: str
) -> None:
    (knob,) = (one for one in catalogue().house_rule_settings if one.key == key)
    assert isinstance(knob.default, dict)
    assert in_words(knob, {**knob.default, **changes}) == words


def test_a_value_of_the_wrong_kind_never_breaks_the_check() -> None:
    odd = [None, True, 1, 1.5, "text", [1], {"a": 1}, object(), [[]], {1: 2}]
    for knob in catalogue().house_rule_settings:
        for value in odd:
            assert all(sentence.endswith(".") for sentence in problems(knob, value))


def test_a_slug_is_the_key_as_addresses_write_it() -> None:
    assert catalogue().house_rule_settings[0].slug == "starting-koban"
