"""Keywords for dice that were not chosen: Engulf and Kitsune's Bite."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from skirmish.rules.behaviours import Behaviour, keyword, on
from skirmish.rules.figure import CURSE, POISON, Figure
from skirmish.rules.frames.attack import BY_ATTACKER, Attack
from skirmish.rules.hooks import ATTACK_AFTER

if TYPE_CHECKING:
    from skirmish.rules.game import Game


class Leftover(Behaviour):
    """An own die of the element, left and not chosen, gives the defender a token.

    This applies even if the result has just taken the attacker off the board.
    """

    status: ClassVar[int]

    @on(ATTACK_AFTER, off_board=True)
    def linger(self, game: Game, me: Figure, attack: Attack, _: None) -> None:
        element = self.faces["element"]
        left = attack.left.count(element)
        if attack.chooser == BY_ATTACKER and attack.face == element:
            left -= 1
        defender = game.figures[attack.defender]
        if attack.is_normal and left > 0 and defender.foot:
            game.give(defender, self.status, by=me.key)


@keyword("engulf")
class Engulf(Leftover):
    """A Fire that is left over Poisons the defender."""

    status = POISON


@keyword("kitsunes-bite")
class KitsunesBite(Leftover):
    """A Spirit that is left over Curses the defender."""

    status = CURSE
