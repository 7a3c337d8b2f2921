"""Slow."""

from __future__ import annotations

from skirmish.rules.figure import (
    SLOW,
)
from tests.ledger import rule
from tests.skirmish.cast import (
    figure,
    ninja,
    options,
    play,
    position,
    start,
)


@rule("STATUS-33", "STATUS-34", "STATUS-35", "STATUS-36")
def test_slow_halves_every_movement_of_one_activation_rounded_up() -> None:
    game = position({"E5 N": ninja(mv=5), "A1": ninja()}, {"T20": ninja()})
    game.give(figure(game, "a1"), SLOW, 2)
    start(game)
    play(game, "activate a1")
    assert figure(game, "a1").tokens[SLOW] == 1
    assert "E8" in options(game, "go")
    assert "E9" not in options(game, "go")
    play(game, "go E8", "stop N", "run")
    assert "E11" in options(game, "go")
    assert "E12" not in options(game, "go")
    play(game, "stop N")
    assert not figure(game, "a1").has_effect("slowed")
