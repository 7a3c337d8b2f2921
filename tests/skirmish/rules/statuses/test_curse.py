"""Curse."""

from __future__ import annotations

import pytest

from kernel.dice import ScriptedDice
from skirmish.rules.figure import (
    CURSE,
    LUCKY,
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


@rule("STATUS-04", "STATUS-05", "TEST-08", "MULTI-07")
def test_an_enemy_may_spend_a_curse_to_spoil_a_roll() -> None:
    game = position(
        {"E5 N": ninja(), "A1": ninja()},
        {"E6 S": ninja(), "T20": ninja()},
        dice=ScriptedDice("fire", "fire", "fire", "air", "air", "air"),
    )
    game.give(figure(game, "a1"), CURSE, 2)
    start(game)
    play(game, "activate a1", "go E4")
    assert game.decision is not None
    assert game.decision.seat == 1
    play(game, "spend curse a1")
    assert figure(game, "a1").tokens[CURSE] == 1
    assert figure(game, "a1").tokens[STUN] == 1


@rule("STATUS-06")
@pytest.mark.parametrize("holder", [0, 1])
def test_in_combat_the_attackers_player_rerolls_before_the_curse(holder: int) -> None:
    """Whoever has the initiative: it is the attacker's player who is asked first."""
    game = position(
        {"E5 N": ninja(at=1), "A1": ninja()},
        {"E6 S": ninja(df=1), "T20": ninja()},
        dice=ScriptedDice("fire", "fire", "earth"),
        turn=holder,
    )
    game.give(figure(game, "a1"), CURSE)
    game.give(figure(game, "a1"), LUCKY)
    start(game)
    if holder:
        play(game, "activate b2", "end")
    play(game, "activate a1", "attack b1")
    assert game.decision is not None
    assert game.decision.seat == 0
    assert verbs(game) == {"spend lucky", "pass"}
    # Its dice once rerolled, the Curse has nothing left to spoil.
    play(game, "spend lucky a1")
    assert figure(game, "a1").tokens[CURSE] == 1


@rule("MULTI-07", "STATUS-04")
def test_of_several_enemies_each_is_asked_in_the_order_of_initiative() -> None:
    game = position(
        {"E5 N": ninja(), "A1": ninja()},
        {"E6 S": ninja(), "T20": ninja()},
        {"T1": ninja(), "T3": ninja()},
        dice=ScriptedDice("fire", "fire", "fire", "air", "air", "air"),
        turn=2,
    )
    game.give(figure(game, "a1"), CURSE)
    start(game)
    play(game, "activate c1", "end", "activate a1", "go E4")
    asked = []
    while game.decision is not None and game.decision.kind == "offer.reroll":
        asked.append((game.decision.seat, "spend curse" in verbs(game)))
        play(game, "pass")
    assert asked == [(2, True), (1, True)]


@rule("STATUS-04", "MULTI-04")
def test_no_ally_spends_a_curse() -> None:
    game = position(
        {"E5 N": ninja(), "A1": ninja()},
        {"E6 S": ninja(), "T20": ninja()},
        {"J1": ninja(), "K1": ninja()},
        {"J20": ninja(), "K20": ninja()},
        dice=ScriptedDice("fire", "fire", "fire"),
        sides=(0, 1, 0, 1),
    )
    game.give(figure(game, "a1"), CURSE)
    start(game)
    play(game, "activate a1", "go E4")
    asked = []
    while game.decision is not None and "spend curse" in verbs(game):
        asked.append(game.decision.seat)
        play(game, "pass")
    assert asked == [1, 3]
