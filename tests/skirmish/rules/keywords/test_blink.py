"""Blink."""

from __future__ import annotations

from kernel.dice import ScriptedDice
from skirmish.rules.board.grid import name_of
from skirmish.rules.figure import HASTE, SLOW, STUN
from skirmish.rules.game import Game
from tests.ledger import rule
from tests.skirmish.cast import (
    at,
    figure,
    ninja,
    options,
    plain_ground,
    play,
    position,
    start,
    verbs,
)

PASSED = ("fire", "air", "air")
FAILED = ("air", "air", "air")
WALL = " ".join(f"{column}6" for column in "ABCDEFGHIJKLMNOPQRST")


def blinker(*dice: str, mv: int = 5, token: int | None = None) -> Game:
    """A figure before a row of rough ground, an enemy next to it."""
    game = position(
        {"E5 N": ninja(mv=mv, keywords=("blink",)), "A1": ninja()},
        {"E6 S": ninja(), "T20": ninja()},
        dice=ScriptedDice(*dice),
        ground=plain_ground(rough=WALL),
    )
    if token is not None:
        game.give(figure(game, "a1"), token)
    game.hide(figure(game, "a1"))
    start(game)
    play(game, "activate a1")
    return game


@rule("KEY-BLINK-01")
def test_a_passed_blink_ignores_models_terrain_and_zones() -> None:
    game = blinker(*PASSED)
    assert "E7" not in options(game, "go")
    play(game, "use blink a1", "go E10")
    assert name_of(figure(game, "a1").space) == "E10"
    assert figure(game, "a1").tokens[STUN] == 0


@rule("KEY-BLINK-03", "MOVE-15", "MOVE-16")
def test_a_blink_passes_tokens_and_figures_but_does_not_end_on_them() -> None:
    game = blinker(*PASSED)
    game.add_lantern(at("E8"))
    play(game, "use blink a1")
    reached = options(game, "go")
    assert not {"E6", "E8"} & reached
    assert {"E7", "E9", "E10"} <= reached


@rule("KEY-BLINK-02")
def test_a_failed_blink_halves_the_movement_rounding_down() -> None:
    game = position(
        {"E5 N": ninja(mv=5, keywords=("blink",)), "A1": ninja()},
        {"T20": ninja()},
        dice=ScriptedDice(*FAILED),
    )
    start(game)
    play(game, "activate a1", "use blink a1")
    reached = options(game, "go")
    assert "E7" in reached
    assert "E8" not in reached


@rule("KEY-BLINK-06")
def test_slow_halves_first_and_a_failed_blink_halves_the_rest() -> None:
    game = position(
        {"E5 N": ninja(mv=5, keywords=("blink",)), "A1": ninja()},
        {"T20": ninja()},
        dice=ScriptedDice(*FAILED),
    )
    game.give(figure(game, "a1"), SLOW)
    start(game)
    play(game, "activate a1", "use blink a1")
    reached = options(game, "go")
    assert "E6" in reached
    assert "E7" not in reached


@rule("KEY-BLINK-04")
def test_the_test_ends_stealth() -> None:
    game = blinker(*FAILED)
    assert figure(game, "a1").is_hidden
    play(game, "use blink a1")
    assert not figure(game, "a1").is_hidden


@rule("KEY-BLINK-05")
def test_each_movement_needs_a_test_of_its_own() -> None:
    game = blinker(*PASSED, *FAILED, mv=4)
    play(game, "use blink a1")
    assert "use blink" not in verbs(game)
    play(game, "go E9", "stop N", "use blink a1", "run")
    assert "E11" in options(game, "go")
    assert "E12" not in options(game, "go")


@rule("KEY-BLINK-05")
def test_a_blink_does_not_carry_over_to_the_run() -> None:
    game = blinker(*PASSED, mv=3)
    play(game, "use blink a1", "go D8", "stop N", "run")
    assert "D5" not in options(game, "go")
    assert "D6" in options(game, "go")


@rule("KEY-BLINK-05")
def test_a_hasty_second_move_may_blink_again() -> None:
    game = position(
        {"E5 N": ninja(keywords=("blink",)), "A1": ninja()},
        {"E6 S": ninja(), "T20": ninja()},
        dice=ScriptedDice(*PASSED, *PASSED),
    )
    game.give(figure(game, "a1"), HASTE)
    start(game)
    play(game, "activate a1", "spend haste a1", "use blink a1", "go E7", "stop N")
    play(game, "use blink a1", "go E5")
    assert name_of(figure(game, "a1").space) == "E5"


@rule("KEY-BLINK-01", "MOVE-17")
def test_a_blink_slips_out_of_tentacles_without_a_dodge() -> None:
    game = position(
        {"E5 N": ninja(keywords=("blink",)), "A1": ninja()},
        {"E6 S": ninja(keywords=("ikas-tentacles",)), "T20": ninja()},
        dice=ScriptedDice(*PASSED),
    )
    start(game)
    play(game, "activate a1", "use blink a1", "go E3")
    assert name_of(figure(game, "a1").space) == "E3"


@rule("KEY-BLINK-02", "KEY-BLINK-05", "ABIL-BACKFLIP-01")
def test_a_back_flip_does_not_make_up_for_a_failed_blink() -> None:
    game = position(
        {"E5 N": ninja(keywords=("blink",), abilities=("back-flip",)), "A1": ninja()},
        {"T20": ninja()},
        dice=ScriptedDice(*FAILED),
    )
    start(game)
    play(game, "activate a1", "use blink a1", "use back-flip a1 E4", "stop N")
    assert "use blink" not in verbs(game)
    reached = options(game, "go")
    assert "E6" in reached
    assert "E7" not in reached
