"""What all abilities that are actions have in common."""

from __future__ import annotations

import pytest

from kernel.dice import ScriptedDice
from rulebook.rules.entries import RangedAttack
from skirmish.rules.figure import HASTE, STUN
from skirmish.rules.game import Game
from tests.ledger import rule
from tests.skirmish.cast import figure, ninja, play, position, start, verbs

NEAR = ("dragons-breath", "pounce", "whirlwind")
FAR = (
    "air-dragons-breath",
    "amazing-awareness",
    "blessing-of-the-tengu",
    "foul-weather",
    "healing-mist",
    "skull-hex",
    "spirit-power",
    "volcano-pots",
    "wanderlust",
)


def ready(slug: str) -> Game:
    """Its owner may use it now: a Stunned friend and enemies are where they must be."""
    enemy = "E6 S" if slug in NEAR else "E9 S"
    bow = RangedAttack(range=5)
    game = position(
        {"E5 N": ninja(ranged=bow, abilities=(slug,)), "D5": ninja()},
        {enemy: ninja(), "E11": ninja(), "T20": ninja()},
        dice=ScriptedDice(*["air"] * 6),
    )
    game.give(figure(game, "a1"), HASTE)
    game.give(figure(game, "a2"), STUN)
    game.hide(figure(game, "b2"))
    start(game)
    play(game, "activate a1", "spend haste a1")
    return game


@rule("SEQ-08")
@pytest.mark.parametrize("slug", NEAR + FAR)
def test_it_takes_an_action_that_is_left(slug: str) -> None:
    game = ready(slug)
    assert f"use {slug}" in verbs(game)
    play(game, "search", "search")
    # Its move is left, and with Haste it may still make it.
    assert "go" in verbs(game)
    assert f"use {slug}" not in verbs(game)
