"""Odds of plain pools: against every roll, closed formulas, and thrown dice."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from math import comb, factorial, prod, sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kernel.dice import SeededDice
from skirmish.rules.odds.combat import Role, Stakes, chooser_of, combat_odds, stakes_on
from skirmish.rules.odds.lookup import TABLE_DICE, build_table
from tests.ledger import rule
from tests.skirmish.rules.odds.brute_force import (
    AIR,
    EARTH,
    FIRE,
    SPIRIT,
    VOID,
    WATER,
    all_rolls,
    chooser_after,
    eliminated,
    fights,
    subsets,
    worth,
)

FACES = range(6)
SMALL = list(product(range(5), repeat=2))
POOLS = st.integers(0, TABLE_DICE)
ROLLS = st.lists(st.integers(0, 5), max_size=TABLE_DICE).map(tuple)
# Void, then Earth, and Spirit last: what an attacker mostly wants.
HARM_FIRST = (VOID, EARTH, AIR, WATER, FIRE, SPIRIT)


@pytest.mark.parametrize(("attack", "defense"), SMALL)
def test_all_faces_that_can_be_left_are_counted_as_in_every_roll(
    attack: int, defense: int
) -> None:
    patterns: Counter[tuple[frozenset[int], frozenset[int]]] = Counter()
    for left, against, chance in fights(all_rolls(attack), all_rolls(defense)):
        patterns[frozenset(left), frozenset(against)] += chance
    odds = combat_odds(attack, defense)
    for mine, theirs in product(list(subsets(FACES)), repeat=2):
        ways = odds.ways_left_exactly(attacker=mine, defender=theirs)
        expected = patterns[frozenset(mine), frozenset(theirs)]
        assert Fraction(ways, odds.outcomes) == expected


@pytest.mark.parametrize(("attack", "defense"), SMALL)
def test_the_chances_to_choose_are_those_of_every_roll(
    attack: int, defense: int
) -> None:
    odds = combat_odds(attack, defense)
    choices: Counter[frozenset[int]] = Counter()
    for left, against, chance in fights(all_rolls(attack), all_rolls(defense)):
        choices[frozenset(against if attack < defense else left)] += chance
    for faces in subsets(FACES):
        any_of = sum(p for choice, p in choices.items() if choice & set(faces))
        only = sum(p for choice, p in choices.items() if choice and choice <= {*faces})
        assert Fraction(odds.ways_any(faces), odds.outcomes) == any_of
        assert odds.chance_any(faces) == float(any_of)
        assert odds.chance_forced(faces) == float(only)
    assert odds.no_result == float(choices[frozenset()])


@rule("COMBAT-41")
@settings(deadline=None)
@given(attack=ROLLS, defense=ROLLS)
def test_the_chooser_named_before_the_roll_is_the_one_the_dice_make(
    attack: tuple[int, ...], defense: tuple[int, ...]
) -> None:
    left, against = eliminated(attack, defense)
    assert len(left) - len(against) == len(attack) - len(defense)
    chooser = chooser_after(left, against)
    # All dice gone: only equal pools can end so, and then nobody gets to choose.
    assert chooser in (combat_odds(len(attack), len(defense)).chooser, None)
    if chooser is None:
        assert len(attack) == len(defense)


@rule("COMBAT-41")
def test_the_larger_pool_chooses_and_equal_pools_let_the_attacker() -> None:
    assert combat_odds(4, 3).chooser is Role.ATTACKER
    assert combat_odds(3, 3).chooser is Role.ATTACKER
    assert combat_odds(3, 4).chooser is Role.DEFENDER
    assert combat_odds(0, 1).chooser is Role.DEFENDER
    assert combat_odds(1, 0).chooser is Role.ATTACKER
    assert combat_odds(0, 0).chooser is None


def test_an_empty_pool_leaves_the_other_every_die_it_rolled() -> None:
    for odds in (combat_odds(3, 0), combat_odds(0, 3)):
        assert odds.chance_of(FIRE) == 91 / 216
        assert odds.no_result == 0
    nothing = combat_odds(0, 0)
    assert nothing.no_result == 1
    assert nothing.chance_any(FACES) == 0
    assert nothing.best(HARM_FIRST).nothing == 1


def test_no_result_needs_equal_pools() -> None:
    for attack, defense in product(range(TABLE_DICE + 1), repeat=2):
        no_result = combat_odds(attack, defense).no_result
        assert (no_result > 0) == (attack == defense)


@pytest.mark.parametrize(
    ("attack", "defense", "void", "void_or_earth", "spirit_only"),
    [
        (3, 3, 0.270, 0.492, 0.068),
        (4, 3, 0.347, 0.603, 0.030),
        (4, 4, 0.302, 0.540, 0.051),
        (5, 3, 0.417, 0.693, 0.009),
        (5, 4, 0.368, 0.631, 0.023),
        (5, 5, 0.325, 0.572, 0.041),
        (6, 4, 0.430, 0.707, 0.007),
        (7, 5, 0.438, 0.717, 0.006),
        (8, 4, 0.539, 0.819, 0.001),
    ],
)
def test_well_known_fights_keep_their_figures(
    attack: int,
    defense: int,
    void: float,
    void_or_earth: float,
    spirit_only: float,
) -> None:
    odds = combat_odds(attack, defense)
    assert round(odds.chance_of(VOID), 3) == void
    assert round(odds.chance_any((VOID, EARTH)), 3) == void_or_earth
    assert round(odds.chance_forced((SPIRIT,)), 3) == spirit_only


def test_no_result_and_the_defenders_choice_keep_their_figures() -> None:
    assert [round(combat_odds(n, n).no_result, 3) for n in (3, 4, 5)] == [
        0.021,
        0.011,
        0.006,
    ]
    pools = [(3, 4), (3, 5), (4, 5), (4, 6)]
    figures = [round(combat_odds(*pool).chance_of(SPIRIT), 3) for pool in pools]
    assert figures == [0.347, 0.417, 0.368, 0.430]


def _binomial(dice: int, number: int) -> Fraction:
    return (
        comb(dice, number)
        * Fraction(1, 6) ** number
        * Fraction(5, 6) ** (dice - number)
    )


def _one_face(own: int, other: int) -> Fraction:
    """More own dice on a face than other dice on its opposite: two binomials."""
    return sum(
        _binomial(own, a) * _binomial(other, d)
        for a in range(own + 1)
        for d in range(min(a, other + 1))
    )


@pytest.mark.parametrize("attack", range(TABLE_DICE + 2))
def test_a_single_face_follows_two_binomials_in_and_beyond_the_table(
    attack: int,
) -> None:
    for defense in range(TABLE_DICE + 2):
        odds = combat_odds(attack, defense)
        expected = _one_face(max(attack, defense), min(attack, defense))
        for face in (AIR, SPIRIT):
            assert Fraction(odds.ways_any((face,)), odds.outcomes) == expected


@pytest.mark.parametrize("dice", range(1, TABLE_DICE + 1))
def test_no_result_means_that_one_roll_mirrors_the_other(dice: int) -> None:
    def deals(kinds: int, left: int) -> list[tuple[int, ...]]:
        if kinds == 1:
            return [(left,)]
        return [
            (n, *rest) for n in range(left + 1) for rest in deals(kinds - 1, left - n)
        ]

    mirrored = sum(
        (factorial(dice) // prod(map(factorial, deal))) ** 2 for deal in deals(6, dice)
    )
    odds = combat_odds(dice, dice)
    assert odds.outcomes - odds.ways_any(FACES) == mirrored


@settings(deadline=None, max_examples=40)
@given(attack=POOLS, defense=POOLS)
def test_everything_that_can_be_left_adds_up_to_certainty(
    attack: int, defense: int
) -> None:
    odds = combat_odds(attack, defense)
    everything = list(subsets(FACES))
    ways = sum(
        odds.ways_left_exactly(attacker=mine, defender=theirs)
        for mine, theirs in product(everything, repeat=2)
    )
    assert ways == odds.outcomes == 6 ** (attack + defense)


@settings(deadline=None)
@given(attack=POOLS, defense=POOLS, order=st.permutations(FACES))
def test_results_add_up_to_certainty_and_follow_the_preference(
    attack: int, defense: int, order: list[int]
) -> None:
    odds = combat_odds(attack, defense)
    results = odds.best(order)
    assert sum(results.faces) + results.nothing == pytest.approx(1, abs=1e-12)
    for place in range(1, 7):
        taken = sum(results.faces[face] for face in order[:place])
        assert taken == pytest.approx(odds.chance_any(order[:place]), abs=1e-12)


@settings(deadline=None)
@given(
    attack=POOLS,
    defense=POOLS,
    mine=st.sets(st.integers(0, 5)),
    theirs=st.sets(st.integers(0, 5)),
)
def test_both_sides_of_the_board_have_the_same_odds(
    attack: int, defense: int, mine: set[int], theirs: set[int]
) -> None:
    odds, mirror = combat_odds(attack, defense), combat_odds(defense, attack)
    assert odds.ways_left_exactly(
        attacker=mine, defender=theirs
    ) == mirror.ways_left_exactly(attacker=theirs, defender=mine)
    assert odds.chance_left(Role.ATTACKER, mine) == mirror.chance_left(
        Role.DEFENDER, mine
    )


@settings(deadline=None)
@given(attack=POOLS, defense=POOLS, faces=st.sets(st.integers(0, 5)))
def test_the_side_that_does_not_choose_has_its_chances_too(
    attack: int, defense: int, faces: set[int]
) -> None:
    odds = combat_odds(attack, defense)
    chooser = odds.chooser or Role.ATTACKER
    assert odds.chance_left(chooser, faces) == odds.chance_any(faces)
    one = [odds.chance_left(Role.DEFENDER, (face,)) for face in FACES]
    assert one == [float(_one_face(defense, attack))] * 6


def test_an_attacker_who_chooses_with_fewer_dice_may_find_none_left() -> None:
    assert chooser_of(3, 4, defender_lead=2) is Role.ATTACKER
    assert chooser_of(3, 5, defender_lead=2) is Role.DEFENDER
    assert chooser_of(0, 0, defender_lead=2) is None
    odds = combat_odds(1, 2, chooser=Role.ATTACKER)
    none_left = sum(
        chance for left, _, chance in fights(all_rolls(1), all_rolls(2)) if not left
    )
    assert odds.chooser is Role.ATTACKER
    assert odds.no_result == float(none_left) > 0
    assert odds.chance_of(VOID) == float(_one_face(1, 2))


@settings(deadline=None, max_examples=60)
@given(
    attack=st.integers(0, 3),
    defense=st.integers(0, 3),
    faces=st.tuples(*[st.integers(-4, 4)] * 6),
    nothing=st.integers(-4, 4),
    chooser=st.sampled_from([None, *Role]),
)
def test_the_worth_of_an_attack_is_that_of_every_roll_chosen_well(
    attack: int,
    defense: int,
    faces: tuple[int, ...],
    nothing: int,
    chooser: Role | None,
) -> None:
    stakes = Stakes(faces, nothing)
    expected = sum(
        chance * likely * worth(a, d, stakes, chooser)
        for a, chance in all_rolls(attack).items()
        for d, likely in all_rolls(defense).items()
    )
    odds = combat_odds(attack, defense, chooser=chooser)
    assert odds.expected(stakes) == pytest.approx(float(expected), abs=1e-12)


def test_stakes_on_a_face_make_its_chance_the_worth() -> None:
    assert combat_odds(4, 3).expected(stakes_on(VOID)) == combat_odds(4, 3).chance_of(
        VOID
    )
    # A defender who chooses takes Void only if there is nothing else.
    forced = combat_odds(3, 4).chance_forced((VOID,))
    assert combat_odds(3, 4).expected(stakes_on(VOID)) == forced > 0


@pytest.mark.parametrize(("attack", "defense"), [(7, 5), (6, 9), (12, 12)])
def test_thrown_dice_agree_with_the_odds(attack: int, defense: int) -> None:
    throws = 6000
    dice = SeededDice("5eed" * 16)
    odds = combat_odds(attack, defense)
    results = odds.best(HARM_FIRST)
    seen: Counter[int | None] = Counter()
    for _ in range(throws):
        sides = eliminated(dice.roll(attack), dice.roll(defense))
        mine = sides[0] if odds.chooser is Role.ATTACKER else sides[1]
        seen[next((face for face in HARM_FIRST if face in mine), None)] += 1
    chances = dict(enumerate(results.faces)) | {None: results.nothing}
    for result, chance in chances.items():
        error = 4.5 * sqrt(chance * (1 - chance) / throws) + 1e-12
        assert abs(seen[result] / throws - chance) < error


def test_a_table_of_any_size_agrees_with_the_large_one() -> None:
    small, large = build_table(4), build_table()
    assert len(large) == TABLE_DICE + 1
    for own, other in SMALL:
        assert small[own][other] == large[own][other]


def test_what_is_no_pool_no_face_and_no_order_is_our_mistake() -> None:
    with pytest.raises(AssertionError):
        combat_odds(-1, 3)
    with pytest.raises(AssertionError):
        combat_odds(3, 3).chance_of(6)
    with pytest.raises(AssertionError):
        combat_odds(3, 3).best((VOID, EARTH))
