"""Haste's action between two steps of a movement."""

from __future__ import annotations

from kernel.dice import ScriptedDice
from skirmish.rules.figure import HASTE, STUN
from skirmish.rules.frames.pause import Pause
from skirmish.rules.game import Game
from skirmish.rules.setup import FigureSetup
from skirmish.rules.storage.snapshot import load_game, save_game
from tests.ledger import rule
from tests.skirmish.cast import at, figure, ninja, options, play, position, start, verbs

STUNS = ("earth", "earth", "earth", "water", "water")


def hasty(
    mover: FigureSetup | None = None,
    *dice: str,
    enemies: dict[str, FigureSetup] | None = None,
    token: int = HASTE,
) -> Game:
    """A figure with Haste, which it has spent, on E5 facing north."""
    game = position(
        {"E5 N": mover or ninja(mv=5, at=3), "A1": ninja()},
        enemies or {"G8 S": ninja(), "T20": ninja()},
        dice=ScriptedDice(*dice),
    )
    game.give(figure(game, "a1"), token)
    start(game)
    play(game, "activate a1")
    if token == HASTE:
        play(game, "spend haste a1")
    return game


@rule("STATUS-50")
def test_hasted_figure_attacks_between_two_steps_and_moves_on() -> None:
    game = hasty(None, *STUNS)
    play(game, "go F7", "pause NE", "attack b1")
    assert figure(game, "b1").tokens[STUN] == 1
    # Two of five points are spent; leaving the enemy's zone still takes a dodge.
    assert {"go", "stop"} <= verbs(game)
    assert "pause" not in verbs(game)
    game.dice = ScriptedDice("fire", "air", "air")
    play(game, "go E7", "go C5", "stop S")
    assert figure(game, "a1").space == at("C5")
    # Its own action is still to come; the extra one is gone.
    assert "search" in verbs(game)
    assert "go" not in verbs(game)


@rule("STATUS-50", "STATUS-09")
def test_figure_without_haste_does_not_pause() -> None:
    game = hasty(token=STUN)
    play(game, "go E6")
    assert "pause" not in verbs(game)


@rule("STATUS-50", "STATUS-13")
def test_hasted_figure_that_began_stunned_does_not_pause() -> None:
    game = position({"E5 N": ninja(), "A1": ninja()}, {"T20": ninja()})
    game.give(figure(game, "a1"), HASTE)
    game.give(figure(game, "a1"), STUN)
    start(game)
    play(game, "activate a1", "spend haste a1", "go E6")
    assert verbs(game) == {"go", "stop"}


@rule("STATUS-50")
def test_pause_offers_actions_but_no_movement() -> None:
    mover = ninja(mv=5, keywords=("blink", "sneaky"), abilities=("pounce",))
    game = hasty(mover)
    play(game, "go F7", "pause NE")
    assert verbs(game) == {"attack", "search", "resume"}


@rule("STATUS-50", "FACE-14")
def test_figure_that_resumes_without_acting_faces_as_before() -> None:
    game = hasty()
    play(game, "go E6", "pause S")
    assert figure(game, "a1").facing == 4
    play(game, "resume")
    assert figure(game, "a1").facing == 0
    # Once after each step, so that a pause cannot go round in circles.
    assert "pause" not in verbs(game)
    play(game, "go E7")
    assert "pause" in verbs(game)


@rule("STATUS-50")
def test_run_can_be_interrupted_as_well() -> None:
    game = hasty(None, "air", "air", "air")
    play(game, "run")
    assert "pause" not in verbs(game)
    play(game, "go E6", "pause N", "search", "go E7", "stop N")
    assert "go" in verbs(game)
    assert not {"run", "search"} & verbs(game)


@rule("STATUS-50", "STATUS-14")
def test_extra_move_leaves_no_action_to_pause_for() -> None:
    game = hasty()
    play(game, "go E6", "stop N", "go E7")
    assert verbs(game) == {"go", "stop"}


@rule("STATUS-50")
def test_second_action_may_interrupt_the_move_that_follows_the_first() -> None:
    game = hasty(None, *["air"] * 6)
    play(game, "search", "go E6", "pause N", "search")
    assert "go" in verbs(game)
    play(game, "go E7", "stop N")
    assert game.decision is not None
    assert game.decision.seat == 1


@rule("STATUS-50", "SEQ-10")
def test_figure_injured_in_its_pause_moves_no_further() -> None:
    game = hasty(None, "spirit", "spirit", "spirit", "fire", "fire")
    play(game, "go F7", "pause NE", "attack b1")
    assert not figure(game, "a1").foot
    assert game.decision is not None
    assert game.decision.seat == 1


@rule("STATUS-50", "KEY-FRENZY-01")
def test_frenzied_figure_that_pauses_faces_and_attacks_its_enemy() -> None:
    game = hasty(ninja(mv=5, keywords=("frenzy",)))
    play(game, "go F7")
    assert options(game, "pause") == {"N", "NE", "E", "NW", "SE"}
    play(game, "pause NE")
    assert verbs(game) == {"attack", "resume"}


@rule("STATUS-50", "KEY-FOCUS-01")
def test_pause_is_no_move_given_up_for_focus() -> None:
    game = hasty(ninja(mv=5, at=2, keywords=("focus",)), "air", "air", "air", "air")
    play(game, "go F7", "pause NE", "attack b1")
    assert game.decision is not None
    assert game.decision.kind != "offer.attack"


def test_game_saved_in_a_pause_goes_on_from_there() -> None:
    game = hasty()
    play(game, "go E6", "pause E")
    again = load_game(
        game.compiled.setup, save_game(game), ScriptedDice("air", "air", "air")
    )
    assert isinstance(again.stack[-1], Pause)
    play(again, "search", "go E7", "stop N")
    assert figure(again, "a1").space == at("E7")


def test_player_who_concedes_in_a_pause_leaves_the_others_playing() -> None:
    game = position({"E5 N": ninja(), "A1": ninja()}, {"T20": ninja()}, {"T1": ninja()})
    game.give(figure(game, "a1"), HASTE)
    start(game)
    play(game, "activate a1", "spend haste a1", "go E6", "pause E", "concede")
    assert not figure(game, "a1").foot
    assert game.decision is not None
    assert game.decision.seat == 1
