"""Base of challenges with actions that cost movement points.

They are offered between two steps and before the first one, so a figure need not enter
a space for them.
"""

from __future__ import annotations

from skirmish.rules.behaviours import MOVE as THE_MOVE
from skirmish.rules.behaviours import on
from skirmish.rules.challenge import ChallengeRules
from skirmish.rules.decision import Choice, OptionGroup
from skirmish.rules.figure import Figure
from skirmish.rules.frames.activation import MOVE, RUN, Activation
from skirmish.rules.frames.movement import Movement
from skirmish.rules.game import Game
from skirmish.rules.hooks import MENU, OFFER_STEP


class SteppingRules(ChallengeRules):
    counts_as = THE_MOVE

    # --- what a challenge decides ----------------------------------------------
    def errands(self, game: Game, figure: Figure) -> list[OptionGroup]:
        """Return what a figure could do from where it stands, with enough points."""
        raise NotImplementedError

    def cost(self, verb: str) -> int:
        raise NotImplementedError

    def run_errand(
        self, game: Game, figure: Figure, move: Movement, choice: Choice
    ) -> None:
        """Do it, and deduct its movement points."""
        raise NotImplementedError

    # --- offering --------------------------------------------------------------
    @on(OFFER_STEP, who="any")
    def offer_between_steps(
        self, game: Game, me: None, move: Movement, groups: list[OptionGroup]
    ) -> list[OptionGroup]:
        del me
        figure = game.figures[move.figure]
        if move.kind not in (MOVE, RUN) or move.hovers or figure.seat < 0:
            return groups
        errands = self.errands(game, figure)
        return groups + [g for g in errands if self.cost(g.verb) <= move.points]

    @on(MENU, who="any")
    def offer_before_moving(
        self, game: Game, me: None, activation: Activation, groups: list[OptionGroup]
    ) -> list[OptionGroup]:
        del me
        figure = game.figures[activation.figure]
        if figure.seat < 0 or not activation.can_move(game):
            return groups
        errands = [g for g in self.errands(game, figure) if g.bits]
        if not errands:
            return groups
        points = activation.movement(game, MOVE).points
        return groups + [g for g in errands if self.cost(g.verb) <= points]

    def use(
        self, game: Game, me: None, ctx: Movement | Activation, choice: Choice
    ) -> None:
        del me
        move = ctx.start_move(game) if isinstance(ctx, Activation) else ctx
        self.run_errand(game, game.figures[move.figure], move, choice)
