"""Stun."""

from __future__ import annotations

from kernel.dice import ScriptedDice
from skirmish.rules.board.grid import DIRECTION_NAMES
from skirmish.rules.figure import (
    HASTE,
    STUN,
)
from skirmish.rules.game import Game
from tests.ledger import rule
from tests.skirmish.cast import (
    figure,
    ninja,
    play,
    position,
    start,
    verbs,
)


@rule("STATUS-39", "STATUS-41", "STATUS-42")
def test_whoever_begins_stunned_moves_or_acts_and_may_turn() -> None:
    def begin() -> Game:
        game = position(
            {"E5 N": ninja(), "A1": ninja()},
            {"T20": ninja()},
            dice=ScriptedDice("air", "air", "air"),
        )
        game.give(figure(game, "a1"), STUN, 2)
        start(game)
        play(game, "activate a1")
        return game

    game = begin()
    assert figure(game, "a1").tokens[STUN] == 0
    assert {"go", "run", "face"} <= verbs(game)
    play(game, "go E7", "stop N")
    assert game.decision is not None
    assert game.decision.seat == 1
    game = begin()
    play(game, "run", "go E7", "stop S")
    assert game.decision is not None
    assert game.decision.seat == 1
    game = begin()
    play(game, "face S", "search")
    assert game.decision is not None
    assert game.decision.seat == 1
    assert figure(game, "a1").facing == DIRECTION_NAMES.index("S")


@rule("STATUS-40")
def test_a_stun_gained_in_the_own_activation_waits_for_the_next() -> None:
    game = position({"E5 N": ninja(), "A1": ninja()}, {"T20": ninja()})
    start(game)
    play(game, "activate a1", "go E6")
    game.give(figure(game, "a1"), STUN)
    play(game, "stop N")
    assert "run" in verbs(game)
    assert figure(game, "a1").tokens[STUN] == 1


@rule("STATUS-40")
def test_a_stun_by_its_own_attack_does_not_cost_it_the_rest() -> None:
    game = position(
        {"E5 N": ninja(at=1), "A1": ninja()},
        {"E6 S": ninja(df=0), "T20": ninja()},
        dice=ScriptedDice("fire"),
    )
    game.give(figure(game, "a1"), HASTE)
    start(game)
    play(game, "activate a1", "spend haste a1", "attack b1")
    assert figure(game, "a1").tokens[STUN] == 1
    assert {"go", "attack"} <= verbs(game)
