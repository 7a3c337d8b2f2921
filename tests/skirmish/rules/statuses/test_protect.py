"""Protect."""

from __future__ import annotations

from kernel.dice import ScriptedDice
from skirmish.rules.figure import (
    BOARD,
    MOON_POWER,
    PROTECT,
    STUN,
)
from skirmish.rules.frames.harm import COMBAT, INJURED, STUNNED, Harm
from skirmish.rules.game import Game
from tests.ledger import rule
from tests.skirmish.cast import (
    chunin,
    figure,
    ninja,
    play,
    position,
    start,
)


def struck(
    level: int, *dice: str, cause: str = COMBAT, by: str = "a1", **tokens: int
) -> Game:
    """b1 is in for harm by a1, with tokens given by name."""
    game = position(
        {"E5 N": ninja(), "A1": ninja()},
        {"E6 S": chunin(), "T20": ninja()},
        dice=ScriptedDice(*dice),
    )
    names = {"protect": PROTECT, "stun": STUN, "moon_power": MOON_POWER}
    for name, count in tokens.items():
        game.give(figure(game, "b1"), names[name], count)
    game.push(
        Harm(
            victims=(figure(game, "b1").key,),
            level=level,
            cause=cause,
            source=figure(game, by).key if by else -1,
        )
    )
    return start(game)


@rule("STATUS-29", "STATUS-31", "XP-12")
def test_protect_lowers_an_injury_and_a_second_token_the_stun_left() -> None:
    game = struck(INJURED, protect=2)
    assert game.decision is not None
    assert game.decision.seat == 1
    play(game, "spend protect b1")
    play(game, "spend protect b1")
    saved = figure(game, "b1")
    assert saved.place == BOARD
    assert saved.tokens[STUN] == 0
    assert saved.tokens[PROTECT] == 0
    assert game.xp == ()


@rule("STATUS-30")
def test_protect_may_be_kept_or_spent_on_a_stun() -> None:
    game = struck(STUNNED, protect=1)
    play(game, "pass")
    assert figure(game, "b1").tokens[STUN] == 1
    assert figure(game, "b1").tokens[PROTECT] == 1
    game = struck(STUNNED, protect=1)
    play(game, "spend protect b1")
    assert figure(game, "b1").tokens[STUN] == 0
