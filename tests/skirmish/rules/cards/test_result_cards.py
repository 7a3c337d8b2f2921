"""Incredible Luck: who chooses the result."""

from __future__ import annotations

from kernel.dice import ScriptedDice
from rulebook.rules.entries import RangedAttack
from skirmish.rules.game import Game
from tests.ledger import rule
from tests.skirmish.cast import figure, ninja, play, position, start, verbs

LUCK = "incredible-luck"


def clash(
    *dice: str,
    mine: tuple[str, ...] = (),
    theirs: tuple[str, ...] = (),
    df: int = 1,
    moon: str = "air",
    keywords: tuple[str, ...] = (),
    strength: int = 2,
) -> Game:
    """a1 attacks b1, with two dice where nothing else is said."""
    game = position(
        {"E5 N": ninja(at=strength, keywords=keywords), "A1": ninja()},
        {"E6 S": ninja(df=df), "T20": ninja()},
        dice=ScriptedDice(*dice),
        hands=(mine, theirs),
        moon=moon,
    )
    start(game)
    play(game, "activate a1", "attack b1")
    return game


def outcome(game: Game) -> tuple[str, int]:
    assert game.decision is not None
    return game.decision.kind, game.decision.seat


@rule("CARD-11")
def test_whoever_rolls_fewer_dice_chooses_among_the_own_ones() -> None:
    game = clash("fire", "air", "spirit", theirs=(LUCK,))
    play(game, f"play {LUCK}")
    # The only die of the defender decides: the attacker is Injured.
    assert not figure(game, "a1").foot
    game = clash("void", "air", "fire", "fire", "fire", mine=(LUCK,), df=3)
    play(game, f"play {LUCK}")
    assert outcome(game) == ("result", 0)
    play(game, "choose void")
    assert not figure(game, "b1").foot


@rule("CARD-11")
def test_without_luck_the_larger_number_of_dice_left_chooses() -> None:
    game = clash("void", "air", "fire", "fire", "void", df=3)
    assert outcome(game) == ("result", 1)


@rule("CARD-11", "CARD-28")
def test_luck_comes_to_nothing_with_as_many_dice_and_is_spent_all_the_same() -> None:
    game = clash("fire", "air", "spirit", "void", theirs=(LUCK,), df=2)
    play(game, f"play {LUCK}")
    assert outcome(game) == ("result", 0)
    assert game.discard == (LUCK,)


@rule("CARD-11")
def test_under_the_spirit_moon_as_many_dice_are_enough() -> None:
    dice = ("fire", "air", "fire", "spirit")
    game = clash(*dice, theirs=(LUCK,), df=2, moon="spirit")
    play(game, f"play {LUCK} moon")
    assert outcome(game) == ("result", 1)
    dice = ("fire", "air", "spirit")
    game = clash(*dice, mine=(LUCK,), df=1, moon="spirit")
    play(game, f"play {LUCK} moon")
    assert outcome(game) == ("result", 0)


@rule("CARD-11")
def test_pools_are_compared_with_all_that_was_added_before_the_roll() -> None:
    game = clash("fire", "air", "fire", "spirit", theirs=(LUCK, "ikas-depths"))
    play(game, f"play {LUCK}", "play ikas-depths")
    assert outcome(game) == ("result", 0)


@rule("CARD-11")
def test_with_no_own_die_left_there_is_no_result() -> None:
    game = clash("void", "air", "spirit", theirs=(LUCK,))
    play(game, f"play {LUCK}")
    assert figure(game, "a1").foot
    assert figure(game, "b1").foot
    assert verbs(game) == {"activate"}


@rule("CARD-11", "CARD-12")
def test_two_valid_claims_leave_the_usual_rule() -> None:
    dice = ("fire", "air", "fire", "spirit")
    game = clash(*dice, mine=(LUCK,), theirs=(LUCK,), df=2, moon="spirit")
    play(game, f"play {LUCK} moon", f"play {LUCK} moon")
    assert outcome(game) == ("result", 0)


@rule("CARD-11", "CARD-12")
def test_two_valid_claims_leave_the_choice_to_a_defender_with_more_dice() -> None:
    """Luck for the smaller pool against Mamoru under its moon, whatever the pools."""
    dice = ("fire", "air", "fire", "fire", "void")
    game = clash(*dice, mine=(LUCK,), theirs=("mamoru",), df=3, moon="water")
    play(game, f"play {LUCK}", "play mamoru moon")
    assert outcome(game) == ("result", 1)
    # With his claim alone the attacker would have chosen.
    game = clash(*dice, mine=(LUCK,), df=3, moon="water")
    play(game, f"play {LUCK}")
    assert outcome(game) == ("result", 0)


@rule("CARD-11", "TIMING-06")
def test_dirty_fighter_wins_over_luck() -> None:
    dice = ("fire", "air", "spirit")
    game = clash(*dice, theirs=(LUCK,), keywords=("dirty-fighter",))
    play(game, f"play {LUCK}")
    assert outcome(game) == ("result", 0)


@rule("CARD-11")
def test_luck_ends_with_its_attack() -> None:
    game = clash(
        *("fire", "fire", "fire", "air", "void", "fire"),
        theirs=(LUCK,),
        moon="spirit",
        keywords=("gale-of-blows",),
        strength=3,
    )
    play(game, f"play {LUCK} moon", "stay", "attack b1")
    # One die each: the attacker chooses Void, not the defender Fire.
    assert not figure(game, "b1").foot


@rule("CARD-11", "CARD-32")
def test_luck_is_not_for_shots() -> None:
    game = position(
        {"E5 N": ninja(at=2, ranged=RangedAttack(range=5)), "A1": ninja()},
        {"E8 S": ninja(df=1), "T20": ninja()},
        dice=ScriptedDice("air", "air", "air"),
        hands=((), (LUCK,)),
    )
    start(game)
    play(game, "activate a1", "shoot b1")
    assert game.seats[1].hand == (LUCK,)
