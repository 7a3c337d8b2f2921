"""What a table asks of a game: create it, restore it, play a line, show it.

An adapter belongs to one kind of game; a hosted game is one game that is being played.
Seats are indexes here and letters on the wire. Nothing in this package reads the
database: services load teams and rows, and hand them in.
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
    """The team of one seat: a shrine team, a sample team or a team of one's own."""

    kind: str  # "shrine", "sample" or "own"
    slug: str = ""
    state: TeamState | None = None
    side: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class GameOptions:
    """What is chosen before a game begins."""

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
    """A game's set-up as it is stored, with what the table's header shows."""

    text: str
    seats: tuple[SeatSummary, ...]
    challenge: Mapping[str, str]
    ground: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedMove:
    """What one line did."""

    seat: int
    line: str
    # The log entries that it caused, encoded.
    entries: str
    # A pass in a window: others must not learn that this seat was asked at all.
    is_hidden: bool
    # A die was rolled or something face down was seen: it cannot be undone freely.
    is_final: bool
    # The kind of question that it answered, and whether a new activation began.
    kind: str
    begins_activation: bool = False
    # The figure is not where the move sent it, so what was planned to follow is void.
    fell_short: bool = False


@dataclass(frozen=True, slots=True)
class LogMove:
    """A stored move as the log needs it."""

    number: int
    seat: int
    line: str
    entries: str
    is_hidden: bool
    # Undone moves keep their number but are not told.
    is_told: bool = True


@dataclass(frozen=True, slots=True)
class Audience:
    """Who looks: the seats they play. Spectators play none."""

    seats: tuple[int, ...] = ()

    @property
    def letters(self) -> list[str]:
        return [SEAT_LETTERS[seat] for seat in self.seats]


SPECTATORS = Audience()


@dataclass(slots=True)
class Shown:
    """The parts of a state that only the game knows."""

    view: JSON
    question: JSON | None
    hints: JSON
    log: list[JSON] = field(default_factory=list)
    # What the table is waiting for, without the name of the person.
    waiting: str = ""


class HostedGame(Protocol):
    """One game that is being played."""

    @property
    def asked(self) -> int | None:
        """The seat that has to decide; None when the game is over."""
        ...

    @property
    def asked_openly(self) -> int | None:
        """The same where everyone may know it; None in a window for cards."""
        ...

    @property
    def active(self) -> int | None:
        """The seat whose activation is being played, if any."""
        ...

    @property
    def asks_in_window(self) -> bool:
        """Whether the question is one of those that others must not know of."""
        ...

    @property
    def asks_for_reroll(self) -> bool: ...

    @property
    def asks_for_deployment(self) -> bool:
        """Whether the question is where to put a figure before or between rounds."""
        ...

    @property
    def is_over(self) -> bool: ...

    @property
    def ended(self) -> str:
        """Why the game is over, in a word or two."""
        ...

    @property
    def winners(self) -> tuple[int, ...]: ...

    @property
    def report(self) -> Any:
        """What the game came to, as the matches of this game are reported."""
        ...

    @property
    def dice_drawn(self) -> int:
        """How many dice are gone."""
        ...

    def play(self, line: str, *, seats: Sequence[int]) -> PlayedMove:
        """Play a line of one of these seats; a Refusal changes nothing."""
        ...

    def replay(self, line: str) -> None:
        """Play a stored line without checking it."""
        ...

    def describe_line(self, line: str) -> str:
        """A stored line as people say it: "go to E7"."""
        ...

    def skip_dice(self, drawn: int) -> None:
        """Leave out dice, so that those rolled before an undo never come again."""
        ...

    def snapshot(self) -> str: ...

    def state_hash(self) -> str: ...

    def show(
        self, audience: Audience, moves: Sequence[LogMove], last: int = 0
    ) -> Shown: ...

    def outlook(self, audience: Audience, label: str) -> JSON | None:
        """What a figure could do next, as far as the audience may know."""
        ...

    def default_line(self, seat: int) -> str:
        """What is answered for a seat that does not answer: the mildest option."""
        ...

    def bot_line(self, seat: int, bot: str, dice: Dice) -> str:
        """The line that a bot plays from what its seat may know."""
        ...


class GameAdapter(Protocol):
    """One kind of game."""

    slug: str
    name: str
    bots: Mapping[str, str]

    def create(self, options: GameOptions) -> Setup:
        """Check the options and write the set-up. Refuses what cannot be played."""
        ...

    def begin(self, setup: str, seed: str) -> HostedGame: ...

    def restore(self, setup: str, snapshot: str, seed: str) -> HostedGame: ...

    def terrain(self, setup: str) -> JSON:
        """What never changes on the board, for the first drawing."""
        ...

    def file(self, setup: str, seed: str, lines: Sequence[str], digest: str) -> str:
        """The whole game as a file that anyone can replay."""
        ...


def letter_of(seat: int) -> str:
    return SEAT_LETTERS[seat]


def seat_of(letter: str) -> int:
    """The index of a seat letter. Refuses anything else."""
    if len(letter) != 1 or letter not in SEAT_LETTERS:
        raise Refusal("Seats are the letters A to D.", code="seat-unknown")
    return SEAT_LETTERS.index(letter)
