"""The odds of a ranged attack and of a thrown shuriken.

Elimination and choosing are those of a normal attack, but only two faces do anything:
Void injures the target and Earth stuns it. A bow or a flute may add faces that stun
whatever they do otherwise, and faces that work at range too and move the target. An
attacker takes what harms most; a defender takes anything harmless before a push, a push
before Earth, and Void only if nothing else is left.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from kernel.dice import FACES
from kernel.elements import Element
from rulebook.rules.entries import RangedAttack
from skirmish.rules.odds.combat import Role, Stakes, combat_odds
from skirmish.rules.odds.pools import NO_REROLL, Policy, Pool

SHURIKEN_DICE = 1
INJURES = Element.VOID.face
STUNS = Element.EARTH.face
# Any numbers in this order make both sides choose as they should.
_NOTHING, _PUSH, _STUN, _INJURY = 0.0, 1.0, 2.0, 3.0


class RangedOdds(NamedTuple):
    """The chances of what happens to the target."""

    chooser: Role | None
    injured: float
    stunned: float
    moved: float
    unharmed: float


@lru_cache(maxsize=4096)
def ranged_odds(
    attack: int | Pool, defense: int | Pool, shot: RangedAttack | None = None
) -> RangedOdds:
    """Return the odds of a shot, with the shot's own faces, if it has any."""
    odds = combat_odds(attack, defense)
    worths = _worths_of(shot)
    preference = Stakes(worths).preference(odds.chooser or Role.ATTACKER)
    results = odds.best(preference)
    chances = dict.fromkeys((_INJURY, _STUN, _PUSH, _NOTHING), 0.0)
    for face, chance in enumerate(results.faces):
        chances[worths[face]] += chance
    return RangedOdds(
        odds.chooser,
        injured=chances[_INJURY],
        stunned=chances[_STUN],
        moved=chances[_PUSH],
        unharmed=chances[_NOTHING] + results.nothing,
    )


def _worths_of(shot: RangedAttack | None) -> tuple[float, ...]:
    """Return the effect of every face on the target."""
    worths = [_NOTHING] * FACES
    if shot is not None:
        for element in shot.also_works:
            worths[element.face] = _PUSH
    worths[INJURES], worths[STUNS] = _INJURY, _STUN
    if shot is not None:
        for element in shot.stuns_on:
            worths[element.face] = _STUN
    return tuple(worths)


def shuriken_odds(defense: int | Pool, *, policy: Policy = NO_REROLL) -> RangedOdds:
    """Return the odds of a shuriken: always one die, which can only be rerolled."""
    return ranged_odds(Pool(SHURIKEN_DICE, policy=policy), defense)
