"""Moon Power."""

from __future__ import annotations

import pytest

from kernel.dice import ScriptedDice
from skirmish.rules.figure import (
    BOARD,
    MOON_POWER,
    POISON,
    SLOW,
    STUN,
)
from skirmish.rules.frames.harm import COMBAT, DRAWBACK, INJURED, STUNNED, Harm
from skirmish.rules.game import Game
from tests.ledger import rule
from tests.skirmish.cast import (
    figure,
    ninja,
    options,
    play,
    position,
    start,
    verbs,
)
from tests.skirmish.rules.blows import struck


@rule("STATUS-16", "STATUS-22")
@pytest.mark.parametrize("level", [STUNNED, INJURED])
def test_moon_power_prevents_stun_and_injury_alike(level: int) -> None:
    game = struck(level, moon_power=1)
    assert figure(game, "b1").place == BOARD
    assert figure(game, "b1").tokens[STUN] == 0
    assert game.xp == ()


@rule("COMBAT-38")
@pytest.mark.parametrize("face", ["spirit", "void", "earth", "fire"])
def test_a_result_that_moon_power_stops_may_be_chosen(face: str) -> None:
    game = position(
        {"E5 N": ninja(at=3), "D5": ninja(), "A1": ninja()},
        {"E6 S": ninja(df=0), "T20": ninja()},
        dice=ScriptedDice("spirit", face, "earth", "fire"),
    )
    for label in ("a1", "b1"):
        game.give(figure(game, label), MOON_POWER)
    start(game)
    play(game, "activate a1", "attack b1")
    assert options(game, "choose") == {"spirit", face, "earth", "fire"}
    play(game, f"choose {face}")
    for label in ("a1", "b1"):
        assert figure(game, label).place == BOARD
        assert figure(game, label).tokens[STUN] == 0
    # Whoever has no Moon Power burns as ever.
    assert figure(game, "a2").tokens[STUN] == (face == "fire")


@rule("STATUS-17", "STATUS-20")
def test_moon_power_sheds_stuns_and_lets_other_tokens_stay() -> None:
    game = position({"E5": ninja()}, {"T20": ninja()})
    bearer = figure(game, "a1")
    game.give(bearer, STUN, 2)
    game.give(bearer, SLOW)
    game.give(bearer, MOON_POWER)
    assert bearer.tokens[STUN] == 0
    game.give(bearer, POISON)
    assert (bearer.tokens[SLOW], bearer.tokens[POISON]) == (1, 1)


@rule("STATUS-19")
def test_one_moon_power_token_fades_with_each_activation() -> None:
    game = position({"E5": ninja(), "A1": ninja()}, {"T20": ninja()})
    game.give(figure(game, "a1"), MOON_POWER, 2)
    start(game)
    play(game, "activate a1", "end")
    assert figure(game, "a1").tokens[MOON_POWER] == 1


@rule("TIMING-09")
def test_moon_power_still_protects_against_the_poison_of_the_same_end() -> None:
    game = position(
        {"E5 N": ninja(), "A1": ninja()}, {"T20": ninja()}, dice=ScriptedDice("spirit")
    )
    game.give(figure(game, "a1"), POISON)
    game.give(figure(game, "a1"), MOON_POWER)
    start(game)
    play(game, "activate a1", "end")
    assert figure(game, "a1").place == BOARD
    assert figure(game, "a1").tokens[MOON_POWER] == 0


@rule("STATUS-21")
def test_stuns_shed_before_the_activation_do_not_limit_it() -> None:
    game = position({"E5 N": ninja(), "A1": ninja()}, {"T20": ninja()})
    game.give(figure(game, "a1"), STUN)
    game.give(figure(game, "a1"), MOON_POWER)
    start(game)
    play(game, "activate a1", "go E6", "stop N")
    assert "search" in verbs(game)


@rule("TIMING-12")
def test_a_drawback_that_cannot_apply_is_skipped() -> None:
    game = struck(STUNNED, cause=DRAWBACK, by="b1", moon_power=1)
    assert figure(game, "b1").tokens[STUN] == 0
    assert game.decision is not None
    assert game.decision.kind == "turn"


def payer(ability: str, *, moon_power: int) -> Game:
    """a1 could pay for its ability with a Stun, in its own turn or its friend's."""
    game = position(
        {"E5 N": ninja(at=1, abilities=(ability,)), "D5": ninja(), "A1": ninja()},
        {"E6 S": ninja(df=0), "T20": ninja()},
        dice=ScriptedDice("water"),
    )
    game.give(figure(game, "a2"), STUN)
    game.give(figure(game, "a1"), MOON_POWER, moon_power)
    return game


@rule("STATUS-23", "TIMING-12")
@pytest.mark.parametrize("moon_power", [0, 1])
def test_a_stun_upon_itself_cannot_be_paid_under_moon_power(moon_power: int) -> None:
    can_pay = not moon_power
    game = start(payer("healing-mist", moon_power=moon_power))
    play(game, "activate a1")
    assert ("use healing-mist" in verbs(game)) == can_pay

    game = start(payer("wind-of-blades", moon_power=moon_power))
    play(game, "activate a1", "attack b1", "stay", "face N", "go E6", "face S")
    assert game.decision is not None
    assert (game.decision.kind == "wind-of-blades") == can_pay

    game = payer("healing-herbs", moon_power=moon_power)
    keys = [figure(game, label).key for label in ("a2", "b1")]
    game.push(Harm(victims=keys[:1], level=INJURED, cause=COMBAT, source=keys[1]))
    start(game)
    assert ("use healing-herbs" in verbs(game)) == can_pay
