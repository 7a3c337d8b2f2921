"""What may be written on a scroll."""

from __future__ import annotations

import pytest

from kernel.errors import Refusal
from teams.rules.text_input import (
    LORE_LENGTH,
    NUMBER_MAX,
    odd_values,
    tidy_line,
    tidy_text,
)


def test_a_text_loses_the_blanks_around_it_and_keeps_its_lines() -> None:
    assert tidy_text("  one\r\ntwo\n", length=20) == "one\ntwo"
    assert tidy_text("   ", length=5) == ""


@pytest.mark.parametrize("text", ["x" * 6, "a\x00b", "a\x1bb", "a\ud83d", "a\uffff"])
def test_what_cannot_be_kept_is_refused(text: str) -> None:
    with pytest.raises(Refusal) as refused:
        tidy_text(text, length=5, field="reason")
    assert (refused.value.code, refused.value.field) == ("odd-text", "reason")


def test_a_name_stands_on_one_line() -> None:
    assert tidy_line(" Moon\n Cup\t2 ", length=20) == "Moon Cup 2"


@pytest.mark.parametrize("hidden", ["\u202e", "\u200b", "\x7f", "\u3164"])
def test_a_name_hides_nothing(hidden: str) -> None:
    with pytest.raises(Refusal) as refused:
        tidy_line(f"Moon{hidden}Cup", length=20, field="season")
    assert (refused.value.code, refused.value.field) == ("odd-name", "season")


def test_an_odd_value_is_found_wherever_it_lies() -> None:
    plain = {
        "a": [1, True, None, {"b": NUMBER_MAX + 1}],
        "c": {"d\x00": "x"},
        "e": "x" * (LORE_LENGTH + 1),
        "f": -NUMBER_MAX,
        "g": 1e300,
    }
    found = [path for path, _ in odd_values(plain, "entry")]
    assert found == ["entry.a[3].b", "entry.c", "entry.e", "entry.g"]
