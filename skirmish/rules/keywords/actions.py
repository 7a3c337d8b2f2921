"""Keywords that are an action with an affinity test: Healing, Sicken and Drown."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from skirmish.rules.decision import FIGURE, Choice, Group
from skirmish.rules.events import MENU
from skirmish.rules.figure import POISON, SLOW, Figure
from skirmish.rules.frames.activation import Activation
from skirmish.rules.frames.ask import Ask, Then
from skirmish.rules.frames.rolls import Test
from skirmish.rules.rooms import Room, keyword, on

if TYPE_CHECKING:
    from skirmish.rules.game import Game


@keyword("healing")
class Healing(Room):
    """A passed test frees one friend in its zone of every status token, or none.

    It is offered while a friend in the zone has a token.
    """

    @on(MENU)
    def offer(
        self, game: Game, me: Figure, activation: Activation, groups: list[Group]
    ) -> list[Group]:
        if not activation.can_act() or not self.patients(game, me):
            return groups
        return [*groups, Group("use healing", owner=me.key)]

    def patients(self, game: Game, me: Figure) -> int:
        found = 0
        for other in game.figures_in(me.zone()):
            if other.side == me.side and any(other.tokens):
                found |= 1 << other.key
        return found

    def use(self, game: Game, me: Figure, ctx: Activation, choice: Choice) -> None:
        del choice
        ctx.act(game)
        game.then(self, me, 1)
        game.push(Test(figure=me.key, what=self.slug))

    def resume(self, game: Game, me: Figure, then: Then) -> None:
        del then
        if game.value and self.patients(game, me):
            game.ask(self, game.controller(me), self.slug, me=me)

    def options(self, game: Game, me: Figure, ask: Ask) -> list[Group]:
        del ask
        return [Group("pick", FIGURE, self.patients(game, me)), Group("pass")]

    def answer(self, game: Game, me: Figure, ask: Ask, choice: Choice) -> None:
        del me, ask
        if choice.verb == "pick":
            patient = game.figures[choice.arg]
            for status, count in enumerate(patient.tokens):
                game.take(patient, status, count)


class Affliction(Room):
    """A passed test gives every enemy in its zone a token, in Stealth or not."""

    status: ClassVar[int]

    @on(MENU)
    def offer(
        self, game: Game, me: Figure, activation: Activation, groups: list[Group]
    ) -> list[Group]:
        if not activation.can_act() or not self.victims(game, me):
            return groups
        return [*groups, Group(f"use {self.slug}", owner=me.key)]

    def victims(self, game: Game, me: Figure) -> list[Figure]:
        return [f for f in game.figures_in(me.zone()) if f.side != me.side]

    def use(self, game: Game, me: Figure, ctx: Activation, choice: Choice) -> None:
        del choice
        ctx.act(game)
        game.then(self, me, 1)
        game.push(Test(figure=me.key, what=self.slug))

    def resume(self, game: Game, me: Figure, then: Then) -> None:
        del then
        if game.value:
            for victim in self.victims(game, me):
                game.give(victim, self.status, by=me.key)


@keyword("sicken")
class Sicken(Affliction):
    """As an action: Poison for every enemy in its zone."""

    status = POISON


@keyword("drown")
class Drown(Affliction):
    """As an action: Slow for every enemy in its zone."""

    status = SLOW
