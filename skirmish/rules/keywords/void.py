"""Keywords of Void: Backstab, Dirty Fighter, Emptiness and Ijin's Horns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skirmish.rules.behaviours import Behaviour, keyword, on
from skirmish.rules.figure import Figure
from skirmish.rules.frames.attack import BY_ATTACKER, BY_DEFENDER, Attack
from skirmish.rules.hooks import AFTER, ATTACK_DICE, BACK_STRIKE, CHOOSER, REPLACE

if TYPE_CHECKING:
    from skirmish.rules.game import Game


@keyword("backstab")
class Backstab(Behaviour):
    """Its back strikes are worth more."""

    @on(BACK_STRIKE, layer=REPLACE)
    def stab(self, game: Game, me: Figure, attack: Attack, worth: int) -> int:
        del game, me, attack, worth
        return self.numbers["back_strike_bonus"]


@keyword("dirty-fighter")
class DirtyFighter(Behaviour):
    """A defender chooses only with a clear lead; no card changes that."""

    @on(CHOOSER, layer=AFTER)
    def cheat(self, game: Game, me: Figure, attack: Attack, chooser: int) -> int:
        del game, me
        lead = len(attack.right) - len(attack.left)
        if attack.is_normal and chooser == BY_DEFENDER:
            return chooser if lead >= self.numbers["lead_needed"] else BY_ATTACKER
        return chooser


@keyword("emptiness")
class Emptiness(Behaviour):
    """More dice against a defender who has assists, if it has none itself."""

    @on(ATTACK_DICE)
    def be_alone(self, game: Game, me: Figure, attack: Attack, dice: int) -> int:
        del game, me
        if attack.defence_assists and not attack.assists:
            return dice + self.numbers["at_bonus"]
        return dice


@keyword("ijins-horns")
class IjinsHorns(Behaviour):
    """An extra die after a charge of some spaces in this activation."""

    @on(ATTACK_DICE)
    def charge(self, game: Game, me: Figure, attack: Attack, dice: int) -> int:
        del attack
        activation = game.activation_of(me.key)
        if activation is None:
            return dice
        # The attack may interrupt a movement that is not over yet.
        spaces = activation.spaces_so_far(game)
        return dice + self.numbers["at_bonus"] * (spaces >= self.numbers["spaces"])
