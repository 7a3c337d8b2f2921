"""Bots by name, and games played out by them."""

from __future__ import annotations

import pytest

from kernel.dice import SeededDice
from kernel.errors import Refusal
from skirmish.bots.base import play_out
from skirmish.bots.registry import BOTS, create_bot
from tests.skirmish.cast import ninja, position, start
from tests.skirmish.random_play import seed_of


def test_every_bot_has_its_name() -> None:
    for name in BOTS:
        assert create_bot(name, SeededDice(seed_of(1))).name == name


def test_an_unknown_bot_is_refused_with_those_there_are() -> None:
    with pytest.raises(Refusal, match="Choose from novice, random"):
        create_bot("deep-blue", SeededDice(seed_of(1)))


def test_a_game_is_played_to_its_end_the_same_way_twice() -> None:
    hashes = set()
    for _ in range(2):
        game = start(
            position({"A1": ninja()}, {"A9": ninja()}, dice=SeededDice(seed_of(4)))
        )
        bots = [
            create_bot(name, SeededDice(seed_of(number)))
            for number, name in enumerate(("novice", "random"))
        ]
        assert play_out(game, bots).result is not None
        hashes.add(game.state_hash())
    assert len(hashes) == 1
