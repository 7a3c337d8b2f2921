"""The odds of a ranged attack and of a thrown shuriken.

Elimination and choosing are those of a normal attack, but only two faces do anything:
Void injures the target and Earth stuns it. An attacker takes Void before Earth; a
defender takes anything harmless, then Earth, and Void only if nothing else is left.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from kernel.dice import FACES
from kernel.elements import Element
from skirmish.rules.odds.combat import Role, Stakes, combat_odds
from skirmish.rules.odds.pools import NO_REROLL, Policy, Pool

SHURIKEN_DICE = 1
INJURES = Element.VOID.face
STUNS = Element.EARTH.face
# Any numbers in this order make both sides choose as they should.
_STAKES = Stakes(
    tuple(
        2.0 if face == INJURES else 1.0 if face == STUNS else 0.0
        for face in range(FACES)
    )
)


class RangedOdds(NamedTuple):
    """What becomes of the target."""

    chooser: Role | None
    injured: float
    stunned: float
    unharmed: float


@lru_cache(maxsize=4096)
def ranged_odds(attack: int | Pool, defense: int | Pool) -> RangedOdds:
    odds = combat_odds(attack, defense)
    results = odds.best(_STAKES.preference(odds.chooser or Role.ATTACKER))
    injured, stunned = results.faces[INJURES], results.faces[STUNS]
    unharmed = results.nothing + sum(
        chance
        for face, chance in enumerate(results.faces)
        if face not in (INJURES, STUNS)
    )
    return RangedOdds(odds.chooser, injured, stunned, unharmed)


def shuriken_odds(defense: int | Pool, *, policy: Policy = NO_REROLL) -> RangedOdds:
    """A shuriken is one die whatever the thrower; it can be rerolled, not added to."""
    return ranged_odds(Pool(SHURIKEN_DICE, policy=policy), defense)
