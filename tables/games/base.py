"""The interface between tables and games: create, restore, play and show a game.

An adapter stands for a kind of game, a hosted game for one game in progress. Seats are
indexes here and letters in the API. This package never reads the database: services
load teams and rows and pass them in.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from kernel.dice import Dice
from kernel.errors import Refusal
from teams.rules.state import TeamState

SEAT_LETTERS = "ABCD"
JSON = dict[str, Any]


@dataclass(frozen=True, slots=True)
class TeamChoice:
    """The team of one seat: a shrine team, a sample team or a player's own."""

    kind: str  # "shrine", "sample" or "own"
    slug: str = ""
    state: TeamState | None = None
    side: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class GameOptions:
    """The options chosen before a game starts."""

    challenge: str
    ground: str
    initiative: str = "draw"
    teams: tuple[TeamChoice, ...]


@dataclass(frozen=True, slots=True)
class SeatSummary:
    """A seat as the table's header shows it."""

    name: str
    clan: str
    side: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """The stored set-up of a game, with what the header of its table shows."""

    text: str
    seats: tuple[SeatSummary, ...]
    challenge: Mapping[str, str]
    ground: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedMove:
    """The effects of one line."""

    seat: int
    line: str
    # The log entries of the line, encoded.
    entries: str
    # A pass in a window: the other players must not learn that this seat was asked.
    is_hidden: bool
    # Dice were rolled or hidden information was revealed, so an undo needs consent.
    is_final: bool
    # The kind of question it answered, and whether a new activation began.
    kind: str
    begins_activation: bool = False
    # The figure did not reach its destination, so the rest of the plan is dropped.
    fell_short: bool = False


@dataclass(frozen=True, slots=True)
class LogMove:
    """A stored move with the fields that the log needs."""

    number: int
    seat: int
    line: str
    entries: str
    is_hidden: bool
    # Undone moves keep their numbers but are not shown.
    is_told: bool = True


@dataclass(frozen=True, slots=True)
class Audience:
    """The seats of the viewer. Spectators have none."""

    seats: tuple[int, ...] = ()

    @property
    def letters(self) -> list[str]:
        return [SEAT_LETTERS[seat] for seat in self.seats]


SPECTATORS = Audience()


@dataclass(slots=True)
class Shown:
    """The parts of a state that depend on the game."""

    view: JSON
    question: JSON | None
    hints: JSON
    log: list[JSON] = field(default_factory=list)
    # What the table is waiting for, without the person's name.
    waiting: str = ""


class HostedGame(Protocol):
    """One game in progress."""

    @property
    def asked(self) -> int | None:
        """The seat that has to decide; None when the game is over."""
        ...

    @property
    def asked_openly(self) -> int | None:
        """The seat that has to decide, or None in a card window, where it is secret."""
        ...

    @property
    def active(self) -> int | None:
        """The seat whose activation is in progress, or None."""
        ...

    @property
    def asks_in_window(self) -> bool:
        """Whether the question is asked in a window that other players must not
        notice."""
        ...

    @property
    def asks_for_reroll(self) -> bool: ...

    @property
    def asks_for_deployment(self) -> bool:
        """Whether the question asks where to deploy a figure."""
        ...

    @property
    def is_over(self) -> bool: ...

    @property
    def ended(self) -> str:
        """Why the game ended, in a word or two."""
        ...

    @property
    def winners(self) -> tuple[int, ...]: ...

    @property
    def report(self) -> Any:
        """The result of the game as a match report."""
        ...

    @property
    def dice_drawn(self) -> int:
        """How many dice have been drawn."""
        ...

    def play(self, line: str, *, seats: Sequence[int]) -> PlayedMove:
        """Play a line for one of these seats. A Refusal changes nothing."""
        ...

    def replay(self, line: str) -> None:
        """Play a stored line without checking it."""
        ...

    def describe_line(self, line: str) -> str:
        """Return a stored line in words: "go to E7"."""
        ...

    def skip_dice(self, drawn: int) -> None:
        """Skip dice, so that those rolled before an undo are never rolled again."""
        ...

    def snapshot(self) -> str: ...

    def state_hash(self) -> str: ...

    def show(
        self, audience: Audience, moves: Sequence[LogMove], last: int = 0
    ) -> Shown: ...

    def outlook(self, audience: Audience, label: str) -> JSON | None:
        """Return what a figure could do next, as far as the audience may know."""
        ...

    def default_line(self, seat: int) -> str:
        """Return the default answer for a seat that does not answer: the mildest
        option."""
        ...

    def bot_line(self, seat: int, bot: str, dice: Dice) -> str:
        """Return the line that a bot plays, using only what its seat may know."""
        ...


class GameAdapter(Protocol):
    """A kind of game."""

    slug: str
    name: str
    bots: Mapping[str, str]

    def create(self, options: GameOptions) -> Setup:
        """Check the options and return the set-up. Refuse impossible ones."""
        ...

    def begin(self, setup: str, seed: str) -> HostedGame: ...

    def restore(self, setup: str, snapshot: str, seed: str) -> HostedGame: ...

    def terrain(self, setup: str) -> JSON:
        """Return the parts of the board that never change, for the first drawing."""
        ...

    def file(self, setup: str, seed: str, lines: Sequence[str], digest: str) -> str:
        """Return the whole game as a file that anyone can replay."""
        ...


def letter_of(seat: int) -> str:
    return SEAT_LETTERS[seat]


def seat_of(letter: str) -> int:
    """Return the index of a seat letter, or refuse anything else."""
    if len(letter) != 1 or letter not in SEAT_LETTERS:
        raise Refusal("Seats are the letters A to D.", code="seat-unknown")
    return SEAT_LETTERS.index(letter)
