"""Tough, Blood Lust and Fortune."""

from __future__ import annotations

from kernel.dice import ScriptedDice
from skirmish.rules.figure import HASTE, LUCKY, PROTECT
from skirmish.rules.game import Game
from tests.ledger import rule
from tests.skirmish.cast import figure, ninja, options, play, position, start, verbs

PASSED = ("fire", "air", "air")
FAILED = ("air", "air", "air")


def waking(keyword: str, *dice: str) -> Game:
    game = position(
        {"E5 N": ninja(keywords=(keyword,)), "E6": ninja(), "E9": ninja()},
        {"D5": ninja(), "T20": ninja()},
        dice=ScriptedDice(*dice),
    )
    start(game)
    play(game, "activate a1")
    return game


@rule("KEY-TOUGH-01", "TIMING-08")
def test_tough_earns_protect_for_a_passed_test() -> None:
    game = waking("tough", *PASSED)
    assert verbs(game) == {"use tough", "pass"}
    play(game, "use tough a1")
    assert figure(game, "a1").tokens[PROTECT] == 1
    assert "go" in verbs(game)
    assert "use tough" not in verbs(game)


@rule("KEY-TOUGH-01")
def test_tough_earns_nothing_for_a_failed_test_or_none() -> None:
    game = waking("tough", *FAILED)
    play(game, "use tough a1")
    assert figure(game, "a1").tokens[PROTECT] == 0
    game = waking("tough")
    play(game, "pass")
    assert figure(game, "a1").tokens[PROTECT] == 0


@rule("KEY-TOUGH-02")
def test_tough_adds_to_the_tokens_that_are_there() -> None:
    game = position(
        {"E5 N": ninja(keywords=("tough",)), "E6": ninja()},
        {"T20": ninja()},
        dice=ScriptedDice(*PASSED),
    )
    game.give(figure(game, "a1"), PROTECT)
    start(game)
    play(game, "activate a1", "use tough a1")
    assert figure(game, "a1").tokens[PROTECT] == 2


@rule("KEY-TOUGH-01", "STEALTH-09")
def test_the_test_costs_stealth_whatever_it_comes_to() -> None:
    game = position(
        {"E5 N": ninja(keywords=("tough",)), "E6": ninja()},
        {"T20": ninja()},
        dice=ScriptedDice(*FAILED),
    )
    game.hide(figure(game, "a1"))
    start(game)
    play(game, "activate a1", "use tough a1")
    assert not figure(game, "a1").is_hidden


@rule("KEY-BLOODLUST-01", "TIMING-08")
def test_blood_lust_earns_haste_that_can_be_spent_at_once() -> None:
    game = waking("blood-lust", *PASSED)
    play(game, "use blood-lust a1")
    assert verbs(game) == {"spend haste", "pass"}
    play(game, "spend haste a1")
    assert figure(game, "a1").tokens[HASTE] == 0


@rule("KEY-BLOODLUST-01")
def test_blood_lust_earns_haste_that_can_be_kept() -> None:
    game = waking("blood-lust", *PASSED)
    play(game, "use blood-lust a1", "pass", "end")
    assert figure(game, "a1").tokens[HASTE] == 1


@rule("KEY-BLOODLUST-01")
def test_blood_lust_earns_nothing_for_a_failed_test() -> None:
    game = waking("blood-lust", *FAILED)
    play(game, "use blood-lust a1")
    assert figure(game, "a1").tokens[HASTE] == 0
    assert "go" in verbs(game)


@rule("KEY-FORTUNE-01")
def test_fortune_gives_luck_to_itself_or_a_friend_in_its_zone() -> None:
    game = waking("fortune", *PASSED)
    play(game, "use fortune a1")
    assert options(game, "pick") == {"a1", "a2"}
    play(game, "pick a2")
    assert figure(game, "a2").tokens[LUCKY] == 1
    assert figure(game, "a1").tokens[LUCKY] == 0


@rule("KEY-FORTUNE-01")
def test_fortune_gives_nothing_for_a_failed_test() -> None:
    game = waking("fortune", *FAILED)
    play(game, "use fortune a1")
    assert "go" in verbs(game)
    assert not any(f.tokens[LUCKY] for f in game.figures)
