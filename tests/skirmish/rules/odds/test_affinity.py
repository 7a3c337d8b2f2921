"""Odds of tests, dodges and single dice, against every roll."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skirmish.rules.odds.affinity import (
    Matches,
    affinity_chance,
    dodge_chance,
    matches,
    opposed_odds,
)
from skirmish.rules.odds.pools import Extent
from tests.skirmish.rules.odds.brute_force import Roll, all_rolls, rerolled

DICE = st.integers(0, 3)
MATCHING = st.integers(0, 6)
TEST = matches()


def _goes(
    roll: Roll, faces: int, needed: int, reroll: Extent, *, forced: bool
) -> list[int]:
    """The places rolled again; faces below `faces` are those that match."""
    wanted = [place for place, face in enumerate(roll) if (face < faces) == forced]
    if reroll is Extent.ANY:
        return wanted
    if reroll is Extent.ONE:
        return wanted[:1]
    succeeds = sum(face < faces for face in roll) >= needed
    whole = reroll is Extent.WHOLE and succeeds == forced
    return list(range(len(roll))) if whole else []


@settings(deadline=None, max_examples=200)
@given(
    dice=DICE,
    faces=MATCHING,
    needed=st.integers(0, 3),
    reroll=st.sampled_from(Extent),
    forced=st.booleans(),
)
def test_matching_dice_are_counted_as_in_every_roll_and_reroll(
    dice: int, faces: int, needed: int, reroll: Extent, *, forced: bool
) -> None:
    law = rerolled(
        all_rolls(dice),
        lambda roll: _goes(roll, faces, needed, reroll, forced=forced),
    )
    found = matches(dice=dice, faces=faces, needed=needed, reroll=reroll, forced=forced)
    for number in range(dice + 1):
        expected = sum(p for r, p in law.items() if sum(f < faces for f in r) == number)
        assert Fraction(found.ways[number], found.outcomes) == expected


def test_a_plain_test_asks_for_one_die_of_three() -> None:
    assert affinity_chance() == 91 / 216
    assert affinity_chance(needed=2) == 16 / 216
    assert affinity_chance(needed=3) == 1 / 216
    assert affinity_chance(needed=4) == 0


@pytest.mark.parametrize("affinities", range(1, 7))
def test_a_single_die_knows_all_affinities_of_the_figure(affinities: int) -> None:
    assert affinity_chance(dice=1, faces=affinities) == affinities / 6


def test_dodges_in_a_row_must_all_succeed() -> None:
    assert dodge_chance() == affinity_chance()
    assert dodge_chance(3) == pytest.approx((91 / 216) ** 3)
    assert dodge_chance(0) == 1
    assert dodge_chance(needed=2) == affinity_chance(needed=2)
    nimble = 1 - (25 / 36) ** 3
    assert dodge_chance(reroll=Extent.ANY) == pytest.approx(nimble)


def test_a_wider_reroll_is_never_worse() -> None:
    for needed in (1, 2, 3):
        chances = [
            affinity_chance(needed=needed, reroll=extent)
            for extent in (Extent.NONE, Extent.ONE, Extent.ANY)
        ]
        assert chances == sorted(chances)
        whole = affinity_chance(needed=needed, reroll=Extent.WHOLE)
        assert chances[0] < whole <= chances[-1]
        cursed = affinity_chance(needed=needed, reroll=Extent.WHOLE, forced=True)
        assert cursed == pytest.approx(chances[0] ** 2)


def test_two_equal_contestants_tie_often_and_win_alike_in_the_end() -> None:
    odds = opposed_odds(TEST, TEST)
    ties = sum(ways * ways for ways in TEST.ways)
    assert odds.tied == ties / TEST.outcomes**2
    assert odds.final == (0.5, 0.5)
    assert odds.with_ties_to(1) == pytest.approx(
        (odds.outright[0], odds.outright[1] + odds.tied)
    )


def _rolled_off(contestants: Sequence[Matches], rounds: int) -> list[float]:
    """Who wins if ties are rolled again, so often that hardly a tie can be left."""
    still_in = {frozenset(range(len(contestants))): 1.0}
    won = [0.0] * len(contestants)
    for _ in range(rounds):
        after: dict[frozenset[int], float] = {}
        for members, chance in still_in.items():
            laws = [
                [(i, n, w / contestants[i].outcomes) for n, w in enumerate(c.ways)]
                for i, c in enumerate(contestants)
                if i in members
            ]
            for counts in product(*laws):
                likely = chance
                for _, _, p in counts:
                    likely *= p
                top = max(n for _, n, _ in counts)
                tied = frozenset(i for i, n, _ in counts if n == top)
                if len(tied) == 1:
                    won[min(tied)] += likely
                else:
                    after[tied] = after.get(tied, 0.0) + likely
        still_in = after
    return won


@pytest.mark.parametrize("players", [2, 3, 4])
def test_opposed_tests_end_as_rolling_on_and_on_does(players: int) -> None:
    contestants = [
        TEST,
        matches(reroll=Extent.ANY),
        TEST,
        matches(reroll=Extent.ONE),
    ][:players]
    odds = opposed_odds(*contestants)
    assert odds.final == pytest.approx(_rolled_off(contestants, 60), abs=1e-9)
    assert odds.outright == pytest.approx(_rolled_off(contestants, 1), abs=1e-12)
    assert sum(odds.outright) + odds.tied == pytest.approx(1)
    assert sum(odds.final) == pytest.approx(1)


def test_a_tie_for_the_highest_count_goes_to_a_holder_who_need_not_share_it() -> None:
    hopeless = matches(faces=0)
    odds = opposed_odds(TEST, TEST, hopeless)
    with_holder = odds.with_ties_to(2)
    assert with_holder[2] == pytest.approx(odds.tied)
    assert sum(with_holder) == pytest.approx(1)
    assert odds.final[2] < odds.final[0]


def test_endless_and_empty_contests_are_our_mistake() -> None:
    with pytest.raises(AssertionError):
        opposed_odds()
    with pytest.raises(AssertionError):
        opposed_odds(matches(faces=0), matches(faces=0))
    with pytest.raises(AssertionError):
        matches(faces=7)
