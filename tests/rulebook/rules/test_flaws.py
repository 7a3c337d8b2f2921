"""How checks report."""

from __future__ import annotations

from rulebook.rules.flaws import repeated


def test_what_is_there_more_than_once_is_named_once() -> None:
    assert repeated(["a", "b", "a", "c", "c", "a"]) == ["a", "c"]
    assert repeated(["a", "b"]) == []
