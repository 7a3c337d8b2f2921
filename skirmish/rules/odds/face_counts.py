"""Rolls as small numbers: how many dice of each kind, five bits a kind.

The caller decides which faces share a kind: faces that make no difference to a question
need not be told apart.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from functools import lru_cache
from itertools import product
from math import factorial, prod

from kernel.dice import Face
from skirmish.rules.odds.pools import Extent

KIND_BITS = 5
KIND_COUNT = (1 << KIND_BITS) - 1


class Kinds:
    """The six faces of a die sorted into kinds, and rolls expressed in them."""

    __slots__ = ("_of_face", "_rerollable", "_units", "weights")

    def __init__(self, labels: Sequence[Hashable], *, rerollable: int) -> None:
        """Sort faces: equal labels share a kind if all or none may be rerolled."""
        keys = [(label, rerollable >> face & 1) for face, label in enumerate(labels)]
        kinds = list(dict.fromkeys(keys))
        self._of_face = [kinds.index(key) for key in keys]
        self._rerollable = [bool(may) for _, may in kinds]
        self._units = [1 << KIND_BITS * kind for kind in range(len(kinds))]
        # How many faces of a die are of each kind.
        self.weights = tuple(keys.count(kind) for kind in kinds)

    def shift(self, face: Face) -> int:
        """Return the position in a roll where this face's kind is counted."""
        return KIND_BITS * self._of_face[face]

    def roll_of(self, faces: Iterable[Face]) -> int:
        return sum(self._units[self._of_face[face]] for face in faces)

    def rolls(self, dice: int) -> tuple[tuple[int, int], ...]:
        """Return all rolls of that many dice, each with its number of ways."""
        return _rolls(self.weights, dice)

    def one_more(self) -> list[tuple[int, int]]:
        """Return what one more die adds to a roll, each with its number of faces."""
        return list(zip(self._units, self.weights, strict=True))

    def keeps(self, roll: int, extent: Extent) -> list[int]:
        """Return what may be kept of a roll when the rest is rerolled; all first."""
        most = [
            roll // unit & KIND_COUNT if may else 0
            for unit, may in zip(self._units, self._rerollable, strict=True)
        ]
        if extent is Extent.WHOLE:
            taken = [0, self._sum(most)]
        elif extent is Extent.ONE:
            units = zip(self._units, most, strict=True)
            taken = [0] + [unit for unit, count in units if count]
        elif extent is Extent.ANY:
            choices = product(*(range(count + 1) for count in most))
            taken = [self._sum(counts) for counts in sorted(choices, key=sum)]
        else:
            taken = [0]
        return [roll - dice for dice in taken]

    def taken(self, faces: Iterable[Face], keep: int) -> tuple[Face, ...]:
        """Return those of the faces that are not kept."""
        rerolled = []
        for face in faces:
            unit = self._units[self._of_face[face]]
            if keep // unit & KIND_COUNT:
                keep -= unit
            else:
                rerolled.append(face)
        return tuple(rerolled)

    def _sum(self, counts: Sequence[int]) -> int:
        return sum(n * unit for n, unit in zip(counts, self._units, strict=True))


@lru_cache(maxsize=256)
def _rolls(weights: tuple[int, ...], dice: int) -> tuple[tuple[int, int], ...]:
    found = []
    for counts in _deals(len(weights), dice):
        ways = factorial(dice) // prod(map(factorial, counts))
        ways *= prod(w**n for w, n in zip(weights, counts, strict=True))
        roll = sum(n << KIND_BITS * kind for kind, n in enumerate(counts))
        found.append((roll, ways))
    return tuple(found)


def _deals(kinds: int, dice: int) -> Iterable[tuple[int, ...]]:
    """Return every way to deal the dice out among the kinds."""
    if kinds == 1:
        yield (dice,)
        return
    for first in range(dice + 1):
        for rest in _deals(kinds - 1, dice - first):
            yield (first, *rest)
