"""Abilities of the Tora clan."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skirmish.rules.combat import attack_targets
from skirmish.rules.decision import FIGURE, Choice, Group
from skirmish.rules.events import MENU
from skirmish.rules.figure import SLOW, Figure
from skirmish.rules.frames.activation import Activation
from skirmish.rules.frames.ask import Ask, Then
from skirmish.rules.frames.attack import Attack
from skirmish.rules.frames.harm import ABILITY, STUNNED, Harm
from skirmish.rules.frames.move import Move
from skirmish.rules.frames.rolls import Test
from skirmish.rules.rooms import STRIKE, Room, ability, on
from skirmish.rules.sight import distance, sees

if TYPE_CHECKING:
    from skirmish.rules.game import Game


@ability("pounce")
class Pounce(Room):
    """A short movement as part of an attack, and Slow after that attack.

    It is offered while some enemy is near enough to be attacked after it.
    """

    counts_as = STRIKE
    MOVING, ATTACKING = 1, 2

    @on(MENU)
    def offer(
        self, game: Game, me: Figure, activation: Activation, groups: list[Group]
    ) -> list[Group]:
        if not activation.can_act():
            return groups
        reach = self.numbers["spaces"] + 1
        in_reach = any(
            other.foot
            and other.side != me.side
            and not other.is_hidden
            and distance(me, other) <= reach
            for other in game.figures
        )
        return [*groups, Group("use pounce", owner=me.key)] if in_reach else groups

    def use(self, game: Game, me: Figure, ctx: Activation, choice: Choice) -> None:
        del choice
        ctx.act(game, stealthy=True)
        game.then(self, me, self.MOVING)
        game.push(
            Move(
                figure=me.key,
                seat=ctx.seat,
                points=self.numbers["spaces"],
                kind=self.slug,
                entered_cover=ctx.entered_cover,
            )
        )

    def resume(self, game: Game, me: Figure, then: Then) -> None:
        activation = game.activation_of(me.key)
        if activation is None or not me.foot:
            return
        if then.stage == self.MOVING:
            if game.value:
                activation.spaces += game.value
                activation.movements += 1
            if not activation.is_over:
                game.ask(self, activation.seat, "pounce", me=me)
        else:
            game.give(me, SLOW, self.numbers["slow_tokens"])

    def options(self, game: Game, me: Figure, ask: Ask) -> list[Group]:
        del ask
        return [Group("attack", FIGURE, attack_targets(game, me))]

    def answer(self, game: Game, me: Figure, ask: Ask, choice: Choice) -> None:
        del ask
        game.then(self, me, self.ATTACKING)
        activation = game.activation_of(me.key)
        if activation is not None:
            activation.push_attack(game, Attack(attacker=me.key, defender=choice.arg))


@ability("volcano-pots")
class VolcanoPots(Room):
    """A test; then an enemy in sight and everybody next to it are Stunned."""

    takes = FIGURE

    @on(MENU)
    def offer(
        self, game: Game, me: Figure, activation: Activation, groups: list[Group]
    ) -> list[Group]:
        if not activation.can_act():
            return groups
        targets = 0
        for other in game.figures:
            if (
                other.foot
                and other.side != me.side
                and distance(me, other) <= self.numbers["range"]
                and sees(game, me, other)
            ):
                targets |= 1 << other.key
        return [*groups, Group("use volcano-pots", FIGURE, targets, me.key)]

    def use(self, game: Game, me: Figure, ctx: Activation, choice: Choice) -> None:
        ctx.act(game)
        game.then(self, me, 1, memo=(choice.arg,))
        game.push(Test(figure=me.key, what=self.slug))

    def resume(self, game: Game, me: Figure, then: Then) -> None:
        target = game.figures[then.memo[0]]
        if game.value and target.foot:
            struck = game.figures_in(target.ring() | target.foot)
            game.push(
                Harm(
                    victims=tuple(figure.key for figure in struck),
                    level=STUNNED,
                    cause=ABILITY,
                    source=me.key,
                )
            )
