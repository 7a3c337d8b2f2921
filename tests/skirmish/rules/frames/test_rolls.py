"""Opposed tests."""

from __future__ import annotations

from kernel.dice import ScriptedDice
from skirmish.rules.frames.initiative import Initiative
from tests.ledger import rule
from tests.skirmish.cast import figure, ninja, play, position, start


@rule("SEQ-14", "TEST-04", "TEST-05", "TEST-06", "STEALTH-17", "MULTI-10")
def test_initiative_by_test_rerolls_ties_among_the_tied_and_keeps_stealth() -> None:
    one_each = ("fire", "air", "air")
    game = position(
        {"A1": ninja(), "C1": ninja()},
        {"A20": ninja()},
        {"T1": ninja()},
        initiative="test",
        dice=ScriptedDice(
            *one_each, *one_each, "air", "air", "air", "air", "air", "air", *one_each
        ),
    )
    game.hide(figure(game, "a2"))
    game.push(Initiative(is_setup=False))
    start(game)
    play(game, "tester a2", "tester b1", "tester c1")
    assert game.value == 1
    assert figure(game, "a2").is_hidden
