"""Keywords of Earth: Dauntless, Regeneration and Yamazaru's Tail."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skirmish.rules.behaviours import Behaviour, keyword, on
from skirmish.rules.figure import HEALING_HOUSE, TRAINING_GROUND, Figure
from skirmish.rules.frames.attack import Attack
from skirmish.rules.frames.handler_frames import Resume
from skirmish.rules.frames.rolls import Test
from skirmish.rules.hooks import (
    AFTER,
    BACK_STRUCK,
    DEFENCE_DICE,
    FORBID,
    RECOVERS,
    UPKEEP_START,
)

if TYPE_CHECKING:
    from skirmish.rules.game import Game


@keyword("dauntless")
class Dauntless(Behaviour):
    """Never fewer dice than the attacker, once everything is counted."""

    @on(DEFENCE_DICE, layer=AFTER)
    def stand(self, game: Game, me: Figure, attack: Attack, dice: int) -> int:
        del game, me
        return max(dice, attack.attack_dice)


@keyword("regeneration")
class Regeneration(Behaviour):
    """A test in the Healing House, before its player's recoveries."""

    @on(UPKEEP_START, off_board=True)
    def mend(self, game: Game, me: Figure, seat: int, _: None) -> None:
        if me.seat == seat and me.place == HEALING_HOUSE:
            game.resume_later(self, me, 1)
            game.push(Test(figure=me.key, what=self.slug))

    def resume(self, game: Game, me: Figure, then: Resume) -> None:
        del then
        if game.value and game.modify(RECOVERS, me, me, True):
            game.send(me, TRAINING_GROUND)


@keyword("yamazarus-tail")
class YamazarusTail(Behaviour):
    """Attackers get no bonus for striking its back."""

    @on(BACK_STRUCK, layer=FORBID)
    def lash(self, game: Game, me: Figure, attack: Attack, worth: int) -> int:
        del game, me, attack, worth
        return 0
