"""Who goes first: a draw, a game of Janken, or an opposed test."""

from __future__ import annotations

from itertools import compress
from typing import TYPE_CHECKING

from skirmish.rules import log
from skirmish.rules.decision import NOBODY, NUMBER, Choice, Decision, Frame, OptionGroup
from skirmish.rules.frames.rolls import OpposedTest
from skirmish.rules.setup import JANKEN, TEST

if TYPE_CHECKING:
    from skirmish.rules.game import Game

# Rock, paper, scissors: each hand beats the one before it.
HANDS = ("rock", "paper", "scissors")


class Initiative(Frame, kw_only=True):
    """Decide the initiative. Returns the winning seat.

    In Janken every seat shows a hand that the others cannot see; those who lose are
    out, and the rest show again until one is left. Players who leave show none; if no
    seat is left, nobody wins.
    """

    is_setup: bool
    seats: tuple[int, ...] = ()
    hands: tuple[int, ...] = ()

    def step(self, game: Game) -> Decision | None:
        how = game.compiled.setup.initiative
        if self.pc == 0:
            self.seats = self.seats or tuple(game.seats_from(0))
            self.pc = 1
            if how == TEST and not self.is_setup:
                game.push(OpposedTest(what="initiative", seats=self.seats))
                self.pc = 2
                return None
        if self.pc == 2:
            self._win(game, game.value if game.value >= 0 else game.initiative, how)
            return None
        if how != JANKEN:
            winner = self.seats[0]
            if len(self.seats) > 1:
                winner = self.seats[game.dice.below(len(self.seats))]
            self._win(game, winner, "draw")
            return None
        self._leave_out_absent(game)
        while len(self.seats) > 1:
            if len(self.hands) < len(self.seats):
                return Decision(self.seats[len(self.hands)], "janken")
            self._compare()
        if self.seats:
            self._win(game, self.seats[0], how)
        else:
            game.pop(NOBODY)
        return None

    def _leave_out_absent(self, game: Game) -> None:
        here = [not game.seats[seat].has_conceded for seat in self.seats]
        if not all(here):
            self.hands = tuple(compress(self.hands, here))
            self.seats = tuple(compress(self.seats, here))

    def _compare(self) -> None:
        shown = set(self.hands)
        if len(shown) == 2:
            low, high = sorted(shown)
            best = high if high - low == 1 else low
            self.seats = tuple(
                seat
                for seat, hand in zip(self.seats, self.hands, strict=True)
                if hand == best
            )
        self.hands = ()

    def _win(self, game: Game, seat: int, how: str) -> None:
        # The winner of an opposed test may have left while it was rolled.
        seat = game.seats_from(seat)[0]
        game.log.append(log.InitiativeWon(seat, how))
        game.pop(seat)

    def groups(self, game: Game) -> list[OptionGroup]:  # noqa: ARG002
        return [OptionGroup("show", NUMBER, (1 << len(HANDS)) - 1)]

    def choose(self, game: Game, choice: Choice) -> None:  # noqa: ARG002
        self.hands += (choice.arg,)
