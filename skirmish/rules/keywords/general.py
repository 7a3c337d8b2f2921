"""General keywords about rolls and attacks; see also footwork and stealth."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from skirmish.rules.behaviours import Behaviour, keyword, on
from skirmish.rules.decision import DICE, DIE, Choice, OptionGroup
from skirmish.rules.figure import Figure
from skirmish.rules.frames.activation import Activation
from skirmish.rules.frames.attack import Attack
from skirmish.rules.frames.movement import Movement
from skirmish.rules.frames.rolls import ATTACK, DEFENCE, DODGE, SHOT, Roll
from skirmish.rules.hooks import ATTACK_DICE, OFFER_ATTACK, OFFER_REROLL

if TYPE_CHECKING:
    from skirmish.rules.game import Game


class OneDieAgain(Behaviour):
    """Rerolls one die of some of its rolls."""

    takes = DIE
    rolls: ClassVar[tuple[str, ...]]

    @on(OFFER_REROLL)
    def offer(
        self, game: Game, me: Figure, roll: Roll, groups: list[OptionGroup]
    ) -> list[OptionGroup]:
        del game
        mine = roll.pool_of(me)
        if mine is None or mine[0].what not in self.rolls:
            return groups
        pool, first = mine
        dice = pool.open_dice() << first
        return [*groups, OptionGroup(f"use {self.slug}", DIE, dice, me.key)]

    def use(self, game: Game, me: Figure, ctx: Roll, choice: Choice) -> None:
        del me
        ctx.reroll(game, 1 << choice.arg, self.slug)


@keyword("close-combat-master")
class CloseCombatMaster(OneDieAgain):
    """Rerolls a die in normal attacks, as attacker or defender."""

    rolls = (ATTACK, DEFENCE)


@keyword("ranged-master")
class RangedMaster(OneDieAgain):
    """Rerolls a die of its shots and thrown shuriken."""

    rolls = (SHOT,)


@keyword("focus")
class Focus(Behaviour):
    """Gives up its move for a die in the normal attacks of the same turn.

    After an attack the move is lost anyway, so no decision is asked for. Only with
    Haste could the move still follow, and giving it up is a price to pay.
    """

    @on(OFFER_ATTACK)
    def offer(
        self, game: Game, me: Figure, attack: Attack, groups: list[OptionGroup]
    ) -> list[OptionGroup]:
        activation = game.activation_of(me.key)
        if activation is None or not (attack.is_normal and activation.has_extra):
            return groups
        if not self._has_move_to_give(game, me, activation):
            return groups
        return [*groups, OptionGroup("use focus", owner=me.key)]

    def use(self, game: Game, me: Figure, ctx: Attack, choice: Choice) -> None:
        del ctx, choice
        activation = game.activation_of(me.key)
        if activation is not None:
            activation.spend_move()
            activation.mark(self.slug)

    @on(ATTACK_DICE)
    def concentrate(self, game: Game, me: Figure, attack: Attack, dice: int) -> int:
        del attack
        activation = game.activation_of(me.key)
        if activation is None:
            return dice
        if self.slug in activation.marks:
            is_focused = not activation.spaces
        elif activation.has_extra:
            is_focused = False
        else:
            is_focused = self._has_move_to_give(game, me, activation)
        return dice + self.numbers["at_bonus"] if is_focused else dice

    def _has_move_to_give(self, game: Game, me: Figure, activation: Activation) -> bool:
        if activation.began_stunned or activation.moves <= 0 or activation.spaces:
            return False
        return not any(
            isinstance(frame, Movement) and frame.figure == me.key
            for frame in game.stack
        )


@keyword("nimble")
class Nimble(Behaviour):
    """Rerolls any dice of a dodge."""

    takes = DICE

    @on(OFFER_REROLL)
    def offer(
        self, game: Game, me: Figure, roll: Roll, groups: list[OptionGroup]
    ) -> list[OptionGroup]:
        del game
        mine = roll.pool_of(me)
        if mine is None or mine[0].what != DODGE:
            return groups
        pool, first = mine
        return [
            *groups,
            OptionGroup("use nimble", DICE, pool.open_dice() << first, me.key),
        ]

    def use(self, game: Game, me: Figure, ctx: Roll, choice: Choice) -> None:
        del me
        ctx.reroll(game, choice.arg, self.slug)


@keyword("sensei")
class Sensei(Behaviour):
    """Once a round, rerolls one die of any figure in its team, anywhere."""

    takes = DIE

    @on(OFFER_REROLL, who="any")
    def offer(
        self, game: Game, me: Figure, roll: Roll, groups: list[OptionGroup]
    ) -> list[OptionGroup]:
        if game.asking != me.seat or self.slug in me.used:
            return groups
        dice, first = 0, 0
        for pool in roll.pools:
            if pool.figure >= 0 and game.figures[pool.figure].seat == me.seat:
                dice |= pool.open_dice() << first
            first += pool.dice
        return [*groups, OptionGroup("use sensei", DIE, dice, me.key)]

    def use(self, game: Game, me: Figure, ctx: Roll, choice: Choice) -> None:
        game.mark_used(me, self.slug)
        ctx.reroll(game, 1 << choice.arg, self.slug)
