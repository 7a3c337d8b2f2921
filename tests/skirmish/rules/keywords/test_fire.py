"""Precision Strike and Tora's Claws."""

from __future__ import annotations

import pytest

from kernel.dice import ScriptedDice
from rulebook.rules.entries import RangedAttack
from skirmish.rules.figure import PROTECT, STUN
from skirmish.rules.game import Game
from tests.ledger import rule
from tests.skirmish.cast import figure, ninja, play, position, start
from tests.skirmish.rules.keywords.duels import duel, pools


def brawl(
    *dice: str, df: int, mine: tuple[str, ...] = (), theirs: tuple[str, ...] = ()
) -> Game:
    """A friend and an enemy besides the target stand next to the attacker."""
    game = position(
        {"E5 N": ninja(at=2, keywords=mine), "E4": ninja()},
        {"E6 S": ninja(df=df, keywords=theirs), "D4": ninja()},
        dice=ScriptedDice(*dice),
    )
    start(game)
    play(game, "activate a1", "attack b1")
    return game


def stunned(game: Game) -> set[str]:
    return {f.card.label for f in game.figures if f.tokens[STUN]}


@rule("KEY-PRECISION-01")
def test_precision_strike_burns_enemies_only() -> None:
    dice = ("fire", "fire", "fire")
    assert stunned(brawl(*dice, df=1)) == {"a1", "a2", "b1", "b2"}
    assert stunned(brawl(*dice, df=1, mine=("precision-strike",))) == {"b1", "b2"}


@rule("KEY-PRECISION-02")
def test_a_defender_with_precision_strike_burns_the_attacker_and_its_friends() -> None:
    dice = ("earth", "earth", "fire", "fire", "fire")
    game = brawl(*dice, df=3, theirs=("precision-strike",))
    assert stunned(game) == {"a1", "a2"}


@rule("KEY-PRECISION-01")
def test_precision_strike_does_nothing_when_the_other_one_chooses_fire() -> None:
    dice = ("earth", "earth", "fire", "fire", "fire")
    game = brawl(*dice, df=3, mine=("precision-strike",))
    assert stunned(game) == {"a1", "a2", "b1", "b2"}


@rule("KEY-CLAWS-01")
def test_toras_claws_get_a_die_against_the_stunned_and_nobody_else() -> None:
    game = duel(*["earth"] * 2, "air", mine=("toras-claws",))
    play(game, "activate a1", "attack b1")
    assert pools(game) == [2, 1]
    game = position(
        {"E5 N": ninja(at=2, keywords=("toras-claws",)), "A1": ninja()},
        {"E6 S": ninja(df=1), "T20": ninja()},
        dice=ScriptedDice(*["earth"] * 3, "air"),
    )
    game.give(figure(game, "b1"), STUN, 2)
    start(game)
    play(game, "activate a1", "attack b1")
    assert pools(game) == [3, 1]


@rule("KEY-CLAWS-01", "RANGED-08")
def test_toras_claws_do_nothing_for_a_shot_at_the_stunned() -> None:
    bow = RangedAttack(range=6)
    game = position(
        {"E5 N": ninja(at=2, keywords=("toras-claws",), ranged=bow), "A1": ninja()},
        {"E9 S": ninja(df=1), "T20": ninja()},
        dice=ScriptedDice("air", "air", "fire"),
    )
    game.give(figure(game, "b1"), STUN)
    start(game)
    play(game, "activate a1", "shoot b1")
    assert pools(game) == [2, 1]


@rule("KEY-CLAWS-01", "KEY-FRENZY-02")
@pytest.mark.parametrize(("is_safe", "dice"), [(False, 3), (True, 2)])
def test_toras_claws_look_for_a_stun_at_every_blow(is_safe: bool, dice: int) -> None:
    """The first blow stuns, unless Protect is in its way; the second is better then."""
    mine = ninja(at=2, keywords=("toras-claws", "frenzy"))
    game = position(
        {"E5 N": mine, "A1": ninja()},
        {"E6 S": ninja(df=1), "T20": ninja()},
        dice=ScriptedDice("earth", "earth", "fire", *["earth"] * dice, "fire"),
    )
    if is_safe:
        game.give(figure(game, "b1"), PROTECT)
    start(game)
    play(game, "activate a1", "attack b1")
    if is_safe:
        play(game, "spend protect b1")
    assert pools(game) == [2, 1, dice, 1]
