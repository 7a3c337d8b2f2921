"""Effects and tokens."""

from __future__ import annotations

from skirmish.rules.figure import ROUND, TURN, Effect
from tests.skirmish.cast import figure, ninja, position


def test_an_effect_is_heard_while_it_lasts() -> None:
    game = position({"E5": ninja(mv=5)}, {"T20": ninja()})
    bearer = figure(game, "a1")
    plain = bearer.hooks
    game.affect(bearer, Effect("slowed", until=TURN))
    assert bearer.hooks is not plain
    game.expire(TURN)
    assert bearer.hooks is plain
    game.affect(bearer, Effect("slowed", until=ROUND))
    game.expire(TURN)
    assert bearer.has_effect("slowed")
