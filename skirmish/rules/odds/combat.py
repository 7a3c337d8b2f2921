"""The odds of a normal attack: who chooses, among which faces, and how it ends.

An elimination takes one die from each side, so the pools differ by as much after it as
before. Who chooses the result is therefore known before the roll; only the faces to
choose from are left to luck.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from kernel.dice import FACES, Face
from skirmish.rules.odds.lookup import TABLE_DICE, table
from skirmish.rules.odds.pool_counts import Counting, LawfulCounting
from skirmish.rules.odds.pools import ALL_FACES, Pool, mask_of, pool_of


class Role(StrEnum):
    """The two sides of an attack."""

    ATTACKER = "attacker"
    DEFENDER = "defender"


class Stakes(NamedTuple):
    """The worth of each result for the attacker; the defender wants the opposite."""

    faces: tuple[float, ...]
    nothing: float = 0.0

    def preference(self, role: Role) -> list[Face]:
        """Return the faces in the order in which that side would choose them."""
        is_attacker = role is Role.ATTACKER
        return sorted(range(FACES), key=self.faces.__getitem__, reverse=is_attacker)


def stakes_on(*faces: Face) -> Stakes:
    """Return stakes for an attacker who only wants one of these faces."""
    mask = mask_of(faces)
    return Stakes(tuple(float(mask >> face & 1) for face in range(FACES)))


class Results(NamedTuple):
    """The chance of each face to be the result, and of no result at all."""

    faces: tuple[float, ...]
    nothing: float


def chooser_of(
    attack_dice: int, defense_dice: int, *, defender_lead: int = 1
) -> Role | None:
    """Return who will choose the result; nobody if no die is rolled.

    `lead_needed` is how many more dice than the attacker the defender needs: one,
    unless an ability of the attacker asks for a greater lead.
    """
    if not attack_dice and not defense_dice:
        return None
    if defense_dice - attack_dice >= defender_lead:
        return Role.DEFENDER
    return Role.ATTACKER


class CombatOdds:
    """Every chance of one attack, before any die is rolled.

    Unless a role is named, questions are about the dice that the chooser has left.
    """

    __slots__ = ("_counting", "_own", "attack_dice", "chooser", "defense_dice")

    def __init__(self, attack: Pool, defense: Pool, chooser: Role | None) -> None:
        self.attack_dice = attack.size
        self.defense_dice = defense.size
        self.chooser = chooser
        self._counting = {
            Role.ATTACKER: _counting(attack, defense),
            Role.DEFENDER: _counting(defense, attack),
        }
        self._own = self._counting[chooser or Role.ATTACKER]

    @property
    def outcomes(self) -> int:
        """Return the number of equally likely outcomes; all counts are out of these."""
        return self._own.outcomes

    @property
    def no_result(self) -> float:
        """Return the chance that the chooser has nothing left to choose."""
        return self._own.ways_without(ALL_FACES) / self._own.outcomes

    def chance_of(self, face: Face) -> float:
        """Return the chance that the chooser may take this face."""
        return self.chance_any((face,))

    def chance_any(self, faces: Iterable[Face]) -> float:
        """Return the chance that the chooser may take at least one of these faces."""
        own = self._own
        return (own.outcomes - own.ways_without(mask_of(faces))) / own.outcomes

    def chance_forced(self, faces: Iterable[Face]) -> float:
        """Return the chance that the chooser has only these faces to choose from."""
        own = self._own
        ways = own.ways_without(ALL_FACES & ~mask_of(faces))
        return (ways - own.ways_without(ALL_FACES)) / own.outcomes

    def chance_left(self, role: Role, faces: Iterable[Face]) -> float:
        """Return the chance that this side has a die with one of these faces left."""
        side = self._counting[role]
        return (side.outcomes - side.ways_without(mask_of(faces))) / side.outcomes

    def ways_any(self, faces: Iterable[Face]) -> int:
        """Return `chance_any` as a count of outcomes."""
        return self._own.outcomes - self._own.ways_without(mask_of(faces))

    def ways_left_exactly(
        self, *, attacker: Iterable[Face], defender: Iterable[Face]
    ) -> int:
        """Return the outcomes in which exactly these faces are left, on both sides."""
        side = self._counting[Role.ATTACKER]
        return side.ways_exactly(mask_of(attacker), mask_of(defender))

    def best(self, preference: Sequence[Face]) -> Results:
        """Return the results if the chooser takes the first face left in this order."""
        outcomes = self._own.outcomes
        chances = [0.0] * FACES
        *shares, nothing = self._shares(preference)
        for face, ways in zip(preference, shares, strict=True):
            chances[face] = ways / outcomes
        return Results(tuple(chances), nothing / outcomes)

    def expected(self, stakes: Stakes) -> float:
        """Return the attack's worth to the attacker if the chooser chooses well."""
        preference = stakes.preference(self.chooser or Role.ATTACKER)
        *shares, nothing = self._shares(preference)
        total = nothing * stakes.nothing
        for face, ways in zip(preference, shares, strict=True):
            total += ways * stakes.faces[face]
        return total / self._own.outcomes

    def _shares(self, preference: Sequence[Face]) -> list[int]:
        """Return the outcomes that end with each face of this order, and with none."""
        ways_without = self._own.ways_without
        shares = []
        mask, ways = 0, self._own.outcomes
        for face in preference:
            mask |= 1 << face
            fewer = ways_without(mask)
            shares.append(ways - fewer)
            ways = fewer
        if mask != ALL_FACES or len(shares) != FACES:
            raise AssertionError(f"{preference} is not an order of all six faces.")
        return [*shares, ways]


@lru_cache(maxsize=4096)
def combat_odds(
    attack: int | Pool,
    defense: int | Pool,
    *,
    chooser: Role | None = None,
) -> CombatOdds:
    """Return the odds of an attack with these pools.

    Where an effect lets a side choose that otherwise would not, name it as `chooser`.
    Like any chooser it takes one of its own dice; with none left there is no result.
    """
    attack, defense = pool_of(attack), pool_of(defense)
    chooser = chooser or chooser_of(attack.size, defense.size)
    return CombatOdds(attack, defense, chooser)


def _counting(own: Pool, other: Pool) -> Counting:
    if own.is_plain and other.is_plain and max(own.dice, other.dice) <= TABLE_DICE:
        return table()[own.dice][other.dice]
    return LawfulCounting(own, other)
