"""The six masteries."""

from __future__ import annotations

import pytest

from kernel.dice import ScriptedDice
from kernel.elements import Element
from rulebook.rules.entries import RangedAttack
from skirmish.rules.figure import POISON, STUN
from skirmish.rules.frames.harm import COMBAT, STUNNED, Harm
from skirmish.rules.frames.rolls import Roll
from skirmish.rules.game import Game
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
from tests.skirmish.rules.keywords.duels import duel


@rule("KEY-MASTERY-01", "KEY-MASTERY-02")
def test_a_mastery_rerolls_dice_without_its_element_once_a_round() -> None:
    game = duel("fire", "air", "earth", "void", mine=("fire-mastery",))
    play(game, "activate a1", "attack b1")
    assert options(game, "use fire-mastery") == {"2"}
    play(game, "use fire-mastery a1 2")
    assert "fire-mastery" in figure(game, "a1").used


@rule("KEY-MASTERY-01")
@pytest.mark.parametrize(
    ("keyword", "element"),
    [
        ("air-mastery", "air"),
        ("earth-mastery", "earth"),
        ("fire-mastery", "fire"),
        ("spirit-mastery", "spirit"),
        ("void-mastery", "void"),
        ("water-mastery", "water"),
    ],
)
def test_every_mastery_keeps_its_own_element(keyword: str, element: str) -> None:
    others = [e.value for e in Element if e.value != element]
    game = position(
        {"E5 N": ninja(at=6, keywords=(keyword,)), "A1": ninja()},
        {"E6 S": ninja(df=1), "T20": ninja()},
        dice=ScriptedDice(*others, element, "fire"),
    )
    start(game)
    play(game, "activate a1", "attack b1")
    # The sixth of its dice shows the element, the seventh is the enemy's.
    offered = {
        die for dice in options(game, f"use {keyword}") for die in dice.split("+")
    }
    assert offered == {"1", "2", "3", "4", "5"}


@rule("KEY-MASTERY-01")
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


def asked_about(game: Game) -> str:
    """What the dice were rolled for that the mastery may reroll now."""
    roll = game.stack[-1]
    assert isinstance(roll, Roll)
    assert "use fire-mastery" in verbs(game)
    mine = roll.pool_of(figure(game, "a1"))
    assert mine is not None
    return mine[0].what


@rule("KEY-MASTERY-03", "TEST-12")
def test_a_mastery_helps_every_kind_of_roll() -> None:
    bow = RangedAttack(range=6)
    mine = ninja(at=2, df=2, ranged=bow, keywords=("fire-mastery", "resilient"))

    def rolls(enemy: str, *lines: str, turn: int = 0, poison: bool = False) -> str:
        game = position(
            {"E5 N": mine, "A1": ninja()},
            {f"{enemy} S": ninja(ranged=bow), "T20": ninja()},
            dice=ScriptedDice(*["air"] * 9),
            turn=turn,
        )
        if poison:
            game.give(figure(game, "a1"), POISON)
        start(game)
        play(game, *lines)
        return asked_about(game)

    assert rolls("E6", "activate a1", "attack b1") == "attack"
    assert rolls("E6", "activate b1", "attack a1", turn=1) == "defence"
    assert rolls("E9", "activate a1", "shoot b1") == "shot"
    assert rolls("E9", "activate b1", "shoot a1", turn=1) == "shot-at"
    assert rolls("E6", "activate a1", "go E4") == "dodge"
    assert rolls("E9", "activate a1", "search") == "search"
    assert rolls("E9", "activate a1", "end", poison=True) == "poison"


@rule("KEY-MASTERY-03")
def test_a_mastery_helps_the_roll_of_resilient() -> None:
    game = position(
        {"E5 N": ninja(keywords=("fire-mastery", "resilient")), "A1": ninja()},
        {"E6 S": ninja(), "T20": ninja()},
        dice=ScriptedDice("air", "fire"),
    )
    game.push(Harm(victims=(0,), level=STUNNED, cause=COMBAT, source=2))
    start(game)
    assert asked_about(game) == "resilient"
    play(game, "use fire-mastery a1 1")
    assert figure(game, "a1").tokens[STUN] == 0
