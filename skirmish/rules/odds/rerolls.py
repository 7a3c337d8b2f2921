"""Optimal rerolls, chosen after both rolls are seen.

The worth of a reroll is computed backwards: a full roll has the worth of the result
that the chooser would take, and a roll with dice still missing is worth the average
over the faces that the next die may show. Everything that can be kept is then compared.

Faces that make no difference to the result fall into one kind. That keeps questions
like "how likely is an injury" fast even for large pools.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple, TypeVar

from kernel.dice import FACES, Face
from kernel.elements import OPPOSITE_FACES
from skirmish.rules.odds.combat import Role, Stakes, chooser_of
from skirmish.rules.odds.face_counts import KIND_COUNT, Kinds
from skirmish.rules.odds.pools import NO_REROLL, Extent, Pool, mask_of, pool_of

T = TypeVar("T")
# Two choices whose worths differ by less than this are equally good.
_SAME = 1e-12


@dataclass(frozen=True, slots=True)
class RerollRight:
    """Whose dice may be rerolled, by whose choice, and which of them."""

    of: Role
    by: Role
    extent: Extent
    faces: tuple[Face, ...] = tuple(range(FACES))  # only dice that show one of these


class Advice(NamedTuple):
    """The dice to reroll, and the attack's worth without and with the reroll."""

    reroll: tuple[Face, ...]
    standing: float
    expected: float


class _Contest:
    """What matters in an attack, from the side whose dice may be rerolled."""

    __slots__ = ("_chooser_rolls", "_otherwise", "_results", "against", "rolled")

    def __init__(
        self, right: RerollRight, stakes: Stakes, chooser: Role, *, has_some: bool
    ) -> None:
        preference = stakes.preference(chooser)
        worst = stakes.faces[preference[-1]]
        # If the chooser has dice left in any case, or having none is just as bad, its
        # least wanted faces need not be told apart.
        if has_some or stakes.nothing == worst:
            wanted = [face for face in preference if stakes.faces[face] != worst]
            self._otherwise = worst
        else:
            wanted = preference
            self._otherwise = stakes.nothing
        mask = mask_of(right.faces)
        chosen = [face if face in wanted else None for face in range(FACES)]
        opposed = [chosen[OPPOSITE_FACES[face]] for face in range(FACES)]
        self._chooser_rolls = right.of is chooser
        if self._chooser_rolls:
            self.rolled = choosing = Kinds(chosen, rerollable=mask)
            self.against = opposing = Kinds(opposed, rerollable=0)
        else:
            self.rolled = opposing = Kinds(opposed, rerollable=mask)
            self.against = choosing = Kinds(chosen, rerollable=0)
        self._results = [
            (
                stakes.faces[face],
                choosing.shift(face),
                opposing.shift(OPPOSITE_FACES[face]),
            )
            for face in wanted
        ]

    def worth(self, roll: int, other: int) -> float:
        """Return the worth of the result once no die is rolled any more."""
        choosing, opposing = (roll, other) if self._chooser_rolls else (other, roll)
        for worth, shift, opposite in self._results:
            if choosing >> shift & KIND_COUNT > opposing >> opposite & KIND_COUNT:
                return worth
        return self._otherwise

    def worths(
        self, dice: int, *, fixed: int, other: int, extent: Extent
    ) -> dict[int, float]:
        """Return the worth of each set of kept dice if the others are rerolled."""
        worths = {
            roll: self.worth(roll + fixed, other) for roll, _ in self.rolled.rolls(dice)
        }
        one_more = [(unit, faces / FACES) for unit, faces in self.rolled.one_more()]
        fewest = max(dice - 1, 0) if extent is Extent.ONE else 0
        for kept in range(dice - 1, fewest - 1, -1):
            for keep, _ in self.rolled.rolls(kept):
                worths[keep] = sum(
                    worths[keep + unit] * chance for unit, chance in one_more
                )
        return worths


def _contest(
    right: RerollRight,
    stakes: Stakes,
    chooser: Role | None,
    *,
    attack_dice: int,
    defense_dice: int,
) -> _Contest:
    if max(attack_dice, defense_dice) > KIND_COUNT:
        raise AssertionError(f"Rerolls are computed for up to {KIND_COUNT} dice.")
    # With no dice at all nobody chooses, and the chooser does not matter.
    chooser = chooser or chooser_of(attack_dice, defense_dice) or Role.ATTACKER
    lead = attack_dice - defense_dice
    has_some = lead > 0 if chooser is Role.ATTACKER else lead < 0
    return _Contest(right, stakes, chooser, has_some=has_some)


def _rolled_first(right: RerollRight, attack: T, defense: T) -> tuple[T, T]:
    return (attack, defense) if right.of is Role.ATTACKER else (defense, attack)


def reroll_advice(
    attack: Sequence[Face],
    defense: Sequence[Face],
    right: RerollRight,
    stakes: Stakes,
    *,
    locked: Sequence[Face] = (),
    chooser: Role | None = None,
) -> Advice:
    """Return the best use of a reroll when both rolls are on the table.

    `locked` are those dice of the roll that cannot be rerolled: they were once, or a
    card added them. `chooser` is given where it is not the one the pools decide.
    """
    contest = _contest(
        right, stakes, chooser, attack_dice=len(attack), defense_dice=len(defense)
    )
    roll, other = _rolled_first(right, attack, defense)
    loose = list(roll)
    for face in locked:
        loose.remove(face)
    worths = contest.worths(
        len(loose),
        fixed=contest.rolled.roll_of(locked),
        other=contest.against.roll_of(other),
        extent=right.extent,
    )
    wish = 1 if right.by is Role.ATTACKER else -1
    first, *others = contest.rolled.keeps(contest.rolled.roll_of(loose), right.extent)
    best = first
    for keep in others:
        if (worths[keep] - worths[best]) * wish > _SAME:
            best = keep
    return Advice(contest.rolled.taken(loose, best), worths[first], worths[best])


@lru_cache(maxsize=1024)
def expected_with_reroll(
    attack: int | Pool,
    defense: int | Pool,
    right: RerollRight,
    stakes: Stakes,
    *,
    chooser: Role | None = None,
) -> float:
    """Return the attack's worth to the attacker, with a reroll, before the roll."""
    attack, defense = pool_of(attack), pool_of(defense)
    if attack.policy != NO_REROLL or defense.policy != NO_REROLL:
        raise AssertionError("A reroll is stated before the roll or chosen, not both.")
    contest = _contest(
        right, stakes, chooser, attack_dice=attack.size, defense_dice=defense.size
    )
    roll, other = _rolled_first(right, attack, defense)
    fixed = contest.rolled.roll_of(roll.extra)
    other_fixed = contest.against.roll_of(other.extra)
    rolls = [
        (ways, contest.rolled.keeps(dice, right.extent))
        for dice, ways in contest.rolled.rolls(roll.dice)
    ]
    best = max if right.by is Role.ATTACKER else min
    total = 0.0
    for other_dice, other_ways in contest.against.rolls(other.dice):
        worths = contest.worths(
            roll.dice, fixed=fixed, other=other_dice + other_fixed, extent=right.extent
        )
        total += other_ways * sum(
            ways * best(map(worths.__getitem__, keeps)) for ways, keeps in rolls
        )
    outcomes: int = FACES ** (roll.dice + other.dice)
    return total / outcomes
