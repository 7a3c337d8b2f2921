from __future__ import annotations

from typing import TYPE_CHECKING

from skirmish.rules.behaviours import Behaviour, on, status
from skirmish.rules.figure import POISON, Figure
from skirmish.rules.frames.activation import Activation
from skirmish.rules.frames.handler_frames import Resume
from skirmish.rules.frames.harm import INJURED, POISONED, STUNNED, Harm
from skirmish.rules.frames.rolls import roll_for
from skirmish.rules.hooks import ACTIVATION_END, SET

if TYPE_CHECKING:
    from skirmish.rules.game import Game


@status("poison")
class Poison(Behaviour):
    """Rolls one die at the end of the bearer's activation, then loses one token."""

    @on(ACTIVATION_END, layer=SET)
    def take_effect(
        self, game: Game, me: Figure, activation: Activation, _: None
    ) -> None:
        del activation
        if me.foot:
            game.resume_later(self, me, 1)
            game.push(roll_for(game, me, "poison"))

    def resume(self, game: Game, me: Figure, then: Resume) -> None:
        del then
        face = game.value[0][0]
        source = me.poisoners[0] if me.poisoners else -1
        game.take(me, POISON)
        level = {self.faces["stuns"]: STUNNED, self.faces["injures"]: INJURED}
        if face in level:
            game.push(
                Harm(
                    victims=(me.key,),
                    level=level[face],
                    cause=POISONED,
                    source=source,
                )
            )
