"""Whole games of random choices, checked step by step."""

from __future__ import annotations

import pytest

from kernel.errors import Refusal
from skirmish.rules.decision import Choice
from skirmish.rules.game import Game
from tests.ledger import rule
from tests.skirmish.cast import drawn_ground, ninja, position, setup_for, start
from tests.skirmish.random_play import (
    check_boards,
    check_cards,
    check_copy,
    check_options,
    check_zones,
    mixed_team,
    played,
)


def brawl_of(players: int = 2, ground: str = "moon-garden", **options: object):
    teams = [mixed_team() for _ in range(players)]
    return setup_for(*teams, ground=drawn_ground(ground), **options)


@pytest.mark.parametrize("number", range(3))
@pytest.mark.parametrize("ground", ["moon-garden", "castle-town"])
def test_a_random_brawl_keeps_its_boards_cards_and_options_in_order(
    number: int, ground: str
) -> None:
    def check(game: Game) -> None:
        check_boards(game)
        check_cards(game)
        check_options(game)

    game = played(brawl_of(ground=ground), number, check)
    assert game.report.is_over


def test_zones_agree_with_a_slow_reckoning_throughout() -> None:
    played(brawl_of(), 11, check_zones)


def test_copies_agree_with_their_original_throughout() -> None:
    played(brawl_of(), 12, check_copy)


@rule("MULTI-01")
@pytest.mark.parametrize("players", [3, 4])
def test_random_brawls_of_more_players_end(players: int) -> None:
    game = played(brawl_of(players), 20 + players, check_boards)
    assert len(game.report.seats) == players


def test_tokens_of_an_underdog_get_used_in_random_play() -> None:
    setup = brawl_of(rerolls=(3, 0, 0, 0), moon_powers=(1, 0, 0, 0))
    game = played(setup, 31, check_options)
    assert game.seats[0].rerolls < 3


@pytest.mark.parametrize("initiative", ["draw", "janken", "test"])
def test_every_way_to_decide_initiative_plays_to_the_end(initiative: str) -> None:
    played(brawl_of(initiative=initiative), 41, check_options)


def test_an_illegal_choice_is_refused_and_changes_nothing() -> None:
    game = start(position({"E5 N": ninja()}, {"E6 S": ninja()}))
    before, entries = game.state_hash(), len(game.log)
    for nonsense in (
        Choice("go", arg=399),
        Choice("attack", arg=0),
        Choice("attack", arg=77),
        Choice("fly"),
        Choice("go", arg=-1),
        Choice("use nimble", 0, 3),
    ):
        with pytest.raises(Refusal):
            game.apply(nonsense)
        assert not game.is_legal(nonsense)
    assert game.state_hash() == before
    assert len(game.log) == entries
