"""Players who give up while an opposed test is rolled, or while a sentry moves."""

from __future__ import annotations

from kernel.dice import ScriptedDice, SeededDice
from skirmish.rules.decision import Choice
from skirmish.rules.figure import AWAY, Figure
from skirmish.rules.game import Game
from tests.challenges.cast import scenario
from tests.ledger import rule
from tests.skirmish.cast import (
    SEED,
    at,
    figure,
    ninja,
    options,
    play,
    position,
    start,
    verbs,
)

# Nobody's dice but C's show Fire.
C_WINS = (*("air",) * 6, *("fire",) * 3)


def leave(game: Game, seat: int) -> None:
    game.apply(Choice("concede", arg=seat))


def asked(game: Game) -> tuple[int, str]:
    assert game.decision is not None
    return game.decision.seat, game.decision.kind


def watched(*dice: str, c1: str = "T20") -> Game:
    """A sentry is to be moved, and the last to name who tests for it is C."""
    game = position(
        {"A1": ninja()},
        {"A20": ninja()},
        {c1: ninja()},
        challenge=scenario("search"),
        dice=ScriptedDice(*dice),
    )
    for label, space in (("s1", "K10"), ("s2", "M10")):
        game.put(figure(game, label), at(space), 0)
    start(game)
    play(game, "end", "end", "end", "tester a1", "tester b1")
    return game


def c1(game: Game) -> Figure:
    return figure(game, "c1")


@rule("MULTI-12", "REV-05")
def test_whoever_left_during_it_does_not_win_the_test_that_breaks_a_tie() -> None:
    game = position(
        {"A1": ninja()},
        {"C1": ninja()},
        {"E1": ninja()},
        dice=ScriptedDice(*C_WINS, "air", "air", "air", "fire", "air", "air"),
        extra_rounds=0,
        has_last_upkeep=False,
    )
    game.round = game.compiled.challenge.rounds
    start(game)
    play(game, "end", "end", "end", "tester a1", "tester b1")
    leave(game, 2)
    # A and B have no Fire either, so they roll again.
    assert game.verdict == ((1,), "tie broken")


@rule("MULTI-12", "SENTRY-07")
def test_whoever_left_during_it_does_not_win_a_sentry() -> None:
    game = watched(*C_WINS)
    leave(game, 2)
    assert asked(game) == (0, "sentry")
    assert not figure(game, "s1").is_activated


@rule("MULTI-12", "SENTRY-09")
def test_a_sentry_does_not_go_for_whoever_left_during_its_test() -> None:
    game = watched("fire", *("air",) * 8, c1="K12")
    leave(game, 2)
    assert c1(game).place == AWAY
    play(game, "activate s1")
    # It has seen nobody.
    assert "search" in verbs(game)


@rule("MULTI-12")
def test_whoever_leaves_while_a_sentry_moves_is_gone_at_once() -> None:
    game = watched("fire", *("air",) * 8, c1="K13")
    play(game, "tester c1", "activate s2")
    assert asked(game) == (0, "activation")
    leave(game, 2)
    assert c1(game).place == AWAY
    assert asked(game)[0] == 0


@rule("MULTI-12", "MEDAL-14", "CHAL-INFIL-08")
def test_a_sentry_sees_the_medal_of_whoever_left_in_the_attack_before() -> None:
    game = position(
        {"E5 N": ninja()},
        {"E6 S": ninja()},
        {"K12": ninja()},
        challenge=scenario("infiltration"),
        dice=SeededDice(SEED),
    )
    rules = game.compiled.challenge
    rules.set_up(game, None, None, None)
    rules.put(game, 0, carrier=c1(game).key)
    game.put(figure(game, "s1"), at("K18"), 4)
    for label in ("b1", "c1"):
        figure(game, label).is_activated = True
    start(game)
    play(game, "attack b1")
    leave(game, 2)
    while asked(game)[1] != "activation":
        assert game.decision is not None
        game.apply(game.decision.nth(game, 0))
    assert rules.medals(game)[0].space == at("K12")
    assert options(game, "go") == {"J17", "K17", "L17"}
