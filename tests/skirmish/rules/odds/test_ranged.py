"""Odds of ranged attacks and shuriken, against every roll."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from kernel.elements import Element
from rulebook.rules.entries import RangedAttack
from skirmish.rules.odds.combat import Role
from skirmish.rules.odds.pools import Pool, reroll_not_showing
from skirmish.rules.odds.ranged import RangedOdds, ranged_odds, shuriken_odds
from tests.ledger import rule
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

PLAIN = {VOID: "injured", EARTH: "stunned"}


def _by_hand(
    attack: Law, defense: Law, harms: dict[int, str] = PLAIN
) -> dict[str, Fraction]:
    """Every roll, with what each face does, the worst first."""
    fate = dict.fromkeys(("injured", "stunned", "moved", "unharmed"), Fraction())
    worst_first = list(fate)
    for left, against, chance in fights(attack, defense):
        chooser = chooser_after(left, against)
        dice = left if chooser is Role.ATTACKER else against
        fates = [worst_first.index(harms.get(face, "unharmed")) for face in dice]
        if chooser is None:
            result = "unharmed"
        elif chooser is Role.ATTACKER:
            result = worst_first[min(fates)]
        else:
            result = worst_first[max(fates)]
        fate[result] += chance
    return fate


def _assert_fares(odds: RangedOdds, expected: dict[str, Fraction]) -> None:
    for name, chance in expected.items():
        assert getattr(odds, name) == pytest.approx(float(chance), abs=1e-15), name


@pytest.mark.parametrize(("attack", "defense"), list(product(range(5), repeat=2)))
def test_a_target_fares_as_in_every_roll(attack: int, defense: int) -> None:
    expected = _by_hand(all_rolls(attack), all_rolls(defense))
    _assert_fares(ranged_odds(attack, defense), expected)


@rule("ABIL-FLUTE-01")
@pytest.mark.parametrize(("attack", "defense"), list(product(range(4), repeat=2)))
def test_a_flute_that_stuns_on_void_injures_nobody(attack: int, defense: int) -> None:
    flute = RangedAttack(range=6, stuns_on=(Element.EARTH, Element.VOID))
    odds = ranged_odds(attack, defense, flute)
    harms = {VOID: "stunned", EARTH: "stunned"}
    _assert_fares(odds, _by_hand(all_rolls(attack), all_rolls(defense), harms))
    assert odds.injured == 0


@pytest.mark.parametrize(("attack", "defense"), list(product(range(4), repeat=2)))
def test_a_bow_whose_air_works_moves_rather_than_misses(
    attack: int, defense: int
) -> None:
    bow = RangedAttack(range=6, also_works=(Element.AIR,))
    odds = ranged_odds(attack, defense, bow)
    harms = {**PLAIN, AIR: "moved"}
    _assert_fares(odds, _by_hand(all_rolls(attack), all_rolls(defense), harms))
    plain = ranged_odds(attack, defense)
    assert odds.moved + odds.unharmed == pytest.approx(plain.unharmed)


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
