"""Protect."""

from __future__ import annotations

from skirmish.rules.figure import (
    BOARD,
    PROTECT,
    STUN,
)
from skirmish.rules.frames.harm import INJURED, STUNNED
from tests.ledger import rule
from tests.skirmish.cast import (
    figure,
    play,
)
from tests.skirmish.rules.blows import struck


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
