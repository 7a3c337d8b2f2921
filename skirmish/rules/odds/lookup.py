"""Precomputed odds of all plain pools up to twelve dice a side.

With fair dice the six edges are alike, so it only matters on how many of them the
attacker has dice left, on how many neither side, and on how many the defender: 28
classes. From these follow the seven numbers that nearly every question needs: in how
many outcomes one side has none of n given faces left.
"""

from __future__ import annotations

from functools import cache
from math import comb
from operator import eq, gt
from typing import NamedTuple

from kernel.dice import FACES
from skirmish.rules.odds.pool_counts import opposite_mask
from skirmish.rules.odds.power_series import Series, Shape, transposed

TABLE_DICE = 12
# The class (own, other) has own dice left on that many edges and other dice on that
# many.
Classes = dict[tuple[int, int], int]


class PlainCounting(NamedTuple):
    """One entry of the table: what one side has left, over all outcomes."""

    outcomes: int
    classes: Classes
    without: tuple[int, ...]

    def ways_without(self, mask: int) -> int:
        return self.without[mask.bit_count()]

    def ways_exactly(self, own: int, other: int) -> int:
        if own & opposite_mask(other):
            return 0
        return self.classes[own.bit_count(), other.bit_count()]


Table = list[list[PlainCounting]]


@cache
def table() -> Table:
    """Return the table by own and other dice, built on first use."""
    return build_table()


def build_table(dice: int = TABLE_DICE) -> Table:
    shape = Shape(own=dice, other=dice)
    series = _class_series(shape)
    terms = _terms_without()
    return [
        [_entry(shape, series, terms, own, other) for other in range(dice + 1)]
        for own in range(dice + 1)
    ]


def _class_series(shape: Shape) -> dict[tuple[int, int], Series]:
    """Compute one edge with own dice left and one with none, then products."""
    ahead = shape.series(counts=gt)
    level = shape.series(counts=eq)
    nothing = shape.series(counts=lambda own, other: own == other == 0)
    aheads, levels = [nothing, ahead], [nothing, level]
    for _ in range(FACES - 1):
        aheads.append(shape.product(ahead, aheads[-1]))
        levels.append(shape.product(level, levels[-1]))
    series: dict[tuple[int, int], Series] = {}
    for own in range(FACES + 1):
        for other in range(min(own, FACES - own) + 1):
            both = aheads[own]
            if other:
                both = shape.product(transposed(aheads[other]), both)
            both = shape.product(levels[FACES - own - other], both)
            series[own, other] = both
            # The table is the same from either side.
            series[other, own] = transposed(both)
    return series


def _terms_without() -> list[list[tuple[tuple[int, int], int]]]:
    """Return, for n faces, how often each class has none of them on the own side."""
    return [
        [
            ((own, other), comb(FACES - n, own) * comb(FACES - own, other))
            for own in range(FACES - n + 1)
            for other in range(FACES - own + 1)
        ]
        for n in range(FACES + 1)
    ]


def _entry(
    shape: Shape,
    series: dict[tuple[int, int], Series],
    terms: list[list[tuple[tuple[int, int], int]]],
    own: int,
    other: int,
) -> PlainCounting:
    classes = {key: shape.ways_at(one, own, other) for key, one in series.items()}
    without = tuple(sum(classes[key] * times for key, times in n) for n in terms)
    return PlainCounting(FACES ** (own + other), classes, without)
