"""Haste."""

from __future__ import annotations

from kernel.dice import ScriptedDice
from skirmish.rules.figure import (
    HASTE,
    STUN,
)
from tests.ledger import rule
from tests.skirmish.cast import (
    figure,
    ninja,
    play,
    position,
    start,
    verbs,
)


@rule("STATUS-09", "STATUS-10", "STATUS-11", "STATUS-14", "TIMING-08")
def test_haste_buys_one_more_move_or_action_in_any_order() -> None:
    game = position({"E5 N": ninja(mv=1), "A1": ninja()}, {"T20": ninja()})
    game.give(figure(game, "a1"), HASTE, 2)
    start(game)
    play(game, "activate a1", "spend haste a1")
    assert figure(game, "a1").tokens[HASTE] == 1
    play(game, "run", "go E6", "stop N", "go E7", "stop N", "run", "go E8", "stop N")
    assert game.decision is not None
    assert game.decision.seat == 1


@rule("STATUS-13")
def test_haste_for_a_stunned_figure_is_two_moves_or_two_actions() -> None:
    game = position({"E5 N": ninja(mv=1), "A1": ninja()}, {"T20": ninja()})
    game.give(figure(game, "a1"), HASTE)
    game.give(figure(game, "a1"), STUN)
    start(game)
    play(game, "activate a1", "spend haste a1", "go E6", "stop N")
    assert "go" in verbs(game)
    assert not {"run", "search"} & verbs(game)


@rule("STATUS-13")
def test_a_stunned_figure_that_acted_does_not_move_for_its_haste() -> None:
    game = position(
        {"E5 N": ninja(), "A1": ninja()},
        {"T20": ninja()},
        dice=ScriptedDice("air", "air", "air"),
    )
    game.give(figure(game, "a1"), HASTE)
    game.give(figure(game, "a1"), STUN)
    start(game)
    play(game, "activate a1", "spend haste a1", "search")
    assert {"search", "run"} <= verbs(game)
    assert "go" not in verbs(game)


@rule("STATUS-12", "STATUS-13", "STATUS-41")
def test_a_stunned_figure_with_haste_may_run_twice_or_run_and_search() -> None:
    game = position({"E5 N": ninja(mv=1), "A1": ninja()}, {"T20": ninja()})
    game.give(figure(game, "a1"), HASTE)
    game.give(figure(game, "a1"), STUN)
    start(game)
    play(game, "activate a1", "spend haste a1", "run", "go E6", "stop N")
    assert {"search", "run"} <= verbs(game)
    assert "go" not in verbs(game)
    play(game, "run", "go E7", "stop N")
    assert game.decision is not None
    assert game.decision.seat == 1
