"""Effects and tokens."""

from __future__ import annotations

from skirmish.rules.figure import ROUND, TURN, Effect
from skirmish.rules.hooks import MV, SIGHT
from tests.skirmish.cast import figure, ninja, position


def test_an_effect_is_heard_while_it_lasts() -> None:
    game = position({"E5": ninja(mv=5)}, {"T20": ninja()})
    bearer = figure(game, "a1")
    plain = bearer.handlers
    game.add_effect(bearer, Effect("slowed", until=TURN))
    assert bearer.handlers is not plain
    game.expire(TURN)
    assert bearer.handlers is plain
    game.add_effect(bearer, Effect("slowed", until=ROUND))
    game.expire(TURN)
    assert bearer.has_effect("slowed")


def test_a_figure_knows_when_somebody_has_a_say_about_it() -> None:
    game = position({"E5": ninja()}, {"T20": ninja()})
    mine, other = figure(game, "a1"), figure(game, "b1")
    game.add_effect(mine, Effect("slowed", until=TURN))
    assert MV in mine.active_hooks
    assert MV not in other.active_hooks
    game.add_effect(mine, Effect("foul-weather", until=TURN))
    assert SIGHT in mine.active_hooks & other.active_hooks
    game.expire(TURN)
    assert not {MV, SIGHT} & (mine.active_hooks | other.active_hooks)


def test_whoever_is_found_over_a_hidden_head_leaves_that_one_hidden() -> None:
    flyer = ninja(keywords=("tanchyos-wings",))
    game = position({"E5 N": flyer}, {"E6 S": ninja()})
    above, below = figure(game, "a1"), figure(game, "b1")
    game.hide(above)
    game.hide(below)
    game.put(above, below.space)
    game.recount()
    game.reveal(above, "failed a dodge")
    assert below.is_hidden
    assert game.concealed == below.foot
