"""Abilities of the Kitsune oni and heroes."""

from __future__ import annotations

from kernel.dice import ScriptedDice
from skirmish.rules.figure import HEALING_HOUSE, MOON_POWER, SLOW
from skirmish.rules.frames.round import OPENING, SCORING
from skirmish.rules.game import Game
from skirmish.rules.setup import FigureSetup
from tests.ledger import rule
from tests.skirmish.cast import (
    at,
    figure,
    ninja,
    options,
    play,
    position,
    start,
    verbs,
)

MISS = ("air", "air", "air")
PASSED = ("fire", "air", "air")

# --- Spirit Senses ----------------------------------------------------------------


def senser(*dice: str, hidden: tuple[str, ...] = ("b1", "b2")) -> Game:
    game = position(
        {"E5 N": ninja(abilities=("spirit-senses",)), "D9": ninja()},
        {"E9": ninja(), "F7": ninja(), "C7": ninja(), "T20": ninja()},
        dice=ScriptedDice(*dice),
    )
    for label in hidden:
        game.hide(figure(game, label))
    start(game)
    play(game, "activate a1")
    return game


@rule("ABIL-SPIRITSENSES-01")
def test_spirit_senses_reveal_enemies_in_the_zone_after_a_move() -> None:
    game = senser(*PASSED, hidden=("a2", "b1", "b2"))
    play(game, "go E8", "stop N", "yes")
    assert figure(game, "a2").is_hidden
    assert not figure(game, "b1").is_hidden
    assert not figure(game, "b2").is_hidden
    assert game.xp == ()
    # It was no action.
    assert "search" in verbs(game)


@rule("ABIL-SPIRITSENSES-01")
def test_spirit_senses_find_nobody_if_the_test_fails_or_is_not_made() -> None:
    game = senser(*MISS)
    play(game, "go E8", "stop N", "yes")
    assert figure(game, "b1").is_hidden
    game = senser()
    play(game, "go E8", "stop N", "no")
    assert figure(game, "b1").is_hidden


@rule("ABIL-SPIRITSENSES-01")
def test_spirit_senses_are_used_once_an_activation_and_only_near_the_hidden() -> None:
    game = senser(*MISS)
    play(game, "go E8", "stop N", "yes", "run", "go D8", "stop N")
    assert game.decision is not None
    assert game.decision.seat == 1
    # An enemy whom everybody sees is nobody to look for.
    game = senser(*PASSED)
    play(game, "go D6", "stop N")
    assert "search" in verbs(game)


@rule("ABIL-SPIRITSENSES-01")
def test_spirit_senses_do_not_wake_while_it_stands_still() -> None:
    game = senser()
    game.put(figure(game, "b1"), at("E6"))
    play(game, "end")
    assert game.decision is not None
    assert game.decision.seat == 1


# --- Allure -----------------------------------------------------------------------


def temptress(
    enemies: dict[str, FigureSetup] | None = None, *dice: str, chosen: str = "b1"
) -> Game:
    game = position(
        {"E5 N": ninja(abilities=("allure",)), "A1": ninja()},
        enemies or {"E6 S": ninja(), "E4 S": ninja(), "D6 S": ninja()},
        dice=ScriptedDice(*dice),
        turn=1,
    )
    game.stack[-1].pc = OPENING
    start(game)
    assert options(game, "use allure") == {"b1", "b3"}
    play(game, f"use allure a1 {chosen}")
    return game


@rule("ABIL-ALLURE-01", "LOS-01")
def test_whoever_is_allured_cannot_dodge_out_of_her_zone() -> None:
    game = temptress()
    play(game, "activate b1")
    assert "go" not in verbs(game)


@rule("ABIL-ALLURE-01")
def test_others_dodge_out_of_her_zone_as_ever() -> None:
    game = temptress(None, *PASSED)
    play(game, "activate b3", "go D7", "stop S")
    assert figure(game, "b3").space == at("D7")


@rule("ABIL-ALLURE-01")
def test_the_allured_dodge_out_of_other_zones() -> None:
    game = temptress(None, *PASSED)
    allured = figure(game, "b1")
    game.put(allured, at("A2"))
    play(game, "activate b1", "go A3", "stop N")
    assert allured.space == at("A3")


@rule("ABIL-ALLURE-02")
def test_the_allured_leave_by_movement_that_ignores_zones() -> None:
    game = temptress()
    game.give(figure(game, "b1"), MOON_POWER)
    play(game, "activate b1")
    assert "E8" in options(game, "go")


@rule("ABIL-ALLURE-01")
def test_the_charm_is_over_with_the_round() -> None:
    game = temptress()
    game.dice = ScriptedDice(choices=(1,))
    while game.round == 1:
        assert game.decision is not None
        game.apply(game.decision.nth(game, game.decision.count(game) - 1))
    play(game, "pass", "activate b1")
    assert "go" in verbs(game)


# --- 9 Tails ----------------------------------------------------------------------


def nine_tails(slow: int = 0) -> Game:
    game = position(
        {"E5 N": ninja(abilities=("9-tails",)), "A1": ninja()}, {"T20": ninja()}
    )
    if slow:
        game.give(figure(game, "a1"), SLOW, slow)
    game.stack[-1].pc = OPENING
    return start(game)


@rule("ABIL-NINETAILS-01", "ABIL-NINETAILS-02")
def test_nine_tails_give_moon_power_now_and_two_slow_at_the_rounds_end() -> None:
    game = nine_tails()
    uzumaki = figure(game, "a1")
    play(game, "use 9-tails a1")
    assert uzumaki.tokens[MOON_POWER] == 1
    play(game, "activate a1", "end")
    assert uzumaki.tokens[MOON_POWER] == 0
    assert uzumaki.tokens[SLOW] == 0
    play(game, "end", "end")
    assert uzumaki.tokens[SLOW] == 2


@rule("ABIL-NINETAILS-01")
def test_whoever_is_slowed_cannot_show_nine_tails_and_nobody_has_to() -> None:
    assert "use 9-tails" not in verbs(nine_tails(slow=1))
    game = nine_tails()
    play(game, "pass", "activate a1", "end", "end", "end")
    assert figure(game, "a1").tokens[SLOW] == 0


@rule("ABIL-NINETAILS-02")
def test_off_the_board_he_is_not_slowed() -> None:
    game = nine_tails()
    play(game, "use 9-tails a1")
    game.lift(figure(game, "a1"), HEALING_HOUSE)
    game.stack[-1].pc = SCORING
    game.advance()
    assert figure(game, "a1").tokens[SLOW] == 0
