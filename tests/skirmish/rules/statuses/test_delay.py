"""Delay."""

from __future__ import annotations

from skirmish.rules.figure import (
    DELAY,
    HEALING_HOUSE,
    TRAINING_GROUND,
)
from skirmish.rules.frames.handler_frames import RunHandlers
from skirmish.rules.frames.upkeep import recoverable
from skirmish.rules.hooks import ROUND_START
from tests.ledger import rule
from tests.skirmish.cast import (
    figure,
    ninja,
    position,
)


@rule("STATUS-07", "STATUS-08", "UPKEEP-11")
def test_delay_keeps_a_figure_in_the_healing_house() -> None:
    game = position({"E5": ninja(), "-1": ninja()}, {"T20": ninja()})
    patient = figure(game, "a2")
    patient.place = HEALING_HOUSE
    assert recoverable(game, 0) == 1 << patient.key
    game.give(patient, DELAY, 2)
    assert recoverable(game, 0) == 0
    game.trigger_all(ROUND_START)
    while isinstance(game.stack[-1], RunHandlers):
        game.stack[-1].step(game)
    assert patient.tokens[DELAY] == 1
    assert patient.place != TRAINING_GROUND
