"""Keywords of Fire: Precision Strike and Tora's Claws."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skirmish.rules.behaviours import Behaviour, keyword, on
from skirmish.rules.figure import STUN, Figure
from skirmish.rules.frames.attack import Attack
from skirmish.rules.hooks import ATTACK_DICE, FIRE_STUNS, FORBID

if TYPE_CHECKING:
    from skirmish.rules.game import Game


@keyword("precision-strike")
class PrecisionStrike(Behaviour):
    """A Fire result that it chooses spares itself and its friends."""

    @on(FIRE_STUNS, layer=FORBID)
    def spare(
        self, game: Game, me: Figure, attack: Attack, victims: tuple[int, ...]
    ) -> tuple[int, ...]:
        del attack
        return tuple(key for key in victims if game.figures[key].side != me.side)


@keyword("toras-claws")
class TorasClaws(Behaviour):
    """More dice against a Stunned figure."""

    @on(ATTACK_DICE)
    def maul(self, game: Game, me: Figure, attack: Attack, dice: int) -> int:
        del me
        stunned = game.figures[attack.defender].tokens[STUN]
        return dice + self.numbers["at_bonus"] if stunned else dice
