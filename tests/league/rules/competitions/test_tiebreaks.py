"""Which tie-break decides, and how it is told."""

from __future__ import annotations

import pytest

from kernel.dice import SeededDice, shuffled
from league.rules.competitions.results import Contestant, Result
from league.rules.competitions.standings import Row, draw_lots, standings
from league.rules.competitions.tiebreaks import TiebreakReason, tiebreak_sentence
from rulebook.rules.rule_setting_values import Tiebreaker
from tests.league.rules.games import SEED, entry, game, team, teams
from tests.ledger import rule
from tests.teams.rules.story import house_rules

pytestmark = rule("LEAGUE-08")


def table(
    contestants: list[Contestant], *results: Result, by: tuple[str, ...] = ()
) -> tuple[Row, ...]:
    rules = house_rules(tiebreakers=list(by)) if by else house_rules()
    return standings(contestants, results, rules)


def order(rows: tuple[Row, ...]) -> list[int]:
    return [int(row.entry) for row in rows]


def test_the_game_between_two_tied_teams_decides_first() -> None:
    rows = table(
        teams(4),
        game((2, 4), (1, 3)),
        game((1, 9), (3, 0)),
        game((4, 1), (2, 0)),
        game((3, 2), (4, 0)),
    )
    # All have three points; all met but 1-4 and 2-3, so no games among them count.
    assert [row.points for row in rows] == [3, 3, 3, 3]
    assert order(rows) == [1, 2, 4, 3]
    # Of two that are level, their own game outweighs nine points of difference.
    two = table(
        teams(3), game((2, 4), (1, 3)), game((1, 9), (3, 0)), game((3, 1), (2, 0))
    )
    assert order(two) == [1, 2, 3]
    pair = table(
        teams(4),
        game((2, 4), (1, 3)),
        game((1, 9), (3, 0)),
        game((4, 1), (2, 0)),
        game((4, 1), (3, 0)),
    )
    assert order(pair)[:3] == [4, 2, 1]
    assert (
        "on points among the tied teams: 3 from 1 match to 0 from 1 match"
        in " ".join(pair[1].why)
    )


def test_three_in_a_circle_are_parted_by_something_else() -> None:
    rows = table(
        teams(3), game((1, 5), (2, 1)), game((2, 3), (3, 1)), game((3, 2), (1, 1))
    )
    assert order(rows) == [1, 3, 2]
    assert rows[0].why == (
        "Ahead of Chidori on difference in challenge points: +3 to -1.",
    )


def test_those_still_level_are_looked_at_among_themselves() -> None:
    """1 loses to nobody among four; 2 and 3 are level until only their game counts."""
    results = [
        game((1, 1), (2, 0)),
        game((3, 1), (1, 0)),
        game((1, 1), (4, 0)),
        game((2, 1), (3, 0)),
        game((4, 9), (2, 0)),
        game((3, 1), (4, 0)),
        # Everybody comes to six points by games against others.
        game((2, 1), (5, 0)),
        game((4, 1), (5, 0)),
    ]
    rows = table(teams(5), *results)
    assert [row.points for row in rows] == [6, 6, 6, 6, 0]
    # Among four 1 and 3 have six, 2 and 4 have three; then 3 beat 1 and 4 beat 2.
    assert order(rows) == [3, 1, 4, 2, 5]
    assert "3 from 1 match to 0 from 1 match" in rows[0].why[0]
    assert "6 from 3 matches to 3 from 3 matches" in rows[1].why[1]


def test_two_of_three_in_a_circle_are_parted_by_their_own_game() -> None:
    level = table(
        teams(3),
        game((1, 4), (2, 3)),
        game((2, 3), (3, 2)),
        game((3, 2), (1, 1)),
        game((1, 1), (9, 0)),
        by=("head_to_head", "score_difference"),
    )
    # All three won once. Ayame is ahead on difference; of the others Botan won.
    assert order(level) == [1, 2, 3]
    assert level[2].why == (
        (
            "Behind Botan on points among the tied teams: 0 from 1 match to 3 from 1"
            " match."
        ),
    )


def test_games_that_cannot_count_are_told() -> None:
    rows = table(teams(2), game((1, 4), (8, 3)), game((2, 5), (9, 3)))
    assert rows[0].why[0] == (
        "Ahead of Ayame on difference in challenge points: +2 to +1. They have not met."
    )
    three = table(
        teams(3),
        game((1, 4), (2, 4)),
        game((3, 1), (8, 1)),
        by=("head_to_head", "score_for"),
    )
    assert " The 3 tied teams have not all met." in three[-1].why[0]


def test_games_among_the_tied_are_counted_per_game() -> None:
    """Who met more often has no advantage by that alone."""
    results = [
        game((1, 1), (2, 0)),
        game((2, 1), (1, 0)),
        game((1, 1), (2, 1)),
        game((3, 1), (1, 0)),
        game((2, 1), (3, 0)),
        game((3, 1), (4, 0)),
    ]
    rows = table(teams(4), *results, by=("head_to_head", "lot"))
    # 4 has met only one team: nothing counts among four, all share the first place.
    assert [row.place for row in rows] == [1, 1, 1, 1]
    rows = table(teams(3), *results, by=("head_to_head", "lot"))
    # 2: 7 of 4 games, 3: 3 of 2, 1: 4 of 4.
    assert order(rows) == [2, 3, 1]


@pytest.mark.parametrize(
    ("tiebreak", "first"),
    [
        ("points", 1),
        ("score_difference", 2),
        ("score_for", 3),
        ("underdog_wins", 4),
        ("lower_rating", 5),
    ],
)
def test_every_tie_break_can_stand_first(tiebreak: str, first: int) -> None:
    ratings = {5: 8}
    contestants = [team(n, rating=ratings.get(n, 12)) for n in range(1, 6)]
    rows = table(
        contestants,
        game((1, 2), (6, 1)),
        game((1, 2), (6, 1)),
        game((2, 8), (6, 0)),
        game((3, 20), (6, 21)),
        game((4, 2), (6, 1), ratings=(9, 12)),
        game((5, 1), (6, 2)),
        by=(tiebreak, "lot"),
    )
    assert rows[0].entry == first
    assert rows[0].place == 1


def test_without_points_in_the_list_they_decide_nothing() -> None:
    rows = table(
        teams(2), game((1, 1), (2, 0)), game((1, 0), (2, 9)), by=("score_for",)
    )
    assert order(rows) == [2, 1]
    rows = table(teams(2), game((1, 1), (2, 0)), by=("lower_rating",))
    assert [row.place for row in rows] == [1, 1]


def test_lots_part_the_rest_and_stay_as_they_are() -> None:
    lots = draw_lots([entry(number) for number in range(1, 9)], SEED)
    rows = standings(teams(8), [], house_rules(), lots=lots)
    assert [row.place for row in rows] == list(range(1, 9))
    assert order(rows) == sorted(range(1, 9), key=lambda number: lots[entry(number)])
    assert rows[0].why == (f"Ahead of {rows[1].name} by lot.",)
    fewer = draw_lots([entry(3), entry(5)], SEED)
    assert fewer == {number: lots[number] for number in (entry(3), entry(5))}
    assert draw_lots([entry(1)], "ab" * 32) != {entry(1): lots[entry(1)]}


def test_without_lots_level_teams_share_a_place_by_name() -> None:
    rows = table(shuffled(teams(3), SeededDice(SEED)), game((2, 1), (9, 0)))
    assert [(row.place, row.name) for row in rows] == [
        (1, "Botan"),
        (2, "Ayame"),
        (2, "Chidori"),
    ]
    assert rows[1].why[-1] == ("Level with Chidori on every tiebreak.")


def test_a_divide_is_told_from_both_sides() -> None:
    divide = TiebreakReason(by=Tiebreaker.SCORE_FOR, upper="9", lower="7", among=2)
    assert tiebreak_sentence(divide, other="Botan", is_ahead=True) == (
        "Ahead of Botan on challenge points scored: 9 to 7."
    )
    assert tiebreak_sentence(divide, other="Ayame", is_ahead=False) == (
        "Behind Ayame on challenge points scored: 7 to 9."
    )
