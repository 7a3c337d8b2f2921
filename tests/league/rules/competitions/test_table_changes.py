"""What one table has that another has not, told for each team."""

from __future__ import annotations

from league.rules.competitions.results import Result
from league.rules.competitions.standings import Row, standings, table_changes
from tests.league.rules.games import game, teams
from tests.teams.rules.story import house_rules


def table(*results: Result) -> tuple[Row, ...]:
    return standings(teams(3), results, house_rules())


def told(before: tuple[Row, ...], after: tuple[Row, ...]) -> dict[str, tuple[str, ...]]:
    changes = table_changes({"": before}, {"": after})
    return {one.name: one.sentences for one in changes}


def test_the_same_table_has_no_changes() -> None:
    assert table_changes({"": table()}, {"": table()}) == ()


def test_only_scores_that_change_are_told_as_differences() -> None:
    before = table(game((1, 3), (2, 1)))
    assert told(before, table(game((1, 5), (2, 1)))) == {
        "Ayame": (
            "Challenge point difference +4 instead of +2.",
            "5 challenge points scored instead of 3.",
        ),
        "Botan": ("Challenge point difference -4 instead of -2.",),
    }


def test_both_scores_higher_by_the_same_leave_the_difference_alone() -> None:
    before = table(game((1, 3), (2, 1)))
    assert told(before, table(game((1, 4), (2, 2)))) == {
        "Ayame": ("4 challenge points scored instead of 3.",),
        "Botan": ("2 challenge points scored instead of 1.",),
    }


def test_a_winner_turned_round_is_told_with_places_points_and_games() -> None:
    before = table(game((1, 3), (2, 1)), game((3, 2), (1, 1)))
    found = told(before, table(game((1, 1), (2, 3)), game((3, 2), (1, 1))))
    assert found["Botan"] == (
        "1st place instead of 3rd.",
        "3 league points instead of 0.",
        "1 win, 0 draws and 0 losses instead of 0 wins, 0 draws and 1 loss.",
        "Challenge point difference +2 instead of -2.",
        "3 challenge points scored instead of 1.",
    )
    assert found["Chidori"] == ("2nd place instead of 1st.",)
    assert list(found) == ["Botan", "Chidori", "Ayame"]


def test_a_rating_that_was_another_counts_as_a_win_of_the_underdog() -> None:
    before = table(game((1, 3), (2, 1), ratings=(10, 10)))
    after = table(game((1, 3), (2, 1), ratings=(10, 12)))
    assert told(before, after) == {"Ayame": ("1 win as the underdog instead of 0.",)}


def test_groups_are_told_one_after_the_other() -> None:
    here, there = table(game((1, 3), (2, 1))), table(game((1, 4), (2, 1)))
    names = [
        (one.group, one.name)
        for one in table_changes({"A": here, "B": here}, {"A": there, "B": there})
    ]
    assert names == [("A", "Ayame"), ("A", "Botan"), ("B", "Ayame"), ("B", "Botan")]
