from __future__ import annotations

from typing import TYPE_CHECKING

from skirmish.rules.behaviours import Behaviour, effect, on, status
from skirmish.rules.figure import SLOW, TURN, Effect, Figure
from skirmish.rules.frames.activation import Activation
from skirmish.rules.frames.movement import Movement
from skirmish.rules.hooks import ACTIVATION_START, MV, SET

if TYPE_CHECKING:
    from skirmish.rules.game import Game


@status("slow")
class Slow(Behaviour):
    """One token is removed on activation and halves that activation's moves."""

    @on(ACTIVATION_START, order=20)
    def drag(self, game: Game, me: Figure, activation: Activation, _: None) -> None:
        del activation
        game.take(me, SLOW)
        game.add_effect(me, Effect("slowed", until=TURN))


@effect("slowed")
class Slowed(Behaviour):
    """Half its movement, rounded up, until the end of the turn."""

    @on(MV, layer=SET, order=10)
    def halve(self, game: Game, me: Figure, move: Movement, points: int) -> int:
        del game, me, move
        return (points + 1) // 2
