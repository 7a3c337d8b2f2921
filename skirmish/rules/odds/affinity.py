"""The odds of affinity tests: plain, opposed, dodges, and rolls of a single die.

A test rolls three dice and asks how many match. A figure with several affinities
names one before it rolls, so one face of six matches; a single die that asks for any
of its affinities (Resilient) has as many matching faces as the figure has affinities.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import comb, prod
from typing import NamedTuple

from kernel.dice import FACES
from skirmish.rules.odds.pools import Extent

TEST_DICE = 3


class Matches(NamedTuple):
    """In how many outcomes 0, 1, 2, ... dice match."""

    ways: tuple[int, ...]

    @property
    def outcomes(self) -> int:
        return sum(self.ways)

    def chance_of(self, needed: int) -> float:
        """Return the chance of at least that many matching dice."""
        return sum(self.ways[needed:]) / self.outcomes


@lru_cache(maxsize=1024)
def matches(
    *,
    dice: int = TEST_DICE,
    faces: int = 1,
    needed: int = 1,
    reroll: Extent = Extent.NONE,
    forced: bool = False,
) -> Matches:
    """Return how many dice match in the end, with the reroll used to get there.

    The roller rerolls dice that do not match, or the whole roll if it falls short of
    what is needed. A `forced` reroll is an enemy's: it rerolls matching dice, or the
    whole roll if that would have been enough.
    """
    if not 0 <= faces <= FACES or dice < 0:
        raise AssertionError(f"No test has {dice} dice with {faces} matching faces.")
    if reroll is Extent.ANY:
        return Matches(_fall(dice, _after_reroll(faces, forced=forced), FACES**2))
    first = _fall(dice, faces, FACES)
    if reroll is Extent.ONE:
        return Matches(_one_again(first, faces, forced=forced))
    if reroll is Extent.WHOLE:
        again = sum(first[needed:] if forced else first[:needed])
        kept = range(needed) if forced else range(needed, dice + 1)
        return Matches(
            tuple(
                again * ways + (FACES**dice * ways if number in kept else 0)
                for number, ways in enumerate(first)
            )
        )
    return Matches(first)


def _after_reroll(faces: int, *, forced: bool) -> int:
    """Return, of 36 ways for a die and its reroll, those that match in the end."""
    return faces * faces if forced else faces * FACES + (FACES - faces) * faces


def _fall(dice: int, matching: int, outcomes: int) -> tuple[int, ...]:
    """Return the ways in which 0 to all of the dice match."""
    return tuple(
        comb(dice, number) * matching**number * (outcomes - matching) ** (dice - number)
        for number in range(dice + 1)
    )


def _one_again(first: tuple[int, ...], faces: int, *, forced: bool) -> tuple[int, ...]:
    """Reroll one die that does not match (if forced: that does), if there is any."""
    result = [0] * len(first)
    unmoved = 0 if forced else len(first) - 1
    for number, ways in enumerate(first):
        if number == unmoved:
            result[number] += ways * FACES
            continue
        low = number - 1 if forced else number
        result[low] += ways * (FACES - faces)
        result[low + 1] += ways * faces
    return tuple(result)


def affinity_chance(
    *,
    dice: int = TEST_DICE,
    faces: int = 1,
    needed: int = 1,
    reroll: Extent = Extent.NONE,
    forced: bool = False,
) -> float:
    """Return the chance that a test succeeds."""
    test = matches(dice=dice, faces=faces, needed=needed, reroll=reroll, forced=forced)
    return test.chance_of(needed)


def dodge_chance(
    steps: int = 1, *, needed: int = 1, reroll: Extent = Extent.NONE
) -> float:
    """Return the chance to succeed in that many dodges in a row."""
    return affinity_chance(needed=needed, reroll=reroll) ** steps


class OpposedOdds(NamedTuple):
    """An opposed test, by contestant, in the order in which they were given."""

    outright: tuple[float, ...]  # wins at the first roll
    tied: float  # two or more share the highest count at the first roll
    final: tuple[float, ...]  # wins in the end, ties rolled again among the tied

    def with_ties_to(self, holder: int) -> tuple[float, ...]:
        """Return the chances to win if this contestant wins all ties."""
        return tuple(
            chance + (self.tied if index == holder else 0.0)
            for index, chance in enumerate(self.outright)
        )


@lru_cache(maxsize=1024)
def opposed_odds(*contestants: Matches) -> OpposedOdds:
    if not contestants:
        raise AssertionError("An opposed test needs contestants.")
    everybody = (1 << len(contestants)) - 1
    leaders = _leaders(contestants, everybody)
    outright = [leaders.get(1 << i, Fraction()) for i in range(len(contestants))]
    final = _final(contestants, everybody)
    return OpposedOdds(
        tuple(map(float, outright)), float(1 - sum(outright)), tuple(map(float, final))
    )


def _leaders(contestants: Sequence[Matches], among: int) -> dict[int, Fraction]:
    """Return the chance of each set of contestants to share the highest count."""
    members = [i for i in range(len(contestants)) if among >> i & 1]
    chances: dict[int, Fraction] = {}
    outcomes = prod(contestants[i].outcomes for i in members)
    for numbers in product(*(range(len(contestants[i].ways)) for i in members)):
        ways = prod(
            contestants[i].ways[n] for i, n in zip(members, numbers, strict=True)
        )
        if not ways:
            continue
        highest = max(numbers)
        leaders = sum(
            1 << i for i, n in zip(members, numbers, strict=True) if n == highest
        )
        chances[leaders] = chances.get(leaders, Fraction()) + Fraction(ways, outcomes)
    return chances


def _final(contestants: Sequence[Matches], among: int) -> list[Fraction]:
    """Return each contestant's chance to win in the end, if only these are left."""
    if among.bit_count() == 1:
        return [Fraction(among >> i & 1) for i in range(len(contestants))]
    leaders = _leaders(contestants, among)
    # A tie of all of them only starts the same test again.
    settled = 1 - leaders.pop(among, Fraction())
    if not settled:
        raise AssertionError("These contestants would tie for ever.")
    final = [Fraction()] * len(contestants)
    for tied, chance in leaders.items():
        for index, share in enumerate(_final(contestants, tied)):
            final[index] += chance * share / settled
    return final
