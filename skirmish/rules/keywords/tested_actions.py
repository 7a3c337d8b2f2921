"""Keywords that are an action with an affinity test: Healing, Sicken and Drown."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from skirmish.rules.behaviours import keyword
from skirmish.rules.figure import POISON, SLOW, Figure
from skirmish.rules.keywords.action_base import (
    PickingAction,
    TestedAction,
    enemies_in_zone,
)
from skirmish.rules.targets import figures_of, keys_of

if TYPE_CHECKING:
    from skirmish.rules.game import Game


@keyword("healing")
class Healing(PickingAction):
    """A passed test frees one friend in its zone of every status token, or none.

    Offered while a friend in the zone has a token.
    """

    def targets(self, game: Game, me: Figure) -> int:
        near = game.figures_in(me.zone())
        return keys_of(f for f in near if f.side == me.side and any(f.tokens))

    def affect(self, game: Game, me: Figure, target: Figure, seat: int) -> None:
        del me, seat
        for status, count in enumerate(target.tokens):
            game.take(target, status, count)


class Affliction(TestedAction):
    """A passed test gives every enemy in its zone a token, in Stealth or not."""

    status: ClassVar[int]

    def targets(self, game: Game, me: Figure) -> int:
        return enemies_in_zone(game, me)

    def succeed(self, game: Game, me: Figure) -> None:
        for victim in figures_of(game, self.targets(game, me)):
            game.give(victim, self.status, by=me.key)


@keyword("sicken")
class Sicken(Affliction):
    """An action: Poison for every enemy in its zone."""

    status = POISON


@keyword("drown")
class Drown(Affliction):
    """An action: Slow for every enemy in its zone."""

    status = SLOW
