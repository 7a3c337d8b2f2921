"""How the name of a kind is written."""

from __future__ import annotations

import pytest

from teams.rules.journal.entry_base import _kind


@pytest.mark.parametrize(
    ("name", "written"),
    [("Founded", "founded"), ("GameOpened", "game-opened"), ("A", "a")],
)
def test_a_class_is_written_in_small_letters_with_dashes(
    name: str, written: str
) -> None:
    assert _kind(name) == written
