"""Recordings: games stored together with the effect of every decision.

The rules compute what follows from a decision; a recording stores it. `replay` plays a
stored game by the rules, as proof. Once that has been recorded, a playback goes to any
decision, back and forth, in a tenth of the time:

    recording = record_game(setup, dice, lines)   # plays them once, by the rules
    playback = Playback(recording)
    playback.forward()
    playback.seek(120)
    playback.back()
    playback.game                                 # a game like any other

The structs of a recording are never handed out, only copied into the game. So a game
can be copied or played on by the rules wherever its playback stopped, with the dice
that would have come there; only the playback itself then refuses to continue.
"""

from __future__ import annotations

from operator import attrgetter
from typing import Any, NamedTuple, TypeVar

import msgspec

from kernel.dice import Dice
from kernel.errors import Refusal
from skirmish.rules.decision import Choice, Decision, Frame
from skirmish.rules.figure import Figure
from skirmish.rules.game import Game
from skirmish.rules.log import Log
from skirmish.rules.seat import Seat

# Slots of a game that are stored separately; those that never change; and caches, or
# values used only while offers are collected.
_APART = {"decision", "dice", "figures", "log", "notes", "seats", "stack"}
_APART |= {"compiled"}
_APART |= {"asking", "last_flood", "zones"}
_SLOTS = tuple(
    sorted(
        name
        for part in Game.__mro__
        for name in getattr(part, "__slots__", ())
        if name not in _APART
    )
)
_values_of = attrgetter(*_SLOTS)
_fields_of = msgspec.structs.astuple
S = TypeVar("S", Figure, Seat)
Numbered = tuple[tuple[int, S], ...]
Values = tuple[tuple[str, Any], ...]


class StateDiff(NamedTuple):
    """One end of a recorded step: whatever differs from the other end."""

    figures: Numbered[Figure]
    seats: Numbered[Seat]
    slots: Values
    # How many frames at the bottom stay the same, and those above them.
    below: int
    frames: tuple[Frame, ...]
    decision: Decision | None
    notes: dict[str, Any] | None
    dice: Dice | None
    # The number of log entries up to here.
    logged: int


class RecordedStep(NamedTuple):
    """One decision: the state before it and after it, as differences."""

    before: StateDiff
    after: StateDiff


class GameRecording:
    """A game that records the effect of each decision.

    `game` is the game as it stands at the end of the recording. Copy it to try
    something.
    """

    __slots__ = ("_first", "_last", "game", "log", "steps")

    def __init__(self, game: Game) -> None:
        """Start recording from a game, which itself is left alone."""
        self.log = Log()
        self.log.own += game.log
        self.game = game.copy()
        self.game.log = Log(self.log, len(self.log.own))
        self._first = self.game.copy()
        self._last = _LastState(self.game)
        self.steps: list[RecordedStep] = []

    def __len__(self) -> int:
        """Return how many decisions were recorded."""
        return len(self.steps)

    def beginning(self) -> Game:
        """Return the game as it stood when the recording began."""
        return self._first.copy()

    def play(self, choice: Choice, *, trusted: bool = False) -> None:
        """Play one more decision by the rules; a Refusal changes nothing."""
        game = self.game
        _check_untouched(game)
        game.dice = watched = _Watched(game.dice)
        try:
            game.apply(choice, trusted=trusted)
        finally:
            game.dice = watched.dice
        said = game.log.own
        self.log.own += said
        said.clear()
        game.log.shared = len(self.log.own)
        self.steps.append(self._last.moved_on(game, with_dice=watched.were_asked))


class Playback:
    """A game at some point of a recording, after `at` of its decisions."""

    __slots__ = ("at", "game", "recording")

    def __init__(self, recording: GameRecording, game: Game | None = None) -> None:
        """Start a playback with a new game, or with one at the beginning."""
        if game is None:
            game = recording.beginning()
        elif game.compiled is not recording.game.compiled:
            raise Refusal(
                "This recording is of a game with another set-up. Use its own.",
                code="another-setup",
            )
        elif game.facts() != recording.beginning().facts():
            raise Refusal(
                "The game is not where the recording begins. Start it again.",
                code="not-at-beginning",
            )
        else:
            first = recording.beginning()
            game.dice, game.log = first.dice, first.log
        self.recording = recording
        self.game = game
        self.at = 0

    def forward(self) -> None:
        """Apply the next decision, and log its effect."""
        changes, at = self.recording.steps, self.at
        if at == len(changes):
            raise Refusal("The recording ends here. Go back first.", code="tape-ends")
        _write(self.game, changes[at][1])
        self.at = at + 1

    def back(self) -> None:
        """Take the last decision back, with all its effects."""
        at = self.at - 1
        if at < 0:
            raise Refusal(
                "The recording begins here. Go forward first.", code="tape-begins"
            )
        _write(self.game, self.recording.steps[at][0])
        self.at = at

    def seek(self, at: int) -> None:
        """Go to the point after that many decisions."""
        last = len(self.recording)
        if not 0 <= at <= last:
            raise Refusal(
                f"The recording has {last} decisions. Choose from 0 to {last}.",
                code="not-on-tape",
            )
        while self.at < at:
            self.forward()
        while self.at > at:
            self.back()


def _check_untouched(game: Game) -> None:
    """Refuse a game that was played on by the rules; its own log shows that."""
    if game.log.own:
        raise Refusal(
            "This game was played on and has left its recording."
            " Continue with a copy of it, and start the playback again.",
            code="left-tape",
        )


def _write(game: Game, standing: StateDiff) -> None:
    """Set the game to a recorded state, as copies, because rules change structs."""
    if game.log.own:
        _check_untouched(game)
    figures, seats, slots, below, frames, decision, notes, dice, logged = standing
    if figures:
        row = game.figures
        for key, figure in figures:
            row[key] = figure.__copy__()  # type: ignore[attr-defined]
        game.zones.clear()
    for index, seat in seats:
        game.seats[index] = seat.__copy__()  # type: ignore[attr-defined]
    for name, value in slots:
        setattr(game, name, value)
    stack = game.stack
    del stack[below:]
    for frame in frames:
        stack.append(frame.__copy__())  # type: ignore[attr-defined]
    game.decision = decision and decision.__copy__()  # type: ignore[attr-defined]
    if notes is not None:
        game.notes = notes.copy()
    if dice is not None:
        game.dice = dice.copy()
    game.log.shared = logged


class _Watched:
    """Wrapped dice that remember whether they were rolled."""

    __slots__ = ("dice", "were_asked")

    def __init__(self, dice: Dice) -> None:
        self.dice = dice
        self.were_asked = False

    def roll(self, count: int) -> tuple[int, ...]:
        self.were_asked = True
        return self.dice.roll(count)

    def below(self, limit: int) -> int:
        self.were_asked = True
        return self.dice.below(limit)

    def copy(self) -> _Watched:
        return _Watched(self.dice.copy())


class _LastState:
    """The changeable state of a game when it was last compared."""

    __slots__ = (
        "_decision",
        "_dice",
        "_figures",
        "_logged",
        "_notes",
        "_seats",
        "_stack",
        "_values",
    )

    def __init__(self, game: Game) -> None:
        twin = game.copy()
        self._figures = twin.figures
        self._seats = twin.seats
        self._stack = twin.stack
        self._decision = twin.decision
        self._dice = twin.dice
        self._notes = twin.notes
        self._values = _values_of(game)
        self._logged = game.log.shared

    def moved_on(self, game: Game, *, with_dice: bool) -> RecordedStep:
        """Return the differences since the last call, and keep the new state."""
        old_figures, figures = _exchanged(self._figures, game.figures)
        old_seats, seats = _exchanged(self._seats, game.seats)
        old_slots, slots = self._new_values(game)
        below = self._frames_below(game)
        old_frames, frames = self._new_frames(game, below)
        old_decision, decision = self._decision, _copied(game.decision)
        old_notes, notes = self._notes, None
        if old_notes != game.notes:
            self._notes = notes = game.notes.copy()
        old_dice, dice = self._dice, None
        if with_dice:
            self._dice = dice = game.dice.copy()
        old_logged, logged = self._logged, game.log.shared
        self._decision, self._logged = decision, logged
        return RecordedStep(
            StateDiff(
                old_figures,
                old_seats,
                old_slots,
                below,
                old_frames,
                old_decision,
                None if notes is None else old_notes,
                None if dice is None else old_dice,
                old_logged,
            ),
            StateDiff(
                figures, seats, slots, below, frames, decision, notes, dice, logged
            ),
        )

    def _new_values(self, game: Game) -> tuple[Values, Values]:
        before, self._values = self._values, _values_of(game)
        old, new = [], []
        for name, value, now in zip(_SLOTS, before, self._values, strict=True):
            # Only ints are compared by value: in a tuple True must not pass for 1.
            if value is not now and not (
                type(value) is int and type(now) is int and value == now
            ):
                old.append((name, value))
                new.append((name, now))
        return tuple(old), tuple(new)

    def _frames_below(self, game: Game) -> int:
        """Return how many frames at the bottom of the stack are unchanged."""
        below = 0
        for old, new in zip(self._stack, game.stack, strict=False):
            if type(old) is not type(new) or _fields_of(old) != _fields_of(new):
                break
            below += 1
        return below

    def _new_frames(
        self, game: Game, below: int
    ) -> tuple[tuple[Frame, ...], tuple[Frame, ...]]:
        old = tuple(self._stack[below:])
        self._stack[below:] = [
            frame.__copy__()  # type: ignore[attr-defined]
            for frame in game.stack[below:]
        ]
        return old, tuple(self._stack[below:])


def _copied(decision: Decision | None) -> Decision | None:
    return decision and decision.__copy__()  # type: ignore[attr-defined]


def _exchanged(old: list[S], new: list[S]) -> tuple[Numbered[S], Numbered[S]]:
    """Return the changed items before and after, by number; update the old list."""
    gone: list[tuple[int, S]] = []
    come: list[tuple[int, S]] = []
    for number, (before, now) in enumerate(zip(old, new, strict=True)):
        if before != now:
            gone.append((number, before))
            old[number] = now.__copy__()  # type: ignore[attr-defined]
            come.append((number, old[number]))
    return tuple(gone), tuple(come)
