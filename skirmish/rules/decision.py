"""What a game asks of a player, and the possible answers.

A decision has groups of options: one group is a verb with a compact set of arguments,
such as `go` with the set of spaces that can be reached. A choice is one verb, the
figure that the verb belongs to where several could use it, and one argument. Groups are
computed when they are read, so that playing back stored choices never pays for options
that are not read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from skirmish.rules.game import Game

# What a group's bits stand for.
PLAIN = 0  # nothing: the verb stands alone, and bits is 1
SPACE = 1
FIGURE = 2
FACING = 3
DIE = 4  # any of these dice, at least one; the argument is a set again
DICE = 5  # any dice of these, at least one; the argument is a set again
ELEMENT = 6
NUMBER = 7
SEAT = 8
EDGE = 9
STATUS = 10
CARD = 11

NOBODY = -1


class Choice(msgspec.Struct, frozen=True, gc=False):
    """One answer: a verb, the figure that uses it (or NOBODY), and an argument."""

    verb: str
    owner: int = NOBODY
    arg: int = 0


def is_choice(thing: object) -> bool:
    """Return whether something has the shape of a choice, legal or not."""
    return (
        type(thing) is Choice
        and type(thing.verb) is str
        and type(thing.owner) is int
        and type(thing.arg) is int
    )


class OptionGroup(msgspec.Struct, frozen=True, gc=False):
    """Options that share a verb."""

    verb: str
    mode: int = PLAIN
    bits: int = 1
    owner: int = NOBODY
    # False if `Frame.settled` may still remove some of the bits.
    is_sure: bool = True

    def size(self) -> int:
        if self.mode == DICE:
            return (1 << self.bits.bit_count()) - 1
        return self.bits.bit_count()

    def nth(self, index: int) -> Choice:
        """Return the option with that number, counted from 0."""
        bits = self.bits
        if self.mode == DICE:
            arg = _scattered(index + 1, bits)
        else:
            arg = _nth_bit(bits, index)
        return Choice(self.verb, self.owner, arg)

    def allows(self, arg: int) -> bool:
        if self.mode == DICE:
            return arg > 0 and arg & ~self.bits == 0
        return arg >= 0 and self.bits >> arg & 1 == 1


# The positions of the set bits of every number with up to ten bits.
_FEW = 10
_PLACES = tuple(
    tuple(place for place in range(_FEW) if bits >> place & 1)
    for bits in range(1 << _FEW)
)
_LOW = (1 << _FEW) - 1
# Bits that fit two digits of a Python int are counted together.
_PIECE = 60
_LOW_PIECE = (1 << _PIECE) - 1
_HALF = _PIECE // 2
_LOW_HALF = (1 << _HALF) - 1


def _nth_bit(bits: int, index: int) -> int:
    """Return the position of the index-th set bit."""
    if bits <= _LOW:
        return _PLACES[bits][index]
    first = (bits & -bits).bit_length() - 1
    piece = bits >> first
    if piece <= _LOW:
        return first + _PLACES[piece][index]
    for base in range(first, bits.bit_length(), _PIECE):
        piece = bits >> base & _LOW_PIECE
        below = piece.bit_count()
        if index < below:
            break
        index -= below
    below = (piece & _LOW_HALF).bit_count()
    if index >= below:
        index -= below
        piece >>= _HALF
        base += _HALF
    places = _PLACES[piece & _LOW]
    while index >= len(places):
        index -= len(places)
        piece >>= _FEW
        base += _FEW
        places = _PLACES[piece & _LOW]
    return base + places[index]


def _scattered(index: int, bits: int) -> int:
    """Return the index-th subset of the bits; 0 would be the empty set."""
    subset = 0
    while index:
        low = bits & -bits
        if index & 1:
            subset |= low
        bits ^= low
        index >>= 1
    return subset


class Frame(msgspec.Struct, kw_only=True, eq=False, gc=False, tag=True):
    """One unfinished piece of work on the game's stack.

    `step` runs until there is something to ask, something to wait for (it has pushed
    another frame) or nothing left to do (it has popped itself). Fields hold only ints,
    strings, booleans, None and tuples of these, so that a shallow copy is a full copy,
    the state hash and saved games can read them, and the garbage collector can skip
    them. A saved game identifies a frame by its tag.
    """

    pc: int = 0

    def __init_subclass__(cls) -> None:
        """Let a frame without an outline of its own draw straight from its groups."""
        if "groups" in vars(cls) and "outline" not in vars(cls):
            cls.outline = cls.groups  # type: ignore[method-assign]

    def step(self, game: Game) -> Decision | None:
        raise NotImplementedError

    def groups(self, game: Game) -> list[OptionGroup]:
        """Return the options of the decision that `step` returned."""
        raise NotImplementedError

    def outline(self, game: Game) -> list[OptionGroup]:
        """Return the same options, leaving open what is expensive to find out.

        Sets of dice never appear here: frames that offer these list all options.
        """
        return self.groups(game)

    def settled(self, game: Game, group: OptionGroup) -> OptionGroup:  # noqa: ARG002
        """Return a group of the outline without its impossible options."""
        return group

    def choose(self, game: Game, choice: Choice) -> None:
        raise NotImplementedError

    def facts(self) -> tuple[Any, ...]:
        """Return the frame as plain values, for the state hash."""
        return (self.__struct_config__.tag, *msgspec.structs.astuple(self))


class Decision(msgspec.Struct, gc=False):
    """Who is asked, about what, and for which figure."""

    seat: int
    kind: str
    figure: int = NOBODY
    # The options, once they have been computed.
    groups: tuple[OptionGroup, ...] | None = None

    def groups_in(self, game: Game) -> tuple[OptionGroup, ...]:
        groups = self.groups
        if groups is None:
            groups = self.groups = tuple(
                [group for group in game.stack[-1].groups(game) if group.bits]
            )
        return groups

    def allows(self, game: Game, choice: Choice) -> bool:
        verb, owner, arg = choice.verb, choice.owner, choice.arg
        for group in self.groups_in(game):
            if group.verb == verb and group.owner == owner and group.allows(arg):
                return True
        return False

    def choices(self, game: Game) -> Iterator[Choice]:
        for group in self.groups_in(game):
            for index in range(group.size()):
                yield group.nth(index)

    def count(self, game: Game) -> int:
        found = 0
        for group in self.groups_in(game):
            found += group.bits.bit_count() if group.mode != DICE else group.size()
        return found

    def nth(self, game: Game, index: int) -> Choice:
        for group in self.groups_in(game):
            count = group.bits.bit_count() if group.mode != DICE else group.size()
            if index < count:
                return group.nth(index)
            index -= count
        raise IndexError(index)

    def pick(self, game: Game, random: Callable[[], float]) -> Choice:
        """Draw one option at random, all of them equally likely.

        What the outline leaves open is settled only if it is drawn. An option that
        turns out impossible is removed and another is drawn, which keeps the draw even.
        """
        if self.groups is not None:
            return self.nth(game, int(random() * self.count(game)))
        frame = game.stack[-1]
        groups = frame.outline(game)
        while True:
            total = 0
            for group in groups:
                total += group.bits.bit_count()
            index = int(random() * total)
            for group in groups:
                count = group.bits.bit_count()
                if index < count:
                    break
                index -= count
            bits = group.bits
            arg = _PLACES[bits][index] if bits <= _LOW else _nth_bit(bits, index)
            if group.is_sure:
                break
            at = groups.index(group)
            groups[at] = group = frame.settled(game, group)
            if group.allows(arg):
                break
        return Choice(group.verb, group.owner, arg)
