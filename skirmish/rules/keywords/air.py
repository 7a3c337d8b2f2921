"""Keywords of Air that shoot: Accurate and Long Shot."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skirmish.rules.behaviours import MOVE, Behaviour, keyword, on
from skirmish.rules.decision import Choice, OptionGroup
from skirmish.rules.figure import Figure
from skirmish.rules.frames.activation import Activation
from skirmish.rules.frames.attack import Attack
from skirmish.rules.hooks import MENU, RANGE, RANGED_DICE

if TYPE_CHECKING:
    from skirmish.rules.game import Game


@keyword("accurate")
class Accurate(Behaviour):
    """More dice for its shots, but not for shuriken."""

    @on(RANGED_DICE)
    def aim(self, game: Game, me: Figure, attack: Attack, dice: int) -> int:
        del game, me, attack
        return dice + self.numbers["at_bonus"]


@keyword("long-shot")
class LongShot(Behaviour):
    """Gives up its whole move for more range in this activation."""

    counts_as = MOVE

    @on(MENU)
    def offer(
        self, game: Game, me: Figure, activation: Activation, groups: list[OptionGroup]
    ) -> list[OptionGroup]:
        if activation.began_stunned or not activation.can_act():
            return groups
        if not activation.can_give_up_move(game):
            return groups
        return [*groups, OptionGroup("use long-shot", owner=me.key)]

    def use(self, game: Game, me: Figure, ctx: Activation, choice: Choice) -> None:
        del game, me, choice
        ctx.give_up_move()
        ctx.mark(self.slug)

    @on(RANGE)
    def stretch(self, game: Game, me: Figure, is_shuriken: bool, reach: int) -> int:
        del is_shuriken
        activation = game.activation_of(me.key)
        if activation is None or self.slug not in activation.marks:
            return reach
        return reach + self.numbers["range_bonus"]
