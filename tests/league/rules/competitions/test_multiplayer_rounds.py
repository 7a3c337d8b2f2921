"""Round robins at tables: everyone sits down with everyone, in few rounds."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from kernel.dice import SeededDice
from kernel.errors import Refusal
from league.rules.competitions.multiplayer_rounds import (
    TEAMS_MAX,
    count_table_rounds,
    draw_table_rounds,
)
from league.rules.competitions.pairing_weights import Pair, pair_of
from league.rules.competitions.results import EntryId
from league.rules.competitions.round_robin import Rounds, rounds_of
from tests.league.rules.games import SEED
from tests.ledger import rule

pytestmark = rule("LEAGUE-05", "GROUP-02")


def entries(count: int) -> list[EntryId]:
    return [EntryId(number) for number in range(1, count + 1)]


def meetings(rounds: Rounds) -> Counter[Pair]:
    return Counter(
        pair_of(*pair)
        for made in rounds
        for table in made
        for pair in combinations(table.entries, 2)
    )


@pytest.mark.parametrize("size", [3, 4])
@pytest.mark.parametrize("teams", range(2, 25))
def test_every_pair_meets_and_every_team_plays_in_every_round(
    teams: int, size: int
) -> None:
    rounds = draw_table_rounds(entries(teams), SeededDice(SEED), size=size)
    for made in rounds:
        seated = sorted(entry for table in made for entry in table.entries)
        assert seated == entries(teams)
        assert {len(table.entries) for table in made} <= {2, 3, 4}
    assert set(meetings(rounds)) == set(combinations(entries(teams), 2))
    assert len(rounds) == count_table_rounds(teams, size)


@pytest.mark.parametrize("size", [3, 4])
@pytest.mark.parametrize("teams", range(5, 25))
def test_tables_take_fewer_rounds_than_pairs(teams: int, size: int) -> None:
    assert count_table_rounds(teams, size) < rounds_of(teams)


@pytest.mark.parametrize(
    ("teams", "size", "rounds"), [(3, 3, 1), (9, 3, 4), (4, 4, 1), (24, 4, 10)]
)
def test_few_rounds_are_enough(teams: int, size: int, rounds: int) -> None:
    """Nine teams have the perfect schedule: four rounds, and no pair meets twice."""
    assert count_table_rounds(teams, size) <= rounds


def test_nine_teams_at_tables_of_three_meet_exactly_once() -> None:
    rounds = draw_table_rounds(entries(9), SeededDice(SEED), size=3)
    assert set(meetings(rounds).values()) == {1}


def test_same_dice_draw_the_same_rounds_and_others_do_not() -> None:
    def draw(stream: str) -> Rounds:
        return draw_table_rounds(entries(8), SeededDice(SEED, stream), size=3)

    assert draw("schedule") == draw("schedule")
    assert draw("schedule") != draw("another")


def test_double_round_robin_brings_everyone_together_twice() -> None:
    once = draw_table_rounds(entries(7), SeededDice(SEED), size=3)
    twice = draw_table_rounds(entries(7), SeededDice(SEED), size=3, is_double=True)
    assert twice == once * 2
    assert count_table_rounds(7, 3, is_double=True) == len(twice)


@pytest.mark.parametrize("size", [3, 4])
def test_teams_kept_apart_never_share_a_table(size: int) -> None:
    apart = {(EntryId(1), EntryId(2)), (EntryId(5), EntryId(9))}
    rounds = draw_table_rounds(entries(12), SeededDice(SEED), size=size, apart=apart)
    assert not apart & set(meetings(rounds))
    assert len(rounds) <= count_table_rounds(12, size)


def test_draw_is_refused_where_one_table_holds_teams_that_must_not_meet() -> None:
    apart = {(EntryId(1), EntryId(2))}
    with pytest.raises(Refusal, match="choose smaller tables"):
        draw_table_rounds(entries(3), SeededDice(SEED), size=3, apart=apart)


@pytest.mark.parametrize("teams", [1, TEAMS_MAX + 1])
def test_too_few_or_too_many_teams_are_refused(teams: int) -> None:
    with pytest.raises(Refusal, match=r"at least two teams|takes at most 64 teams"):
        draw_table_rounds(entries(teams), SeededDice(SEED), size=3)
    assert count_table_rounds(teams, 3) == rounds_of(teams)


def test_tables_say_why_they_are_smaller() -> None:
    (made, *_) = draw_table_rounds(entries(5), SeededDice(SEED), size=3)
    assert made[0].why == ("Every team meets every other team, at tables of three.",)
    assert made[1].why[1] == (
        "5 teams do not divide into tables of three, so this one seats two."
    )


@pytest.mark.parametrize("size", [3, 4])
def test_seeded_teams_at_the_top_meet_in_the_last_round(size: int) -> None:
    seeded = entries(9)[::-1]
    rounds = draw_table_rounds(seeded, SeededDice(SEED), size=size, is_seeded=True)
    assert set(rounds[-1][0].entries) == set(seeded[:size])
    assert set(meetings(rounds)) == set(combinations(entries(9), 2))
