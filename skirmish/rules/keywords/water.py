"""Keywords of Water: Entangle, Ika's Tentacles and Tidal Wave."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skirmish.rules.behaviours import Behaviour, keyword, on
from skirmish.rules.decision import Choice, OptionGroup
from skirmish.rules.figure import Figure
from skirmish.rules.frames.attack import Attack
from skirmish.rules.hooks import DODGE_NEEDS, OFFER_DEFENCE, SET, ZONE_REACH

if TYPE_CHECKING:
    from skirmish.rules.game import Game


@keyword("entangle")
class Entangle(Behaviour):
    """Its influence zone reaches further; its attacks and assists do not."""

    @on(ZONE_REACH, layer=SET)
    def sprawl(self, game: Game, me: None, ctx: None, reach: int) -> int:
        del game, me, ctx
        return max(reach, self.numbers["zone_reach"])


@keyword("ikas-tentacles")
class IkasTentacles(Behaviour):
    """Dodges out of its zone need more matches; several such zones do not add up."""

    @on(DODGE_NEEDS)
    def grasp(self, game: Game, me: Figure, mover: Figure, need: int) -> int:
        del game, me, mover
        return need + self.numbers["extra_matches"]


@keyword("tidal-wave")
class TidalWave(Behaviour):
    """Once a round, more Defense against one normal attack."""

    @on(OFFER_DEFENCE)
    def offer(
        self, game: Game, me: Figure, attack: Attack, groups: list[OptionGroup]
    ) -> list[OptionGroup]:
        del game
        if not attack.is_normal or self.slug in me.used:
            return groups
        return [*groups, OptionGroup("use tidal-wave", owner=me.key)]

    def use(self, game: Game, me: Figure, ctx: Attack, choice: Choice) -> None:
        del choice
        game.mark_used(me, self.slug)
        ctx.defence_bonus += self.numbers["df_bonus"]
