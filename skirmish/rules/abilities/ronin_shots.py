"""Abilities of ronin that shoot."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skirmish.rules.abilities.volley import Volley
from skirmish.rules.behaviours import Behaviour, ability, effect, on
from skirmish.rules.figure import ROUND, STUN, Effect, Figure
from skirmish.rules.frames.activation import Activation
from skirmish.rules.frames.attack import Attack
from skirmish.rules.hooks import ACTIVATION_END, FORBID, NO_DEFENCE

if TYPE_CHECKING:
    from skirmish.rules.game import Game

DEFENCELESS = "defenceless"


@ability("deadly-poison")
class DeadlyPoison(Behaviour):
    """No effect beyond the shot itself: the ranged profile says when it Poisons."""


@ability("firearm-flurry")
class FirearmFlurry(Volley):
    """Several shots if never Stunned; then no defence dice until the round ends.

    Preventing the Stun at the end does not restore its defence dice.
    """

    def is_ready(self, me: Figure, activation: Activation) -> bool:
        is_stunned = activation.began_stunned or me.tokens[STUN] > 0
        return activation.can_act() and not is_stunned

    @on(ACTIVATION_END, order=40)
    def drop_guard(
        self, game: Game, me: Figure, activation: Activation, _: None
    ) -> None:
        if self.slug in activation.marks:
            game.add_effect(me, Effect(DEFENCELESS, source=me.key, until=ROUND))


@effect(DEFENCELESS)
class Defenceless(Behaviour):
    """No defence dice."""

    @on(NO_DEFENCE, layer=FORBID)
    def be_open(self, game: Game, me: Figure, attack: Attack, is_open: bool) -> bool:
        del game, me, attack, is_open
        return True
