from __future__ import annotations

from typing import TYPE_CHECKING

from skirmish.rules.behaviours import Behaviour, on, status
from skirmish.rules.figure import STUN, Figure
from skirmish.rules.frames.activation import Activation
from skirmish.rules.frames.attack import Attack
from skirmish.rules.hooks import ACTIVATION_START, FORBID, MAY_ASSIST

if TYPE_CHECKING:
    from skirmish.rules.game import Game


@status("stun")
class Stun(Behaviour):
    """No assists; on activation a move or an action only. Three Stuns are an Injury."""

    @on(MAY_ASSIST, layer=FORBID)
    def cannot_assist(self, game: Game, me: Figure, attack: Attack, able: bool) -> bool:
        del game, me, attack, able
        return False

    @on(ACTIVATION_START, order=10)
    def shake_off(
        self, game: Game, me: Figure, activation: Activation, _: None
    ) -> None:
        game.take(me, STUN, me.tokens[STUN])
        activation.began_stunned = True
