"""A game of Kumo Hogosha: apply lines until `result` is set.

    game = Game.new(book, options, seats=2, dice=SeededDice(seed))
    game.apply("A turn cw")

There is no chance but the draw for the first seat, and nothing is hidden, so every
seat sees the same view and a turn can be taken back until it is over (KUMO-DIGI-02).
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Mapping
from typing import Any

import msgspec

from kernel.dice import Dice
from kernel.errors import Refusal
from kumo.rules.actions import RESIGN, Action
from kumo.rules.notation import SEATS, read_line, write_line
from kumo.rules.options import KumoBook, Options, choose_options
from kumo.rules.position import Position, Setup, key_of, start
from kumo.rules.sentences import refusal_sentence
from kumo.rules.turns import legal_actions, play_action
from kumo.rules.view import view_of

WON, RESIGNED, REPEATED, TURN_LIMIT = "won", "resigned", "repetition", "turn-limit"


class Result(msgspec.Struct, frozen=True):
    """How a game ended: the winning seats, or all of them for a draw, and why."""

    winners: tuple[int, ...]
    reason: str

    @property
    def is_draw(self) -> bool:
        return self.reason in (REPEATED, TURN_LIMIT)


class Game:
    def __init__(self, setup: Setup, position: Position) -> None:
        self.setup = setup
        self.position = position
        self.result: Result | None = None
        self.lines: list[str] = []
        # How often each position was met at the start of a turn.
        self.met: Counter[tuple[object, ...]] = Counter([key_of(position)])
        # The game at the start of this turn, for undo.
        self._turn_start: tuple[Position, int] = (position, 0)

    @classmethod
    def new(
        cls,
        book: KumoBook,
        options: Options | Mapping[str, Any] | None = None,
        *,
        seats: int = 2,
        dice: Dice | None = None,
        first: int | None = None,
    ) -> Game:
        """Start a game. The first seat is given, or drawn with the dice."""
        if seats not in (2, 4):
            raise Refusal(
                f"Kumo Hogosha is for two or four players, not {seats}.",
                code="wrong-number-of-seats",
                field="seats",
            )
        if not isinstance(options, Options):
            options = choose_options(book, options)
        if first is None:
            if dice is None:
                raise Refusal("Say who starts.", code="first-missing", field="first")
            first = dice.below(seats)
        if not 0 <= first < seats:
            raise Refusal("There is no such seat.", code="seat-unknown", field="first")
        setup = Setup(book, options, seats)
        return cls(setup, start(setup, first))

    def copy(self) -> Game:
        twin = Game(self.setup, self.position)
        twin.result = self.result
        twin.lines = list(self.lines)
        twin.met = self.met.copy()
        twin._turn_start = self._turn_start
        return twin

    # --- playing ---------------------------------------------------------------
    @property
    def seat(self) -> int | None:
        """The seat whose turn it is; None when the game is over."""
        return None if self.result else self.position.seat

    def legal(self) -> list[Action]:
        return [] if self.result else legal_actions(self.setup, self.position)

    def apply(self, line: str) -> None:
        """Play the line of a seat, or refuse it and change nothing (KUMO-DIGI-03)."""
        seat, action = read_line(self.setup, line)
        if self.result:
            raise Refusal("The game is over.", code="game-over")
        if action[0] == RESIGN:
            self._resign(seat)
            return
        if seat != self.position.seat:
            raise Refusal(
                f"It is seat {SEATS[self.position.seat]}'s turn.", code="not-your-turn"
            )
        self.play(action)

    def play(self, action: Action) -> None:
        """Play an action of the seat whose turn it is."""
        if action not in self.legal():
            raise Refusal(
                refusal_sentence(self.setup, self.position, action),
                code="illegal-action",
            )
        before = self.position
        self.lines.append(write_line(self.setup, before.seat, action))
        self.position = play_action(self.setup, before, action)
        if self.position.winner >= 0:
            self._end_with(self.position.winner, WON)
        elif self.position.turn != before.turn:
            self._begin_turn()

    def _begin_turn(self) -> None:
        self._turn_start = (self.position, len(self.lines))
        key = key_of(self.position)
        self.met[key] += 1
        options, everyone = self.setup.options, tuple(range(self.setup.seats))
        if options.repetition_draw and self.met[key] >= options.repetition_draw:
            self.result = Result(everyone, REPEATED)
        elif (
            options.turn_limit
            and self.position.turn >= options.turn_limit * self.setup.seats
        ):
            self.result = Result(everyone, TURN_LIMIT)

    def _resign(self, seat: int) -> None:
        self.lines.append(write_line(self.setup, seat, (RESIGN,)))
        self._end_with(1 - self.setup.team(seat), RESIGNED)

    def _end_with(self, team: int, reason: str) -> None:
        seats = range(self.setup.seats)
        winners = tuple(seat for seat in seats if self.setup.team(seat) == team)
        self.result = Result(winners, reason)

    # --- looking from outside --------------------------------------------------
    def view(self) -> dict[str, Any]:
        """Return the game as plain values for a page; nothing in it is secret."""
        return view_of(self.setup, self.position, self.legal())

    # --- undo ------------------------------------------------------------------
    @property
    def undoable(self) -> int:
        """How many actions of this turn can be taken back."""
        return 0 if self.result else len(self.lines) - self._turn_start[1]

    def undo(self, count: int = 1) -> None:
        """Take back the last actions of this turn."""
        if not 0 < count <= self.undoable:
            raise Refusal(
                "Only actions of the current turn can be taken back.",
                code="undo-too-far",
            )
        position, begun = self._turn_start
        kept = self.lines[begun : len(self.lines) - count]
        for line in kept:
            position = play_action(self.setup, position, read_line(self.setup, line)[1])
        self.position = position
        del self.lines[begun + len(kept) :]

    def state_hash(self) -> str:
        """Return a hash of all that the game is, the same on every machine."""
        facts = (
            *self.position[:8],
            sorted(self.position.duties),
            *self.position[9:],
            self.lines,
            None if self.result is None else (self.result.winners, self.result.reason),
        )
        return hashlib.blake2b(repr(facts).encode(), digest_size=16).hexdigest()
