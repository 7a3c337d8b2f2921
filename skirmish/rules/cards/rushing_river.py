"""Rushing River: further in one movement, or a run and an attack."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skirmish.rules.behaviours import (
    ACTION,
    NOTHING,
    STRIKE,
    Behaviour,
    card,
    effect,
    on,
)
from skirmish.rules.cards.moon_card import MoonCard, is_moonlit
from skirmish.rules.combat import attack_targets
from skirmish.rules.decision import FIGURE, Choice, OptionGroup
from skirmish.rules.figure import TURN, Effect, Figure
from skirmish.rules.forced_actions import counts_as
from skirmish.rules.frames.activation import MOVE, RUN, Activation
from skirmish.rules.frames.attack import Attack
from skirmish.rules.frames.handler_frames import Resume, SeatQuestion
from skirmish.rules.frames.movement import Movement
from skirmish.rules.hooks import MENU, MENU_LIMITS, MOVED, MV, OFFER_ACTIVATION

if TYPE_CHECKING:
    from skirmish.rules.game import Game

SWEPT = "swept-along"


@card("rushing-river")
class RushingRiver(MoonCard):
    """More points for the next move or run; under its moon a run and an attack.

    The run is made at once, and the attack may follow it within the same action.
    """

    counts_as, counts_as_moon = NOTHING, ACTION

    @on(MENU)
    def offer(
        self, game: Game, me: None, activation: Activation, groups: list[OptionGroup]
    ) -> list[OptionGroup]:
        del me
        if not self.is_friend(game, activation.figure):
            return groups
        can_run = activation.can_run(game)
        moves = can_run or activation.can_move(game)
        return [*groups, self.plain(moves), self.under_moon(game, can_run)]

    @on(OFFER_ACTIVATION)
    def offer_to_an_ally(
        self, game: Game, me: None, activation: Activation, groups: list[OptionGroup]
    ) -> list[OptionGroup]:
        """Offer it when an ally's figure activates; its own player makes the run."""
        del me
        key = activation.figure
        if self.is_own(game, key) or not self.is_friend(game, key):
            return groups
        moves = activation.can_run(game) or activation.can_move(game)
        return [*groups, self.plain(moves)]

    def use(self, game: Game, me: None, ctx: Activation, choice: Choice) -> None:
        del me
        figure = game.figures[ctx.figure]
        game.cards_resolved()
        if not is_moonlit(choice):
            bonus = Effect(SWEPT, self.numbers["mv_bonus"], until=TURN)
            game.add_effect(figure, bonus)
            return
        ctx.act(game)
        game.resume_later(self, figure, 1)
        game.push(ctx.movement(game, RUN))

    def resume(self, game: Game, me: Figure, then: Resume) -> None:
        del then
        activation = game.activation_of(me.key)
        if activation is None or not me.foot:
            return
        if game.value:
            activation.spaces += game.value
            activation.movements += 1
        if not activation.is_over:
            game.ask(self, activation.seat, self.slug, me=me)

    def options(self, game: Game, me: Figure, ask: SeatQuestion) -> list[OptionGroup]:
        """Return attacks and equivalents, and a pass unless it is forced to attack."""
        activation = game.activation_of(me.key)
        if activation is None:
            return []
        # Offer the menu as if the action that the run used were still left.
        activation.actions += 1
        menu = game.collect_options(MENU, (me.key,), activation, ask.seat)
        menu = [group for group in menu if counts_as(game, group.verb) == STRIKE]
        menu = [
            OptionGroup("attack", FIGURE, attack_targets(game, me)),
            *menu,
            OptionGroup("pass"),
        ]
        if MENU_LIMITS in me.active_hooks:
            menu = game.modify(MENU_LIMITS, me, activation, menu)
        activation.actions -= 1
        return menu if any(g.bits and g.verb != "pass" for g in menu) else []

    def answer(self, game: Game, me: Figure, ask: SeatQuestion, choice: Choice) -> None:
        activation = game.activation_of(me.key)
        if activation is None or choice.verb == "pass":
            return
        if choice.verb == "attack":
            attack = Attack(attacker=me.key, defender=choice.arg)
            activation.push_attack(game, attack)
        else:
            activation.actions += 1
            game.carry_out(choice, ask.seat, activation)


@effect(SWEPT)
class SweptAlong(Behaviour):
    """More points for one move or run, added before Slow halves them."""

    @on(MV)
    def rush(self, game: Game, me: Figure, move: Movement, points: int) -> int:
        del game, move
        return points + me.effect(self.slug)

    @on(MOVED)
    def settle(self, game: Game, me: Figure, move: Movement, _: None) -> None:
        if move.kind in (MOVE, RUN):
            game.remove_effect(me, self.slug)
