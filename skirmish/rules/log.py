"""What happened, as typed entries; `log_sentences` puts them into words.

Entries name figures and seats by number. `Log.public` is the log as one seat may read
it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec


class _LogEntry(msgspec.Struct, frozen=True, gc=False, array_like=True, tag=True):
    """Base class of all entries.

    Structs are made several times faster than named tuples, and two entries are made
    for every choice.
    """


class Said(_LogEntry, frozen=True):
    """A choice, as it was made."""

    seat: int
    verb: str
    owner: int
    arg: int


class RoundBegan(_LogEntry, frozen=True):
    round: int
    moon: int


class MoonShows(_LogEntry, frozen=True):
    face: int


class InitiativeWon(_LogEntry, frozen=True):
    seat: int
    how: str


class TokenPlaced(_LogEntry, frozen=True):
    seat: int
    what: str
    space: int


class TokenDestroyed(_LogEntry, frozen=True):
    figure: int
    space: int


class EdgeChosen(_LogEntry, frozen=True):
    seat: int
    edge: int


class Deployed(_LogEntry, frozen=True):
    figure: int
    space: int
    facing: int


class Activated(_LogEntry, frozen=True):
    figure: int


class Walked(_LogEntry, frozen=True):
    figure: int
    way: tuple[int, ...]
    cost: int


class Shifted(_LogEntry, frozen=True):
    """Moved or placed by an effect."""

    figure: int
    space: int
    by: int


class Turned(_LogEntry, frozen=True):
    figure: int
    facing: int


class Rolled(_LogEntry, frozen=True):
    seat: int
    figure: int
    what: str
    faces: tuple[int, ...]


class Rerolled(_LogEntry, frozen=True):
    seat: int
    figure: int
    why: str
    faces: tuple[int, ...]


class Attempted(_LogEntry, frozen=True):
    figure: int
    what: str
    face: int
    passed: bool


class AttackBegan(_LogEntry, frozen=True):
    attacker: int
    defender: int
    how: str


class Outcome(_LogEntry, frozen=True):
    """What is left after eliminations, who chose, and the face; -1 for none."""

    attacker: int
    defender: int
    left: tuple[int, ...]
    right: tuple[int, ...]
    chooser: int
    face: int


class TokensGained(_LogEntry, frozen=True):
    figure: int
    status: int
    amount: int


class TokensLost(_LogEntry, frozen=True):
    figure: int
    status: int
    amount: int


class Injured(_LogEntry, frozen=True):
    figure: int
    by: int


class Prevented(_LogEntry, frozen=True):
    figure: int
    why: str


class Hid(_LogEntry, frozen=True):
    figure: int


class Revealed(_LogEntry, frozen=True):
    figure: int
    why: str


class Scored(_LogEntry, frozen=True):
    seat: int
    points: int
    why: str


class Earned(_LogEntry, frozen=True):
    figure: int
    xp: int
    why: str


class CardPlayed(_LogEntry, frozen=True):
    seat: int
    card: str
    version: str


class CardDrawn(_LogEntry, frozen=True):
    """Only the seat itself may read which card."""

    seat: int
    card: str


class CardDiscarded(_LogEntry, frozen=True):
    seat: int
    card: str


class DeckShuffled(_LogEntry, frozen=True):
    cards: int


class WentTo(_LogEntry, frozen=True):
    figure: int
    place: int


class Used(_LogEntry, frozen=True):
    figure: int
    what: str


class Named(_LogEntry, frozen=True):
    """A figure was given a role in the challenge."""

    figure: int
    role: str


class PieceMoved(_LogEntry, frozen=True):
    """A piece lies on a space now, or a figure carries it; the other is -1."""

    what: str
    space: int
    figure: int


class Conceded(_LogEntry, frozen=True):
    seat: int


class Ended(_LogEntry, frozen=True):
    winners: tuple[int, ...]
    why: str


Entry = (
    Said
    | RoundBegan
    | MoonShows
    | InitiativeWon
    | TokenPlaced
    | TokenDestroyed
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
    """A list of entries that a copy shares with its original up to that moment."""

    __slots__ = ("append", "older", "own", "shared")

    def __init__(self, older: Log | None = None, shared: int = 0) -> None:
        # The previous log, and how many of its own entries belong to both.
        self.older = older
        self.shared = shared
        self.own: list[Entry] = []
        # The list's own method, which saves a call for every entry. What is noted for
        # nearly every choice is appended to `own` directly, which is faster still.
        self.append: Callable[[Entry], None] = self.own.append

    def copy(self) -> Log:
        if self.own:
            return Log(self, len(self.own))
        return Log(self.older, self.shared)

    def __iter__(self) -> Iterator[Entry]:
        pieces: list[list[Entry]] = [self.own]
        log = self
        while log.older is not None:
            shared, log = log.shared, log.older
            pieces.append(log.own[:shared])
        for piece in reversed(pieces):
            yield from piece

    def __len__(self) -> int:
        length, log = len(self.own), self
        while log.older is not None:
            length += log.shared
            log = log.older
        return length

    def public(self, seat: int) -> Iterator[Entry]:
        """Return the log as one seat may read it.

        Once the rounds have begun, passes of others are left out: only players who
        could have played something were asked at all.
        """
        has_begun = False
        for entry in self:
            if isinstance(entry, CardDrawn) and entry.seat != seat:
                yield CardDrawn(entry.seat, "")
            elif isinstance(entry, Said) and entry.verb == "pass":
                if entry.seat == seat or not has_begun:
                    yield entry
            else:
                has_begun = has_begun or isinstance(entry, RoundBegan | Activated)
                yield entry
