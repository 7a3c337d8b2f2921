"""Windows: whose turn it is to use something."""

from __future__ import annotations

from kernel.dice import ScriptedDice
from skirmish.rules.figure import CURSE, LUCKY
from tests.ledger import rule
from tests.skirmish.cast import figure, ninja, play, position, start, verbs


@rule("TIMING-02", "TIMING-03", "MULTI-08")
def test_in_combat_the_attackers_player_comes_first_and_then_clockwise() -> None:
    game = position(
        {"A1": ninja(), "C1": ninja()},
        {"E5 N": ninja(at=1), "T1": ninja()},
        {"E6 S": ninja(df=1), "T20": ninja()},
        dice=ScriptedDice("fire", "fire"),
        turn=1,
    )
    game.give(figure(game, "b1"), CURSE)
    game.give(figure(game, "b1"), LUCKY)
    game.give(figure(game, "c1"), LUCKY)
    start(game)
    play(game, "activate b1", "attack c1")
    asked = []
    while game.decision is not None and game.decision.kind == "offer.reroll":
        asked.append((game.decision.seat, sorted(verbs(game) - {"pass"})))
        play(game, "pass")
    assert asked == [
        (1, ["spend lucky"]),
        (2, ["spend curse", "spend lucky"]),
        (0, ["spend curse"]),
    ]


@rule("TIMING-01")
def test_outside_combat_the_holder_of_initiative_comes_first() -> None:
    game = position(
        {"E5 N": ninja(), "A1": ninja()},
        {"E6 S": ninja(), "T20": ninja()},
        dice=ScriptedDice("fire", "fire", "fire"),
        turn=1,
    )
    game.give(figure(game, "a1"), CURSE)
    game.give(figure(game, "a1"), LUCKY)
    start(game)
    play(game, "activate b2", "end", "activate a1", "go E4")
    assert game.decision is not None
    assert game.decision.seat == 1
    assert verbs(game) == {"spend curse", "pass"}
    play(game, "pass")
    assert game.decision.seat == 0


def test_using_something_gives_everybody_another_chance() -> None:
    game = position(
        {"E5 N": ninja(at=1), "A1": ninja()},
        {"E6 S": ninja(df=1), "T20": ninja()},
        dice=ScriptedDice("fire", "fire", "earth"),
        rerolls=(1, 1, 0, 0),
    )
    start(game)
    play(game, "activate a1", "attack b1", "pass", "spend reroll-token 1")
    assert game.decision is not None
    assert (game.decision.seat, game.decision.kind) == (0, "offer.reroll")
