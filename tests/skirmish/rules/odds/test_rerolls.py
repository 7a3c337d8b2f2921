"""Rerolls chosen when both rolls are seen, against trying every set of dice."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import combinations
from math import sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kernel.dice import SeededDice
from skirmish.rules.odds.combat import Role, Stakes, combat_odds, stakes_on
from skirmish.rules.odds.pools import (
    Extent,
    Pool,
    reroll_not_showing,
    reroll_showing,
    reroll_whole_without,
)
from skirmish.rules.odds.rerolls import RerollRight, expected_with_reroll, reroll_advice
from tests.ledger import rule
from tests.skirmish.rules.odds.brute_force import (
    AIR,
    EARTH,
    FIRE,
    SPIRIT,
    VOID,
    WATER,
    Roll,
    all_rolls,
    worth,
)

FACES = tuple(range(6))
ALL_DIFFERENT = Stakes((-5.0, 6.0, 3.0, 1.0, 0.5, -1.0), 0.0)
MY_ONE_DIE = RerollRight(Role.ATTACKER, Role.ATTACKER, Extent.ONE)
ANY_OF_MINE = RerollRight(Role.ATTACKER, Role.ATTACKER, Extent.ANY)
ROLLS = st.lists(st.integers(0, 5), max_size=3).map(tuple)
RIGHTS = st.builds(
    RerollRight,
    of=st.sampled_from(Role),
    by=st.sampled_from(Role),
    extent=st.sampled_from(Extent),
    faces=st.one_of(st.just(FACES), st.sets(st.integers(0, 5)).map(tuple)),
)
# Few different values, so that equal worths are common.
STAKES = st.builds(
    Stakes,
    faces=st.tuples(*[st.sampled_from([-2.0, 0.0, 1.0])] * 6),
    nothing=st.sampled_from([-2.0, 0.0, 1.0]),
)
CHOOSERS = st.sampled_from([None, *Role])


@cache
def _rolled_on(
    kept: Roll,
    missing: int,
    other: Roll,
    of: Role,
    stakes: Stakes,
    chooser: Role | None,
) -> float:
    """The average over everything that the missing dice may show."""
    total = 0.0
    for again, chance in all_rolls(missing).items():
        roll = tuple(sorted(kept + again))
        sides = (roll, other) if of is Role.ATTACKER else (other, roll)
        total += float(chance) * worth(*sides, stakes, chooser)
    return total


def _allowed(roll: Roll, right: RerollRight) -> Iterable[tuple[int, ...]]:
    """Every set of places in the roll that the right lets somebody roll again."""
    may = [place for place, face in enumerate(roll) if face in right.faces]
    sizes = {
        Extent.NONE: [0],
        Extent.ONE: [0, 1],
        Extent.ANY: range(len(may) + 1),
        Extent.WHOLE: [0, len(may)],
    }
    return (places for n in sizes[right.extent] for places in combinations(may, n))


def _best(
    roll: Roll,
    other: Roll,
    right: RerollRight,
    stakes: Stakes,
    chooser: Role | None,
    fixed: Roll = (),
) -> float:
    worths = [
        _rolled_on(
            tuple(
                sorted(fixed + tuple(f for p, f in enumerate(roll) if p not in goes))
            ),
            len(goes),
            other,
            right.of,
            stakes,
            chooser,
        )
        for goes in _allowed(roll, right)
    ]
    return max(worths) if right.by is Role.ATTACKER else min(worths)


@settings(deadline=None, max_examples=150)
@given(
    attack=ROLLS,
    defense=ROLLS,
    right=RIGHTS,
    stakes=STAKES,
    chooser=CHOOSERS,
    spent=st.integers(0, 2),
)
def test_advice_is_as_good_as_trying_every_set_of_dice(
    attack: Roll,
    defense: Roll,
    right: RerollRight,
    stakes: Stakes,
    chooser: Role | None,
    spent: int,
) -> None:
    mine, theirs = (attack, defense) if right.of is Role.ATTACKER else (defense, attack)
    locked, loose = mine[:spent], mine[spent:]
    advice = reroll_advice(
        attack, defense, right, stakes, locked=locked, chooser=chooser
    )
    best = _best(loose, theirs, right, stakes, chooser, locked)
    assert advice.standing == worth(attack, defense, stakes, chooser)
    assert advice.expected == pytest.approx(best, abs=1e-12)
    # And the dice it names may be rerolled and really give that.
    kept = list(loose)
    for face in advice.reroll:
        kept.remove(face)
        assert face in right.faces
    kept_dice = tuple(sorted((*locked, *kept)))
    given_up = _rolled_on(
        kept_dice, len(advice.reroll), theirs, right.of, stakes, chooser
    )
    assert given_up == pytest.approx(best, abs=1e-12)


@settings(deadline=None, max_examples=60)
@given(
    dice=st.tuples(st.integers(0, 2), st.integers(0, 2)),
    extra=st.tuples(*[st.lists(st.integers(0, 5), max_size=1).map(tuple)] * 2),
    right=RIGHTS,
    stakes=STAKES,
    chooser=CHOOSERS,
)
def test_a_reroll_at_hand_is_worth_the_best_use_in_every_roll(
    dice: tuple[int, int],
    extra: tuple[Roll, Roll],
    right: RerollRight,
    stakes: Stakes,
    chooser: Role | None,
) -> None:
    mine, theirs = (0, 1) if right.of is Role.ATTACKER else (1, 0)
    expected = sum(
        float(chance * likely)
        * _best(roll, other + extra[theirs], right, stakes, chooser, extra[mine])
        for roll, chance in all_rolls(dice[mine]).items()
        for other, likely in all_rolls(dice[theirs]).items()
    )
    attack, defense = Pool(dice[0], extra[0]), Pool(dice[1], extra[1])
    found = expected_with_reroll(attack, defense, right, stakes, chooser=chooser)
    assert found == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("stakes", [ALL_DIFFERENT, stakes_on(VOID, EARTH)])
@pytest.mark.parametrize("pools", [(2, 3), (3, 2), (3, 3), (0, 2), (2, 0), (0, 0)])
def test_a_right_to_nothing_is_worth_what_the_plain_odds_say(
    pools: tuple[int, int], stakes: Stakes
) -> None:
    plain = combat_odds(*pools).expected(stakes)
    for right in (
        RerollRight(Role.ATTACKER, Role.ATTACKER, Extent.NONE),
        RerollRight(Role.DEFENDER, Role.ATTACKER, Extent.ANY, faces=()),
    ):
        found = expected_with_reroll(*pools, right, stakes)
        assert found == pytest.approx(plain, abs=1e-12)


@pytest.mark.parametrize("pools", [(4, 4), (5, 3), (7, 6)])
def test_choosing_is_at_least_as_good_as_any_stated_policy(
    pools: tuple[int, int],
) -> None:
    attack, defense = pools
    injury = stakes_on(VOID)
    for policy, right in (
        (reroll_showing(FIRE), ANY_OF_MINE),
        (reroll_not_showing(VOID), ANY_OF_MINE),
        (
            reroll_whole_without(VOID),
            RerollRight(Role.ATTACKER, Role.ATTACKER, Extent.WHOLE),
        ),
    ):
        stated = combat_odds(Pool(attack, policy=policy), defense).chance_of(VOID)
        chosen = expected_with_reroll(attack, defense, right, injury)
        assert chosen >= stated - 1e-12
    # Whoever only wants Void can do no better than to reroll all the rest.
    mastery = combat_odds(Pool(attack, policy=reroll_not_showing(VOID)), defense)
    everything = expected_with_reroll(attack, defense, ANY_OF_MINE, injury)
    assert everything == pytest.approx(mastery.chance_of(VOID), abs=1e-12)


@pytest.mark.parametrize("dice", [1, 4, 12])
def test_one_reroll_injures_just_as_one_die_more_would(dice: int) -> None:
    """Except that a roll of nothing but Void has no die to reroll."""
    reroll = expected_with_reroll(dice, dice, MY_ONE_DIE, stakes_on(VOID))
    one_more = combat_odds(dice + 1, dice).chance_of(VOID)
    assert reroll == pytest.approx(one_more - 6.0 ** -(2 * dice + 1), abs=1e-12)


def test_a_reroll_by_the_enemy_costs_the_attacker() -> None:
    plain = combat_odds(4, 3).expected(ALL_DIFFERENT)
    for extent, faces in ((Extent.WHOLE, FACES), (Extent.ONE, (VOID,))):
        curse = RerollRight(Role.ATTACKER, Role.DEFENDER, extent, faces)
        assert expected_with_reroll(4, 3, curse, ALL_DIFFERENT) < plain - 0.5


@pytest.mark.parametrize("extent", [Extent.ONE, Extent.ANY, Extent.WHOLE])
@pytest.mark.parametrize("by", Role)
@pytest.mark.parametrize("of", Role)
def test_unequal_pools_have_the_same_odds_from_both_sides_of_the_board(
    of: Role, by: Role, extent: Extent
) -> None:
    swap = {Role.ATTACKER: Role.DEFENDER, Role.DEFENDER: Role.ATTACKER}
    mirror = Stakes(tuple(-worth for worth in ALL_DIFFERENT.faces), 0.0)
    right = RerollRight(of, by, extent, (VOID, FIRE, AIR))
    mirrored = RerollRight(swap[of], swap[by], extent, (VOID, FIRE, AIR))
    assert expected_with_reroll(3, 2, right, ALL_DIFFERENT) == pytest.approx(
        -expected_with_reroll(2, 3, mirrored, mirror)
    )


def test_advice_names_the_dice_a_player_would_reroll() -> None:
    # Fire and Earth are taken away, so that only the attacker's own injury is left.
    advice = reroll_advice(
        (FIRE, SPIRIT, EARTH), (WATER, AIR), ANY_OF_MINE, ALL_DIFFERENT
    )
    assert set(advice.reroll) == {FIRE, SPIRIT, EARTH}
    assert advice.standing == ALL_DIFFERENT.faces[SPIRIT]
    assert advice.expected > 0
    content = reroll_advice((VOID, SPIRIT), (AIR, AIR), ANY_OF_MINE, ALL_DIFFERENT)
    assert content.reroll == ()
    assert content.expected == content.standing == ALL_DIFFERENT.faces[VOID]


@rule("TEST-07")
def test_a_die_that_was_rerolled_is_never_named_again() -> None:
    attack, defense = (SPIRIT, SPIRIT, FIRE), (WATER, WATER)
    free = reroll_advice(attack, defense, ANY_OF_MINE, ALL_DIFFERENT)
    assert sorted(free.reroll) == [SPIRIT, SPIRIT, FIRE]
    once = reroll_advice(
        attack, defense, ANY_OF_MINE, ALL_DIFFERENT, locked=(SPIRIT, FIRE)
    )
    assert once.reroll == (SPIRIT,)
    spent = reroll_advice(
        attack, defense, ANY_OF_MINE, ALL_DIFFERENT, locked=(SPIRIT, SPIRIT, FIRE)
    )
    assert spent.reroll == ()
    assert spent.expected == spent.standing


def test_thrown_dice_that_follow_the_advice_earn_what_was_promised() -> None:
    attack, defense, throws = 4, 5, 1500
    right = RerollRight(Role.ATTACKER, Role.ATTACKER, Extent.ANY)
    dice = SeededDice("a1" * 32)
    earned = []
    for _ in range(throws):
        mine, theirs = list(dice.roll(attack)), dice.roll(defense)
        advice = reroll_advice(mine, theirs, right, ALL_DIFFERENT)
        for face in advice.reroll:
            mine.remove(face)
        mine.extend(dice.roll(len(advice.reroll)))
        earned.append(worth(tuple(sorted(mine)), theirs, ALL_DIFFERENT))
    mean = sum(earned) / throws
    spread = sqrt(sum((x - mean) ** 2 for x in earned) / throws)
    promised = expected_with_reroll(attack, defense, right, ALL_DIFFERENT)
    assert abs(mean - promised) < 4.5 * spread / sqrt(throws)
    assert promised > combat_odds(attack, defense).expected(ALL_DIFFERENT)


def test_a_stated_policy_and_a_free_choice_exclude_each_other() -> None:
    with pytest.raises(AssertionError):
        expected_with_reroll(
            Pool(3, policy=reroll_showing(AIR)), 3, MY_ONE_DIE, ALL_DIFFERENT
        )
    with pytest.raises(AssertionError):
        expected_with_reroll(32, 3, MY_ONE_DIE, ALL_DIFFERENT)
