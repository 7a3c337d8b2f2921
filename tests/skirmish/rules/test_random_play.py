"""Whole games of random choices, checked step by step."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from kernel.dice import SeededDice
from kernel.errors import Refusal, Unreadable
from skirmish.rules.decision import Choice
from skirmish.rules.game import Game
from skirmish.rules.replay import lines_of, replayed
from tests.ledger import rule
from tests.skirmish.cast import drawn_ground, ninja, position, setup_for, start
from tests.skirmish.random_play import (
    check_boards,
    check_cards,
    check_copy,
    check_options,
    check_zones,
    choose,
    mixed_team,
    played,
    seed_of,
)

ROOT = Path(__file__).resolve().parents[3]


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


@pytest.mark.parametrize("number", [1, 2])
def test_a_stored_game_replays_to_the_same_hash(number: int) -> None:
    setup = brawl_of()
    game = played(setup, number)
    lines = lines_of(game)
    again = replayed(
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
    replayed(
        setup, SeededDice(seed_of(5)), lines_of(game), state_hash=game.state_hash()
    )


def test_cut_altered_and_illegal_files_are_refused_with_their_line() -> None:
    setup = brawl_of()
    game = played(setup, 3)
    lines = lines_of(game)
    stand = game.state_hash()

    def refusal(changed: list[str]) -> Unreadable:
        with pytest.raises(Unreadable) as caught:
            replayed(setup, SeededDice(seed_of(3)), changed, state_hash=stand)
        return caught.value

    assert refusal(lines[:-1]).code == "wrong-hash"
    assert refusal([*lines[:9], "A dance", *lines[10:]]).line == 10
    assert refusal([*lines[:9], "A go Z99", *lines[10:]]).line == 10
    assert refusal([*lines, lines[-1]]).line == len(lines) + 1
    swapped = {"A": "B", "B": "A"}[lines[4][0]] + lines[4][1:]
    assert refusal([*lines[:4], swapped, *lines[5:]]).code == "wrong-seat"


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


HASH_OF_A_GAME = """
import os
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
import django
django.setup()
from tests.skirmish.cast import drawn_ground, setup_for
from tests.skirmish.random_play import mixed_team, played
setup = setup_for(mixed_team(), mixed_team(), ground=drawn_ground())
print(played(setup, 7).state_hash())
"""


@pytest.mark.slow
def test_two_processes_with_different_hash_seeds_agree() -> None:
    found = set()
    for hash_seed in ("1", "2"):
        done = subprocess.run(
            [sys.executable, "-c", HASH_OF_A_GAME],
            cwd=ROOT,
            env={"PYTHONHASHSEED": hash_seed, "PATH": ""},
            capture_output=True,
            text=True,
            check=True,
        )
        found.add(done.stdout.strip())
    assert len(found) == 1


def test_a_view_shows_a_hand_to_its_seat_only() -> None:
    game = Game.new(brawl_of(), SeededDice(seed_of(8)))
    mine, theirs = game.view(0), game.view(1)
    assert mine.hand == game.seats[0].hand
    assert theirs.hand == game.seats[1].hand
    assert mine.seats == theirs.seats
    assert [seat.cards for seat in mine.seats] == [3, 3]
    asked = game.decision
    assert asked is not None
    assert bool(game.view(asked.seat).options)
    assert game.view(1 - asked.seat).options == ()


def test_what_a_seat_cannot_see_does_not_change_its_view() -> None:
    game = Game.new(brawl_of(), SeededDice(seed_of(9)))
    random = Random(9)
    for _ in range(60):
        choose(game, random, fight=True)
    twin = game.copy()
    twin.deck = tuple(reversed(twin.deck))
    hand = twin.seats[1].hand
    other = next(card for card in twin.deck if card not in hand[:1])
    twin.hold(twin.seats[1], (other, *hand[1:]))
    if game.decision is not None and game.decision.seat == 0:
        assert twin.view(0) == game.view(0)
    assert twin.view(0).figures == game.view(0).figures
    assert twin.view(0).log == game.view(0).log
    assert twin.view(1) != game.view(1)
