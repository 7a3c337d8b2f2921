"""Schedules, windows, groups and rounds between divisions."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from kernel.dice import SeededDice
from kernel.errors import Refusal
from league.rules.competitions.pairing_weights import Pairing
from league.rules.competitions.results import EntryId
from league.rules.competitions.round_robin import (
    Rounds,
    Window,
    add_late_joiner,
    catch_up,
    cross_division,
    games_missed,
    group_names,
    round_robin,
    snake,
    windows,
    without_pairs,
)
from league.rules.match_dates import DAY
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


class TestJoiningLate:
    @rule("LEAGUE-09")
    def test_a_late_joiner_takes_the_byes_that_are_left(self) -> None:
        rounds = round_robin(entries(5), dice())
        joined = add_late_joiner(rounds, entry(6), entries(5), next_round=2)
        assert joined[:2] == rounds[:2]
        assert sum(byes(joined).values()) == 2
        assert sum(6 in pair for pair in games(joined)) == 3
        assert len(joined) == len(rounds)
        assert games(joined) - games(rounds) == Counter(
            pair for pair in games(joined) if 6 in pair
        )

    @rule("LEAGUE-09")
    def test_nobody_is_met_more_often_than_everybody_meets_everybody(self) -> None:
        twice = tuple(
            (Pairing(entries=(entry(1),)), Pairing(entries=(entry(other),)))
            for other in (2, 2, 2)
        )
        joined = add_late_joiner(twice, entry(3), entries(2), next_round=0)
        assert games(joined) == Counter({(1, 3): 1, (2, 3): 1})
        assert [len(made) for made in joined] == [2, 2, 2]
        again = add_late_joiner(twice, entry(3), entries(2), next_round=0, times=2)
        assert games(again) == Counter({(1, 3): 2, (2, 3): 1})

    def test_who_left_or_must_not_be_met_keeps_the_bye(self) -> None:
        rounds = round_robin(entries(5), dice())
        joined = add_late_joiner(rounds, entry(6), entries(4), next_round=0)
        assert byes(joined) == Counter({5: 1})

    @rule("LEAGUE-09")
    def test_a_late_joiner_may_catch_up_at_the_end(self) -> None:
        odd = add_late_joiner(
            round_robin(entries(5), dice()), entry(6), entries(5), next_round=2
        )
        caught = catch_up(odd, entry(6), entries(5), next_round=2)
        assert games(caught) == Counter(combinations(range(1, 7), 2))
        assert [len(made) for made in caught[5:]] == [1, 1]
        even = round_robin(entries(4), dice())
        assert add_late_joiner(even, entry(5), entries(4), next_round=1) == even
        joined = catch_up(even, entry(5), entries(4), next_round=1)
        assert joined[:3] == even
        assert games(joined) == Counter(combinations(range(1, 6), 2))
        assert not byes(joined)

    @rule("LEAGUE-09")
    def test_in_two_laps_twice(self) -> None:
        twice = round_robin(entries(3), dice(), is_double=True)
        joined = add_late_joiner(twice, entry(4), entries(3), next_round=4, times=2)
        caught = catch_up(joined, entry(4), entries(3), next_round=4, times=2)
        assert set(games(caught).values()) == {2}
        assert len(games(caught)) == 6

    @rule("LEAGUE-09")
    def test_two_who_catch_up_share_rounds(self) -> None:
        first = catch_up(
            round_robin(entries(4), dice()), entry(5), entries(4), next_round=3
        )
        assert [len(made) for made in first[3:]] == [1, 1, 1, 1]
        both = catch_up(first, entry(6), entries(5), next_round=3)
        assert games(both) == Counter(combinations(range(1, 7), 2))
        assert [len(made) for made in both[3:]] == [2, 2, 2, 2, 1]
        for made in both:
            here = [n for pair in numbers(made) for n in pair]
            assert len(here) == len(set(here))

    def test_what_somebody_missed_is_counted(self) -> None:
        assert games_missed({}, entries(4), times=2) == 8
        met = {entry(1): 1, entry(2): 3, entry(9): 1}
        assert games_missed(met, entries(4)) == 2
        assert games_missed(met, entries(4), times=2) == 5

    def test_nobody_joins_twice(self) -> None:
        rounds = round_robin(entries(4), dice())
        with pytest.raises(Refusal, match="already"):
            add_late_joiner(rounds, entry(2), entries(4), next_round=0)


def test_games_of_teams_that_are_kept_apart_are_left_out() -> None:
    rounds = round_robin(entries(5), dice())
    left = without_pairs(rounds, {(entry(2), entry(4))})
    assert games(rounds) - games(left) == Counter({(2, 4): 1})
    assert byes(left) == byes(rounds)


class TestWindows:
    def test_dates_for_all_rounds_at_once(self) -> None:
        assert windows(1000, days=7, count=3) == tuple(
            Window(opens=1000 + n * 7 * DAY, closes=1000 + (n + 1) * 7 * DAY)
            for n in range(3)
        )

    def test_rounds_wait_for_pauses_to_end(self) -> None:
        def opened(*pauses: tuple[int, int], count: int = 3) -> list[float]:
            away = [(begins * DAY, ends * DAY) for begins, ends in pauses]
            made = windows(0, days=7, count=count, pauses=away)
            assert all(one.closes - one.opens == 7 * DAY for one in made)
            return [one.opens / DAY for one in made]

        assert opened((20, 30), (10, 12)) == [0, 12, 30]
        assert opened((7, 8), (0, 1), count=2) == [8, 15]
        assert opened((-1, 0), (7, 10)) == [0, 10, 17]

    @pytest.mark.parametrize(("days", "pause"), [(0, (1, 2)), (7, (5, 5)), (7, (5, 1))])
    def test_no_round_lasts_no_time_and_no_pause_ends_before_it_began(
        self, days: int, pause: tuple[int, int]
    ) -> None:
        with pytest.raises(Refusal, match=r"at least one day|before its start"):
            windows(0, days=days, count=1, pauses=[pause])


def test_groups_are_filled_down_and_back_again() -> None:
    teams = [entrant(number, rating=20 - number) for number in range(1, 9)]
    groups = snake(list(reversed(teams)), 3)
    assert [[int(one.entry) for one in group] for group in groups] == [
        [1, 6, 7],
        [2, 5, 8],
        [3, 4],
    ]
    assert len(snake(teams, 4)) == 4
    with pytest.raises(Refusal, match="are not enough"):
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
