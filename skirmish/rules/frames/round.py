"""A round: its beginning, the turns of all players, its end, and the next."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from skirmish.rules import log
from skirmish.rules.decision import FIGURE, NOBODY, Choice, Decision, Frame, OptionGroup
from skirmish.rules.figure import ROUND, TURN
from skirmish.rules.frames.activation import Activation
from skirmish.rules.frames.handler_frames import Window
from skirmish.rules.frames.initiative import Initiative
from skirmish.rules.frames.upkeep import Upkeep
from skirmish.rules.hooks import (
    ALL_ACTIVATED,
    OFFER_ROUND,
    OFFER_ROUND_FIRST,
    ROUND_BEGUN,
    ROUND_END,
    ROUND_START,
    TURN_OVER,
    Hook,
)

if TYPE_CHECKING:
    from skirmish.rules.game import Game

# Program counters.
(
    FIRST_CARDS,
    DELAYS,
    INITIATIVE,
    TAKEN,
    OPENING,
    TURNS,
    TURN_ENDED,
    LAST_TURNS,
    SCORING,
    CLOSING,
    NEXT,
) = range(11)


class Round(Frame, kw_only=True):
    """Runs round after round until the game is over."""

    # The seat whose turn it is or comes next.
    turn: int = NOBODY

    def step(self, game: Game) -> Decision | None:
        stack = game.stack
        depth = len(stack)
        while len(stack) == depth:
            pc = self.pc
            if pc == TURNS:
                decision = self._next_turn(game)
                if decision is not None:
                    return decision
            elif pc == TURN_ENDED:
                self._end_turn(game)
            elif pc < TURNS:
                self._begin(game)
            else:
                self._close(game)
        return None

    def _begin(self, game: Game) -> None:
        pc, self.pc = self.pc, self.pc + 1
        if pc == FIRST_CARDS:
            game.log.append(log.RoundBegan(game.round, game.moon))
            for figure in game.figures:
                figure.used = ()
            self._open_first_window(game)
        elif pc == DELAYS:
            if game.round > 1:
                game.trigger_all(ROUND_START)
        elif pc == INITIATIVE:
            if game.round > 1:
                game.push(Initiative(is_setup=False))
            else:
                game.value = game.initiative
        elif pc == TAKEN:
            game.initiative = game.value
            self.turn = game.initiative
            game.trigger_all(ROUND_BEGUN)
        else:
            self._open_window(game, OFFER_ROUND)

    def _open_first_window(self, game: Game) -> None:
        """Open a window of one lap before initiative, in the previous round's order."""
        subjects = tuple(figure.key for figure in game.figures if figure.foot)
        if game.has_handlers(OFFER_ROUND_FIRST, subjects):
            first = game.initiative if game.round > 1 else game.setup_initiative
            window = Window(
                hook=OFFER_ROUND_FIRST.name,
                subjects=subjects,
                first=first,
                has_one_lap=True,
            )
            game.push(window)

    def _open_window(self, game: Game, hook: Hook[Any, Any]) -> None:
        subjects = tuple(figure.key for figure in game.figures if figure.foot)
        if game.has_handlers(hook, subjects):
            first = game.initiative
            game.push(Window(hook=hook.name, subjects=subjects, first=first))

    def _next_turn(self, game: Game) -> Decision | None:
        seats = game.seats
        seat = self.turn
        for _ in seats:
            if not seats[seat].has_conceded:
                only = NOBODY
                for figure in game.figures[game.compiled.teams[seat]]:
                    if not figure.is_activated and figure.foot:
                        if only >= 0:
                            self.turn = seat
                            return Decision(seat, "turn")
                        only = figure.key
                if only >= 0:
                    self.turn = seat
                    self._activate(game, only)
                    return None
            seat = (seat + 1) % len(seats)
        self.pc = LAST_TURNS
        return None

    def _activate(self, game: Game, figure: int) -> None:
        self.pc = TURN_ENDED
        game.push(Activation(figure=figure, seat=self.turn))

    def groups(self, game: Game) -> list[OptionGroup]:
        ready = 0
        for figure in game.figures[game.compiled.teams[self.turn]]:
            if not figure.is_activated and figure.foot:
                ready |= 1 << figure.key
        return [OptionGroup("activate", FIGURE, ready)]

    def choose(self, game: Game, choice: Choice) -> None:
        self._activate(game, choice.arg)

    def _end_turn(self, game: Game) -> None:
        self.pc = TURNS
        if game.has_effects:
            game.expire(TURN)
        seat = self.turn
        self.turn = (seat + 1) % len(game.seats)
        if TURN_OVER in game.board_handlers:
            game.trigger(TURN_OVER, None, number=seat)
        # A game of two ends when one player leaves. Dropped pieces are handled first.
        if len(game.seats) > 2:
            game.clear_conceded()

    def _close(self, game: Game) -> None:
        if self.pc == LAST_TURNS:
            self.pc = SCORING
            game.trigger(ALL_ACTIVATED, None)
        elif self.pc == SCORING:
            self.pc = CLOSING
            game.trigger_all(ROUND_END)
        elif self.pc == CLOSING:
            self.pc = NEXT
            game.expire(ROUND)
            has_upkeep = game.compiled.setup.has_last_upkeep or not self._is_last(game)
            if not game.end_if_won() and has_upkeep:
                game.push(Upkeep(seats=tuple(game.seats_from(game.initiative))))
        else:
            self._go_on(game)

    def _go_on(self, game: Game) -> None:
        """After upkeep, begin the next round or end the game."""
        if self._is_last(game):
            game.pop()
            return
        game.round += 1
        self.pc = FIRST_CARDS

    def _is_last(self, game: Game) -> bool:
        """Return whether no round follows; a tie may have to be played on."""
        last, extra = game.compiled.challenge.rounds, game.compiled.setup.extra_rounds
        if extra is not None and game.is_tied():
            last += extra
        return game.round >= last
