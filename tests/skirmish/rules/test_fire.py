"""Fire as the result of an attack: whom it stuns, in which order, to whose credit."""

from __future__ import annotations

import pytest

from kernel.dice import ScriptedDice
from skirmish.rules.figure import PROTECT, STUN
from skirmish.rules.game import Game
from tests.ledger import rule
from tests.skirmish.cast import chunin, figure, ninja, play, position, start


@rule("COMBAT-25")
def test_protection_is_asked_for_from_the_attackers_player_on() -> None:
    game = position(
        {"E4": ninja(), "A1": ninja()},
        {"E5 N": ninja(at=2), "T1": ninja()},
        {"E6 S": ninja(df=1), "T20": ninja()},
        dice=ScriptedDice("fire", "fire", "fire"),
        turn=1,
    )
    for label in ("a1", "b1", "c1"):
        game.give(figure(game, label), PROTECT)
    game.give(figure(game, "c1"), STUN, 2)
    start(game)
    play(game, "activate b1", "attack c1")
    asked = []
    while game.decision is not None and game.decision.kind == "offer.harm":
        asked.append(game.decision.seat)
        # Nobody is harmed before everybody was asked.
        assert figure(game, "c1").foot
        play(game, "pass")
    assert asked == [1, 2, 0]
    assert not figure(game, "c1").foot


def burnt(*dice: str, at: int, df: int) -> Game:
    """a1, with the own chunin beside it, attacks b1."""
    game = position(
        {"E5 N": ninja(at=at), "D4": chunin(), "A1": ninja()},
        {"E6 S": ninja("Defender", df=df), "T20": ninja()},
        dice=ScriptedDice(*dice),
    )
    start(game)
    play(game, "activate a1", "attack b1")
    return game


@rule("COMBAT-35", "XP-13")
def test_fire_is_credited_to_the_combatant_whose_player_chose_it() -> None:
    # The defender has more dice, and Stuns the enemy's chunin.
    game = burnt("fire", "fire", "fire", at=1, df=2)
    found = [(figure.name, figure.xp) for figure in game.report.seats[1].figures]
    assert found == [("Defender", 1), ("Ninja", 0)]
    assert not any(figure.xp for figure in game.report.seats[0].figures)
    # The attacker chose it: to Stun the own chunin is worth nothing.
    game = burnt("fire", "fire", "fire", at=2, df=1)
    assert game.xp == ()


@rule("MULTI-09", "COMBAT-35")
@pytest.mark.parametrize(("strength", "guard", "xp"), [(2, 1, [1, 0]), (1, 2, [0, 1])])
def test_a_third_players_figure_is_an_enemy_of_both(
    strength: int, guard: int, xp: list[int]
) -> None:
    game = position(
        {"E5 N": ninja(at=strength), "A1": ninja()},
        {"E6 S": ninja(df=guard), "T20": ninja()},
        {"D4": chunin(), "T1": ninja()},
        dice=ScriptedDice("fire", "fire", "fire"),
    )
    start(game)
    play(game, "activate a1", "attack b1")
    assert figure(game, "c1").tokens[STUN] == 1
    assert [game.report.seats[seat].figures[0].xp for seat in (0, 1)] == xp
