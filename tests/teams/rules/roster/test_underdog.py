"""The help for lower rated teams, between two, three and four."""

from __future__ import annotations

import pytest

from kernel.errors import Refusal
from teams.rules.roster.figures import build_seat
from teams.rules.roster.underdog import (
    UnderdogHelp,
    help_for,
    helps_for_sides,
    list_helps,
    rating_that_counts,
    refuse_gap,
)
from tests.ledger import rule
from tests.teams.rules.story import book, house_rules, registered

NOTHING = UnderdogHelp()


@rule("UND-01", "UNDERDOG-02")
@pytest.mark.parametrize("behind", [0, 1, 7, 23])
def test_one_reroll_token_for_every_point(behind: int) -> None:
    assert help_for(behind, house_rules(), book()).reroll_tokens == behind


@rule("UND-01")
def test_a_league_may_cap_the_tokens() -> None:
    rules = house_rules(reroll_cap=3)
    tokens = [help_for(behind, rules, book()).reroll_tokens for behind in (2, 3, 9)]
    assert tokens == [2, 3, 3]
    none = house_rules(reroll_cap=0)
    assert help_for(9, none, book()).reroll_tokens == 0


@rule("UND-03")
@pytest.mark.parametrize(("behind", "tokens"), [(9, 0), (10, 1), (19, 1), (20, 2)])
def test_one_moon_power_token_for_every_full_ten_points(
    behind: int, tokens: int
) -> None:
    assert help_for(behind, house_rules(), book()).moon_power_tokens == tokens


@rule("UND-04", "UND-05")
@pytest.mark.parametrize(
    ("behind", "awards", "koban"), [(4, 0, 4), (5, 1, 5), (6, 1, 6), (12, 2, 6)]
)
def test_all_stars_and_koban_follow_the_same_difference(
    behind: int, awards: int, koban: int
) -> None:
    found = help_for(behind, house_rules(), book())
    assert (found.extra_all_stars, found.bonus_koban) == (awards, koban)


@rule("UND-07")
def test_equal_ratings_get_nothing() -> None:
    assert list_helps((12, 12), house_rules(), book()) == (NOTHING, NOTHING)


@rule("UND-01", "RATE-06", "UNDERDOG-02")
def test_only_the_lower_rated_of_two_is_helped() -> None:
    low, high = list_helps((10, 17), house_rules(), book())
    assert high == NOTHING
    assert low == UnderdogHelp(
        points_behind=7,
        reroll_tokens=7,
        moon_power_tokens=0,
        extra_all_stars=1,
        bonus_koban=6,
    )


@rule("GROUP-01", "GROUP-04", "MULTI-11")
def test_of_several_teams_each_is_compared_with_the_highest_alone() -> None:
    found = list_helps((10, 22, 17, 21), house_rules(), book())
    assert [one.points_behind for one in found] == [12, 0, 5, 1]
    assert found[1] == NOTHING
    assert found[2].extra_all_stars == 1


@rule("GROUP-04")
def test_two_equal_tops_both_get_nothing() -> None:
    found = list_helps((20, 20, 13), house_rules(), book())
    assert found[:2] == (NOTHING, NOTHING)
    assert found[2].points_behind == 7


@rule("GROUP-09")
def test_of_two_sides_each_member_of_the_lower_counts_half_the_difference() -> None:
    rules = house_rules()
    low, high = helps_for_sides(((10, 11), (14, 20)), rules, book())
    assert [one.points_behind for one in low] == [6, 6]  # half of 13, rounded down
    assert high == (NOTHING, NOTHING)
    with pytest.raises(Refusal, match="two against two"):
        helps_for_sides(((10, 11), (14, 20)), house_rules(team_play=False), book())


@rule("UND-10")
def test_any_gap_may_be_played_unless_the_league_forbids_it() -> None:
    refuse_gap((9, 60), house_rules())
    rules = house_rules(max_rating_difference=5)
    refuse_gap((10, 15), rules)
    with pytest.raises(Refusal, match="6 rating points apart"):
        refuse_gap((10, 13, 16), rules)


@rule("RATE-08")
def test_a_league_may_freeze_ratings_as_a_round_begins() -> None:
    now = {"at_game_start": 14, "at_round_start": 11}
    assert rating_that_counts(house_rules(), **now) == 14
    assert rating_that_counts(house_rules(rating_snapshot="round_start"), **now) == 11


@rule("UND-06", "UNDERDOG-10")
def test_tokens_that_were_not_spent_are_not_there_in_the_next_game() -> None:
    story = registered()
    first = build_seat(
        story.state, book(), help_given=help_for(10, house_rules(), book())
    )
    assert (first.rerolls, first.moon_powers, first.all_stars) == (10, 1, 3)
    ninja = tuple(one.id for one in story.state.ninja)
    story.game(points_behind=10, all_stars=ninja[:3])
    level = help_for(0, house_rules(), book())
    second = build_seat(story.state, book(), help_given=level)
    assert (second.rerolls, second.moon_powers, second.all_stars) == (0, 0, 1)
    third = build_seat(
        story.state, book(), help_given=help_for(2, house_rules(), book())
    )
    assert third.rerolls == 2


@rule("GROUP-09")
def test_one_against_two_has_the_whole_difference_alone() -> None:
    low, high = helps_for_sides(((10,), (14, 20)), house_rules(), book())
    assert [one.points_behind for one in low] == [24]
    assert high == (NOTHING, NOTHING)
