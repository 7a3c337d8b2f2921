"""Infiltration: carry two guarded medals home unnoticed."""

from __future__ import annotations

from challenges.rules.challenges.medals import Medal, MedalRules
from skirmish.rules.behaviours import on
from skirmish.rules.board.ground import free_anchors
from skirmish.rules.board.pieces import space_from_edge
from skirmish.rules.figure import Figure
from skirmish.rules.frames.activation import Activation
from skirmish.rules.frames.movement import Movement
from skirmish.rules.frames.sentry import SentryActivation
from skirmish.rules.game import Game
from skirmish.rules.hooks import (
    ACTIVATION_START,
    QUIET,
    RELOCATED,
    SETUP_PIECES,
    STEPPED,
)
from skirmish.rules.sentries import NOBODY_OWNS, stray_in_sight


class Infiltration(MedalRules):
    @on(SETUP_PIECES, who="any")
    def set_up(self, game: Game, me: None, ctx: None, _: None) -> None:
        del me, ctx
        edge = game.seats[game.setup_initiative].edge
        self.lay_out(
            game,
            [
                (space_from_edge(edge, left, inward), NOBODY_OWNS)
                for left, inward in self.entry.spaces.values()
            ],
        )

    # --- for sentries ----------------------------------------------------------
    def guarded(self, game: Game) -> int:
        """Return the spaces of medals, and the goals of those being carried."""
        return self._spaces(game, strays_only=False)

    def strays(self, game: Game) -> int:
        return self._spaces(game, strays_only=True)

    def _spaces(self, game: Game, *, strays_only: bool) -> int:
        spaces = 0
        for medal in self.medals(game):
            space = medal.space if medal.space >= 0 else medal.goal
            if space != medal.goal or not strays_only:
                spaces |= 1 << space
        return spaces

    def _rescue(self, game: Game, spaces: int) -> None:
        """Return stray medals on these spaces to their goals."""
        spaces &= self.strays(game)
        for number, medal in enumerate(self.medals(game)):
            if medal.space >= 0 and spaces >> medal.space & 1:
                self.send_home(game, number)

    @on(ACTIVATION_START, who="any")
    def wake(self, game: Game, me: None, activation: Activation, _: None) -> None:
        """Return stray medals that a sentry is already next to when it activates."""
        del me
        if not isinstance(activation, SentryActivation):
            return
        sentry = game.figures[activation.figure]
        prey = 1 << activation.prey if activation.prey >= 0 else 0
        stray = activation.stray
        while stray >= 0 and sentry.ring() >> stray & 1:
            self._rescue(game, 1 << stray)
            stray = stray_in_sight(game, sentry, prey)

    # --- for thieves -----------------------------------------------------------
    def picked_up(self, game: Game, figure: Figure, number: int) -> None:
        del number
        event = "picks_up_medal"
        game.score(figure.seat, self.points[event], event)
        game.award(figure, self.awards[event], event)
        self._deliver(game, figure)

    def _home(self, game: Game, figure: Figure) -> int:
        return game.compiled.ground.deployment[game.seats[figure.seat].edge]

    def _deliver(self, game: Game, figure: Figure) -> None:
        if not figure.foot & self._home(game, figure):
            return
        for number in self.carried(game, figure):
            event = "medal_carried_into_own_deployment"
            game.score(figure.seat, self.points[event], event)
            event = "delivers_medal_to_own_deployment"
            game.award(figure, self.awards[event], event)
            self.send_home(game, number)

    def worth_of(self, game: Game, seat: int, medal: Medal) -> tuple[float, float]:
        del game, seat, medal
        return (
            self.points["picks_up_medal"],
            self.points["medal_carried_into_own_deployment"],
        )

    def destination(self, game: Game, figure: Figure) -> int:
        return self._home(game, figure)

    @on(QUIET, who="any")
    def notice(self, game: Game, me: None, mover: Figure, calm: int) -> int:
        """Limit unnoticed movement: a carrier is noticed in its own deployment zone."""
        del me
        if mover.seat == NOBODY_OWNS or not self.carried(game, mover):
            return calm
        return calm & free_anchors(mover.card.size, self._home(game, mover))

    @on(STEPPED, who="any")
    def step(self, game: Game, me: None, move: Movement, _: None) -> None:
        del me
        self._arrive(game, game.figures[move.figure])

    @on(RELOCATED, who="any")
    def moved(self, game: Game, me: None, number: int, _: None) -> None:
        del me
        self._arrive(game, game.figures[number])

    def _arrive(self, game: Game, figure: Figure) -> None:
        if figure.seat == NOBODY_OWNS:
            self._rescue(game, figure.ring())
        else:
            self._deliver(game, figure)
