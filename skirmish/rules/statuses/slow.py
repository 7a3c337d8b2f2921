from __future__ import annotations

from typing import TYPE_CHECKING

from skirmish.rules.behaviours import Room, effect, on, status
from skirmish.rules.figure import SLOW, TURN, Effect, Figure
from skirmish.rules.frames.activation import Activation
from skirmish.rules.frames.movement import Move
from skirmish.rules.hooks import ACTIVATION_START, MV, SET

if TYPE_CHECKING:
    from skirmish.rules.game import Game


@status("slow")
class Slow(Room):
    """One token is removed on activation and halves that activation's moves."""

    @on(ACTIVATION_START, order=20)
    def drag(self, game: Game, me: Figure, activation: Activation, _: None) -> None:
        del activation
        game.take(me, SLOW)
        game.affect(me, Effect("slowed", until=TURN))


@effect("slowed")
class Slowed(Room):
    """Half its movement, rounded up, until the end of the turn."""

    @on(MV, layer=SET, order=10)
    def halve(self, game: Game, me: Figure, move: Move, points: int) -> int:
        del game, me, move
        return (points + 1) // 2
