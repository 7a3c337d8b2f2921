from __future__ import annotations

from typing import TYPE_CHECKING

from skirmish.rules.behaviours import Behaviour, on, status
from skirmish.rules.board.reach import Gait
from skirmish.rules.figure import MOON_POWER, Figure
from skirmish.rules.frames.activation import Activation
from skirmish.rules.frames.harm import Harm
from skirmish.rules.hooks import ACTIVATION_END, AFTER, FORBID, GAIT, IMMUNE

if TYPE_CHECKING:
    from skirmish.rules.game import Game


@status("moon-power")
class MoonPower(Behaviour):
    """Prevents Stuns and Injuries, passes models and zones; one lasts an activation."""

    @on(IMMUNE, layer=FORBID)
    def protect(self, game: Game, me: Figure, harm: Harm, immune: bool) -> bool:
        del game, me, harm, immune
        return True

    @on(GAIT)
    def glide(self, game: Game, me: Figure, ctx: Figure, gait: Gait) -> Gait:
        del game, me, ctx
        return gait.but(passes_models=True, ignores_zones=True)

    @on(ACTIVATION_END, layer=AFTER, off_board=True)
    def fade(self, game: Game, me: Figure, activation: Activation, _: None) -> None:
        del activation
        game.take(me, MOON_POWER)
