"""Whole games of every scenario, by random choices, checked step by step."""

from __future__ import annotations

import pytest

from challenges.rules.challenges.registry import SCENARIOS
from kernel.dice import SeededDice
from skirmish.rules.game import Game
from skirmish.rules.setup import GameSetup
from skirmish.rules.storage.replay import lines_of, replay_game
from tests.challenges.cast import scenario
from tests.ledger import rule
from tests.skirmish.cast import drawn_ground, setup_for
from tests.skirmish.random_play import (
    check_boards,
    check_cards,
    check_options,
    mixed_team,
    played,
    seed_of,
)

NEEDS_SIDES = "intercept-the-messenger"


def setup_of(slug: str, players: int = 2) -> GameSetup:
    teams = [mixed_team() for _ in range(players)]
    sides = (0, 1, 0, 1) if slug == NEEDS_SIDES and players > 2 else None
    return setup_for(
        *teams, challenge=scenario(slug), ground=drawn_ground(), sides=sides
    )


def check(game: Game) -> None:
    check_boards(game)
    check_cards(game)
    check_options(game)


@pytest.mark.slow
@rule("CHAL-RULES-01", "CHAL-RULES-02", "CHAL-RULES-04")
@pytest.mark.parametrize("slug", sorted(SCENARIOS))
def test_a_random_game_ends_and_keeps_its_boards_in_order(slug: str) -> None:
    setup = setup_of(slug)
    most = setup.challenge.figures_allowed

    def check_all(game: Game) -> None:
        check(game)
        for seat in game.seats:
            there = [f for f in game.figures if f.seat == seat.index and f.foot]
            assert len(there) <= most

    game = played(setup, 7, check_all)
    basics = setup.book.basics
    assert game.lanterns.bit_count() >= basics.lanterns_min
    assert game.report.rounds_played <= setup.challenge.rounds
    again = replay_game(setup, SeededDice(seed_of(7)), lines_of(game))
    assert again.state_hash() == game.state_hash()


@pytest.mark.slow
@rule("MULTI-01", "MULTI-02")
@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("slug", sorted(SCENARIOS))
def test_random_games_of_more_players_end(slug: str, players: int) -> None:
    game = played(setup_of(slug, players), players, check_boards)
    assert len(game.report.seats) == players
