"""Poison."""

from __future__ import annotations

import pytest

from kernel.dice import ScriptedDice
from skirmish.rules.figure import (
    BOARD,
    HEALING_HOUSE,
    POISON,
    STUN,
)
from skirmish.rules.log import Rolled
from tests.ledger import rule
from tests.skirmish.cast import (
    chunin,
    figure,
    ninja,
    play,
    position,
    start,
)


@rule("STATUS-24", "STATUS-26", "XP-05", "CHAL-BRAWL-07")
@pytest.mark.parametrize(
    ("face", "place", "stuns"),
    [("water", BOARD, 1), ("spirit", HEALING_HOUSE, 0), ("fire", BOARD, 0)],
)
def test_poison_rolls_one_die_and_earns_nobody_anything(
    face: str, place: int, stuns: int
) -> None:
    game = position(
        {"E5 N": chunin(), "A1": ninja()}, {"T20": ninja()}, dice=ScriptedDice(face)
    )
    game.give(figure(game, "a1"), POISON, by=figure(game, "b1").key)
    start(game)
    play(game, "activate a1", "end")
    victim = figure(game, "a1")
    assert (victim.place, victim.tokens[STUN]) == (place, stuns)
    assert victim.tokens[POISON] == 0
    assert game.xp == ()
    assert game.seats[1].score == 0


@rule("STATUS-27")
@pytest.mark.parametrize(("by", "rolls"), [("b1", 2), ("a2", 1), (None, 1)])
def test_resilient_helps_against_the_poison_of_an_enemy_only(
    by: str | None, rolls: int
) -> None:
    game = position(
        {"E5 N": ninja(keywords=("resilient",)), "A1": ninja()},
        {"T20": ninja()},
        dice=ScriptedDice("water", "air"),
    )
    source = -1 if by is None else figure(game, by).key
    game.give(figure(game, "a1"), POISON, by=source)
    start(game)
    play(game, "activate a1", "end")
    assert sum(isinstance(entry, Rolled) for entry in game.log) == rolls


@rule("STATUS-27")
@pytest.mark.parametrize("first_is_enemy", [True, False])
def test_the_oldest_poison_goes_first_and_says_who_gave_it(
    first_is_enemy: bool,
) -> None:
    game = position(
        {"E5 N": ninja(keywords=("resilient",)), "A1": ninja()},
        {"T20": ninja()},
        dice=ScriptedDice("water", "air"),
    )
    victim, enemy = figure(game, "a1"), figure(game, "b1").key
    for source in (enemy, -1) if first_is_enemy else (-1, enemy):
        game.give(victim, POISON, by=source)
    start(game)
    play(game, "activate a1", "end")
    # A Stun, and a die against it if an enemy gave the token that went.
    rolls = sum(isinstance(entry, Rolled) for entry in game.log)
    assert rolls == (2 if first_is_enemy else 1)
    assert victim.poisoners == ((-1,) if first_is_enemy else (enemy,))
