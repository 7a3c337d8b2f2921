"""Straight lines."""

from __future__ import annotations

import pytest

from skirmish.rules.board.grid import BACK, SMALL, SPACES
from skirmish.rules.board.rays import is_clear, is_seen, template
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


@pytest.mark.parametrize("reach", [1, 2])
def test_lines_ahead_agree_with_blocking_the_back(reach: int) -> None:
    space = at("J10")
    for facing in range(8):
        behind = BACK[SMALL][reach][facing][space]
        for other in range(SPACES):
            if other == space:
                continue
            for blockers in (0, spaces("J12 L10 H9 K11")):
                block = (blockers | behind) & ~(1 << other)
                slow = not behind >> other & 1 and is_clear(space, other, block)
                clear = blockers & ~(1 << other)
                assert is_seen(space, facing, other, clear, reach) == slow
