"""Counts of the faces left after elimination, over all rolls of two pools.

Own dice showing a face only ever meet the other side's dice showing the opposite one,
so the six faces are six independent edges between the pools. On each edge dice can be
left on one side only: on the own side if it has more dice there, on neither if the
numbers are equal.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import eq, gt, le, lt
from typing import Protocol

from kernel.dice import FACES, Face
from kernel.elements import OPPOSITE_FACES
from skirmish.rules.odds.pools import ALL_FACES, Pool, Weights, faces_in, mask_of
from skirmish.rules.odds.power_series import Series, Shape

Comparison = Callable[[int, int], bool]


def opposite_mask(mask: int) -> int:
    return mask_of(OPPOSITE_FACES[face] for face in faces_in(mask))


class Counting(Protocol):
    """What one side has left, counted over all outcomes of both rolls."""

    @property
    def outcomes(self) -> int: ...

    def ways_without(self, mask: int) -> int:
        """Return the outcomes in which no own die with one of these faces is left."""
        ...

    def ways_exactly(self, own: int, other: int) -> int:
        """Return the outcomes in which exactly these faces are left, on both sides."""
        ...


class _Duel:
    """Two pools of independent dice, each with one set of weights."""

    __slots__ = ("_known", "_other", "_other_shown", "_own", "_own_shown", "_shape")

    def __init__(
        self, own: Pool, other: Pool, weights: tuple[Weights, Weights]
    ) -> None:
        self._shape = Shape(own=own.dice, other=other.dice)
        self._own, self._other = weights
        self._own_shown, self._other_shown = own.shown(), other.shown()
        # Products computed so far, by the faces they are about.
        self._known: dict[int, Series] = {}

    def ways_without(self, mask: int) -> int:
        rest = faces_in(ALL_FACES & ~mask)
        free = self._shape.series(
            own_weight=sum(self._own[face] for face in rest),
            other_weight=sum(self._other[OPPOSITE_FACES[face]] for face in rest),
        )
        return self._shape.ways(self._without(mask), free) if mask else free[-1][-1]

    def _without(self, mask: int) -> Series:
        """Return the series of the edges in the mask, none left on the own side."""
        known = self._known.get(mask)
        if known is None:
            bits = [1 << face for face in faces_in(mask)]
            # Orders of preference ask for ever larger sets, one face at a time.
            last = next((bit for bit in bits if mask ^ bit in self._known), bits[-1])
            known = self._edge(last.bit_length() - 1, le)
            if mask != last:
                known = self._shape.product(known, self._without(mask ^ last))
            self._known[mask] = known
        return known

    def ways_exactly(self, own: int, other: int) -> int:
        other_edges = opposite_mask(other)
        if own & other_edges:
            return 0
        edges = []
        for face in range(FACES):
            left = gt if own >> face & 1 else lt if other_edges >> face & 1 else eq
            edges.append(self._edge(face, left))
        first, second, *rest = edges
        for edge in rest:
            second = self._shape.product(edge, second)
        return self._shape.ways(first, second)

    def _edge(self, face: Face, comparison: Comparison) -> Series:
        against = OPPOSITE_FACES[face]
        own_shown, other_shown = self._own_shown[face], self._other_shown[against]
        return self._shape.series(
            own_weight=self._own[face],
            other_weight=self._other[against],
            counts=lambda own, other: comparison(own + own_shown, other + other_shown),
        )


class LawfulCounting:
    """Counts for any two pools, whatever their policies and extra dice."""

    __slots__ = ("_duels", "outcomes")

    def __init__(self, own: Pool, other: Pool) -> None:
        self.outcomes = own.outcomes() * other.outcomes()
        self._duels = [
            (a.times * d.times, _Duel(own, other, (a.weights, d.weights)))
            for a in own.terms()
            for d in other.terms()
        ]

    def ways_without(self, mask: int) -> int:
        return sum(times * duel.ways_without(mask) for times, duel in self._duels)

    def ways_exactly(self, own: int, other: int) -> int:
        return sum(times * duel.ways_exactly(own, other) for times, duel in self._duels)
