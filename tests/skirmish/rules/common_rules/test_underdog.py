"""What an underdog may spend."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from challenges.rules.challenges.search import Crate, Search
from kernel.dice import ScriptedDice
from skirmish.rules.decision import Choice
from skirmish.rules.figure import POISON, STUN
from skirmish.rules.frames.harm import COMBAT, STUNNED, Harm
from skirmish.rules.frames.rolls import OpposedTest, Test
from skirmish.rules.frames.sentry import SENTRY
from skirmish.rules.game import Game
from tests.challenges.cast import scenario
from tests.ledger import rule
from tests.skirmish.cast import (
    at,
    figure,
    ninja,
    options,
    play,
    position,
    setup_for,
    start,
    verbs,
)


@rule("UNDERDOG-03", "UNDERDOG-11", "UNDERDOG-12", "UND-02")
def test_a_reroll_token_rolls_all_dice_of_any_roll_again() -> None:
    game = position(
        {"E5 N": ninja(at=1), "A1": ninja()},
        {"E6 S": ninja(df=1), "T20": ninja()},
        dice=ScriptedDice("void", "earth", "fire"),
        rerolls=(0, 2, 0, 0),
    )
    start(game)
    play(game, "activate a1", "attack b1")
    assert game.decision is not None
    assert game.decision.seat == 1
    play(game, "spend reroll-token 1")
    assert game.seats[1].rerolls == 1
    # Only the defender's own die is left to reroll.
    assert verbs(game) == {"spend reroll-token 2", "pass"}


@rule("UNDERDOG-05", "UNDERDOG-06", "UNDERDOG-07")
def test_a_team_moon_power_token_comes_after_the_stuns_are_gone() -> None:
    game = position(
        {"E5 N": ninja(), "A1": ninja()}, {"T20": ninja()}, moon_powers=(1, 0, 0, 0)
    )
    game.give(figure(game, "a1"), STUN)
    start(game)
    play(game, "activate a1", "spend moon-power-token", "go E7", "stop N")
    # It began Stunned, so the move was all.
    assert game.decision is not None
    assert game.decision.seat == 1
    assert not any(figure(game, "a1").tokens)


@rule("UND-02")
def test_a_reroll_token_leaves_dice_alone_that_were_rerolled_before() -> None:
    game = position(
        {"E5 N": ninja(at=3, keywords=("close-combat-master",)), "A1": ninja()},
        {"E6 S": ninja(df=0), "T20": ninja()},
        dice=ScriptedDice("fire", "fire", "fire", "void", "air", "air"),
        rerolls=(1, 0, 0, 0),
    )
    start(game)
    play(game, "activate a1", "attack b1", "use close-combat-master a1 2")
    play(game, "spend reroll-token 1")
    assert options(game, "choose") == {"void", "air"}


def helped(*dice: str, **settings: object) -> Game:
    """b1 is poisoned and Resilient, beside a1; A has a token to spend."""
    game = position(
        {"E5 N": ninja(), "A1": ninja()},
        {"E6 S": ninja(keywords=("resilient",)), "T20": ninja()},
        dice=ScriptedDice(*dice),
        rerolls=(1, 0, 0, 0),
        **settings,
    )
    game.give(figure(game, "b1"), POISON)
    return game


def affinity_test() -> Game:
    game = helped("air", "air", "air")
    game.push(Test(figure=figure(game, "b1").key, what="anything"))
    return start(game)


def poison() -> Game:
    game = helped("air", turn=1)
    start(game)
    play(game, "activate b1", "end")
    return game


def resilience() -> Game:
    game = helped("air")
    keys = [figure(game, label).key for label in ("a1", "b1")]
    game.push(Harm(victims=(keys[1],), level=STUNNED, cause=COMBAT, source=keys[0]))
    return start(game)


def crate() -> Game:
    rules = scenario("search")
    assert isinstance(rules, Search)
    game = helped("air", "air", "air", challenge=rules)
    rules.lay(game, (Crate(at("F5"), 0),))
    start(game)
    play(game, "activate a1", "do check F5")
    return game


def moon() -> Game:
    dice = ScriptedDice("air", choices=(0,))
    setup = setup_for((ninja(),), (ninja(),), rerolls=(1, 0, 0, 0))
    return Game.new(setup, dice)


def sentry_test() -> Game:
    game = helped(*["air"] * 6)
    game.push(OpposedTest(what=SENTRY, seats=(0, 1), ties_stand=True))
    start(game)
    play(game, "tester a1", "tester b1")
    return game


@rule("UNDERDOG-04")
@pytest.mark.parametrize(
    "roll", [affinity_test, poison, resilience, crate, moon, sentry_test]
)
def test_a_reroll_token_serves_for_every_kind_of_roll(roll: Callable[[], Game]) -> None:
    game = roll()
    assert game.decision is not None
    assert (game.decision.seat, game.decision.kind) == (0, "offer.reroll")
    assert "spend reroll-token 1" in verbs(game)


@rule("UNDERDOG-04")
def test_a_reroll_token_does_not_help_at_janken() -> None:
    setup = setup_for((ninja(),), (ninja(),), rerolls=(1, 1, 0, 0), initiative="janken")
    game = Game.new(setup, ScriptedDice("air"))
    for _ in range(4):
        assert verbs(game) == {"show"}
        game.apply(Choice("show", arg=0))


@rule("UNDERDOG-05")
def test_a_team_moon_power_token_is_for_a_figure_of_that_team() -> None:
    game = position(
        {"E5 N": ninja(), "A1": ninja()},
        {"T20": ninja(), "T18": ninja()},
        moon_powers=(0, 1, 0, 0),
    )
    start(game)
    play(game, "activate a1")
    assert game.decision is not None
    assert (game.decision.seat, game.decision.kind) == (0, "activation")
    play(game, "end", "activate b1")
    assert verbs(game) == {"spend moon-power-token", "pass"}
