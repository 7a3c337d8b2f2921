"""Power series that count rolls of two pools at once."""

from __future__ import annotations

from operator import eq, gt

from kernel.dice import FACES
from skirmish.rules.odds.power_series import Shape, transposed


def test_free_dice_fall_in_every_way() -> None:
    shape = Shape(own=3, other=2)
    free = shape.series(own_weight=FACES, other_weight=FACES)
    assert shape.ways_at(free, 3, 2) == FACES**5
    assert shape.ways_at(free, 1, 0) == FACES


def test_side_by_side_the_dice_are_dealt_out_between_both() -> None:
    shape = Shape(own=3, other=2)
    two = shape.series(own_weight=2, other_weight=2)
    four = shape.series(own_weight=4, other_weight=4)
    both = shape.product(two, four)
    assert shape.ways_at(both, 3, 2) == FACES**5
    assert shape.ways(two, four) == FACES**5


def test_only_numbers_that_count_are_counted() -> None:
    shape = Shape(own=2, other=2)
    ahead = shape.series(counts=gt)
    assert shape.ways_at(ahead, 2, 1) == 1
    assert shape.ways_at(ahead, 1, 1) == 0
    rest = shape.series(own_weight=5, other_weight=5)
    # Own dice on one face outnumber the other's there: 2:0, 2:1 or 1:0 of two each.
    assert shape.ways(ahead, rest) == 25 + 10 + 10 * 25


def test_transposing_changes_sides() -> None:
    shape = Shape(own=2, other=2)
    ahead, level = shape.series(counts=gt), shape.series(counts=eq)
    assert shape.ways_at(transposed(ahead), 1, 2) == 1
    assert transposed(level) == level
