"""Errands that are paid for with points of a movement."""

from __future__ import annotations

from skirmish.rules.game import Game
from tests.challenges.cast import begin, scenario
from tests.skirmish.cast import allowed, ninja, play, position, verbs

# In these games the other team's medal lies on K17.
PICK_UP = "do pick-up"


def game_of(*teams: dict) -> Game:
    return begin(position(*teams, challenge=scenario("capture-the-medal")))


def test_an_errand_may_begin_the_move_without_a_step() -> None:
    game = game_of({"K16": ninja(mv=4)}, {"A20": ninja()})
    assert allowed(game, f"{PICK_UP} K17")
    play(game, f"{PICK_UP} K17")
    assert "stop" in verbs(game)


def test_an_errand_is_offered_between_two_steps() -> None:
    game = game_of({"K14": ninja(mv=4)}, {"A20": ninja()})
    assert PICK_UP not in verbs(game)
    play(game, "go K16")
    assert allowed(game, f"{PICK_UP} K17")


def test_an_errand_needs_points_that_are_left() -> None:
    short = game_of({"K14": ninja(mv=2)}, {"A20": ninja()})
    play(short, "go K16")
    assert PICK_UP not in verbs(short)


def test_nothing_is_offered_where_there_is_nothing_to_do() -> None:
    game = game_of({"E5": ninja(mv=4)}, {"A20": ninja()})
    assert PICK_UP not in verbs(game)
    play(game, "go E6")
    assert PICK_UP not in verbs(game)
