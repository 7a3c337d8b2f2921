"""Dice that rules receive as an argument: seeded, scripted or recorded, and always
replayable.

`SeededDice` follow from a seed and the name of a stream, and from nothing else: neither
Python's own generators nor other rolls affect them. The server shows `commitment(seed)`
before a game and the seed after it; `verify` then rolls again and compares a record of
rolls with the result. `ScriptedDice` give what a test wrote down, and `RecordedDice`
record what any other dice gave.

To check dice with a program of your own:

    key      = SHA-256("moonlight dice " + the seed's 32 bytes + the stream's name)
    block n  = SHA-512(key + n as 8 bytes, big end first)     n = 0, 1, 2, ...
    dice     = each byte of each block in turn: above 251 none, else byte modulo 6

Faces are ints from 0 to 5 in the order of `ELEMENTS`. A choice among more or fewer than
six uses the next dice of the sequence too; see `SeededDice.below`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256, sha512
from typing import Protocol, Self, TypeVar, runtime_checkable

from kernel.elements import ELEMENTS, Element
from kernel.errors import Refusal

T = TypeVar("T")
Face = int
FACES = len(ELEMENTS)
DEFAULT_STREAM = "dice"

_SEED_BYTES = 32
# As many dice as are passed over together; rows that long stay cheap.
_AT_ONCE = 500
# 252 is the largest multiple of six in a byte: without the four bytes above it,
# each face stands for exactly 42 of them.
_FAIR_BELOW = 256 - 256 % FACES
_FACE_OF_BYTE = bytes(byte % FACES for byte in range(256))
_UNFAIR_BYTES = bytes(range(_FAIR_BELOW, 256))


class Dice(Protocol):
    """What rules can ask of dice."""

    def roll(self, count: int) -> tuple[Face, ...]:
        """Roll that many dice."""
        ...

    def below(self, limit: int) -> int:
        """Return an even choice among 0, 1, ... limit - 1."""
        ...

    def copy(self) -> Self:
        """Return dice that will give the same results from here on."""
        ...


@runtime_checkable
class SeekableDice(Dice, Protocol):
    """Dice that can report and restore their position in the sequence."""

    @property
    def drawn(self) -> int:
        """Return how many dice of the sequence have been used."""
        ...

    def moved_to(self, drawn: int) -> Dice:
        """Return the same sequence after this many dice have been used."""
        ...


def elements_of(faces: Iterable[Face]) -> tuple[Element, ...]:
    return tuple(ELEMENTS[face] for face in faces)


def shuffled(items: Sequence[T], dice: Dice) -> list[T]:
    """Return the items in an order that only the dice decide (Fisher and Yates)."""
    result = list(items)
    for last in range(len(result) - 1, 0, -1):
        chosen = dice.below(last + 1)
        result[last], result[chosen] = result[chosen], result[last]
    return result


def commitment(seed: str) -> str:
    """Return the hash shown before a game; it binds the server to the seed."""
    return sha256(b"moonlight seed " + _seed_bytes(seed)).hexdigest()


def _seed_bytes(seed: str) -> bytes:
    """Return the bytes of a seed, or refuse text that is not 64 hexadecimal digits."""
    try:
        raw = bytes.fromhex(seed)
    except ValueError:
        raw = b""
    if len(raw) != _SEED_BYTES or len(seed) != 2 * _SEED_BYTES:
        raise Refusal(
            f"A seed is {2 * _SEED_BYTES} hexadecimal digits; copy it whole.",
            code="bad-seed",
            field="seed",
        )
    return raw


@lru_cache(maxsize=512)
def _dice_below(limit: int) -> tuple[int, int]:
    """Return how many dice a choice among `limit` needs, and the numbers that count."""
    count, span = 0, 1
    while span < limit:
        count, span = count + 1, span * FACES
    return count, span - span % limit


class SeededDice:
    """Dice determined by a seed, a stream's name and how many were used.

    Streams keep unlike uses apart: shuffling a deck does not change what the next
    attack rolls.
    """

    __slots__ = ("_blocks", "_gone", "_key", "_next", "_row", "seed", "stream_name")

    def __init__(self, seed: str, stream_name: str = DEFAULT_STREAM) -> None:
        self.seed = seed
        self.stream_name = stream_name
        named = b"moonlight dice " + _seed_bytes(seed) + stream_name.encode()
        self._key = sha256(named).digest()
        self._blocks = 0
        # How many dice came before the row that is laid out now.
        self._gone = 0
        self._row = b""
        self._next = 0

    @property
    def drawn(self) -> int:
        """Return how many dice of the sequence have been used."""
        return self._gone + self._next

    def moved_to(self, drawn: int) -> SeededDice:
        """Return the same sequence after this many dice have been used."""
        twin = SeededDice(self.seed, self.stream_name)
        while twin.drawn < drawn:
            twin.roll(min(drawn - twin.drawn, _AT_ONCE))
        return twin

    def stream(self, name: str) -> SeededDice:
        """Return a fresh stream of the same seed."""
        return SeededDice(self.seed, name)

    def roll(self, count: int) -> tuple[Face, ...]:
        if count < 0:
            raise AssertionError(f"Cannot roll {count} dice.")
        while self._next + count > len(self._row):
            self._lay_out_more()
        start = self._next
        self._next = start + count
        return tuple(self._row[start : self._next])

    def below(self, limit: int) -> int:
        """Return an even choice among 0, 1, ... limit - 1.

        Just enough dice are rolled together and read as one number in base six,
        first die highest; numbers past the last full multiple of the limit are
        rolled again.
        """
        if limit < 1:
            raise AssertionError(f"Cannot choose below {limit}.")
        count, fair_below = _dice_below(limit)
        while True:
            number = 0
            for face in self.roll(count):
                number = number * FACES + face
            if number < fair_below:
                return number % limit

    def copy(self) -> SeededDice:
        twin = SeededDice.__new__(SeededDice)
        twin.seed, twin.stream_name, twin._key = self.seed, self.stream_name, self._key
        twin._blocks, twin._gone = self._blocks, self._gone
        twin._row, twin._next = self._row, self._next
        return twin

    def _lay_out_more(self) -> None:
        """Append the dice of the next block to those not yet rolled."""
        block = sha512(self._key + self._blocks.to_bytes(8, "big")).digest()
        self._blocks += 1
        fresh = block.translate(_FACE_OF_BYTE, _UNFAIR_BYTES)
        self._row = self._row[self._next :] + fresh
        self._gone += self._next
        self._next = 0


class ScriptedDice:
    """Dice that give exactly what a test wrote down, and fail otherwise.

    Faces are given as elements or their names; `below` takes its results from
    `choices`.
    """

    def __init__(self, *faces: Element | str, choices: Sequence[int] = ()) -> None:
        self._faces = [Element(face).face for face in faces]
        self._choices = list(choices)

    def roll(self, count: int) -> tuple[Face, ...]:
        if count > len(self._faces):
            raise AssertionError(
                f"The script has {len(self._faces)} dice left, {count} were rolled."
            )
        rolled, self._faces = self._faces[:count], self._faces[count:]
        return tuple(rolled)

    def below(self, limit: int) -> int:
        if not self._choices:
            raise AssertionError(f"The script has no choice below {limit} left.")
        chosen = self._choices.pop(0)
        if not 0 <= chosen < limit:
            raise AssertionError(f"The script chose {chosen}, not below {limit}.")
        return chosen

    def copy(self) -> ScriptedDice:
        twin = ScriptedDice(choices=self._choices)
        twin._faces = list(self._faces)
        return twin

    def assert_spent(self) -> None:
        """Fail unless everything in the script has been rolled."""
        if self._faces or self._choices:
            raise AssertionError(
                f"{len(self._faces)} dice and {len(self._choices)} choices of the"
                " script were never asked for."
            )


@dataclass(frozen=True, slots=True)
class DiceDraw:
    """One random result: the faces of a roll, or a choice below a limit."""

    results: tuple[int, ...]
    limit: int = FACES

    def __str__(self) -> str:
        if self.limit == FACES:
            return ", ".join(elements_of(self.results)) or "no dice"
        return f"{self.results[0]} below {self.limit}"

    @property
    def is_possible(self) -> bool:
        """Return whether dice can give this result; a record may have been tampered
        with.
        """
        is_one_thing = self.limit == FACES or len(self.results) == 1
        return is_one_thing and all(0 <= result < self.limit for result in self.results)

    def redraw(self, dice: Dice) -> DiceDraw:
        """Return what other dice give for the same request."""
        # A choice below six is a roll of one die, so both are told by their limit.
        if self.limit == FACES:
            return DiceDraw(dice.roll(len(self.results)))
        return DiceDraw((dice.below(self.limit),), self.limit)


class RecordedDice:
    """Dice that pass on the results of others and record them."""

    def __init__(self, dice: Dice, record: Iterable[DiceDraw] = ()) -> None:
        self._dice = dice
        self.record: list[DiceDraw] = list(record)

    def roll(self, count: int) -> tuple[Face, ...]:
        faces = self._dice.roll(count)
        self.record.append(DiceDraw(faces))
        return faces

    def below(self, limit: int) -> int:
        chosen = self._dice.below(limit)
        self.record.append(DiceDraw((chosen,), limit))
        return chosen

    def copy(self) -> RecordedDice:
        return RecordedDice(self._dice.copy(), self.record)


def verify(
    *,
    seed: str,
    promised: str,
    record: Iterable[DiceDraw],
    stream_name: str = DEFAULT_STREAM,
) -> None:
    """Refuse unless the seed matches its commitment and gives exactly this record."""
    if commitment(seed) != promised:
        raise Refusal(
            "This seed is not the one that was promised before the game: its hash"
            f" is {commitment(seed)}. Do not trust these dice.",
            code="seed-not-promised",
            field="seed",
        )
    dice = SeededDice(seed, stream_name)
    for number, drawn in enumerate(record, start=1):
        if not drawn.is_possible:
            raise Refusal(
                f"Roll {number} of the record is none that dice can give."
                " The record was changed after the game.",
                code="roll-not-derived",
                field="record",
            )
        again = drawn.redraw(dice)
        if again != drawn:
            raise Refusal(
                f"Roll {number} was recorded as {drawn}, but the seed gives {again}."
                " The record was changed after the game.",
                code="roll-not-derived",
                field="record",
            )
