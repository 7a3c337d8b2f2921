"""A pool of dice as a probability: how many dice are rolled, by which rules.

A pool has dice that are still to be rolled and, where a card added one, extra dice that
already show a face and are never rerolled. A policy that was stated before the roll
("reroll every Spirit once") changes the distribution of the dice, not the counting that
follows. All weights are whole numbers, so every chance made from them is exact.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple, Protocol

from kernel.dice import FACES, Face

ALL_FACES = (1 << FACES) - 1
Weights = tuple[int, ...]
FAIR: Weights = (1,) * FACES


def mask_of(faces: Iterable[Face]) -> int:
    """Return a set of faces as the bits of one number."""
    mask = 0
    for face in faces:
        if not 0 <= face < FACES:
            raise AssertionError(f"A die has no face {face}.")
        mask |= 1 << face
    return mask


def faces_in(mask: int) -> tuple[Face, ...]:
    return tuple(face for face in range(FACES) if mask >> face & 1)


class Extent(StrEnum):
    """How much of a roll an effect lets a player reroll, each die once."""

    NONE = "none"
    ONE = "one"
    ANY = "any"
    WHOLE = "whole"


class Term(NamedTuple):
    """A multiple of all rolls of independent dice that fall by these weights.

    A pool's distribution is a sum of terms. `times` may be negative: rolls that are
    rerolled are first counted with all others and then subtracted.
    """

    times: int
    weights: Weights


class Policy(Protocol):
    """What is rerolled, stated before the dice are seen."""

    def terms(self, dice: int, /) -> tuple[Term, ...]:
        """Return the distribution of that many dice after the rerolls."""
        ...


@dataclass(frozen=True, slots=True)
class NoReroll:
    """No dice are rerolled."""

    def terms(self, _dice: int, /) -> tuple[Term, ...]:
        return (Term(1, FAIR),)


@dataclass(frozen=True, slots=True)
class RerollEach:
    """Every die showing one of these faces is rerolled once."""

    mask: int

    def terms(self, _dice: int, /) -> tuple[Term, ...]:
        # Of 36 ways for a die and its reroll, a face that stays keeps its six, and
        # each face that goes leads once to every face.
        goes = self.mask.bit_count()
        weights = (
            goes + (0 if self.mask >> face & 1 else FACES) for face in range(FACES)
        )
        return (Term(1, tuple(weights)),)


@dataclass(frozen=True, slots=True)
class RerollWhole:
    """All dice are rerolled once if any (or if none) shows one of these faces."""

    mask: int
    if_any: bool

    def terms(self, dice: int, /) -> tuple[Term, ...]:
        all_rolls = FACES**dice
        bare = tuple(0 if self.mask >> face & 1 else 1 for face in range(FACES))
        bare_rolls = sum(bare) ** dice
        if self.if_any:
            return (Term(all_rolls - bare_rolls, FAIR), Term(all_rolls, bare))
        return (Term(all_rolls + bare_rolls, FAIR), Term(-all_rolls, bare))


NO_REROLL = NoReroll()


def reroll_showing(*faces: Face) -> Policy:
    """Reroll every die that shows one of these faces."""
    return RerollEach(mask_of(faces))


def reroll_not_showing(*faces: Face) -> Policy:
    """Keep these faces and reroll every other die (a Mastery used to the full)."""
    return RerollEach(ALL_FACES & ~mask_of(faces))


def reroll_whole_without(*faces: Face) -> Policy:
    """Reroll the whole roll if it shows none of these faces (Lucky, a token)."""
    return RerollWhole(mask_of(faces), if_any=False)


def reroll_whole_with(*faces: Face) -> Policy:
    """Reroll the whole roll if it shows any of these faces (an enemy's Curse)."""
    return RerollWhole(mask_of(faces), if_any=True)


@dataclass(frozen=True, slots=True)
class Pool:
    """The dice of one side: some to be rolled, some that already show a face."""

    dice: int
    extra: tuple[Face, ...] = ()
    policy: Policy = NO_REROLL

    def __post_init__(self) -> None:
        if self.dice < 0:
            raise AssertionError(f"A pool cannot have {self.dice} dice.")
        mask_of(self.extra)

    @property
    def size(self) -> int:
        return self.dice + len(self.extra)

    @property
    def is_plain(self) -> bool:
        """Return whether these are just fair dice, which the table covers."""
        return not self.extra and self.policy == NO_REROLL

    def terms(self) -> tuple[Term, ...]:
        return self.policy.terms(self.dice)

    def shown(self) -> tuple[int, ...]:
        """Return how many of the extra dice show each face."""
        return tuple(self.extra.count(face) for face in range(FACES))

    def outcomes(self) -> int:
        """Return the number of equally likely ways in which the dice can fall."""
        return sum(term.times * sum(term.weights) ** self.dice for term in self.terms())

    def chance_showing(self, faces: Iterable[Face]) -> float:
        """Return the chance that at least one die shows one of these after rerolls."""
        mask = mask_of(faces)
        if mask & mask_of(self.extra):
            return 1.0
        ways_without = 0
        for term in self.terms():
            kept = sum(w for face, w in enumerate(term.weights) if not mask >> face & 1)
            ways_without += term.times * kept**self.dice
        outcomes = self.outcomes()
        return (outcomes - ways_without) / outcomes


def pool_of(dice: int | Pool) -> Pool:
    """Return the pool, or a pool of that many fair dice."""
    return Pool(dice) if isinstance(dice, int) else dice
