"""Abilities of the Yamazaru clan."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skirmish.rules.behaviours import MOVE, Behaviour, ability, on
from skirmish.rules.board.grid import FOOT, spaces_in, spread
from skirmish.rules.board.reach import gait_of, standable
from skirmish.rules.board.sight import distance
from skirmish.rules.board.steps import is_held
from skirmish.rules.combat import apply_penalty
from skirmish.rules.decision import FIGURE, SPACE, Choice, OptionGroup
from skirmish.rules.figure import LUCKY, Figure
from skirmish.rules.frames.activation import Activation
from skirmish.rules.frames.attack import Attack
from skirmish.rules.frames.handler_frames import Resume
from skirmish.rules.frames.harm import COST, INJURED, STUNNED, Harm
from skirmish.rules.frames.movement import Movement
from skirmish.rules.hooks import (
    ACTIVATION_START,
    AT,
    DEFENCE_DICE,
    IMMUNE,
    MENU,
    OFFER_ATTACK,
    OFFER_HARM,
    SET,
)

if TYPE_CHECKING:
    from skirmish.rules.game import Game


@ability("back-flip")
class BackFlip(Behaviour):
    """Before it moves, one free step backwards, whose dodge succeeds without a roll."""

    takes = SPACE
    counts_as = MOVE

    @on(MENU)
    def offer(
        self, game: Game, me: Figure, activation: Activation, groups: list[OptionGroup]
    ) -> list[OptionGroup]:
        if activation.movements or self.slug in activation.marks:
            return groups
        if not activation.can_move(game):
            return groups
        return [
            *groups,
            OptionGroup("use back-flip", SPACE, self.spaces(game, me), me.key),
        ]

    def spaces(self, game: Game, me: Figure) -> int:
        """Return the free spaces behind it, one step away."""
        if not gait_of(game, me).ignores_zones and is_held(game, me):
            return 0
        near = spread(1 << me.space) & standable(game, me)
        behind, feet = me.back() & me.ring(), FOOT[me.card.size]
        return sum(1 << space for space in spaces_in(near) if feet[space] & behind)

    def use(self, game: Game, me: Figure, ctx: Activation, choice: Choice) -> None:
        ctx.mark(self.slug)
        game.resume_later(self, me, 1)
        move = Movement(
            figure=me.key,
            seat=ctx.seat,
            points=0,
            kind=self.slug,
            dodges_surely=True,
            entered_cover=ctx.entered_cover,
        )
        game.push(move)
        move.begin_step(choice.arg, 0)

    def resume(self, game: Game, me: Figure, then: Resume) -> None:
        del then
        activation = game.activation_of(me.key)
        if activation is not None and game.value:
            activation.spaces += game.value
            activation.movements += 1


@ability("yama-fist")
class YamaFist(Behaviour):
    """Once a round, more Attack in exchange for less Defense until the round ends."""

    @on(OFFER_ATTACK)
    def offer(
        self, game: Game, me: Figure, attack: Attack, groups: list[OptionGroup]
    ) -> list[OptionGroup]:
        del game
        if not attack.is_normal or self.slug in me.used:
            return groups
        return [*groups, OptionGroup("use yama-fist", owner=me.key)]

    def use(self, game: Game, me: Figure, ctx: Attack, choice: Choice) -> None:
        del ctx, choice
        game.mark_used(me, self.slug)

    @on(AT)
    def strike(self, game: Game, me: Figure, attack: Attack, strength: int) -> int:
        del game, attack
        return strength + self.numbers["at_bonus"] * (self.slug in me.used)

    @on(DEFENCE_DICE, layer=SET)
    def neglect(self, game: Game, me: Figure, attack: Attack, dice: int) -> int:
        del game, attack
        if self.slug not in me.used:
            return dice
        return apply_penalty(
            dice, self.numbers["df_penalty"], self.numbers["minimum_df"]
        )


@ability("healing-herbs")
class HealingHerbs(Behaviour):
    """Takes a Stun itself so that a friend next to it is not Injured."""

    @on(OFFER_HARM, who="any")
    def offer(
        self, game: Game, me: Figure, harm: Harm, groups: list[OptionGroup]
    ) -> list[OptionGroup]:
        patient = game.figures[harm.victim]
        if game.asking != me.seat or patient.key == me.key or harm.due != INJURED:
            return groups
        if patient.side != me.side or not patient.foot & me.ring():
            return groups
        if game.modify(IMMUNE, me, self.stun(me), False):
            return groups
        return [*groups, OptionGroup("use healing-herbs", owner=me.key)]

    def stun(self, me: Figure) -> Harm:
        return Harm(victims=(me.key,), level=STUNNED, cause=COST)

    def use(self, game: Game, me: Figure, ctx: Harm, choice: Choice) -> None:
        del choice
        ctx.ignore(game, self.slug)
        game.push(self.stun(me))


@ability("lucky")
class Lucky(Behaviour):
    """Gains a Lucky token every time he activates."""

    @on(ACTIVATION_START)
    def be_born(self, game: Game, me: Figure, activation: Activation, _: None) -> None:
        del activation
        game.give(me, LUCKY, self.numbers["lucky_tokens"])


@ability("amazing-awareness")
class AmazingAwareness(Behaviour):
    """An action: a figure nearby loses Stealth, seen or not."""

    takes = FIGURE

    @on(MENU)
    def offer(
        self, game: Game, me: Figure, activation: Activation, groups: list[OptionGroup]
    ) -> list[OptionGroup]:
        if not activation.can_act():
            return groups
        hidden = 0
        for other in game.figures:
            is_near = distance(me, other) <= self.numbers["range"]
            if other.is_hidden and other.key != me.key and is_near:
                hidden |= 1 << other.key
        return [*groups, OptionGroup("use amazing-awareness", FIGURE, hidden, me.key)]

    def use(self, game: Game, me: Figure, ctx: Activation, choice: Choice) -> None:
        del me
        ctx.act(game)
        game.reveal(game.figures[choice.arg], "was noticed")
