"""The game's dice by hand: every roll is rolled, every pair of dice taken away.

Written without a thought of speed and without any of the product's counting, so that
the two can be held against each other.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, product

from kernel.elements import Element
from skirmish.rules.odds.combat import Role, Stakes

Roll = tuple[int, ...]
Law = dict[Roll, Fraction]

SPIRIT, VOID, EARTH, AIR, WATER, FIRE = (
    Element(name).face for name in ("spirit", "void", "earth", "air", "water", "fire")
)
OPPOSED = {
    frozenset({SPIRIT, VOID}),
    frozenset({EARTH, AIR}),
    frozenset({WATER, FIRE}),
}


@cache
def all_rolls(dice: int) -> Law:
    """Every roll, the dice put in order, with its chance."""
    seen = Counter(tuple(sorted(roll)) for roll in product(range(6), repeat=dice))
    return {roll: Fraction(times, 6**dice) for roll, times in seen.items()}


def rerolled(law: Law, goes: Callable[[Roll], Sequence[int]]) -> Law:
    """The law after the dice at the places named by `goes` were rolled again."""
    result: defaultdict[Roll, Fraction] = defaultdict(Fraction)
    for roll, chance in law.items():
        places = set(goes(roll))
        kept = [face for place, face in enumerate(roll) if place not in places]
        for again, likely in all_rolls(len(places)).items():
            result[tuple(sorted((*kept, *again)))] += chance * likely
    return dict(result)


def with_extra(law: Law, extra: Roll) -> Law:
    return {tuple(sorted(roll + extra)): chance for roll, chance in law.items()}


@cache
def eliminated(attack: Roll, defense: Roll) -> tuple[Roll, Roll]:
    """What is left when no attack die lies against an opposite defense die."""
    for i, a in enumerate(attack):
        for j, d in enumerate(defense):
            if frozenset({a, d}) in OPPOSED:
                return eliminated(
                    attack[:i] + attack[i + 1 :], defense[:j] + defense[j + 1 :]
                )
    return attack, defense


def chooser_after(attack_left: Roll, defense_left: Roll) -> Role | None:
    """Who chooses, decided as at the table, with what is left in sight."""
    if len(attack_left) > len(defense_left):
        return Role.ATTACKER
    if len(defense_left) > len(attack_left):
        return Role.DEFENDER
    return Role.ATTACKER if attack_left else None


def worth(
    attack: Roll, defense: Roll, stakes: Stakes, chooser: Role | None = None
) -> float:
    """What the attack is worth once all dice lie still."""
    left = eliminated(attack, defense)
    chooser = chooser or chooser_after(*left)
    mine = left[0] if chooser is Role.ATTACKER else left[1]
    if chooser is None or not mine:
        return stakes.nothing
    best = max if chooser is Role.ATTACKER else min
    return best(stakes.faces[face] for face in mine)


def fights(attack: Law, defense: Law) -> Iterator[tuple[Roll, Roll, Fraction]]:
    """What is left on both sides, and how likely, for every two rolls."""
    for a, chance in attack.items():
        for d, likely in defense.items():
            yield *eliminated(a, d), chance * likely


def subsets(faces: Sequence[int]) -> Iterator[tuple[int, ...]]:
    for size in range(len(faces) + 1):
        yield from combinations(faces, size)
