"""Rerolls stated before the roll, and extra dice, against every roll and reroll."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skirmish.rules.odds.combat import Role, combat_odds
from skirmish.rules.odds.pools import (
    Pool,
    reroll_not_showing,
    reroll_showing,
    reroll_whole_with,
    reroll_whole_without,
)
from tests.ledger import rule
from tests.skirmish.rules.odds.brute_force import (
    EARTH,
    FIRE,
    SPIRIT,
    VOID,
    Law,
    Roll,
    all_rolls,
    fights,
    rerolled,
    with_extra,
)

FACES = range(6)
FACE_SETS = st.sets(st.integers(0, 5)).map(sorted).map(tuple)
POLICIES = {
    "showing": reroll_showing,
    "not showing": reroll_not_showing,
    "whole without": reroll_whole_without,
    "whole with": reroll_whole_with,
}


def _goes(name: str, faces: Roll, roll: Roll) -> list[int]:
    """The places in a roll that a policy has rolled again, as a player would say it."""
    everything = list(range(len(roll)))
    if name == "showing":
        return [place for place in everything if roll[place] in faces]
    if name == "not showing":
        return [place for place in everything if roll[place] not in faces]
    shows = any(face in faces for face in roll)
    return everything if shows == (name == "whole with") else []


class Plan(NamedTuple):
    """A pool, told to the product and worked out by hand."""

    dice: int
    extra: Roll
    policy: str | None
    faces: Roll

    def pool(self) -> Pool:
        if self.policy is None:
            return Pool(self.dice, self.extra)
        return Pool(self.dice, self.extra, POLICIES[self.policy](*self.faces))

    def law(self) -> Law:
        law = all_rolls(self.dice)
        if self.policy is not None:
            law = rerolled(law, lambda roll: _goes(self.policy, self.faces, roll))
        return with_extra(law, self.extra)


def plans(dice_max: int) -> st.SearchStrategy[Plan]:
    return st.builds(
        Plan,
        dice=st.integers(0, dice_max),
        extra=st.lists(st.integers(0, 5), max_size=2).map(tuple),
        policy=st.sampled_from([None, *POLICIES]),
        faces=FACE_SETS,
    )


@settings(deadline=None, max_examples=150)
@given(attack=plans(3), defense=plans(3), faces=FACE_SETS)
def test_any_policy_and_extra_die_gives_the_chances_of_every_roll(
    attack: Plan, defense: Plan, faces: Roll
) -> None:
    odds = combat_odds(attack.pool(), defense.pool())
    choosing = 1 if odds.chooser is Role.DEFENDER else 0
    expected = sum(
        fight[2]
        for fight in fights(attack.law(), defense.law())
        if set(fight[choosing]) & set(faces)
    )
    assert Fraction(odds.ways_any(faces), odds.outcomes) == expected


@settings(deadline=None, max_examples=60)
@given(attack=plans(2), defense=plans(3), mine=FACE_SETS, theirs=FACE_SETS)
def test_what_both_sides_have_left_is_counted_under_any_policy(
    attack: Plan, defense: Plan, mine: Roll, theirs: Roll
) -> None:
    odds = combat_odds(attack.pool(), defense.pool())
    expected = sum(
        chance
        for left, against, chance in fights(attack.law(), defense.law())
        if set(left) == set(mine) and set(against) == set(theirs)
    )
    ways = odds.ways_left_exactly(attacker=mine, defender=theirs)
    assert Fraction(ways, odds.outcomes) == expected


@settings(deadline=None, max_examples=40)
@given(attack=plans(12), defense=plans(12), order=st.permutations(FACES))
def test_large_pools_with_policies_still_add_up_to_certainty(
    attack: Plan, defense: Plan, order: list[int]
) -> None:
    results = combat_odds(attack.pool(), defense.pool()).best(order)
    assert sum(results.faces) + results.nothing == pytest.approx(1, abs=1e-12)
    assert min(*results.faces, results.nothing) >= 0


@settings(deadline=None)
@given(plan=plans(3), faces=FACE_SETS)
def test_the_chance_to_show_a_face_is_that_of_every_roll(
    plan: Plan, faces: Roll
) -> None:
    expected = sum(p for roll, p in plan.law().items() if set(roll) & set(faces))
    assert plan.pool().chance_showing(faces) == float(expected)


@rule("COMBAT-41")
def test_an_extra_die_moves_the_choice_like_any_other() -> None:
    odds = combat_odds(3, Pool(3, extra=(SPIRIT,)))
    assert odds.chooser is Role.DEFENDER
    assert odds.defense_dice == 4
    # Only a Void of the attacker can take it away.
    assert odds.chance_of(SPIRIT) > combat_odds(3, 4).chance_of(SPIRIT)


@rule("COMBAT-41")
@settings(deadline=None)
@given(plan=plans(4), dice=st.integers(0, 4))
def test_no_reroll_changes_who_chooses(plan: Plan, dice: int) -> None:
    pool, plain = plan.pool(), Pool(plan.dice + len(plan.extra))
    assert combat_odds(pool, dice).chooser is combat_odds(plain, dice).chooser
    assert combat_odds(dice, pool).chooser is combat_odds(dice, plain).chooser


def test_a_fixed_pool_is_certain_and_empty_policies_change_nothing() -> None:
    sure = combat_odds(Pool(0, (VOID, EARTH)), Pool(0, (SPIRIT,)))
    assert sure.best((VOID, EARTH, 3, 4, 5, SPIRIT)).faces[EARTH] == 1
    for policy in (reroll_showing(), reroll_whole_with(), reroll_not_showing(*FACES)):
        odds = combat_odds(Pool(4, policy=policy), 3)
        assert odds.chance_of(FIRE) == combat_odds(4, 3).chance_of(FIRE)


def test_mastery_used_to_the_full_beats_rolling_all_again() -> None:
    plain = combat_odds(4, 4).chance_of(VOID)
    whole = combat_odds(Pool(4, policy=reroll_whole_without(VOID)), 4).chance_of(VOID)
    mastery = combat_odds(Pool(4, policy=reroll_not_showing(VOID)), 4).chance_of(VOID)
    cursed = combat_odds(Pool(4, policy=reroll_whole_with(VOID)), 4).chance_of(VOID)
    assert cursed < plain < whole < mastery


def test_a_pool_of_no_dice_or_strange_faces_is_our_mistake() -> None:
    with pytest.raises(AssertionError):
        Pool(-1)
    with pytest.raises(AssertionError):
        Pool(2, extra=(6,))
    with pytest.raises(AssertionError):
        reroll_showing(-1)
