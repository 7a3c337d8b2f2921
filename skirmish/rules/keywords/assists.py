"""Keywords that make an assist worth more: Guard and Combined Attack."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skirmish.rules.behaviours import Behaviour, keyword, on
from skirmish.rules.figure import Figure
from skirmish.rules.frames.attack import Attack
from skirmish.rules.hooks import ASSIST, REPLACE

if TYPE_CHECKING:
    from skirmish.rules.game import Game


@keyword("guard")
class Guard(Behaviour):
    """Its assists to a defender are worth more."""

    @on(ASSIST, layer=REPLACE)
    def shield(self, game: Game, me: Figure, attack: Attack, worth: int) -> int:
        if game.figures[attack.attacker].side == me.side:
            return worth
        return self.numbers["assist_bonus"]


@keyword("combined-attack")
class CombinedAttack(Behaviour):
    """Its assists to an attacker are worth more."""

    @on(ASSIST, layer=REPLACE)
    def join_in(self, game: Game, me: Figure, attack: Attack, worth: int) -> int:
        if game.figures[attack.attacker].side != me.side:
            return worth
        return self.numbers["assist_bonus"]
