from __future__ import annotations

from typing import TYPE_CHECKING

from skirmish.rules.behaviours import Behaviour, on, status
from skirmish.rules.figure import DELAY, Figure
from skirmish.rules.hooks import FORBID, RECOVERS, ROUND_START

if TYPE_CHECKING:
    from skirmish.rules.game import Game


@status("delay")
class Delay(Behaviour):
    """Keeps its bearer in the Healing House; each round removes one token."""

    @on(RECOVERS, layer=FORBID, off_board=True)
    def stay(self, game: Game, me: Figure, ctx: Figure, able: bool) -> bool:
        del game, me, ctx, able
        return False

    @on(ROUND_START, off_board=True)
    def wane(self, game: Game, me: Figure, ctx: None, _: None) -> None:
        del ctx
        game.take(me, DELAY)
