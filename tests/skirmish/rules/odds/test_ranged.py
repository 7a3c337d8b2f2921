"""Odds of ranged attacks and shuriken, against every roll."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from skirmish.rules.odds import (
    Pool,
    Role,
    ranged_odds,
    reroll_not_showing,
    shuriken_odds,
)
from tests.skirmish.rules.odds.brute_force import (
    AIR,
    EARTH,
    VOID,
    WATER,
    Law,
    all_rolls,
    chooser_after,
    fights,
    rerolled,
)


def _by_hand(attack: Law, defense: Law) -> dict[str, Fraction]:
    fate = {"injured": Fraction(), "stunned": Fraction(), "unharmed": Fraction()}
    for left, against, chance in fights(attack, defense):
        chooser = chooser_after(left, against)
        if chooser is None:
            result = "unharmed"
        elif chooser is Role.ATTACKER:
            result = (
                "injured"
                if VOID in left
                else "stunned"
                if EARTH in left
                else "unharmed"
            )
        elif set(against) - {VOID, EARTH}:
            result = "unharmed"
        else:
            result = "stunned" if EARTH in against else "injured"
        fate[result] += chance
    return fate


@pytest.mark.parametrize(("attack", "defense"), list(product(range(5), repeat=2)))
def test_a_target_fares_as_in_every_roll(attack: int, defense: int) -> None:
    odds = ranged_odds(attack, defense)
    expected = _by_hand(all_rolls(attack), all_rolls(defense))
    assert odds.injured == pytest.approx(float(expected["injured"]), abs=1e-15)
    assert odds.stunned == pytest.approx(float(expected["stunned"]), abs=1e-15)
    assert odds.unharmed == pytest.approx(float(expected["unharmed"]), abs=1e-15)


@pytest.mark.parametrize("defense", range(5))
def test_a_shuriken_is_a_ranged_attack_with_one_die(defense: int) -> None:
    assert shuriken_odds(defense) == ranged_odds(1, defense)


def test_a_shuriken_at_a_target_without_dice_is_one_honest_die() -> None:
    odds = shuriken_odds(0)
    assert (odds.injured, odds.stunned) == (1 / 6, 1 / 6)
    assert odds.chooser is Role.ATTACKER


def test_a_thrown_shuriken_may_be_rerolled_for_a_better_face() -> None:
    odds = shuriken_odds(1, policy=reroll_not_showing(VOID))
    law = rerolled(all_rolls(1), lambda roll: [] if roll == (VOID,) else [0])
    assert odds.injured == float(_by_hand(law, all_rolls(1))["injured"])
    assert odds.injured > shuriken_odds(1).injured


def test_a_defender_who_chooses_is_hurt_only_by_the_last_die() -> None:
    hurt = ranged_odds(Pool(0), Pool(0, (VOID, EARTH)))
    assert (hurt.chooser, hurt.stunned) == (Role.DEFENDER, 1)
    assert ranged_odds(Pool(0), Pool(0, (VOID, VOID))).injured == 1
    assert ranged_odds(Pool(0), Pool(0, (VOID, WATER))).unharmed == 1
    # The attacker's Air takes the defender's Earth away.
    assert ranged_odds(Pool(0, (AIR,)), Pool(0, (VOID, EARTH))).injured == 1
