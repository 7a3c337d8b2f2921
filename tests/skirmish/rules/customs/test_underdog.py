"""What an underdog may spend."""

from __future__ import annotations

from kernel.dice import ScriptedDice
from skirmish.rules.figure import STUN
from tests.ledger import rule
from tests.skirmish.cast import figure, ninja, play, position, start, verbs


@rule("UNDERDOG-03", "UNDERDOG-11", "UNDERDOG-12")
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
