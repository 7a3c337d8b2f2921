"""Running, and what else an activation's action may be."""

from __future__ import annotations

import pytest

from kernel.dice import ScriptedDice
from rulebook.rules.entries import RangedAttack
from skirmish.rules.figure import HASTE, LUCKY, STUN
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


@rule("MOVE-09")
def test_a_run_goes_where_a_move_would_go() -> None:
    def ready(mv: int = 3) -> Game:
        game = position(
            {"E5 N": ninja(mv=mv), "D5": ninja(), "A20": ninja()},
            {"F4 N": ninja(), "T20": ninja()},
            ground=plain_ground(rough="E6 D6 F6", elevated="E4 D4"),
            dice=ScriptedDice("air", "air", "air"),
        )
        game.hide(figure(game, "b1"))
        game.add_lantern(at("F5"))
        start(game)
        play(game, "activate a1")
        return game

    for mv in (1, 2, 3, 4):
        moving, running = ready(mv), ready(mv)
        play(running, "run")
        assert options(running, "go") == options(moving, "go")
    # Rough ground, heights, a friend, a lantern and a hidden enemy are all about it.
    running = ready(1)
    play(running, "run")
    assert verbs(running) == {"stop"}
    running = ready(2)
    play(running, "run")
    assert options(running, "go") == {"D6", "E6", "F6"}


@rule("SEQ-08")
def test_everybody_may_run_attack_shoot_throw_search_and_hide() -> None:
    bow = RangedAttack(range=5)
    game = start(position({"E5 N": ninja(ranged=bow)}, {"E6 N": ninja()}))
    assert verbs(game) - {"go", "face", "end"} == {"run", "attack", "search", "hide"}
    game = start(position({"E5 N": ninja(ranged=bow)}, {"E8 N": ninja()}))
    assert verbs(game) - {"go", "face", "end"} == {
        *("run", "shoot", "throw", "search", "hide")
    }
    game = start(position({"E5 N": ninja()}, {"E8 N": ninja()}))
    assert verbs(game) - {"go", "face", "end"} == {"run", "throw", "search", "hide"}
    game = position({"E5 N": ninja()}, {"T20 N": ninja()})
    game.add_shrine(at("E6"), LUCKY)
    start(game)
    assert verbs(game) - {"go", "face", "end"} == {"run", "search", "hide", "pray"}


@rule("SEQ-08")
@pytest.mark.parametrize("action", ["run", "search", "hide"])
def test_one_action_is_all_that_an_activation_has(action: str) -> None:
    game = position(
        {"E5 N": ninja(), "A1": ninja()},
        {"T20 N": ninja()},
        dice=ScriptedDice("air", "air", "air"),
    )
    start(game)
    play(game, "activate a1", action)
    if action == "run":
        play(game, "stop N")
    assert figure(game, "a1").is_activated
    assert game.decision is not None
    assert game.decision.seat == 1


@rule("STATUS-12")
def test_with_haste_a_figure_may_run_twice() -> None:
    game = position({"E5 N": ninja(mv=2), "A1": ninja()}, {"T20": ninja()})
    game.give(figure(game, "a1"), HASTE)
    start(game)
    play(game, "activate a1", "spend haste a1", "go E7", "stop N")
    play(game, "run", "go E9", "stop N", "run", "go E11", "stop N")
    assert figure(game, "a1").space == at("E11")
    assert game.decision is not None
    assert game.decision.seat == 1


@rule("STATUS-12")
@pytest.mark.parametrize("second", ["b1", "b2"])
def test_with_haste_a_figure_may_attack_one_enemy_twice_or_two(second: str) -> None:
    game = position(
        {"E5 N": ninja(at=1), "A1": ninja()},
        {"E6 S": ninja(df=0), "D6 S": ninja(df=0), "T20": ninja()},
        dice=ScriptedDice("earth", "earth"),
    )
    # Stunned, they do not help one another.
    for label in ("b1", "b2"):
        game.give(figure(game, label), STUN)
    game.give(figure(game, "a1"), HASTE)
    start(game)
    play(game, "activate a1", "spend haste a1", "attack b1", f"attack {second}")
    stuns = [figure(game, label).tokens[STUN] for label in ("b1", "b2")]
    assert stuns == ([0, 1] if second == "b1" else [2, 2])
    assert bool(figure(game, "b1").foot) is (second == "b2")
    assert not {"attack", "run"} & verbs(game)


@rule("STEALTH-13")
@pytest.mark.parametrize("passed", [True, False])
def test_a_search_finds_the_enemies_around_and_nobody_else(passed: bool) -> None:
    game = position(
        {"E5 N": ninja(), "D5": ninja(), "A1": ninja()},
        {"E6": ninja(), "F4": ninja(), "E7": ninja()},
        {"D6": ninja(), "T20": ninja()},
        dice=ScriptedDice("fire" if passed else "air", "air", "air"),
    )
    for figure_ in game.figures:
        game.hide(figure_)
    start(game)
    play(game, "activate a1", "search")
    found = {f.card.label for f in game.figures if not f.is_hidden}
    # Before and behind the searcher; friends and whoever is further off stay hidden.
    assert found == ({"b1", "b2", "c1"} if passed else set())
