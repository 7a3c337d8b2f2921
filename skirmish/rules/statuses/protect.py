from __future__ import annotations

from typing import TYPE_CHECKING

from skirmish.rules.behaviours import Behaviour, on, status
from skirmish.rules.decision import Choice, OptionGroup
from skirmish.rules.figure import PROTECT, Figure
from skirmish.rules.frames.harm import Harm
from skirmish.rules.hooks import OFFER_HARM

if TYPE_CHECKING:
    from skirmish.rules.game import Game


@status("protect")
class Protect(Behaviour):
    """A token turns an Injury into a Stun, or a Stun into nothing."""

    @on(OFFER_HARM)
    def offer(
        self, game: Game, me: Figure, harm: Harm, groups: list[OptionGroup]
    ) -> list[OptionGroup]:
        del game
        if harm.victim != me.key or not harm.due or harm.is_third_stun:
            return groups
        return [*groups, OptionGroup("spend protect", owner=me.key)]

    def use(self, game: Game, me: Figure, ctx: Harm, choice: Choice) -> None:
        del choice
        game.take(me, PROTECT)
        ctx.reduce(game, self.slug)
