"""Keywords of Water."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skirmish.rules.events import SET, ZONE_REACH
from skirmish.rules.rooms import Room, keyword, on

if TYPE_CHECKING:
    from skirmish.rules.game import Game


@keyword("entangle")
class Entangle(Room):
    """Its influence zone reaches further; its attacks and assists do not."""

    @on(ZONE_REACH, layer=SET)
    def sprawl(self, game: Game, me: None, ctx: None, reach: int) -> int:
        del game, me, ctx
        return max(reach, self.numbers["zone_reach"])
