"""Counting what elimination leaves, edge by edge."""

from __future__ import annotations

from itertools import product

import pytest

from kernel.dice import FACES
from kernel.elements import OPPOSITE_FACES, Element
from skirmish.rules.odds.pool_counts import LawfulCounting, opposite_mask
from skirmish.rules.odds.pools import Pool

VOID, EARTH = 1 << Element.VOID.face, 1 << Element.EARTH.face


def left(own: tuple[int, ...], other: tuple[int, ...]) -> int:
    """The faces left on the own side, one roll against another."""
    return sum(
        1 << face
        for face in range(FACES)
        if own.count(face) > other.count(OPPOSITE_FACES[face])
    )


def rolls(own: int, other: int) -> list[tuple[int, int]]:
    """What is left on either side in every outcome of both rolls."""
    faces = range(FACES)
    return [
        (left(a, d), left(d, a))
        for a in product(faces, repeat=own)
        for d in product(faces, repeat=other)
    ]


def test_the_opposite_of_a_set_of_faces_holds_their_opposites() -> None:
    assert opposite_mask(VOID) == 1 << Element.SPIRIT.face
    assert opposite_mask(opposite_mask(VOID | EARTH)) == VOID | EARTH


@pytest.mark.parametrize(("own", "other"), [(0, 2), (1, 1), (2, 1), (2, 2), (1, 3)])
def test_counts_agree_with_laying_out_every_roll(own: int, other: int) -> None:
    counting = LawfulCounting(Pool(own), Pool(other))
    outcomes = rolls(own, other)
    assert counting.outcomes == len(outcomes)
    for mask in (0, VOID, VOID | EARTH, (1 << FACES) - 1):
        expected = sum(not mine & mask for mine, _ in outcomes)
        assert counting.ways_without(mask) == expected
    for pair in {(VOID, 0), (0, VOID), (VOID, EARTH), (0, 0), outcomes[-1]}:
        assert counting.ways_exactly(*pair) == outcomes.count(pair)


def test_opposite_faces_are_never_left_on_both_sides() -> None:
    counting = LawfulCounting(Pool(3), Pool(3))
    assert counting.ways_exactly(VOID, opposite_mask(VOID)) == 0
