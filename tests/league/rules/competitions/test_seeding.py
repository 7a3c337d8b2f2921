"""The order of a seeding, and the draws that follow it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernel.dice import SeededDice
from kernel.errors import Refusal
from league.rules.competitions import pairing_weights
from league.rules.competitions.pairing_weights import Entrant, prepare
from league.rules.competitions.results import EntryId
from league.rules.competitions.round_robin import cross_division, round_robin, snake
from league.rules.competitions.seeding import refuse_seeding, reorder, shift
from league.rules.competitions.swiss import pair_round

DICE = SeededDice("5e" * 32, "seeding")


def field(count: int) -> list[Entrant]:
    """Entry 1 is the last of the seeding, although its rating is the highest."""
    return [
        Entrant(
            entry=EntryId(number),
            name=f"Team {number}",
            rating=100 - number,
            seeding=count + 1 - number,
        )
        for number in range(1, count + 1)
    ]


def test_typed_number_moves_a_team_and_the_others_make_room() -> None:
    assert reorder([7, 8, 9, 10], {10: 1}) == (10, 7, 8, 9)
    assert reorder([7, 8, 9, 10], {7: 3}) == (8, 9, 7, 10)
    assert reorder([7, 8, 9, 10], {7: 2, 8: 1}) == (8, 7, 9, 10)


@given(st.permutations(range(1, 9)), st.integers(1, 8), st.integers(1, 8))
def test_moved_team_has_its_number_and_the_others_keep_their_order(
    order: list[int], team: int, number: int
) -> None:
    after = reorder(order, {team: number})
    assert after.index(team) + 1 == number
    rest = [one for one in order if one != team]
    assert [one for one in after if one != team] == rest


def test_one_seed_for_two_teams_is_refused() -> None:
    with pytest.raises(Refusal, match="You gave seed 1 to 2 teams"):
        reorder([7, 8, 9], {8: 1, 9: 1})


@pytest.mark.parametrize("number", [0, -1, 4, 10**9])
def test_seed_outside_the_field_is_refused(number: int) -> None:
    with pytest.raises(Refusal, match="Choose seeds from 1 to 3"):
        reorder([7, 8, 9], {7: number})


def test_shift_stops_at_both_ends() -> None:
    assert shift([7, 8, 9], 9, -1) == (7, 9, 8)
    assert shift([7, 8, 9], 7, -1) == (7, 8, 9)
    assert shift([7, 8, 9], 9, 1) == (7, 8, 9)
    assert shift([7, 8, 9], 5, 1) == (7, 8, 9)


@pytest.mark.parametrize(
    ("seeding", "code"),
    [
        ([1, 2], "seeding-incomplete"),
        ([1, 2, 4], "seeding-incomplete"),
        ([1, 2, 3, 4], "seeding-incomplete"),
        ([1, 2, 2], "seeding-repeated"),
        ([], "seeding-incomplete"),
    ],
)
def test_seeding_names_every_team_once(seeding: list[int], code: str) -> None:
    with pytest.raises(Refusal) as refused:
        refuse_seeding(seeding, {1, 2, 3})
    assert refused.value.code == code


@pytest.mark.parametrize("count", [4, 5, 8])
def test_first_two_seeds_of_a_round_robin_meet_last(count: int) -> None:
    order = [EntryId(number) for number in range(count, 0, -1)]
    rounds = round_robin(order, DICE, is_seeded=True)
    assert {count, count - 1} in [set(one.entries) for one in rounds[-1]]
    met = [frozenset(one.entries) for made in rounds for one in made if not one.is_bye]
    assert len(met) == len(set(met)) == count * (count - 1) // 2


def test_seeded_divisions_meet_in_their_order() -> None:
    left, right = [EntryId(3), EntryId(1)], [EntryId(4), EntryId(2)]
    first, _ = cross_division(left, right, DICE, is_seeded=True)
    assert [one.entries for one in first] == [(3, 4), (1, 2)]


def test_first_swiss_round_pairs_the_upper_half_with_the_lower() -> None:
    made = pair_round(prepare(field(8), [], DICE))
    assert [one.entries for one in made] == [(8, 4), (7, 3), (6, 2), (5, 1)]
    assert "Seed 1 meets seed 5." in made[0].why


def test_last_seed_has_the_first_bye() -> None:
    made = pair_round(prepare(field(5), [], DICE))
    assert [one.entries for one in made] == [(5, 3), (4, 2), (1,)]


def test_later_swiss_rounds_do_not_look_at_the_seeding() -> None:
    played = [pairing_of(8, 4), pairing_of(7, 3)]
    assert prepare(field(8), [], DICE, unplayed=played).seeds == {}


def pairing_of(one: int, other: int) -> pairing_weights.UnplayedGame:
    return pairing_weights.UnplayedGame(
        number=1, entries=(EntryId(one), EntryId(other))
    )


def test_team_without_a_seed_stands_behind_the_seeded() -> None:
    late = Entrant(entry=EntryId(9), name="Late", rating=500)
    draw = prepare([*field(3), late], [], DICE)
    assert draw.seeds == {3: 1, 2: 2, 1: 3, 9: 4}


def test_groups_follow_the_seeding_and_not_the_ratings() -> None:
    groups = snake(field(4), 2)
    assert [[one.entry for one in group] for group in groups] == [[4, 1], [3, 2]]
