"""Hero, Ronin and Resilient."""

from __future__ import annotations

from kernel.dice import ScriptedDice
from skirmish.rules.figure import (
    BOARD,
    PROTECT,
    STUN,
)
from skirmish.rules.frames.harm import COMBAT, INJURED, SHRINE, STUNNED, Harm
from tests.ledger import rule
from tests.skirmish.cast import (
    figure,
    ninja,
    play,
    position,
    start,
)
from tests.skirmish.rules.keywords.duels import duel


@rule("KEY-RESILIENT-01", "KEY-RESILIENT-04", "STATUS-46", "TEST-11", "STEALTH-16")
def test_resilient_rolls_first_and_protect_may_take_what_is_left() -> None:
    game = position(
        {"E5 N": ninja(), "A1": ninja()},
        {"E6 S": ninja(keywords=("resilient",)), "T20": ninja()},
        dice=ScriptedDice("fire"),
    )
    victim = figure(game, "b1")
    game.give(victim, PROTECT)
    game.hide(victim)
    game.push(Harm(victims=(victim.key,), level=INJURED, cause=COMBAT, source=0))
    start(game)
    assert victim.is_hidden
    play(game, "spend protect b1")
    assert victim.place == BOARD
    assert victim.tokens[STUN] == 0


@rule("KEY-RESILIENT-02")
def test_resilient_rolls_once_and_not_again_for_the_stun_left() -> None:
    game = position(
        {"E5 N": ninja(), "A1": ninja()},
        {"E6 S": ninja(keywords=("resilient",)), "T20": ninja()},
        dice=ScriptedDice("fire"),
    )
    game.push(Harm(victims=(2,), level=INJURED, cause=COMBAT, source=0))
    start(game)
    assert figure(game, "b1").tokens[STUN] == 1


@rule("KEY-RESILIENT-03", "TERRAIN-24")
def test_resilient_does_not_roll_against_what_no_enemy_caused() -> None:
    game = position(
        {"E5 N": ninja(), "A1": ninja()},
        {"E6 S": ninja(keywords=("resilient",)), "T20": ninja()},
    )
    game.push(Harm(victims=(2,), level=STUNNED, cause=SHRINE))
    start(game)
    assert figure(game, "b1").tokens[STUN] == 1


@rule("KEY-HERO-01", "KEY-RONIN-01", "XP-09")
def test_heroes_and_ronin_earn_nothing() -> None:
    for keyword in ("hero", "ronin"):
        game = duel("void", "void", "earth", mine=(keyword,))
        play(game, "activate a1", "attack b1")
        assert game.seats[0].score == 1
        assert game.xp == ()
