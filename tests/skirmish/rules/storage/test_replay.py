"""Stored games."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from kernel.dice import SeededDice
from kernel.errors import Unreadable
from skirmish.rules.decision import Choice
from skirmish.rules.game import Game
from skirmish.rules.storage.replay import lines_of, replay_game
from tests.skirmish.cast import drawn_ground, setup_for
from tests.skirmish.random_play import (
    choose,
    mixed_team,
    played,
    seed_of,
)

ROOT = Path(__file__).resolve().parents[4]


def brawl_of(players: int = 2, ground: str = "moon-garden", **options: object):
    teams = [mixed_team() for _ in range(players)]
    return setup_for(*teams, ground=drawn_ground(ground), **options)


HASH_OF_A_GAME = """
import os
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
import django
django.setup()
from kernel.dice import SeededDice
from skirmish.bots.novice import Novice
from skirmish.rules.game import Game
from tests.skirmish.golden import played, setup_of
from tests.skirmish.random_play import seed_of
stored = played(6, "brawl", 2)
print(stored.state_hash, hash("search"))
game = Game.new(setup_of(2, "champion", 2), SeededDice(seed_of(2)))
bot = Novice(SeededDice(seed_of(3)))
for _ in range(40):
    game.apply(bot.choose(game.view(game.decision.seat)))
print(game.state_hash())
"""


@pytest.mark.parametrize("number", [1, 2])
def test_a_stored_game_replays_to_the_same_hash(number: int) -> None:
    setup = brawl_of()
    game = played(setup, number)
    lines = lines_of(game)
    again = replay_game(
        setup, SeededDice(seed_of(number)), lines, state_hash=game.state_hash()
    )
    assert again.report == game.report
    assert list(again.log) == list(game.log)


def test_a_concession_is_stored_too() -> None:
    setup = brawl_of(3)
    game = Game.new(setup, SeededDice(seed_of(5)))
    random = Random(5)
    for _ in range(150):
        choose(game, random, fight=True)
    game.apply(Choice("concede", arg=1))
    while game.result is None:
        choose(game, random, fight=True)
    replay_game(
        setup, SeededDice(seed_of(5)), lines_of(game), state_hash=game.state_hash()
    )


def test_cut_altered_and_illegal_files_are_refused_with_their_line() -> None:
    setup = brawl_of()
    game = played(setup, 3)
    lines = lines_of(game)
    stand = game.state_hash()

    def refusal(changed: list[str]) -> Unreadable:
        with pytest.raises(Unreadable) as caught:
            replay_game(setup, SeededDice(seed_of(3)), changed, state_hash=stand)
        return caught.value

    assert refusal(lines[:-1]).code == "wrong-hash"
    assert refusal([*lines[:9], "A dance", *lines[10:]]).line == 10
    assert refusal([*lines[:9], "A go Z99", *lines[10:]]).line == 10
    assert refusal([*lines, lines[-1]]).line == len(lines) + 1
    swapped = {"A": "B", "B": "A"}[lines[4][0]] + lines[4][1:]
    assert refusal([*lines[:4], swapped, *lines[5:]]).code == "wrong-seat"


@pytest.mark.slow
def test_two_processes_with_different_hash_seeds_agree() -> None:
    """One plays at random with all abilities about, one as a novice does."""
    found = []
    for hash_seed in ("1", "2"):
        done = subprocess.run(
            [sys.executable, "-c", HASH_OF_A_GAME],
            cwd=ROOT,
            env={"PYTHONHASHSEED": hash_seed, "PATH": ""},
            capture_output=True,
            text=True,
            check=True,
        )
        found.append(done.stdout.split())
    (first, salt, then), (second, pepper, at_last) = found
    assert (first, then) == (second, at_last)
    # They were different processes indeed.
    assert salt != pepper
