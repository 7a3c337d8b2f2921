"""What a pairing weighs."""

from __future__ import annotations

import pytest

from kernel.dice import SeededDice
from kernel.errors import Refusal
from league.rules.competitions.pairing_weights import (
    CHANCE,
    Level,
    forbidden_pairs,
    pair_of,
    prepare,
    total,
    weigh,
)
from league.rules.competitions.results import Result
from tests.league.rules.entrants import drawn, entrant, entrants, pairings
from tests.league.rules.games import SEED, bye, entry, game
from tests.ledger import rule
from tests.teams.rules.story import house_rules


def test_every_consideration_has_its_level() -> None:
    teams = [
        entrant(1, points=6, rating=14, club="Kites", clan="tora"),
        entrant(2, points=3, rating=11, club="Kites", clan="ijin"),
        entrant(3, clan="ijin"),
    ]
    results = [game((1, 1), (2, 0)), game((2, 1), (1, 0)), game((1, 1), (3, 1))]
    draw = drawn(teams, *results, apart=[(1, 2)])
    weight = weigh(draw, entry(1), entry(2))
    assert weight[: Level.LOT] == (1, 0, 2, 9, 1, 3 + 2, 3)
    assert weight[Level.LOT] == draw.lots[entry(1), entry(2)]
    assert weigh(draw, entry(2), entry(1)) == weight


def test_a_bye_weighs_by_byes_had_points_and_rating() -> None:
    teams = [
        entrant(1, points=5, rating=14, byes=2),
        entrant(2, points=3, rating=12, byes=1),
        entrant(3, points=9, rating=11, byes=1),
    ]
    draw = drawn(teams)
    assert weigh(draw, entry(1), None)[: Level.LOT] == (0, 1, 0, 4, 0, 0, 3)
    assert weigh(draw, entry(2), None)[: Level.LOT] == (0, 0, 0, 0, 0, 0, 1)


def test_teams_without_club_or_clan_have_none_in_common() -> None:
    draw = drawn(entrants(0, 0), game((1, 1), (2, 0)))
    weight = weigh(draw, entry(1), entry(2))
    assert (weight[Level.CLUB], weight[Level.CLAN]) == (0, 0)


def test_what_does_not_count_weighs_nothing() -> None:
    draw = drawn(entrants(6, 0), game((1, 1), (2, 0)), levels=CHANCE)
    weight = weigh(draw, entry(1), entry(2))
    assert weight[Level.SCORE] == 0
    assert weight[Level.REMATCH] == 1


def test_a_round_weighs_as_much_as_its_games_together() -> None:
    draw = drawn(entrants(9, 6, 3, 3, 0))
    whole = total(draw, pairings((1, 3), (2, 4), (5,)))
    assert whole[Level.SCORE] == 36 + 9 + 0


@rule("UND-10", "LEAGUE-01")
def test_who_must_not_meet() -> None:
    teams = [
        entrant(1, rating=20, person=7),
        entrant(2, rating=10, person=7),
        entrant(3, rating=10, person=8),
        entrant(4, rating=12),
        entrant(5, rating=16),
    ]
    rules = house_rules(max_rating_difference=8)
    found = forbidden_pairs(teams, rules, kept_apart=[(entry(5), entry(4))])
    assert found == {
        (1, 2): "they belong to the same person",
        (1, 3): "they are 10 rating points apart, and this league allows at most 8",
        (4, 5): "the ninja master keeps them apart",
    }
    assert forbidden_pairs(teams[2:], house_rules()) == {}


def test_late_joiners_and_teams_that_left_do_not_disturb() -> None:
    results: list[Result] = [game((1, 1), (9, 0)), bye(9), game((1, 1), (2, 1))]
    draw = drawn([entrant(1, clan="tora"), entrant(2), entrant(5)], *results)
    assert draw.times_met(entry(2), entry(1)) == 1
    assert sum(draw.clans_met[entry(1)].values()) == 1
    assert draw.times_met(entry(1), entry(5)) == 0


def test_the_dice_alone_decide_the_lots() -> None:
    teams = entrants(0, 0, 0)
    same = prepare(list(reversed(teams)), [], SeededDice(SEED))
    other = prepare(teams, [], SeededDice("0c" * 32))
    assert drawn(teams).lots == same.lots != other.lots


def test_a_pair_is_written_with_the_lower_entry_first() -> None:
    assert pair_of(entry(4), entry(2)) == pair_of(entry(2), entry(4)) == (2, 4)


def test_nobody_cannot_be_paired() -> None:
    with pytest.raises(Refusal, match="no team"):
        prepare([], [], SeededDice(SEED))
