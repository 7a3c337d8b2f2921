"""Blink: a test before a movement, with a benefit or a penalty."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skirmish.rules.behaviours import MOVE, Behaviour, effect, keyword, on
from skirmish.rules.board.reach import Gait
from skirmish.rules.decision import Choice, OptionGroup
from skirmish.rules.figure import TURN, Effect, Figure
from skirmish.rules.frames.activation import MOVE as OWN_MOVE
from skirmish.rules.frames.activation import RUN, Activation
from skirmish.rules.frames.handler_frames import Resume
from skirmish.rules.frames.movement import Movement
from skirmish.rules.frames.rolls import Test
from skirmish.rules.hooks import GAIT, MENU, MOVED, MV, SET

if TYPE_CHECKING:
    from skirmish.rules.game import Game

PASSED, FAILED = "blinking", "blink-failed"


@keyword("blink")
class Blink(Behaviour):
    """Tests before a move or a run; each movement needs a test of its own."""

    counts_as = MOVE

    @on(MENU)
    def offer(
        self, game: Game, me: Figure, activation: Activation, groups: list[OptionGroup]
    ) -> list[OptionGroup]:
        if me.has_effect(PASSED) or me.has_effect(FAILED):
            return groups
        if not (activation.can_move(game) or activation.can_run(game)):
            return groups
        return [*groups, OptionGroup("use blink", owner=me.key)]

    def use(self, game: Game, me: Figure, ctx: Activation, choice: Choice) -> None:
        del ctx, choice
        game.resume_later(self, me, 1)
        game.push(Test(figure=me.key, what=self.slug))

    def resume(self, game: Game, me: Figure, then: Resume) -> None:
        del then
        if game.value:
            game.add_effect(me, Effect(PASSED, until=TURN))
        else:
            game.add_effect(me, Effect(FAILED, self.numbers["mv_divisor"], until=TURN))


@effect(PASSED)
class Blinking(Behaviour):
    """Figures, terrain and zones do not hinder the next movement."""

    @on(GAIT)
    def vanish(self, game: Game, me: Figure, ctx: Figure, gait: Gait) -> Gait:
        del game, me, ctx
        return gait.but(passes_models=True, ignores_terrain=True, ignores_zones=True)

    @on(MOVED)
    def appear(self, game: Game, me: Figure, move: Movement, _: None) -> None:
        del move
        game.remove_effect(me, self.slug)


@effect(FAILED)
class BlinkFailed(Behaviour):
    """The next move or run is shorter, after any Slow."""

    @on(MV, layer=SET, order=20)
    def stumble(self, game: Game, me: Figure, move: Movement, points: int) -> int:
        del game, move
        return points // me.effect(self.slug)

    @on(MOVED)
    def recover(self, game: Game, me: Figure, move: Movement, _: None) -> None:
        # A short movement of another kind does not end the penalty.
        if move.kind in (OWN_MOVE, RUN):
            game.remove_effect(me, self.slug)
