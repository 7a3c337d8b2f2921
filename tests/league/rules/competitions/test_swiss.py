"""The best round, held against every round there is."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kernel.dice import SeededDice, shuffled
from kernel.errors import Refusal
from league.rules.competitions.pairing_weights import CHANCE, Draw, Level, total
from league.rules.competitions.results import Result
from league.rules.competitions.swiss import pair_round
from tests.league.rules.entrants import (
    all_rounds,
    drawn,
    entrant,
    entrants,
    every_pair,
    met,
    numbers,
)
from tests.league.rules.games import SEED, bye, entry, game
from tests.ledger import rule

pytestmark = rule("LEAGUE-06")


@st.composite
def draws(draw: st.DrawFn, *, most: int) -> Draw:
    count = draw(st.integers(2, most))
    teams = [
        entrant(
            number,
            points=draw(st.integers(0, 4)),
            rating=draw(st.integers(9, 14)),
            club=draw(st.sampled_from(["", "Kites", "Koi"])),
            clan=draw(st.sampled_from(["", "tora", "ijin"])),
            byes=draw(st.integers(0, 2)),
        )
        for number in range(1, count + 1)
    ]
    pairs = st.lists(st.sampled_from(every_pair(count)), max_size=12)
    games = [game((a, 1), (b, 0)) for a, b in draw(pairs)]
    apart = draw(st.lists(st.sampled_from(every_pair(count)), max_size=2))
    return drawn(teams, *games, apart=apart)


def held_against_all(draw: Draw) -> None:
    best = min(total(draw, games) for games in all_rounds(list(draw.entrants)))
    if best[Level.FORBIDDEN]:
        with pytest.raises(Refusal, match="Every possible round pairs"):
            pair_round(draw)
    else:
        assert total(draw, pair_round(draw)) == best


@settings(max_examples=60, deadline=None)
@given(draw=draws(most=8))
def test_no_round_is_better(draw: Draw) -> None:
    held_against_all(draw)


@settings(max_examples=6, deadline=None)
@given(draw=draws(most=10).filter(lambda draw: len(draw.entrants) > 8))
def test_no_round_of_ten_is_better(draw: Draw) -> None:
    held_against_all(draw)


def test_equal_points_meet_and_nobody_meets_twice() -> None:
    first = [game((1, 3), (2, 0)), game((3, 3), (4, 0))]
    second = pair_round(drawn(entrants(3, 0, 3, 0), *first))
    assert numbers(second) == [(1, 3), (2, 4)]
    assert second[0].why[0] == "Both have 3 points."
    third = pair_round(
        drawn(entrants(6, 0, 3, 3), *first, game((1, 1), (3, 0)), game((4, 1), (2, 0)))
    )
    assert met(third) == {(1, 4), (2, 3)}


def test_one_forbidden_pair_outweighs_any_distance() -> None:
    draw = drawn(entrants(9, 9, 0, 0), apart=[(1, 2)])
    assert (1, 2) not in met(pair_round(draw))


@rule("LEAGUE-10")
def test_nobody_has_a_second_bye_before_all_had_one() -> None:
    numbers_of = range(1, 6)
    points = dict.fromkeys(numbers_of, 0)
    byes = dict.fromkeys(numbers_of, 0)
    played: list[Result] = []
    for _ in range(5):
        teams = [entrant(n, points=points[n], byes=byes[n]) for n in numbers_of]
        for pairing in pair_round(drawn(teams, *played)):
            one = int(pairing.entries[0])
            points[one] += 3
            if pairing.opponent is None:
                byes[one] += 1
                played.append(bye(one))
            else:
                played.append(game((one, 1), (int(pairing.opponent), 0)))
    assert set(byes.values()) == {1}


def test_the_last_team_without_one_has_the_bye() -> None:
    teams = [
        entrant(1, points=3),
        entrant(2, points=6),
        entrant(3, points=0, byes=1),
    ]
    made = pair_round(drawn(teams))
    assert numbers(made) == [(2, 3), (1,)]
    assert made[-1].why == (
        "The number of teams is odd, so one team has a bye.",
        "Ayame has the fewest points (3) of the teams with no bye yet.",
    )


@rule("LEAGUE-05")
def test_a_round_may_be_drawn_by_chance_alone() -> None:
    seen = set()
    for number in range(40):
        draw = drawn(entrants(9, 9, 0, 0), levels=CHANCE, seed=f"{number:064x}")
        made = pair_round(draw)
        seen.add(frozenset(met(made)))
        assert made[0].why == ("Drawn at random.",)
    assert len(seen) == 3
    repeated = drawn(entrants(0, 0, 0, 0), game((1, 1), (2, 1)), levels=CHANCE)
    assert (1, 2) not in met(pair_round(repeated))


def test_one_team_alone_has_the_bye() -> None:
    assert numbers(pair_round(drawn(entrants(0)))) == [(1,)]


def test_the_same_dice_make_the_same_round() -> None:
    teams = entrants(*[3] * 8)
    again = pair_round(drawn(shuffled(teams, SeededDice(SEED))))
    assert pair_round(drawn(teams)) == again
    others = {
        frozenset(met(pair_round(drawn(teams, seed=f"{n:064x}")))) for n in range(4)
    }
    assert len(others) > 1


def test_64_teams_are_paired_without_a_rematch_in_their_sixth_round() -> None:
    numbers_of = list(range(1, 65))
    played = []
    dice = SeededDice(SEED)
    for _ in range(5):
        order = shuffled(numbers_of, dice)
        played += [
            game((a, 1), (b, 0)) for a, b in zip(order[::2], order[1::2], strict=True)
        ]
    points = dict.fromkeys(numbers_of, 0)
    for one in played:
        points[int(one.parts[0].entry)] += 3
    draw = drawn(
        [entrant(n, points=points[n], rating=10 + n % 5) for n in numbers_of], *played
    )
    made = pair_round(draw)
    assert sorted(n for pair in numbers(made) for n in pair) == numbers_of
    assert total(draw, made)[Level.REMATCH] == 0
    assert all(draw.times_met(*map(entry, pair)) == 0 for pair in met(made))


def large_field(count: int, rounds: int, *, seed: str = SEED) -> Draw:
    dice = SeededDice(seed)
    points = dict.fromkeys(range(1, count + 1), 0)
    played = []
    for _ in range(rounds):
        order = shuffled(list(points), dice)
        for one, other in zip(order[::2], order[1::2], strict=False):
            points[one] += 3
            played.append(game((one, 1), (other, 0)))
    return drawn([entrant(n, points=have) for n, have in points.items()], *played)


@pytest.mark.parametrize("count", [40, 41])
def test_a_large_field_is_paired_from_the_nearest_and_nobody_is_left_out(
    count: int,
) -> None:
    draw = large_field(count, 4)
    made = pair_round(draw, exact_up_to=0)
    assert sorted(n for pair in numbers(made) for n in pair) == list(
        range(1, count + 1)
    )
    exact = total(draw, pair_round(draw))
    assert total(draw, made)[: Level.SCORE + 1] == exact[: Level.SCORE + 1]


def test_a_large_field_looks_further_if_the_nearest_make_no_round() -> None:
    """The last team has met everybody but the first."""
    count = 40
    played = [game((number, 1), (count, 0)) for number in range(2, count)]
    teams = [entrant(n, points=3 * (count - n)) for n in range(1, count + 1)]
    made = pair_round(drawn(teams, *played), exact_up_to=0)
    assert (1, count) in met(made)


def test_a_large_field_without_a_fresh_round_repeats_one() -> None:
    everybody = [game((a, 1), (b, 0)) for a, b in every_pair(20)]
    made = pair_round(drawn(entrants(*range(20)), *everybody), exact_up_to=0)
    assert len(made) == 10
