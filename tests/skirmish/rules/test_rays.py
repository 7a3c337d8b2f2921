"""Straight lines."""

from __future__ import annotations

from skirmish.rules.rays import is_clear, template
from tests.ledger import rule
from tests.skirmish.cast import at, spaces


def test_lines_are_the_same_in_both_directions() -> None:
    for pair in (("A1", "F3"), ("C9", "K2"), ("T20", "A1"), ("B2", "B9")):
        a, b = map(at, pair)
        for blockers in (spaces("D2"), spaces("E2 E3"), spaces("B5"), 0):
            assert is_clear(a, b, blockers) == is_clear(b, a, blockers)


@rule("LOS-04")
def test_a_line_that_touches_a_corner_does_not_enter_the_space() -> None:
    # From corner to corner of a diagonal: the flanking spaces are only touched.
    assert template(1, 1) == (0,)
    assert is_clear(at("A1"), at("B2"), spaces("A2 B1"))
    assert is_clear(at("A1"), at("C3"), spaces("A2 B1 B3 C2"))
    assert not is_clear(at("A1"), at("C3"), spaces("B2"))
