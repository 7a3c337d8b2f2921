"""Base classes for actions of keywords and abilities.

`targets` returns what there is to act on, as a set of figures or of spaces; if it is
empty, the action is not offered.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from skirmish.rules.behaviours import Behaviour, on
from skirmish.rules.decision import FIGURE, Choice, OptionGroup
from skirmish.rules.figure import Figure
from skirmish.rules.frames.activation import Activation
from skirmish.rules.frames.handler_frames import Resume, SeatQuestion
from skirmish.rules.frames.rolls import Test
from skirmish.rules.hooks import MENU
from skirmish.rules.targets import keys_of

if TYPE_CHECKING:
    from skirmish.rules.game import Game


class Action(Behaviour):
    """An action in place of the actions that every figure has."""

    @on(MENU)
    def offer(
        self, game: Game, me: Figure, activation: Activation, groups: list[OptionGroup]
    ) -> list[OptionGroup]:
        if not activation.can_act() or not self.targets(game, me):
            return groups
        return [*groups, OptionGroup(f"use {self.slug}", owner=me.key)]

    def targets(self, game: Game, me: Figure) -> int:
        raise NotImplementedError(self.slug)

    def use(self, game: Game, me: Figure, ctx: Activation, choice: Choice) -> None:
        del choice
        ctx.act(game)
        self.succeed(game, me)

    def succeed(self, game: Game, me: Figure) -> None:
        raise NotImplementedError(self.slug)


class TestedAction(Action):
    """An action that takes effect if an affinity test is passed."""

    def use(self, game: Game, me: Figure, ctx: Activation, choice: Choice) -> None:
        del choice
        ctx.act(game)
        game.resume_later(self, me, 1)
        game.push(Test(figure=me.key, what=self.slug))

    def resume(self, game: Game, me: Figure, then: Resume) -> None:
        del then
        if game.value:
            self.succeed(game, me)


class PickingAction(TestedAction):
    """A tested action on one of its targets, picked after the test is passed."""

    may_pass: ClassVar[bool] = True

    def succeed(self, game: Game, me: Figure) -> None:
        if self.targets(game, me):
            game.ask(self, game.controller(me), self.slug, me=me)

    def options(self, game: Game, me: Figure, ask: SeatQuestion) -> list[OptionGroup]:
        del ask
        picked = OptionGroup("pick", FIGURE, self.targets(game, me))
        return [picked, OptionGroup("pass")] if self.may_pass else [picked]

    def answer(self, game: Game, me: Figure, ask: SeatQuestion, choice: Choice) -> None:
        if choice.verb == "pick":
            self.affect(game, me, game.figures[choice.arg], ask.seat)

    def affect(self, game: Game, me: Figure, target: Figure, seat: int) -> None:
        raise NotImplementedError(self.slug)


def enemies_in_zone(game: Game, me: Figure) -> int:
    """Return the enemies in a figure's zone as a set, hidden ones included."""
    return keys_of(f for f in game.figures_in(me.zone()) if f.side != me.side)
