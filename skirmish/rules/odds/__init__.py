"""Exact odds of attacks and tests, for the interface and the bots alike.

    combat_odds(4, 3).chooser                         who will choose
    combat_odds(4, 3).chance_of(Element.VOID.face)    may the chooser injure?
    ranged_odds(3, 2), shuriken_odds(2)               what happens to the target
    affinity_chance(), dodge_chance(2)                tests
    Pool(4, policy=reroll_showing(...))               rerolls stated beforehand
    expected_with_reroll(...), reroll_advice(...)     rerolls chosen after the roll

Faces are ints from 0 to 5 in the order of `ELEMENTS`.
"""

from __future__ import annotations

from skirmish.rules.odds.affinity import (
    Matches,
    OpposedOdds,
    affinity_chance,
    dodge_chance,
    matches,
    opposed_odds,
)
from skirmish.rules.odds.combat import (
    CombatOdds,
    Results,
    Role,
    Stakes,
    chooser_of,
    combat_odds,
    stakes_on,
)
from skirmish.rules.odds.pools import (
    Extent,
    Policy,
    Pool,
    reroll_not_showing,
    reroll_showing,
    reroll_whole_with,
    reroll_whole_without,
)
from skirmish.rules.odds.ranged import RangedOdds, ranged_odds, shuriken_odds
from skirmish.rules.odds.rerolls import (
    Advice,
    RerollRight,
    expected_with_reroll,
    reroll_advice,
)
from skirmish.rules.odds.table import TABLE_DICE, build_table

__all__ = [
    "TABLE_DICE",
    "Advice",
    "CombatOdds",
    "Extent",
    "Matches",
    "OpposedOdds",
    "Policy",
    "Pool",
    "RangedOdds",
    "RerollRight",
    "Results",
    "Role",
    "Stakes",
    "affinity_chance",
    "build_table",
    "chooser_of",
    "combat_odds",
    "dodge_chance",
    "expected_with_reroll",
    "matches",
    "opposed_odds",
    "ranged_odds",
    "reroll_advice",
    "reroll_not_showing",
    "reroll_showing",
    "reroll_whole_with",
    "reroll_whole_without",
    "shuriken_odds",
    "stakes_on",
]
