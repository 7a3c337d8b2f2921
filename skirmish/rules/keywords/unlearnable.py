"""Keywords that cannot be learned: Hero, Ronin and Resilient."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skirmish.rules.behaviours import Behaviour, ability, keyword, on
from skirmish.rules.figure import Figure
from skirmish.rules.frames.handler_frames import Resume
from skirmish.rules.frames.harm import Harm
from skirmish.rules.frames.rolls import roll_for
from skirmish.rules.hooks import AFFINITIES, FORBID, HARM_DUE, RESISTS, XP

if TYPE_CHECKING:
    from skirmish.rules.game import Game


@keyword("hero", "ronin")
class Unteachable(Behaviour):
    """Earns no experience, whatever it does."""

    @on(XP, layer=FORBID)
    def shrug(self, game: Game, me: Figure, why: str, amount: int) -> int:
        del game, me, why, amount
        return 0


@keyword("resilient")
class Resilient(Behaviour):
    """Rolls one die against harm by an enemy; any of its affinities reduces it."""

    @on(HARM_DUE, order=10)
    def resist(self, game: Game, me: Figure, harm: Harm, _: None) -> None:
        if harm.due and harm.is_by_enemy(game):
            at = game.stack.index(harm)
            game.resume_later(self, me, 1, at=at)
            game.push(roll_for(game, me, self.slug, self.dice(me)))

    def dice(self, me: Figure) -> int:
        del me
        return self.numbers["dice"]

    def resume(self, game: Game, me: Figure, then: Resume) -> None:
        harm = game.stack[then.at]
        affinities = game.modify(AFFINITIES, me, me, me.card.affinities)
        helpful = game.modify(RESISTS, me, me, affinities)
        helps = any(helpful >> face & 1 for face in game.value[0])
        if isinstance(harm, Harm) and helps:
            harm.reduce(game, self.slug)


@ability("resilient-limitation")
class ResilientLimitation(Behaviour):
    """Only some elements help its Resilient die, whatever its affinities."""

    @on(RESISTS, layer=FORBID)
    def narrow(self, game: Game, me: Figure, ctx: Figure, faces: int) -> int:
        del game, me, ctx
        return faces & sum(1 << face for face in set(self.faces.values()))
