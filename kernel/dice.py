"""One dice object, passed in, whose every result can be told again.

`SeededDice` derives its n-th byte from a seed and a counter alone, so a roll
never depends on an algorithm inside Python or on what else was drawn. The
server shows `commitment(seed)` before a game and the seed after it; anybody can
then rebuild each roll. `ScriptedDice` says in a test what will be rolled, and
`RecordedDice` remembers what any other dice gave.

Faces are ints from 0 to 5 in the order of `ELEMENTS`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol, Self, TypeVar

from kernel.elements import ELEMENTS, Element
from kernel.errors import Refusal

T = TypeVar("T")
Face = int
FACES = len(ELEMENTS)

_SEED_BYTES = 32
_BLOCK_BYTES = 64
# Bytes from here up are thrown away: 252 is the largest multiple of 6 in a byte,
# so what is left falls on the six faces evenly.
_FAIR_BELOW = 256 - 256 % FACES


class Dice(Protocol):
    """What the rules may ask of chance."""

    def roll(self, count: int) -> tuple[Face, ...]:
        """Roll that many dice."""
        ...

    def below(self, limit: int) -> int:
        """An even choice among 0, 1, ... limit - 1."""
        ...

    def copy(self) -> Self:
        """Dice that will give the same results from here on."""
        ...


def elements_of(faces: Iterable[Face]) -> tuple[Element, ...]:
    return tuple(ELEMENTS[face] for face in faces)


def shuffled(items: Sequence[T], dice: Dice) -> list[T]:
    """The items in an order decided by the dice alone (Fisher and Yates)."""
    result = list(items)
    for last in range(len(result) - 1, 0, -1):
        chosen = dice.below(last + 1)
        result[last], result[chosen] = result[chosen], result[last]
    return result


def commitment(seed: str) -> str:
    """The hash that is shown before a game; it binds the server to the seed."""
    return hashlib.sha256(b"moonlight seed " + _seed_bytes(seed)).hexdigest()


def _seed_bytes(seed: str) -> bytes:
    """A seed is 64 hexadecimal digits; anything else is refused."""
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


class SeededDice:
    """Dice whose results follow from a seed, a stream name and how many were drawn.

    Streams keep unlike uses apart: shuffling a deck does not change what the
    next attack rolls.
    """

    __slots__ = ("_block", "_buffer", "_key", "_next", "seed", "stream_name")

    def __init__(self, seed: str, stream_name: str = "dice") -> None:
        self.seed = seed
        self.stream_name = stream_name
        self._key = hashlib.sha256(_seed_bytes(seed) + stream_name.encode()).digest()
        self._block = 0
        self._buffer = b""
        self._next = 0

    def stream(self, name: str) -> SeededDice:
        """A fresh stream of the same seed."""
        return SeededDice(self.seed, name)

    def roll(self, count: int) -> tuple[Face, ...]:
        faces: list[Face] = []
        while len(faces) < count:
            byte = self._byte()
            if byte < _FAIR_BELOW:
                faces.append(byte % FACES)
        return tuple(faces)

    def below(self, limit: int) -> int:
        if limit < 1:
            raise AssertionError(f"Cannot choose below {limit}.")
        width = ((limit - 1).bit_length() + 7) // 8
        fair_below = 256**width - 256**width % limit
        while True:
            value = 0
            for _ in range(width):
                value = value << 8 | self._byte()
            if value < fair_below:
                return value % limit

    def copy(self) -> SeededDice:
        twin = SeededDice.__new__(SeededDice)
        twin.seed, twin.stream_name, twin._key = self.seed, self.stream_name, self._key
        twin._block, twin._buffer, twin._next = self._block, self._buffer, self._next
        return twin

    def _byte(self) -> int:
        if self._next == len(self._buffer):
            counter = self._block.to_bytes(8, "big")
            self._buffer = hashlib.blake2b(
                counter, key=self._key, digest_size=_BLOCK_BYTES
            ).digest()
            self._block += 1
            self._next = 0
        byte = self._buffer[self._next]
        self._next += 1
        return byte


class ScriptedDice:
    """Dice that give exactly what a test wrote down, and complain otherwise.

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
        """Fail unless everything that was scripted has been rolled."""
        if self._faces or self._choices:
            raise AssertionError(
                f"{len(self._faces)} dice and {len(self._choices)} choices of the"
                " script were never asked for."
            )


@dataclass(frozen=True, slots=True)
class Drawn:
    """One thing chance decided: faces of a roll, or a choice below a limit."""

    results: tuple[int, ...]
    limit: int = FACES


class RecordedDice:
    """Other dice, with a record of all they gave."""

    def __init__(self, dice: Dice, record: Iterable[Drawn] = ()) -> None:
        self._dice = dice
        self.record: list[Drawn] = list(record)

    def roll(self, count: int) -> tuple[Face, ...]:
        faces = self._dice.roll(count)
        self.record.append(Drawn(faces))
        return faces

    def below(self, limit: int) -> int:
        chosen = self._dice.below(limit)
        self.record.append(Drawn((chosen,), limit))
        return chosen

    def copy(self) -> RecordedDice:
        return RecordedDice(self._dice.copy(), self.record)


def rederives(
    *, seed: str, promised: str, record: Iterable[Drawn], stream_name: str = "dice"
) -> bool:
    """Whether a revealed seed keeps its promise and gives this very record."""
    if commitment(seed) != promised:
        return False
    dice = SeededDice(seed, stream_name)
    for drawn in record:
        # A choice below six is a roll of one die, byte for byte.
        again = (
            dice.roll(len(drawn.results))
            if drawn.limit == FACES
            else (dice.below(drawn.limit),)
        )
        if again != drawn.results:
            return False
    return True
