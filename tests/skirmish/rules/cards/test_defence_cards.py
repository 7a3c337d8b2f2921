"""Cards of the defender: Ika's Depths and Mamoru."""

from __future__ import annotations

from kernel.dice import ScriptedDice
from rulebook.rules.entries import RangedAttack
from skirmish.rules.figure import HEALING_HOUSE, STUN
from skirmish.rules.game import Game
from tests.ledger import rule
from tests.skirmish.cast import figure, ninja, play, position, start, verbs
from tests.skirmish.rules.keywords.duels import pools


def defence(
    *dice: str,
    card: str,
    strength: int = 2,
    df: int = 1,
    moon: str = "air",
    mine: tuple[str, ...] = (),
    keywords: tuple[str, ...] = (),
) -> Game:
    """a1 attacks b1, whose player holds a card."""
    game = position(
        {"E5 N": ninja(at=strength, keywords=mine), "A1": ninja()},
        {"E6 S": ninja(df=df, keywords=keywords), "T20": ninja()},
        dice=ScriptedDice(*dice),
        hands=((), (card,)),
        moon=moon,
    )
    start(game)
    play(game, "activate a1", "attack b1")
    return game


@rule("CARD-09", "CARD-33")
def test_ikas_depths_is_worth_a_die_of_defence() -> None:
    game = defence(*["fire"] * 4, card="ikas-depths")
    assert verbs(game) == {"play ikas-depths", "pass"}
    play(game, "play ikas-depths")
    assert pools(game)[:2] == [2, 2]
    assert len(pools(game)) == 2


@rule("CARD-09")
def test_under_the_water_moon_the_defender_is_resilient_too() -> None:
    for die, stunned in (("fire", True), ("air", False)):
        dice = ("void", "void", "earth", "earth", die)
        game = defence(*dice, card="ikas-depths", moon="water")
        play(game, "play ikas-depths moon")
        assert pools(game) == [2, 2, 1]
        target = figure(game, "b1")
        assert bool(target.foot) is stunned
        assert target.tokens[STUN] == stunned


@rule("CARD-09", "KEY-GENERAL-01")
def test_whoever_is_resilient_rolls_no_second_die() -> None:
    dice = ("void", "void", "earth", "earth", "air")
    game = defence(*dice, card="ikas-depths", moon="water", keywords=("resilient",))
    play(game, "play ikas-depths moon")
    assert pools(game) == [2, 2, 1]
    assert figure(game, "b1").place == HEALING_HOUSE


@rule("CARD-09")
def test_resilience_lasts_for_that_attack_only() -> None:
    dice = ("air", "air", "air", "fire", "fire", "void", "air")
    game = defence(
        *dice, card="ikas-depths", moon="water", mine=("gale-of-blows",), strength=3
    )
    play(game, "play ikas-depths moon", "stay")
    assert pools(game) == [3, 2]
    play(game, "attack b1")
    # The second attack Injures, and no die is rolled against that.
    assert pools(game) == [3, 2, 1, 1]
    assert figure(game, "b1").place == HEALING_HOUSE


@rule("CARD-09", "CARD-12", "CARD-32")
def test_neither_card_helps_against_a_shot() -> None:
    game = position(
        {"E5 N": ninja(at=2, ranged=RangedAttack(range=5)), "A1": ninja()},
        {"E8 S": ninja(df=1), "T20": ninja()},
        dice=ScriptedDice("air", "air", "air"),
        hands=((), ("ikas-depths", "mamoru")),
        moon="water",
    )
    start(game)
    play(game, "activate a1", "shoot b1")
    assert pools(game) == [2, 1]


@rule("CARD-12")
def test_mamoru_is_worth_a_die_to_the_weaker_side() -> None:
    game = defence(*["fire"] * 4, card="mamoru")
    assert verbs(game) == {"play mamoru", "pass"}
    play(game, "play mamoru")
    assert pools(game) == [2, 2]


@rule("CARD-12", "CARD-27")
def test_mamoru_is_not_for_a_defender_as_strong_as_the_attacker() -> None:
    game = defence(*["fire"] * 4, card="mamoru", df=2)
    assert pools(game) == [2, 2]
    assert game.seats[1].hand == ("mamoru",)


@rule("CARD-12")
def test_mamoru_compares_totals_as_they_are_when_it_is_played() -> None:
    game = position(
        {"E5 N": ninja(at=2), "A1": ninja()},
        {"E6 S": ninja(df=1), "D5 E": ninja()},
        dice=ScriptedDice(*["fire"] * 4),
        hands=((), ("mamoru",)),
    )
    start(game)
    play(game, "activate a1", "attack b1")
    # The friend next to the attacker makes the totals equal.
    assert pools(game) == [2, 2]
    assert game.seats[1].hand == ("mamoru",)


@rule("CARD-12")
def test_under_the_water_moon_mamoru_lets_the_defender_choose() -> None:
    dice = ("fire", "air", "air", "spirit")
    game = defence(*dice, card="mamoru", df=2, moon="water")
    assert verbs(game) == {"play mamoru moon", "pass"}
    play(game, "play mamoru moon")
    assert pools(game) == [2, 2]
    assert game.decision is not None
    assert (game.decision.kind, game.decision.seat) == ("result", 1)
    play(game, "choose spirit")
    assert figure(game, "a1").place == HEALING_HOUSE
