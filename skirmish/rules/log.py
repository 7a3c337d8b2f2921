"""What happened, as typed entries; `sentences` puts them into words.

Entries name figures and seats by number. `for_seat` is the only seat that may read
an entry as it is; the others see its `public` form.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple


class Said(NamedTuple):
    """A choice, as it was made."""

    seat: int
    verb: str
    owner: int
    arg: int


class RoundBegan(NamedTuple):
    round: int
    moon: int


class MoonShows(NamedTuple):
    face: int


class InitiativeWon(NamedTuple):
    seat: int
    how: str


class TokenPlaced(NamedTuple):
    seat: int
    what: str
    space: int


class EdgeChosen(NamedTuple):
    seat: int
    edge: int


class Deployed(NamedTuple):
    figure: int
    space: int
    facing: int


class Activated(NamedTuple):
    figure: int


class Walked(NamedTuple):
    figure: int
    way: tuple[int, ...]
    cost: int


class Shifted(NamedTuple):
    """Moved or placed by an effect."""

    figure: int
    space: int
    by: int


class Turned(NamedTuple):
    figure: int
    facing: int


class Rolled(NamedTuple):
    seat: int
    figure: int
    what: str
    faces: tuple[int, ...]


class Rerolled(NamedTuple):
    seat: int
    figure: int
    why: str
    faces: tuple[int, ...]


class Attempted(NamedTuple):
    figure: int
    what: str
    face: int
    passed: bool


class AttackBegan(NamedTuple):
    attacker: int
    defender: int
    how: str


class Outcome(NamedTuple):
    """What is left after eliminations, who chose, and the face; -1 for none."""

    attacker: int
    defender: int
    left: tuple[int, ...]
    right: tuple[int, ...]
    chooser: int
    face: int


class TokensGained(NamedTuple):
    figure: int
    status: int
    amount: int


class TokensLost(NamedTuple):
    figure: int
    status: int
    amount: int


class Injured(NamedTuple):
    figure: int
    by: int


class Prevented(NamedTuple):
    figure: int
    why: str


class Hid(NamedTuple):
    figure: int


class Revealed(NamedTuple):
    figure: int
    why: str


class Scored(NamedTuple):
    seat: int
    points: int
    why: str


class Earned(NamedTuple):
    figure: int
    xp: int
    why: str


class CardPlayed(NamedTuple):
    seat: int
    card: str
    version: str


class CardDrawn(NamedTuple):
    """Only its seat may read which card."""

    seat: int
    card: str


class CardDiscarded(NamedTuple):
    seat: int
    card: str


class DeckShuffled(NamedTuple):
    cards: int


class WentTo(NamedTuple):
    figure: int
    place: int


class Used(NamedTuple):
    figure: int
    what: str


class Named(NamedTuple):
    """A figure was given a role in the challenge."""

    figure: int
    role: str


class PieceMoved(NamedTuple):
    """A piece lies on a space now, or a figure has it; the other is -1."""

    what: str
    space: int
    figure: int


class Conceded(NamedTuple):
    seat: int


class Ended(NamedTuple):
    winners: tuple[int, ...]
    why: str


Entry = (
    Said
    | RoundBegan
    | MoonShows
    | InitiativeWon
    | TokenPlaced
    | EdgeChosen
    | Deployed
    | Activated
    | Walked
    | Shifted
    | Turned
    | Rolled
    | Rerolled
    | Attempted
    | AttackBegan
    | Outcome
    | TokensGained
    | TokensLost
    | Injured
    | Prevented
    | Hid
    | Revealed
    | Scored
    | Earned
    | CardPlayed
    | CardDrawn
    | CardDiscarded
    | DeckShuffled
    | WentTo
    | Used
    | Named
    | PieceMoved
    | Conceded
    | Ended
)


class Log:
    """A list of entries that a copy shares with its original up to the copying."""

    __slots__ = ("_entries", "_older", "_shared")

    def __init__(self) -> None:
        self._older: Log | None = None
        self._shared = 0
        self._entries: list[Entry] = []

    def append(self, entry: Entry) -> None:
        self._entries.append(entry)

    def copy(self) -> Log:
        twin = Log()
        twin._older = self
        twin._shared = len(self._entries)
        return twin

    def __iter__(self) -> Iterator[Entry]:
        pieces: list[list[Entry]] = [self._entries]
        log = self
        while log._older is not None:
            shared, log = log._shared, log._older
            pieces.append(log._entries[:shared])
        for piece in reversed(pieces):
            yield from piece

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def public(self, seat: int) -> Iterator[Entry]:
        """The log as one seat may read it."""
        for entry in self:
            if isinstance(entry, CardDrawn) and entry.seat != seat:
                yield CardDrawn(entry.seat, "")
            else:
                yield entry
