"""Effects that more than one ability uses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skirmish.rules.behaviours import Behaviour, effect, on
from skirmish.rules.figure import Figure
from skirmish.rules.frames.attack import Attack
from skirmish.rules.hooks import AT

if TYPE_CHECKING:
    from skirmish.rules.game import Game

EMBOLDENED = "emboldened"


@effect(EMBOLDENED)
class Emboldened(Behaviour):
    """More Attack in every attack while it lasts."""

    @on(AT)
    def strike(self, game: Game, me: Figure, attack: Attack, strength: int) -> int:
        del game, attack
        return strength + me.effect(self.slug)
