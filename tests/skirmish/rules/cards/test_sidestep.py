"""Cards that help a dodge."""

from __future__ import annotations

from kernel.dice import ScriptedDice
from rulebook.rules.entries import RangedAttack
from skirmish.rules.behaviours import KEYWORD, BoundHandler
from skirmish.rules.figure import STUN
from skirmish.rules.game import Game
from skirmish.rules.hooks import DODGE_FAILS
from tests.ledger import rule
from tests.skirmish.cast import at, figure, ninja, play, position, start, verbs


def holding(*cards: str, dice: tuple[str, ...], moon: str = "spirit") -> Game:
    return position(
        {"E5 N": ninja(at=1, ranged=RangedAttack(range=5)), "A1": ninja()},
        {"E6 S": ninja(df=1), "E9 S": ninja(df=1)},
        dice=ScriptedDice(*dice),
        hands=(cards, ()),
        moon=moon,
    )


@rule("CARD-16", "CARD-34", "TIMING-03")
def test_sidestep_rerolls_a_failed_dodge() -> None:
    dice = ("air", "air", "air", "fire", "air", "air")
    game = start(holding("sidestep", dice=dice))
    play(game, "activate a1", "go E4", "play sidestep")
    assert figure(game, "a1").space == at("E4")


@rule("CARD-16", "CARD-27")
def test_sidestep_is_not_offered_for_a_dodge_that_succeeds() -> None:
    game = start(holding("sidestep", dice=("fire", "air", "air")))
    play(game, "activate a1", "go E4")
    assert figure(game, "a1").space == at("E4")
    assert game.seats[0].hand == ("sidestep",)


@rule("CARD-16", "MOON-05")
def test_under_the_water_moon_sidestep_needs_no_roll() -> None:
    game = start(holding("sidestep", dice=(), moon="water"))
    play(game, "activate a1", "go E4")
    assert verbs(game) == {"play sidestep moon", "pass"}
    play(game, "play sidestep moon")
    assert figure(game, "a1").space == at("E4")
    assert figure(game, "a1").tokens[STUN] == 0


@rule("CARD-16", "CARD-27", "DODGE-14")
def test_neither_version_of_sidestep_helps_a_dodge_that_fails_of_itself() -> None:
    game = holding("sidestep", dice=(), moon="water")
    enemy = figure(game, "b1")
    grip = BoundHandler(
        0, "grip", "grip", lambda *_: True, KEYWORD, works_off_board=False
    )
    enemy.handlers = {**enemy.handlers, DODGE_FAILS: (grip,)}
    start(game)
    play(game, "activate a1", "go E4")
    assert figure(game, "a1").tokens[STUN] == 1
    assert game.seats[0].hand == ("sidestep",)


@rule("CARD-16", "TEST-07")
def test_sidestep_leaves_dice_that_were_rerolled_before() -> None:
    game = position(
        {"E5 N": ninja(keywords=("nimble",)), "A1": ninja()},
        {"E6 S": ninja(), "T20": ninja()},
        dice=ScriptedDice("air", "air", "air", "air", "fire", "air"),
        hands=(("sidestep",), ()),
    )
    start(game)
    play(game, "activate a1", "go E4", "use nimble a1 1", "play sidestep")
    # Two dice only are rolled again, and the script has no more.
    assert figure(game, "a1").space == at("E4")
