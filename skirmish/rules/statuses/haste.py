from __future__ import annotations

from typing import TYPE_CHECKING

from skirmish.rules.behaviours import Behaviour, on, status
from skirmish.rules.decision import Choice, OptionGroup
from skirmish.rules.figure import HASTE, Figure
from skirmish.rules.frames.activation import Activation
from skirmish.rules.hooks import OFFER_EXTRA

if TYPE_CHECKING:
    from skirmish.rules.game import Game


@status("haste")
class Haste(Behaviour):
    """One token buys one more move or action in the activation that begins."""

    @on(OFFER_EXTRA)
    def offer(
        self, game: Game, me: Figure, activation: Activation, groups: list[OptionGroup]
    ) -> list[OptionGroup]:
        del game
        if activation.has_extra:
            return groups
        return [*groups, OptionGroup("spend haste", owner=me.key)]

    def use(self, game: Game, me: Figure, ctx: Activation, choice: Choice) -> None:
        del choice
        game.take(me, HASTE)
        ctx.extras += 1
        ctx.has_extra = True
