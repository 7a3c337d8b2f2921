"""Whole tables."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from kernel.dice import SeededDice, shuffled
from league.rules.competitions.results import Adjustment, Result
from league.rules.competitions.standings import (
    describe_unplayed,
    division_tables,
    draw_lots,
    standings,
)
from tests.league.rules.games import SEED, bye, entry, forfeit, game, team, teams
from tests.ledger import rule
from tests.teams.rules.story import house_rules


def test_a_row_holds_what_a_table_shows() -> None:
    row = standings(
        teams(3),
        [game((1, 7), (2, 4)), bye(1), forfeit(3, 1)],
        house_rules(),
        adjustments=[Adjustment(entry=entry(1), points=-1, reason="Late report.")],
    )[0]
    assert (row.place, row.played, row.won, row.points) == (1, 3, 3, 8)
    assert (row.score_for, row.score_against, row.score_difference) == (7, 4, 3)
    assert (row.byes, row.adjustment) == (1, -1)
    assert row.why == (
        "Ahead of Chidori on league points: 8 to 0.",
        "3 points from 1 bye.",
        "The ninja master adjusted the points by -1: Late report.",
    )


def test_a_table_says_which_teams_have_byes_among_their_matches() -> None:
    rows = standings(teams(3), [game((1, 7), (2, 4)), bye(3)], house_rules())
    assert [row.unplayed for row in rows if row.name == "Chidori"] == [1]
    assert describe_unplayed(rows) == (
        "Byes, and opponents who withdrew before their match, count as played:"
        " Chidori 1."
    )
    assert describe_unplayed(standings(teams(2), [], house_rules())) == ""


def test_a_long_table_names_only_some_of_the_teams_with_byes() -> None:
    rows = standings(teams(8), [bye(number) for number in range(1, 9)], house_rules())
    assert describe_unplayed(rows).endswith(" and 4 more teams.")


@rule("LEAGUE-15")
def test_who_withdrew_stands_below_everybody_who_plays_on() -> None:
    contestants = [team(1), team(2, is_withdrawn=True), team(3, is_withdrawn=True)]
    rows = standings(contestants, [game((2, 3), (1, 0))], house_rules())
    assert [(row.place, row.entry) for row in rows] == [(1, 1), (2, 2), (3, 3)]
    assert rows[1].points == 3
    assert (
        rows[1].why[-1]
        == "Withdrew, so it ranks below the teams that are still playing."
    )


def test_a_game_across_divisions_counts_in_both_tables() -> None:
    contestants = [
        team(1, division="North"),
        team(2, division="North"),
        team(3, division="South"),
        team(4, division="South"),
    ]
    tables = division_tables(
        contestants, [game((1, 3), (3, 2)), game((1, 1), (2, 1))], house_rules()
    )
    points = {
        name: {int(row.entry): (row.played, row.points) for row in rows}
        for name, rows in tables.items()
    }
    assert points == {
        "North": {1: (2, 4), 2: (1, 1)},
        "South": {3: (1, 0), 4: (0, 0)},
    }


def test_many_level_teams_are_not_all_named() -> None:
    rows = standings(teams(8), [], house_rules())
    assert rows[0].why == ("Level with 7 others on every tiebreak.",)


def test_a_table_may_be_empty() -> None:
    assert standings([], [], house_rules()) == ()


pair = st.lists(st.integers(1, 6), min_size=2, max_size=4, unique=True)
scores = st.lists(st.integers(0, 5), min_size=4, max_size=4)
games = st.builds(
    lambda who, points: game(*zip(who, points, strict=False)), pair, scores
)
endings = games | st.builds(bye, st.integers(1, 6))


@settings(max_examples=60, deadline=None)
@given(results=st.lists(endings, max_size=20))
@rule("LEAGUE-08")
def test_the_order_of_results_and_teams_does_not_matter(results: list[Result]) -> None:
    lots = draw_lots([one.entry for one in teams(6)], SEED)
    rows = standings(teams(6), results, house_rules(), lots=lots)
    dice = SeededDice(SEED)
    again = standings(
        shuffled(teams(6), dice), shuffled(results, dice), house_rules(), lots=lots
    )
    assert rows == again
    assert [row.place for row in rows] == [1, 2, 3, 4, 5, 6]
    assert [row.points for row in rows] == sorted(
        (row.points for row in rows), reverse=True
    )
    assert all(row.played == row.won + row.drawn + row.lost for row in rows)


def test_512_teams_and_10_000_results_make_one_table() -> None:
    dice = SeededDice(SEED)
    numbers = list(range(1, 513))
    results = []
    while len(results) < 10_000:
        drawn = shuffled(numbers, dice)
        results += [
            game((a, a % 7), (b, b % 5))
            for a, b in zip(drawn[::2], drawn[1::2], strict=True)
        ]
    lots = draw_lots([entry(number) for number in numbers], SEED)
    rows = standings(teams(512), results, house_rules(), lots=lots)
    assert [row.place for row in rows] == list(range(1, 513))
    assert sum(row.played for row in rows) == 2 * len(results)
