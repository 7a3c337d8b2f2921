"""What games, byes and forfeits bring in the table."""

from __future__ import annotations

import pytest
from msgspec import structs

from league.rules.competitions.results import (
    Adjustment,
    EntryId,
    Result,
    TeamResult,
    UnplayedGame,
)
from league.rules.competitions.tallies import Tally, count
from rulebook.rules.house_rules import HouseRules
from tests.league.rules.games import (
    bye,
    entry,
    forfeit,
    game,
    nobody,
    planned,
    team,
    teams,
)
from tests.ledger import rule
from tests.teams.rules.story import changed, house_rules


def tallied(
    *results: Result, rules: HouseRules | None = None, of: int = 4
) -> dict[int, Tally]:
    counted = count(teams(of), results, rules or house_rules())
    return {int(number): tally for number, tally in counted.tallies.items()}


def record(tally: Tally) -> tuple[int, int, int, int, int]:
    return tally.played, tally.won, tally.drawn, tally.lost, tally.points


@rule("LEAGUE-07")
def test_a_win_brings_three_a_draw_one_and_a_loss_none() -> None:
    found = tallied(game((1, 7), (2, 4)), game((1, 3), (3, 3)))
    assert record(found[1]) == (2, 1, 1, 0, 4)
    assert record(found[2]) == (1, 0, 0, 1, 0)
    assert record(found[3]) == (1, 0, 1, 0, 1)
    assert (found[1].score_for, found[1].score_against) == (10, 7)


@rule("LEAGUE-07")
def test_the_league_sets_its_points() -> None:
    points = changed("standings_points", win=5, draw=2, loss=1)
    rules = house_rules(standings_points=points)
    found = tallied(game((1, 7), (2, 4)), game((1, 3), (3, 3)), rules=rules)
    assert [found[number].points for number in (1, 2, 3)] == [7, 1, 2]


@rule("NM-03", "LEAGUE-07")
def test_a_game_is_worth_what_it_was_under_its_own_rules() -> None:
    now = house_rules(standings_points=changed("standings_points", win=9, bye=9))
    of_then = (game((1, 7), (2, 4)), bye(3))
    then = (structs.replace(one, rules=house_rules()) for one in of_then)
    found = tallied(*then, game((1, 3), (2, 1)), rules=now)
    assert [found[number].points for number in (1, 2, 3)] == [3 + 9, 0, 3]


@rule("GROUP-06")
@pytest.mark.parametrize(
    ("scores", "points"),
    [
        ((9, 6, 4, 1), [3, 2, 1, 0]),
        ((9, 9, 4, 1), [2, 2, 1, 0]),  # five shared by two, rounded down
        ((9, 6, 6, 6), [3, 1, 1, 1]),
        ((5, 5, 5, 5), [1, 1, 1, 1]),  # six shared by four, rounded down
        ((9, 6, 4), [3, 1, 0]),
        ((9, 6, 6), [3, 0, 0]),
        ((5, 5, 5), [1, 1, 1]),
    ],
)
def test_places_among_several_bring_points(
    scores: tuple[int, ...], points: list[int]
) -> None:
    found = tallied(game(*enumerate(scores, start=1)))
    assert [found[n].points for n in range(1, len(scores) + 1)] == points


@rule("GROUP-06")
def test_the_league_sets_the_points_of_places() -> None:
    rules = house_rules(multi_standings={"3": [5, 2, 1], "4": [9, 4, 2, 1]})
    three = tallied(game((1, 3), (2, 2), (3, 1)), rules=rules)
    four = tallied(game((1, 3), (2, 2), (3, 1), (4, 0)), rules=rules)
    assert [three[number].points for number in (1, 2, 3)] == [5, 2, 1]
    assert [four[number].points for number in (1, 2, 3, 4)] == [9, 4, 2, 1]


def test_among_several_the_first_wins_and_who_shares_it_draws() -> None:
    alone = tallied(game((1, 9), (2, 6), (3, 6)))
    assert [(t.won, t.drawn, t.lost) for t in alone.values()][:3] == [
        (1, 0, 0),
        (0, 0, 1),
        (0, 0, 1),
    ]
    shared = tallied(game((1, 9), (2, 9), (3, 6)))
    assert [(t.won, t.drawn, t.lost) for t in shared.values()][:3] == [
        (0, 1, 0),
        (0, 1, 0),
        (0, 0, 1),
    ]
    # Against the best of the others.
    assert (alone[1].score_against, alone[3].score_against) == (6, 9)


@rule("GROUP-09")
def test_partners_win_and_lose_together() -> None:
    parts = tuple(
        TeamResult(
            entry=EntryId(number), side=number % 2, place=1 + number % 2, score=score
        )
        for number, score in ((1, 2), (2, 6), (3, 2), (4, 6))
    )
    found = tallied(Result(number=1, parts=parts))
    assert [found[number].points for number in (1, 2, 3, 4)] == [0, 3, 0, 3]
    assert (found[4].won, found[3].lost) == (1, 1)


@rule("LEAGUE-10")
@pytest.mark.parametrize(
    ("counts_as", "expected"),
    [("win", (1, 1, 0, 0, 3)), ("draw", (1, 0, 1, 0, 1)), ("nothing", (0,) * 5)],
)
def test_a_bye_counts_as_the_league_says(
    counts_as: str, expected: tuple[int, ...]
) -> None:
    rules = house_rules(bye_policy=changed("bye_policy", standings=counts_as))
    tally = tallied(bye(1), rules=rules)[1]
    assert record(tally) == expected
    assert tally.byes == 1


@rule("LEAGUE-10")
def test_a_bye_may_bring_less_than_a_win() -> None:
    rules = house_rules(standings_points=changed("standings_points", bye=2))
    assert tallied(bye(1), rules=rules)[1].points == 2


@rule("LEAGUE-11")
def test_a_forfeit_is_lost_and_won_without_challenge_points() -> None:
    penalty = changed("standings_points", forfeit_loss=-1)
    found = tallied(forfeit(1, 2), rules=house_rules(standings_points=penalty))
    assert record(found[1]) == (1, 0, 0, 1, -1)
    assert record(found[2]) == (1, 1, 0, 0, 3)
    assert (found[1].forfeits, found[2].forfeits) == (1, 0)
    assert found[2].score_for == 0


@rule("LEAGUE-11")
def test_who_does_not_turn_up_stands_behind_two_who_play_it_out() -> None:
    parts = (*game((1, 4), (2, 6)).parts, forfeit(3, 1).parts[1])
    found = tallied(Result(number=1, parts=parts))
    assert [found[number].points for number in (1, 2, 3)] == [1, 3, 0]
    assert [found[number].lost for number in (1, 2, 3)] == [1, 0, 1]


@rule("LEAGUE-13")
def test_a_game_nobody_came_to_never_was() -> None:
    penalty = changed("standings_points", forfeit_loss=-1)
    rules = house_rules(standings_points=penalty)
    counted = count(teams(2), [nobody(1, 2)], rules)
    assert record(counted.tallies[entry(1)]) == (0, 0, 0, 0, 0)
    assert not counted.meetings


@rule("LEAGUE-13")
def test_the_league_may_let_both_lose_it() -> None:
    rules = house_rules(
        double_forfeit="both_lose",
        standings_points=changed("standings_points", forfeit_loss=-1),
    )
    found = tallied(nobody(1, 2), rules=rules)
    assert record(found[1]) == record(found[2]) == (1, 0, 0, 1, -1)


@rule("LEAGUE-15")
@pytest.mark.parametrize(
    ("policy", "expected"),
    [("byes", (1, 1, 0, 0, 2)), ("void", (0,) * 5), ("wins", (1, 1, 0, 0, 3))],
)
def test_unplayed_games_of_a_team_that_withdrew(
    policy: str, expected: tuple[int, ...]
) -> None:
    rules = house_rules(
        retirement_policy=policy,
        standings_points=changed("standings_points", bye=2),
    )
    contestants = [team(1), team(2, is_withdrawn=True), team(3)]
    open_games = [planned(1, 2), planned(1, 3)]
    counted = count(contestants, [], rules, planned=open_games)
    assert record(counted.tallies[entry(1)]) == expected
    assert record(counted.tallies[entry(2)]) == (0,) * 5
    assert record(counted.tallies[entry(3)]) == (0,) * 5


@rule("LEAGUE-15")
def test_two_are_left_of_three_to_play_their_game() -> None:
    contestants = [team(1), team(2, is_withdrawn=True), team(3)]
    counted = count(contestants, [], house_rules(), planned=[planned(1, 2, 3)])
    assert counted.tallies[entry(1)].played == 0


@rule("LEAGUE-15")
def test_played_games_of_a_team_that_withdrew_stand() -> None:
    contestants = [team(1), team(2, is_withdrawn=True)]
    counted = count(contestants, [game((1, 3), (2, 5))], house_rules())
    assert counted.tallies[entry(2)].points == 3
    assert counted.tallies[entry(1)].lost == 1


def test_the_only_team_of_a_planned_game_is_no_bye() -> None:
    lonely = UnplayedGame(number=1, entries=(entry(1),))
    counted = count(teams(1), [], house_rules(), planned=[lonely])
    assert counted.tallies[entry(1)].byes == 0


def test_wins_as_the_lower_rated_team_need_a_game_and_a_higher_rating() -> None:
    found = tallied(
        game((1, 5), (2, 3), ratings=(10, 12)),
        game((1, 5), (2, 3), ratings=(12, 12)),
        game((1, 5), (2, 5), ratings=(10, 12)),
        game((1, 5), (2, 3), (3, 1), ratings=(10, 9, 11)),
        Result(
            number=1,
            parts=(
                TeamResult(entry=entry(1), rating=5),
                TeamResult(entry=entry(2), rating=9, is_forfeit=True, place=2),
            ),
        ),
    )
    assert found[1].underdog_wins == 2


def test_games_to_which_another_side_came_are_counted_apart() -> None:
    tally = tallied(
        game((1, 5), (2, 3)),
        game((1, 5), (2, 5)),
        game((1, 2), (2, 3)),
        bye(1),
        forfeit(2, 1),
        forfeit(1, 2),
    )[1]
    assert (tally.played, tally.won, tally.drawn, tally.lost) == (6, 3, 1, 2)
    contested = (tally.contested, tally.contested_wins, tally.contested_draws)
    assert contested == (3, 1, 1)


@rule("LEAGUE-14")
def test_the_place_decides_whatever_the_score() -> None:
    """Who concedes stands last, and what was scored until then still counts."""
    conceded = Result(
        number=1,
        parts=(
            TeamResult(entry=entry(1), place=2, score=9),
            TeamResult(entry=entry(2), place=1, score=4),
        ),
    )
    found = tallied(conceded)
    assert [found[number].points for number in (1, 2)] == [0, 3]
    assert (found[1].score_for, found[1].score_against) == (9, 4)


def test_adjustments_are_added_and_kept() -> None:
    made = Adjustment(entry=entry(1), points=-2, reason="Late.")
    other = Adjustment(entry=entry(9), points=5, reason="Nobody here.")
    counted = count(
        teams(2), [game((1, 1), (2, 0))], house_rules(), adjustments=[made, other]
    )
    assert counted.tallies[entry(1)].points == 1
    assert counted.tallies[entry(1)].adjustments == [made]


def test_meetings_of_two_teams_of_the_table_are_kept() -> None:
    results = [game((1, 3), (2, 1)), game((2, 1), (1, 1)), game((2, 4), (7, 1))]
    met = count(teams(3), results, house_rules()).meetings
    found = {
        (int(one), int(other)): (meeting.games, meeting.points)
        for one, others in met.items()
        for other, meeting in others.items()
    }
    assert found == {(1, 2): (2, 4), (2, 1): (2, 1)}


def test_teams_outside_the_table_gather_nothing() -> None:
    counted = count(teams(1), [game((1, 3), (7, 1))], house_rules())
    assert list(counted.tallies) == [1]
    assert counted.tallies[entry(1)].points == 3


def test_old_record_of_five_teams_does_not_break_the_standings() -> None:
    found = tallied(game((1, 9), (2, 7), (3, 5), (4, 3), (5, 1)), of=5)
    assert [found[number].points for number in range(1, 6)] == [3, 2, 1, 0, 0]
