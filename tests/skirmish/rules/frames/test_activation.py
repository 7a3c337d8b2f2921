"""Hiding and searching, and what a Stunned figure may do hidden."""

from __future__ import annotations

import pytest

from kernel.dice import ScriptedDice
from kernel.elements import ELEMENTS
from rulebook.rules.entries import RangedAttack
from skirmish.rules.figure import HASTE, POISON, STUN
from skirmish.rules.log import Rolled
from tests.ledger import rule
from tests.skirmish.cast import (
    figure,
    ninja,
    options,
    play,
    position,
    start,
    verbs,
)


@rule("MOON-09")
@pytest.mark.parametrize("moon", [element.value for element in ELEMENTS])
def test_the_moon_by_itself_changes_nothing_for_figures(moon: str) -> None:
    """Neither steps nor dice, whatever the affinities of those concerned."""
    game = start(
        position(
            {"E5 N": ninja(mv=2, at=3, affinities=(moon,)), "A1": ninja()},
            {"E8 S": ninja(df=2, affinities=(moon,)), "T20": ninja()},
            dice=ScriptedDice(*["air"] * 5),
            moon=moon,
        )
    )
    play(game, "activate a1")
    assert len(options(game, "go")) == 24
    play(game, "go E7", "stop N", "attack b1")
    rolled = [len(entry.faces) for entry in game.log if isinstance(entry, Rolled)]
    assert rolled == [3, 2]


@rule("STEALTH-01", "STEALTH-18", "STEALTH-08")
def test_an_unseen_figure_may_hide_as_its_action() -> None:
    game = start(position({"E5 N": ninja(), "A1": ninja()}, {"E9 N": ninja()}))
    play(game, "activate a1")
    assert "hide" in verbs(game)
    play(game, "hide")
    assert figure(game, "a1").is_hidden
    game = start(position({"E5 N": ninja(), "A1": ninja()}, {"E9 S": ninja()}))
    play(game, "activate a1")
    assert "hide" not in verbs(game)


@rule("STEALTH-12", "STEALTH-13", "STEALTH-14", "XP-06")
def test_a_search_finds_all_hidden_enemies_in_the_zone_and_keeps_stealth() -> None:
    game = position(
        {"E5 N": ninja(), "A1": ninja()},
        {"E6 S": ninja(), "E4 S": ninja(), "E8": ninja()},
        dice=ScriptedDice("fire", "air", "air"),
    )
    for label in ("a1", "b1", "b2", "b3"):
        game.hide(figure(game, label))
    start(game)
    play(game, "activate a1", "search")
    assert [figure(game, f"b{n}").is_hidden for n in (1, 2, 3)] == [False, False, True]
    assert figure(game, "a1").is_hidden
    assert [(xp, why) for _, xp, why in game.xp] == [(1, "search_reveals")]


@rule("XP-06", "TEST-02")
def test_a_failed_or_empty_search_earns_nothing() -> None:
    for dice in (("air", "air", "air"), ("fire", "fire", "fire")):
        game = position(
            {"E5 N": ninja(), "A1": ninja()},
            {"E6 S": ninja(), "T20": ninja()},
            dice=ScriptedDice(*dice),
        )
        if dice[0] == "air":
            game.hide(figure(game, "b1"))
        start(game)
        play(game, "activate a1", "search")
        assert game.xp == ()


@rule("STEALTH-23", "STEALTH-05")
def test_a_stunned_hidden_figure_moves_and_keeps_stealth() -> None:
    game = position({"E5 N": ninja(), "A1": ninja()}, {"T20": ninja()})
    game.hide(figure(game, "a1"))
    game.give(figure(game, "a1"), STUN)
    assert figure(game, "a1").is_hidden
    start(game)
    play(game, "activate a1", "go E7", "stop N")
    assert figure(game, "a1").is_hidden


@rule("SEQ-10")
def test_whoever_is_injured_in_its_own_activation_does_nothing_more() -> None:
    game = position(
        {"E5 N": ninja(at=1), "A1": ninja()},
        {"E6 S": ninja(df=0), "T20": ninja()},
        dice=ScriptedDice("spirit"),
    )
    game.give(figure(game, "a1"), HASTE)
    game.give(figure(game, "a1"), POISON)
    start(game)
    play(game, "activate a1", "spend haste a1", "attack b1")
    # Neither the extra action nor the roll for its Poison is left to it.
    assert not figure(game, "a1").foot
    assert game.decision is not None
    assert (game.decision.seat, game.decision.kind) == (1, "turn")


@rule("STEALTH-18")
def test_whoever_hides_cannot_hide_again() -> None:
    game = position({"E5 N": ninja(), "A1": ninja()}, {"E9 N": ninja()})
    game.hide(figure(game, "a1"))
    start(game)
    play(game, "activate a1")
    assert "hide" not in verbs(game)


@rule("SEQ-06", "SEQ-07")
def test_one_action_ends_the_activation() -> None:
    game = position(
        {"E5 N": ninja(), "A1": ninja()},
        {"T20": ninja(), "T18": ninja()},
        dice=ScriptedDice("air", "air", "air"),
    )
    start(game)
    play(game, "activate a1", "search")
    assert game.decision is not None
    assert (game.decision.seat, game.decision.kind) == (1, "turn")


@rule("FACE-05")
def test_turning_costs_neither_the_move_nor_the_run() -> None:
    runner = ninja(keywords=("blink",), abilities=("pounce", "back-flip"))
    beak = ninja(abilities=("ondoris-beak",))
    game = start(
        position({"E5 N": runner, "A1": ninja()}, {"E8 S": beak, "T20": ninja()})
    )
    play(game, "activate a1")
    moves = {"go", "run", "use blink", "use pounce", "use back-flip"}
    assert moves <= verbs(game)
    play(game, "face S")
    assert moves <= verbs(game)
    assert "face" not in verbs(game)


@rule("STATUS-49", "FACE-05")
def test_hasted_figure_that_turned_and_acted_may_move_or_run() -> None:
    game = position(
        {"E5 N": ninja(), "A1": ninja()},
        {"T20": ninja()},
        dice=ScriptedDice("air", "air", "air"),
    )
    game.give(figure(game, "a1"), HASTE)
    start(game)
    play(game, "activate a1", "spend haste a1", "face S", "search")
    assert {"go", "run", "search"} <= verbs(game)
    play(game, "go E6", "stop N", "go E7", "stop N")
    assert game.decision is not None
    assert game.decision.seat == 1


@rule("FACE-05", "KEY-LONGSHOT-01")
def test_whoever_turned_may_still_give_its_move_up() -> None:
    archer = ninja(
        ranged=RangedAttack(range=4), keywords=("long-shot",), abilities=("wind-walk",)
    )
    game = start(position({"E5 N": archer, "A1": ninja()}, {"E11": ninja()}))
    play(game, "activate a1", "face NE", "use long-shot a1")
    assert options(game, "shoot") == {"b1"}


@rule("FACE-05")
def test_turn_after_action_that_ends_activation_is_not_offered() -> None:
    game = position(
        {"E5 N": ninja(), "A1": ninja()},
        {"T20": ninja()},
        dice=ScriptedDice("air", "air", "air"),
    )
    start(game)
    play(game, "activate a1", "search")
    assert game.decision is not None
    assert game.decision.seat == 1


@rule("STATUS-49")
def test_hasted_figure_may_turn_again_between_two_actions() -> None:
    game = position(
        {"E5 N": ninja(), "A1": ninja()},
        {"T20": ninja()},
        dice=ScriptedDice("air", "air", "air"),
    )
    game.give(figure(game, "a1"), HASTE)
    start(game)
    play(game, "activate a1", "spend haste a1", "face E", "search")
    assert {"face", "go"} <= verbs(game)
    play(game, "face S")
    assert figure(game, "a1").facing == 4
    assert "face" not in verbs(game)
    assert {"search", "go", "run"} <= verbs(game)


@rule("FACE-05", "STEALTH-11")
def test_a_movement_that_came_to_no_step_is_turned_after_once() -> None:
    game = position(
        {"E5 N": ninja(), "A1": ninja()},
        {"E6 S": ninja(), "T20": ninja()},
        dice=ScriptedDice("air", "air", "air"),
    )
    game.hide(figure(game, "a1"))
    start(game)
    play(game, "activate a1", "go E4", "stop E")
    assert {"attack", "search"} <= verbs(game)
    assert "face" not in verbs(game)
