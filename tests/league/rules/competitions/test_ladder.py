"""Who may challenge whom."""

from __future__ import annotations

import pytest

from kernel.errors import Refusal
from league.rules.competitions.ladder import (
    Booked,
    objections,
    opponents,
    refuse_arranging,
)
from rulebook.rules.house_rules import HouseRules
from tests.league.rules.entrants import entrant
from tests.league.rules.games import entry
from tests.ledger import rule
from tests.teams.rules.story import house_rules

AYAME, BOTAN, CHIDORI = entrant(1, rating=10), entrant(2, rating=14), entrant(3)
WEEK = 12


def booked(*numbers: int, week: int = WEEK) -> Booked:
    return Booked(entries=tuple(entry(number) for number in numbers), week=week)


def codes(*games: Booked, rules: HouseRules | None = None) -> list[str]:
    found = objections(
        (AYAME, BOTAN), games, WEEK, rules or house_rules(max_rematches=2)
    )
    return [one.code for one in found]


@rule("LEAGUE-04")
def test_games_are_unlimited_unless_the_league_counts_so_many_a_week() -> None:
    many = [booked(1, number) for number in range(3, 20)]
    assert codes(*many) == []
    rules = house_rules(games_per_week=2)
    assert codes(booked(1, 3), rules=rules) == []
    assert codes(booked(1, 3), booked(1, 4), rules=rules) == ["week-full"]
    assert codes(booked(2, 3), booked(2, 4), booked(2, 5), rules=rules) == ["week-full"]
    assert codes(booked(1, 3), booked(1, 4, week=11), rules=rules) == []


@rule("LEAGUE-19")
def test_two_counted_games_of_the_same_teams_in_a_week() -> None:
    assert codes(booked(1, 2)) == []
    assert codes(booked(1, 2), booked(2, 1)) == ["too-many-rematches"]
    assert codes(booked(1, 2), booked(1, 2, week=11)) == []
    # Among several they have met as well.
    assert codes(booked(1, 2, 3), booked(2, 1)) == ["too-many-rematches"]
    free = house_rules()
    assert codes(*[booked(1, 2)] * 9, rules=free) == []


@rule("UND-10")
def test_a_gap_in_rating_may_be_too_wide() -> None:
    assert codes(rules=house_rules(max_rating_difference=4)) == []
    assert codes(rules=house_rules(max_rating_difference=3)) == ["rating-gap"]


def test_some_never_meet() -> None:
    rules = house_rules()
    apart = {(entry(1), entry(2)): "they are sisters"}
    found = objections((BOTAN, AYAME), [], WEEK, rules, kept_apart=apart)
    assert (
        found[0].sentence == "Botan and Ayame cannot play each other: they are sisters."
    )
    twins = (entrant(1, person=4), entrant(2, person=4))
    assert objections(twins, [], WEEK, rules)[0].code == "same-person"
    assert objections((AYAME, AYAME), [], WEEK, rules)[0].code == "same-team"


def test_every_reason_is_told_at_once() -> None:
    rules = house_rules(games_per_week=1, max_rating_difference=1, max_rematches=1)
    assert codes(booked(1, 2), rules=rules) == [
        "week-full",
        "week-full",
        "too-many-rematches",
        "rating-gap",
    ]


def test_opponents_are_offered_fairest_first() -> None:
    others = [
        AYAME,
        entrant(2, rating=14),
        entrant(3, rating=9),
        entrant(4, rating=11),
        entrant(5, rating=10),
    ]
    games = [booked(1, 5), booked(5, 1), booked(4, 1, week=3)]
    rules = house_rules(max_rematches=2)
    found = opponents(AYAME, others, games, WEEK, rules)
    assert [int(one.entry) for one in found] == [3, 4, 2, 5]
    assert [one.may_be_challenged for one in found] == [True, True, True, False]
    assert [(one.rating_gap, one.times_met) for one in found] == [
        (-1, 0),
        (1, 1),
        (4, 0),
        (0, 2),
    ]


@rule("LEAGUE-05")
def test_members_arrange_games_where_match_ups_are_free() -> None:
    refuse_arranging(house_rules(matchmaking="free"), by_master=False)
    planned = {
        "schedule": "plays to a schedule",
        "random_weekly": "draws its matches at random every week",
    }
    for way, words in planned.items():
        rules = house_rules(matchmaking=way)
        refuse_arranging(rules, by_master=True)
        with pytest.raises(Refusal, match=words):
            refuse_arranging(rules, by_master=False)
