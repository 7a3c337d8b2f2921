"""Keywords about ground and distance: climbing, leaping, sprinting, sure feet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skirmish.rules.behaviours import MOVE as THE_MOVE
from skirmish.rules.behaviours import Behaviour, keyword, on
from skirmish.rules.board.reach import Gait
from skirmish.rules.board.steps import heights
from skirmish.rules.decision import SPACE, Choice, OptionGroup
from skirmish.rules.figure import Figure
from skirmish.rules.frames.activation import MOVE, RUN, Activation
from skirmish.rules.frames.movement import Movement
from skirmish.rules.hooks import AFTER, GAIT, MENU, MV, OFFER_STEP

if TYPE_CHECKING:
    from skirmish.rules.game import Game


@keyword("expert-climber")
class ExpertClimber(Behaviour):
    """A step up costs less."""

    @on(GAIT)
    def climb(self, game: Game, me: Figure, ctx: Figure, gait: Gait) -> Gait:
        del game, me, ctx
        return gait.but(climb=min(gait.climb, self.numbers["climb_cost"]))


@keyword("surefoot")
class Surefoot(Behaviour):
    """Rough ground costs nothing extra, and leaving foliage does not reveal it."""

    @on(GAIT)
    def tread(self, game: Game, me: Figure, ctx: Figure, gait: Gait) -> Gait:
        del game, me, ctx
        cost = min(gait.rough, self.numbers["rough_cost"])
        return gait.but(rough=cost, keeps_cover=True)


@keyword("sprint")
class Sprint(Behaviour):
    """Runs go further; Slow does not halve the extra points."""

    @on(MV, layer=AFTER)
    def run(self, game: Game, me: Figure, move: Movement, points: int) -> int:
        del game, me
        return points + self.numbers["mv_bonus"] if move.kind == RUN else points


@keyword("leap")
class Leap(Behaviour):
    """Once per turn a step up costs less, in a move or a run."""

    takes = SPACE
    counts_as = THE_MOVE

    @on(OFFER_STEP)
    def offer(
        self, game: Game, me: Figure, move: Movement, groups: list[OptionGroup]
    ) -> list[OptionGroup]:
        if move.hovers:
            return groups
        return [*groups, self.group(game, me, move)]

    @on(MENU)
    def offer_at_once(
        self, game: Game, me: Figure, activation: Activation, groups: list[OptionGroup]
    ) -> list[OptionGroup]:
        """Offer the leap as the first step of a move."""
        if not activation.can_move(game):
            return groups
        return [*groups, self.group(game, me, activation.movement(game, MOVE))]

    def group(self, game: Game, me: Figure, move: Movement) -> OptionGroup:
        activation = game.activation_of(me.key)
        spaces = 0
        if activation is not None and self.slug not in activation.marks:
            spaces = heights(game, me, move, self.numbers["climb_cost"])
        return OptionGroup("use leap", SPACE, spaces, me.key)

    def use(
        self, game: Game, me: Figure, ctx: Activation | Movement, choice: Choice
    ) -> None:
        activation = game.activation_of(me.key)
        if activation is not None:
            activation.mark(self.slug)
        move = ctx if isinstance(ctx, Movement) else ctx.start_move(game)
        move.begin_step(choice.arg, self.numbers["climb_cost"])
