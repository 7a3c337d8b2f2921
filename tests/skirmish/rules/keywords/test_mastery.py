"""The six masteries."""

from __future__ import annotations

from kernel.dice import ScriptedDice
from tests.ledger import rule
from tests.skirmish.cast import (
    figure,
    ninja,
    options,
    play,
    position,
    start,
)
from tests.skirmish.rules.keywords.duels import duel


@rule("KEY-MASTERY-01", "KEY-MASTERY-02")
def test_a_mastery_rerolls_dice_without_its_element_once_a_round() -> None:
    game = duel("fire", "air", "earth", "void", mine=("fire-mastery",))
    play(game, "activate a1", "attack b1")
    assert options(game, "use fire-mastery") == {"2"}
    play(game, "use fire-mastery a1 2")
    assert "fire-mastery" in figure(game, "a1").used


@rule("KEY-MASTERY-03")
def test_a_mastery_used_up_is_not_offered_again_this_round() -> None:
    game = position(
        {"E5 N": ninja(keywords=("fire-mastery",)), "A1": ninja()},
        {"E6 S": ninja(), "T20": ninja()},
        dice=ScriptedDice(*["air"] * 3, "fire", *["fire"] * 3),
    )
    start(game)
    play(game, "activate a1", "go D5", "use fire-mastery a1 1", "go D6")
    assert game.decision is not None
    assert game.decision.kind == "move"
