"""Numbers in sentences."""

from __future__ import annotations

import pytest

from teams.rules.phrases import day_words, often


@pytest.mark.parametrize(
    ("times", "words"), [(1, "once"), (2, "twice"), (3, "3 times")]
)
def test_how_often_is_told_in_words(times: int, words: str) -> None:
    assert often(times) == words


def test_days_are_told_as_people_say_them() -> None:
    assert day_words("2026-11-30") == "30 November 2026"
    assert day_words("2027-01-02") == "2 January 2027"
