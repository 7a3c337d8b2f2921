"""Tests when an activation begins: Tough, Blood Lust, Fortune, and compulsory ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skirmish.rules.behaviours import Behaviour, keyword, on
from skirmish.rules.decision import FIGURE, Choice, OptionGroup
from skirmish.rules.figure import HASTE, LUCKY, PROTECT, Figure
from skirmish.rules.frames.activation import Activation
from skirmish.rules.frames.handler_frames import Resume, SeatQuestion
from skirmish.rules.frames.rolls import Test
from skirmish.rules.hooks import ACTIVATION_START, AFTER, OFFER_ACTIVATION

if TYPE_CHECKING:
    from skirmish.rules.game import Game


class OptionalActivationTest(Behaviour):
    """May test on activation, and gets something for passing."""

    @on(OFFER_ACTIVATION)
    def offer(
        self, game: Game, me: Figure, activation: Activation, groups: list[OptionGroup]
    ) -> list[OptionGroup]:
        del game, activation
        return [*groups, OptionGroup(f"use {self.slug}", owner=me.key)]

    def use(self, game: Game, me: Figure, ctx: Activation, choice: Choice) -> None:
        del ctx, choice
        push_test(self, game, me)

    def resume(self, game: Game, me: Figure, then: Resume) -> None:
        del then
        activation = game.activation_of(me.key)
        if game.value and activation is not None:
            activation.mark(self.slug)
            self.reward(game, me)

    def reward(self, game: Game, me: Figure) -> None:
        raise NotImplementedError(self.slug)


class CompulsoryActivationTest(Behaviour):
    """Must test on activation, with a reward for passing."""

    # After the tokens of the figure, before what its player may use.
    @on(ACTIVATION_START, layer=AFTER)
    def test(self, game: Game, me: Figure, activation: Activation, _: None) -> None:
        del activation
        push_test(self, game, me)

    def resume(self, game: Game, me: Figure, then: Resume) -> None:
        del then
        if game.value:
            self.reward(game, me)

    def reward(self, game: Game, me: Figure) -> None:
        raise NotImplementedError(self.slug)


def push_test(behaviour: Behaviour, game: Game, me: Figure) -> None:
    """Let a figure make the test of a behaviour, which resumes afterwards."""
    game.resume_later(behaviour, me, 1)
    game.push(Test(figure=me.key, what=behaviour.slug))


@keyword("tough")
class Tough(OptionalActivationTest):
    """Protect for a passed test."""

    def reward(self, game: Game, me: Figure) -> None:
        game.give(me, PROTECT, self.numbers["protect_tokens"])


@keyword("blood-lust")
class BloodLust(OptionalActivationTest):
    """Haste for a passed test, early enough to be spent at once."""

    def reward(self, game: Game, me: Figure) -> None:
        game.give(me, HASTE, self.numbers["haste_tokens"])


@keyword("fortune")
class Fortune(OptionalActivationTest):
    """Lucky for a passed test, for itself or a friend in its zone."""

    def reward(self, game: Game, me: Figure) -> None:
        game.ask(self, game.controller(me), self.slug, me=me)

    def options(self, game: Game, me: Figure, ask: SeatQuestion) -> list[OptionGroup]:
        del ask
        lucky = 1 << me.key
        for other in game.figures_in(me.zone()):
            if other.side == me.side:
                lucky |= 1 << other.key
        return [OptionGroup("pick", FIGURE, lucky)]

    def answer(self, game: Game, me: Figure, ask: SeatQuestion, choice: Choice) -> None:
        del me, ask
        game.give(game.figures[choice.arg], LUCKY, self.numbers["lucky_tokens"])
