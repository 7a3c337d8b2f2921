"""Abilities of ronin that change targets and dice of attacks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skirmish.rules.behaviours import Behaviour, ability, on
from skirmish.rules.board.reach import is_elevated
from skirmish.rules.figure import Figure
from skirmish.rules.frames.attack import Attack
from skirmish.rules.hooks import (
    AFFINITIES,
    AFTER,
    ASSISTS_AGAINST,
    ATTACK_DICE,
    BACK_STRUCK,
    DEFENCE_DICE,
    DF,
    FORBID,
    MAY_ATTACK,
    STEALTH_STRIKE,
)

if TYPE_CHECKING:
    from skirmish.rules.game import Game


@ability("immovable")
class Immovable(Behaviour):
    """More Defense until it has activated in this round."""

    @on(DF)
    def stand_fast(self, game: Game, me: Figure, attack: Attack, guard: int) -> int:
        del game, attack
        return guard if me.is_activated else guard + self.numbers["df_bonus"]


@ability("master-swordsman")
class MasterSwordsman(Behaviour):
    """Its attackers get no assists and no bonus for a back strike."""

    @on(ASSISTS_AGAINST, layer=AFTER)
    def face_one(self, game: Game, me: Figure, attack: Attack, assists: int) -> int:
        del game, me, attack, assists
        return 0

    @on(BACK_STRUCK, layer=AFTER)
    def watch_back(self, game: Game, me: Figure, attack: Attack, worth: int) -> int:
        del game, me, attack, worth
        return 0


@ability("from-the-deep")
class FromTheDeep(Behaviour):
    """More dice for attacks from Stealth, on top of the usual bonus."""

    @on(STEALTH_STRIKE)
    def surface(self, game: Game, me: Figure, attack: Attack, worth: int) -> int:
        del game, me, attack
        return worth + self.numbers["at_bonus"]


@ability("resolute-melody")
class ResoluteMelody(Behaviour):
    """More Defense for friends in its zone, but not for itself."""

    @on(DF, who="any")
    def play(self, game: Game, me: Figure, attack: Attack, guard: int) -> int:
        defender = game.figures[attack.defender]
        hears = defender.side == me.side and defender.foot & me.zone()
        return guard + self.numbers["df_bonus"] if hears else guard


@ability("spirit-hunter")
class SpiritHunter(Behaviour):
    """An extra die against figures with certain elements, as attacker or defender."""

    @on(ATTACK_DICE)
    def hunt(self, game: Game, me: Figure, attack: Attack, dice: int) -> int:
        del me
        prey = self.is_prey(game, game.figures[attack.defender])
        return dice + self.numbers["at_bonus"] if prey else dice

    @on(DEFENCE_DICE)
    def withstand(self, game: Game, me: Figure, attack: Attack, dice: int) -> int:
        del me
        prey = self.is_prey(game, game.figures[attack.attacker])
        return dice + self.numbers["df_bonus"] if prey else dice

    def is_prey(self, game: Game, other: Figure) -> bool:
        affinities = game.modify(AFFINITIES, other, other, other.card.affinities)
        return any(affinities >> face & 1 for face in self.faces.values())


@ability("honor")
class Honor(Behaviour):
    """Never attacks a figure from behind."""

    @on(MAY_ATTACK, layer=FORBID)
    def spare_backs(self, game: Game, me: Figure, target: Figure, may: bool) -> bool:
        del game
        return may and not me.foot & target.back()


@ability("cobra-strike")
class CobraStrike(Behaviour):
    """More dice for attacks from elevated ground on a lower figure."""

    @on(ATTACK_DICE)
    def strike_down(self, game: Game, me: Figure, attack: Attack, dice: int) -> int:
        defender = game.figures[attack.defender]
        downwards = is_elevated(game, me) and not is_elevated(game, defender)
        return dice + self.numbers["at_bonus"] if downwards else dice
