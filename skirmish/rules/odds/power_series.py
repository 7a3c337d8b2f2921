"""Counting rolls of two pools at once, by multiplying power series.

A series holds, for each number of own dice (row) and other dice (column), in how many
ways something can happen with exactly these dice. Combining two things means dealing
the dice out between them, which is the product of exponential generating functions: the
entry at (a, d) stands for ways / (a! d!).

To stay with whole numbers, an entry is stored times own! other!, where own and other
are the greatest numbers of dice in question. A sum of products of stored entries has
that factor once too often, and dividing it out is always exact.
"""

from __future__ import annotations

from collections.abc import Callable
from math import factorial, perm

Series = list[list[int]]


class Shape:
    """The numbers of dice up to which all series of one calculation go."""

    __slots__ = ("_scale", "other", "own")

    def __init__(self, *, own: int, other: int) -> None:
        self.own = own
        self.other = other
        self._scale = factorial(own) * factorial(other)

    def series(
        self,
        *,
        own_weight: int = 1,
        other_weight: int = 1,
        counts: Callable[[int, int], bool] = lambda _own, _other: True,
    ) -> Series:
        """Return the series of dice that fall by these weights, in all numbers."""
        own, other = self.own, self.other
        columns = [perm(other, other - d) * other_weight**d for d in range(other + 1)]
        rows = [perm(own, own - a) * own_weight**a for a in range(own + 1)]
        return [
            [row * column if counts(a, d) else 0 for d, column in enumerate(columns)]
            for a, row in enumerate(rows)
        ]

    def product(self, left: Series, right: Series) -> Series:
        """Multiply two series. Faster if the left one has more zeros."""
        own, other, scale = self.own, self.other, self._scale
        result = [[0] * (other + 1) for _ in range(own + 1)]
        sparse = [[(d, y) for d, y in enumerate(row) if y] for row in right]
        for a, left_row in enumerate(left):
            for d, x in enumerate(left_row):
                if not x:
                    continue
                behaviour = other - d
                for b in range(own - a + 1):
                    target = result[a + b]
                    for e, y in sparse[b]:
                        if e > behaviour:
                            break
                        target[d + e] += x * y
        return [[entry // scale for entry in row] for row in result]

    def ways(self, left: Series, right: Series) -> int:
        """Return one entry of the product: the ways in which all dice make both."""
        total = sum(
            x * right[self.own - a][self.other - d]
            for a, row in enumerate(left)
            for d, x in enumerate(row)
            if x
        )
        return total // self._scale

    def ways_at(self, series: Series, own: int, other: int) -> int:
        """Return in how many ways fewer dice than the bounds make it."""
        unit = perm(self.own, self.own - own) * perm(self.other, self.other - other)
        return series[own][other] // unit


def transposed(series: Series) -> Series:
    """Return the same with own and other dice exchanged."""
    return [list(column) for column in zip(*series, strict=True)]
