"""Brackets as slots."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import msgspec
import pytest

from kernel.errors import Refusal
from league.rules.competitions.brackets import (
    Bracket,
    GroupPlace,
    LoserOf,
    Seed,
    Slot,
    WinnerOf,
    bracket_of,
    bracket_order,
    group_slots,
    knockout,
    round_name,
    seeds,
    slot_label,
    tie_name,
)
from tests.ledger import rule

pytestmark = rule("LEAGUE-06")


def told(bracket: Bracket) -> list[str]:
    return [
        f"M{tie.number} {tie.name}: {' - '.join(map(slot_label, tie.slots))}"
        for tie in bracket.ties
    ]


def test_four_teams() -> None:
    assert told(knockout(seeds(4))) == [
        "M1 Semi-final 1: seed 1 - seed 4",
        "M2 Semi-final 2: seed 2 - seed 3",
        "M3 Final: winner of M1 - winner of M2",
    ]


def test_a_game_for_third_place() -> None:
    assert told(knockout(seeds(4), places=4))[2:] == [
        "M3 Final: winner of M1 - winner of M2",
        "M4 Game for 3rd place: loser of M1 - loser of M2",
    ]


def test_losers_may_play_on_for_every_place() -> None:
    bracket = knockout(seeds(8), places=8)
    assert told(bracket)[4:] == [
        "M5 Semi-final 1: winner of M1 - winner of M2",
        "M6 Semi-final 2: winner of M3 - winner of M4",
        "M7 Places 5 to 8, match 1: loser of M1 - loser of M2",
        "M8 Places 5 to 8, match 2: loser of M3 - loser of M4",
        "M9 Final: winner of M5 - winner of M6",
        "M10 Game for 3rd place: loser of M5 - loser of M6",
        "M11 Game for 5th place: winner of M7 - winner of M8",
        "M12 Game for 7th place: loser of M7 - loser of M8",
    ]
    assert [tie.round for tie in bracket.ties] == [1] * 4 + [2] * 4 + [3] * 4
    five = knockout(seeds(8), places=5)
    assert [tie.first_place for tie in five.ties if tie.round == 3] == [1, 3, 5]


def test_top_seeds_skip_the_first_round() -> None:
    assert told(knockout(seeds(6))) == [
        "M1 Quarter-final 1: seed 4 - seed 5",
        "M2 Quarter-final 2: seed 3 - seed 6",
        "M3 Semi-final 1: seed 1 - winner of M1",
        "M4 Semi-final 2: seed 2 - winner of M2",
        "M5 Final: winner of M3 - winner of M4",
    ]


def test_a_number_does_not_follow_a_number() -> None:
    first = knockout(seeds(16)).ties[0]
    assert first.name == "Round of 16, match 1"


@pytest.mark.parametrize(
    ("stored", "shown"),
    [
        ("Round of 16 1", "Round of 16, match 1"),
        ("Round of 32, tie 12", "Round of 32, match 12"),
        ("Places 5 to 8 2", "Places 5 to 8, match 2"),
        ("Round of 16, match 3", "Round of 16, match 3"),
        ("Places 9 to 16", "Places 9 to 16"),
        ("Semi-final 1", "Semi-final 1"),
        ("Set by Dana: a bye", "Set by Dana: a bye"),
    ],
)
def test_a_name_from_before_is_told_as_people_say_it(stored: str, shown: str) -> None:
    assert tie_name(stored) == shown


def test_a_bracket_that_was_drawn_before_is_read_with_names_as_people_say_them() -> (
    None
):
    plain = msgspec.to_builtins(knockout(seeds(16)))
    plain["ties"][0]["name"] = "Round of 16 1"
    assert bracket_of(plain) == knockout(seeds(16))


def test_a_round_is_named_for_the_way_to_the_title() -> None:
    bracket = knockout(seeds(16), places=4)
    rounds = [[tie for tie in bracket.ties if tie.round == n] for n in range(1, 5)]
    assert [round_name(ties) for ties in rounds] == [
        "Round of 16",
        "Quarter-finals",
        "Semi-finals",
        "Final",
    ]


@pytest.mark.parametrize("count", range(2, 34))
def test_every_seed_plays_and_all_but_one_are_beaten(count: int) -> None:
    bracket = knockout(seeds(count))
    assert len(bracket.ties) == count - 1
    slots = [slot for tie in bracket.ties for slot in tie.slots]
    assert len(set(slots)) == len(slots)
    assert {slot for slot in slots if isinstance(slot, Seed)} == set(seeds(count))
    for tie in bracket.ties:
        for slot in tie.slots:
            if isinstance(slot, WinnerOf | LoserOf):
                assert slot.tie < tie.number


@pytest.mark.parametrize("size", [2, 4, 8, 16])
def test_the_best_meet_as_late_as_they_can(size: int) -> None:
    order = bracket_order(size)
    assert sorted(order) == list(range(1, size + 1))
    line = {seed: number for number, seed in enumerate(order)}
    for one, other in combinations(range(1, size + 1), 2):
        met_in = (line[one] ^ line[other]).bit_length()
        # The best 2^k teams are spread over 2^k parts of the bracket.
        spread = (other - 1).bit_length()
        assert met_in > size.bit_length() - 1 - spread


def test_best_of_is_told_from_the_final_backwards() -> None:
    bracket = knockout(seeds(8), best_of=(5, 3, 1), places=4)
    by_name = {tie.name: tie for tie in bracket.ties}
    assert by_name["Final"].best_of == 5
    assert by_name["Final"].wins_needed == 3
    assert by_name["Semi-final 1"].best_of == 3
    assert by_name["Quarter-final 4"].best_of == 1
    longer = knockout(seeds(16), best_of=(3, 1))
    assert [tie.best_of for tie in longer.ties] == [1] * 14 + [3]


@pytest.mark.parametrize("best_of", [(), (2,), (3, 0), (-1,)])
def test_a_tie_needs_an_odd_number_of_games(best_of: tuple[int, ...]) -> None:
    with pytest.raises(Refusal, match="odd number"):
        knockout(seeds(4), best_of=best_of)


def test_a_bracket_needs_two_different_slots() -> None:
    with pytest.raises(Refusal, match="two teams"):
        knockout(seeds(1))
    with pytest.raises(Refusal, match="only once"):
        knockout((Seed(number=1), Seed(number=1)))


def first_meetings(slots: Sequence[Slot], size: int) -> list[int]:
    """The rounds in which teams of one group could meet, earliest first."""
    order = bracket_order(size)
    line = {slots[seed - 1]: n for n, seed in enumerate(order) if seed <= len(slots)}
    return sorted(
        (line[one] ^ line[other]).bit_length()
        for one, other in combinations(slots, 2)
        if isinstance(one, GroupPlace)
        and isinstance(other, GroupPlace)
        and one.group == other.group
    )


@pytest.mark.parametrize(
    ("groups", "from_each", "earliest"),
    [
        ("AB", 2, 2),  # only in the final
        ("ABCD", 2, 3),
        ("ABCDEFGH", 2, 4),
        ("AB", 4, 2),  # four of one group: two of them share a half
        ("ABCD", 4, 3),
        ("ABC", 2, 3),
        ("A", 4, 1),
    ],
)
def test_opponents_of_a_group_are_kept_apart(
    groups: str, from_each: int, earliest: int
) -> None:
    slots = group_slots(groups, from_each=from_each)
    assert len(set(slots)) == len(slots) == len(groups) * from_each
    size = 2 ** (len(slots) - 1).bit_length()
    assert first_meetings(slots, size)[0] == earliest


def test_winners_of_groups_are_stronger_than_seconds() -> None:
    slots = group_slots("ABC", from_each=2)
    places = [slot.place for slot in slots if isinstance(slot, GroupPlace)]
    assert places == [1, 1, 1, 2, 2, 2]
    assert slots[0] == GroupPlace(group="A", place=1)
    assert slot_label(slots[3]).startswith("2nd of group")


def test_groups_have_to_be_told_apart() -> None:
    with pytest.raises(Refusal, match="only once"):
        group_slots("AA", from_each=1)
    with pytest.raises(Refusal, match="how many"):
        group_slots("A", from_each=1)
