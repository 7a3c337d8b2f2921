"""Precision Strike and Tora's Claws."""

from __future__ import annotations

from kernel.dice import ScriptedDice
from skirmish.rules.figure import STUN
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
