"""Schedules, windows, groups and rounds between divisions."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from kernel.dice import SeededDice
from kernel.errors import Refusal
from league.rules.results import EntryId
from league.rules.round_robin import (
    Rounds,
    Window,
    add_late_joiner,
    cross_division,
    group_names,
    round_robin,
    snake,
    windows,
    without_team,
)
from tests.league.rules.entrants import entrant, met, numbers
from tests.league.rules.games import SEED, entry
from tests.ledger import rule


def entries(count: int) -> list[EntryId]:
    return [entry(number) for number in range(1, count + 1)]


def dice(seed: str = SEED) -> SeededDice:
    return SeededDice(seed)


def games(rounds: Rounds) -> Counter[tuple[int, ...]]:
    """How often who plays whom."""
    return Counter(
        tuple(sorted(pair)) for one in rounds for pair in numbers(one) if len(pair) == 2
    )


def byes(rounds: Rounds) -> Counter[int]:
    return Counter(pair[0] for one in rounds for pair in numbers(one) if len(pair) == 1)


@rule("LEAGUE-05")
@pytest.mark.parametrize("count", [2, 3, 4, 5, 8, 9, 16])
def test_everybody_meets_everybody_once(count: int) -> None:
    rounds = round_robin(entries(count), dice())
    assert games(rounds) == Counter(combinations(range(1, count + 1), 2))
    assert len(rounds) == count - 1 + count % 2
    for made in rounds:
        here = sorted(n for pair in numbers(made) for n in pair)
        assert here == list(range(1, count + 1))


@rule("LEAGUE-10")
def test_byes_are_spread() -> None:
    assert byes(round_robin(entries(7), dice())) == Counter(range(1, 8))
    assert not byes(round_robin(entries(8), dice()))


@pytest.mark.parametrize("count", [6, 7, 8])
def test_twice_with_the_names_turned(count: int) -> None:
    rounds = round_robin(entries(count), dice(), is_double=True)
    ordered = [pair for made in rounds for pair in numbers(made) if len(pair) == 2]
    assert len(set(ordered)) == len(ordered) == count * (count - 1)


def test_the_bye_comes_last() -> None:
    for made in round_robin(entries(5), dice()):
        assert [one.is_bye for one in made] == [False, False, True]


@pytest.mark.parametrize("count", [6, 8, 9])
def test_nobody_is_always_named_first(count: int) -> None:
    rounds = round_robin(entries(count), dice())
    first = Counter(pair[0] for one in rounds for pair in numbers(one) if len(pair) > 1)
    assert set(first) == set(range(1, count + 1))
    assert max(first.values()) - min(first.values()) <= 1 + count % 2


def test_the_dice_decide_the_order() -> None:
    one = round_robin(entries(8), dice())
    assert one == round_robin(list(reversed(entries(8))), dice())
    assert one != round_robin(entries(8), dice("0d" * 32))


def test_one_team_is_no_round_robin() -> None:
    with pytest.raises(Refusal, match="two teams"):
        round_robin(entries(1), dice())


@rule("LEAGUE-09")
def test_a_late_joiner_takes_the_byes_that_are_left() -> None:
    rounds = round_robin(entries(5), dice())
    joined = add_late_joiner(rounds, entry(6), next_round=2)
    assert joined[:2] == rounds[:2]
    assert sum(byes(joined).values()) == 2
    assert sum(6 in pair for pair in games(joined)) == 3
    assert len(joined) == len(rounds)
    assert games(joined) - games(rounds) == Counter(
        pair for pair in games(joined) if 6 in pair
    )


@rule("LEAGUE-09")
def test_a_late_joiner_may_catch_up_at_the_end() -> None:
    odd = add_late_joiner(
        round_robin(entries(5), dice()), entry(6), next_round=2, catches_up=True
    )
    assert games(odd) == Counter(combinations(range(1, 7), 2))
    assert [len(made) for made in odd[5:]] == [1, 1]
    even = round_robin(entries(4), dice())
    joined = add_late_joiner(even, entry(5), next_round=1, catches_up=True)
    assert joined[:3] == even
    assert games(joined) == Counter(combinations(range(1, 6), 2))
    assert not byes(joined)
    twice = round_robin(entries(3), dice(), is_double=True)
    joined = add_late_joiner(twice, entry(4), next_round=4, catches_up=True)
    assert set(games(joined).values()) == {2}
    assert len(games(joined)) == 6


def test_nobody_joins_twice() -> None:
    with pytest.raises(Refusal, match="already"):
        add_late_joiner(round_robin(entries(4), dice()), entry(2), next_round=0)


@rule("LEAGUE-15")
def test_who_left_leaves_byes_behind() -> None:
    rounds = round_robin(entries(5), dice())
    left = without_team(rounds, entry(3), next_round=2)
    assert left[:2] == rounds[:2]
    later = [pair for made in left[2:] for pair in numbers(made)]
    assert all(3 not in pair for pair in later)
    had = [pair for made in rounds[2:] for pair in numbers(made) if 3 in pair]
    freed = [n for pair in had for n in pair if n != 3]
    assert all((n,) in later for n in freed)
    assert freed


def test_dates_for_all_rounds_at_once() -> None:
    assert windows(1000, days=7, count=3) == (
        Window(number=1, opens=1000, closes=1006),
        Window(number=2, opens=1007, closes=1013),
        Window(number=3, opens=1014, closes=1020),
    )


def test_rounds_wait_for_pauses_to_end() -> None:
    made = windows(1000, days=7, count=3, pauses=[(1020, 1029), (1010, 1011)])
    assert [(one.opens, one.closes) for one in made] == [
        (1000, 1006),
        (1012, 1018),
        (1030, 1036),
    ]
    touching = windows(1000, days=7, count=2, pauses=[(1007, 1007), (1000, 1000)])
    assert [one.opens for one in touching] == [1008, 1015]
    beside = windows(1000, days=7, count=1, pauses=[(999, 999), (1007, 1010)])
    assert beside[0].opens == 1000
    with pytest.raises(Refusal, match="pause"):
        windows(1000, days=7, count=1, pauses=[(1005, 1001)])
    with pytest.raises(Refusal, match="a day"):
        windows(1000, days=0, count=1)


def test_groups_are_filled_down_and_back_again() -> None:
    teams = [entrant(number, rating=20 - number) for number in range(1, 9)]
    groups = snake(list(reversed(teams)), 3)
    assert [[int(one.entry) for one in group] for group in groups] == [
        [1, 6, 7],
        [2, 5, 8],
        [3, 4],
    ]
    assert len(snake(teams, 4)) == 4
    with pytest.raises(Refusal, match="do not fill"):
        snake(teams, 5)


def test_groups_have_letters() -> None:
    assert group_names(3) == ("A", "B", "C")
    assert group_names(28)[25:] == ("Z", "AA", "AB")


def test_two_divisions_meet_team_by_team() -> None:
    rounds = cross_division(entries(3), [entry(n) for n in range(4, 8)], dice())
    assert len(rounds) == 4
    assert games(rounds) == Counter((a, b) for a in range(1, 4) for b in range(4, 8))
    for made in rounds:
        here = [n for pair in met(made) for n in pair]
        assert len(here) == len(set(here)) == 6
    assert len(cross_division(entries(2), [entry(3), entry(4)], dice(), rounds=1)) == 1


@pytest.mark.parametrize("rounds", [0, 3])
def test_there_are_as_many_such_rounds_as_teams(rounds: int) -> None:
    with pytest.raises(Refusal, match="1 to 2"):
        cross_division(entries(2), [entry(3), entry(4)], dice(), rounds=rounds)


def test_divisions_share_no_team() -> None:
    with pytest.raises(Refusal, match="different teams"):
        cross_division(entries(2), [entry(2), entry(3)], dice())
