"""Spaces as numbers, sets of spaces as 400-bit ints, and the shapes of bases.

A space is `row * 20 + column`, counted from the south-west corner; it is written as a
letter and a number, `A1` to `T20`. A set of spaces is an int with one bit per space.
All tables here are built once, when the module is imported, and are never copied with a
game. In hot code the difference of two sets is written `one ^ one & other`: `one &
~other` makes three big ints instead of two.

A small base stands on one space. A large base stands on four and is named by its
south-western one.
"""

from __future__ import annotations

from functools import cache

WIDTH = 20
SPACES = WIDTH * WIDTH
EVERYWHERE = (1 << SPACES) - 1
OFF_BOARD = -1

# Eight directions, clockwise from north; a facing is an index into this tuple.
DIRECTIONS = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
DIRECTION_NAMES = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
ALL_FACINGS = 0xFF

SMALL, LARGE = 0, 1

_FIRST_COLUMN = sum(1 << row * WIDTH for row in range(WIDTH))
NOT_WEST = EVERYWHERE & ~_FIRST_COLUMN
NOT_EAST = EVERYWHERE & ~(_FIRST_COLUMN << WIDTH - 1)
# A large base must not hang over the northern or the eastern edge.
LARGE_ANCHORS = NOT_EAST & (EVERYWHERE >> WIDTH)


def space_at(column: int, row: int) -> int:
    return row * WIDTH + column


def column_of(space: int) -> int:
    return space % WIDTH


def row_of(space: int) -> int:
    return space // WIDTH


def name_of(space: int) -> str:
    return f"{chr(65 + space % WIDTH)}{space // WIDTH + 1}"


def space_named(text: str) -> int | None:
    """Return the space with that name, or None if there is none."""
    return _SPACES_BY_NAME.get(text)


_SPACES_BY_NAME = {name_of(space): space for space in range(SPACES)}


def spaces_in(mask: int) -> list[int]:
    """Return the spaces of a set, in ascending order."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


def mask_of(*spaces: int) -> int:
    mask = 0
    for space in spaces:
        mask |= 1 << space
    return mask


def spread(mask: int) -> int:
    """Return the set together with every space next to it."""
    wide = mask | (mask & NOT_EAST) << 1 | (mask & NOT_WEST) >> 1
    return (wide | wide << WIDTH | wide >> WIDTH) & EVERYWHERE


def spread_by(mask: int, distance: int) -> int:
    for _ in range(distance):
        mask = spread(mask)
    return mask


def shifted(mask: int, facing: int) -> int:
    """Return the set moved one space in a direction; what leaves the board is lost."""
    dx, dy = DIRECTIONS[facing]
    if dx > 0:
        mask = (mask & NOT_EAST) << 1
    elif dx < 0:
        mask = (mask & NOT_WEST) >> 1
    if dy > 0:
        return mask << WIDTH & EVERYWHERE
    return mask >> WIDTH if dy < 0 else mask


def _neighbours(space: int) -> dict[int, int]:
    row, column = divmod(space, WIDTH)
    found = {}
    for facing, (dx, dy) in enumerate(DIRECTIONS):
        if 0 <= column + dx < WIDTH and 0 <= row + dy < WIDTH:
            found[space_at(column + dx, row + dy)] = facing
    return found


# For every space: its neighbours, and the direction of the step to each.
FACING_TO: tuple[dict[int, int], ...] = tuple(
    _neighbours(space) for space in range(SPACES)
)
# For every space: the origin of a step that ends there, as a set and as a space, in the
# order of the directions.
COMES_FROM: tuple[tuple[tuple[int, int], ...], ...] = tuple(
    tuple(
        (1 << origin, origin)
        for _, origin in sorted((facing ^ 4, near) for near, facing in around.items())
    )
    for around in FACING_TO
)


def _first_steps() -> dict[int, int]:
    back = [-dy * WIDTH - dx for dx, dy in DIRECTIONS]
    first = {}
    for chosen in range(1, 1 << len(back)):
        numbers = [number for number in range(len(back)) if chosen >> number & 1]
        box = sum(1 << WIDTH + 1 + back[number] for number in numbers)
        first[box] = back[numbers[0]]
    return first


# Which of several steps to a space comes first in the order of the directions, by the
# set of neighbours they come from; given as the difference to that neighbour. The set
# is shifted so that the space itself would be bit WIDTH + 1.
FIRST_STEP: dict[int, int] = _first_steps()
# Every space as a number, such that differences distinguish all offsets on the board.
_ROWS_APART = 64
APART: tuple[int, ...] = tuple(
    row_of(space) * _ROWS_APART + column_of(space) for space in range(SPACES)
)


def gap(space: int, size: int, other: int, other_size: int) -> int:
    """Return the distance between two bases, in king's moves between nearest spaces."""
    row, column = divmod(space, WIDTH)
    other_row, other_column = divmod(other, WIDTH)
    across = (
        other_column - column - size
        if other_column > column
        else column - other_column - other_size
    )
    along = other_row - row - size if other_row > row else row - other_row - other_size
    return max(across, along, 0)


def _footprint(space: int, size: int) -> int:
    if size == SMALL:
        return 1 << space
    if not LARGE_ANCHORS >> space & 1:
        return 0
    return 1 << space | 1 << space + 1 | 1 << space + WIDTH | 1 << space + WIDTH + 1


# FOOT[size][space]: the spaces under a base. ZONE[size][reach][space]: the ring around
# it, without the base itself.
FOOT: tuple[tuple[int, ...], ...] = tuple(
    tuple(_footprint(space, size) for space in range(SPACES)) for size in (SMALL, LARGE)
)
# The same as tuples of single spaces.
UNDER: tuple[tuple[tuple[int, ...], ...], ...] = tuple(
    tuple(tuple(spaces_in(foot)) for foot in feet) for feet in FOOT
)


def _ring(foot: int, reach: int) -> int:
    return spread_by(foot, reach) & ~foot


ZONE: tuple[tuple[tuple[int, ...], ...], ...] = tuple(
    tuple(tuple(_ring(foot, reach) for foot in feet) for reach in range(3))
    for feet in FOOT
)


class _Within(dict[int, tuple[int, ...]]):
    """The spaces within a distance, by distance; tables are made on demand."""

    def __init__(self, size: int) -> None:
        super().__init__()
        self.size = size

    def __missing__(self, distance: int) -> tuple[int, ...]:
        table = tuple(spread_by(foot, distance) for foot in FOOT[self.size])
        self[distance] = table
        return table


# WITHIN[size][distance][space]: the spaces within that distance of a base there.
WITHIN = (_Within(SMALL), _Within(LARGE))


@cache
def straight_way(apart: int) -> tuple[tuple[int, ...], int, int]:
    """Return the king's way to an offset: diagonal steps first, then straight ones.

    The offset is a difference of two numbers of `APART`. The way is given as
    differences of spaces, then as a set without the start, counted from the south-west
    corner of the box spanned by both ends, and at last the way to that corner.
    """
    dy = (apart + _ROWS_APART // 2) // _ROWS_APART
    dx = apart - dy * _ROWS_APART
    x = y = 0
    corner = min(0, dx) + min(0, dy) * WIDTH
    steps, mask = [], 0
    while (x, y) != (dx, dy):
        x += (dx > x) - (dx < x)
        y += (dy > y) - (dy < y)
        steps.append(y * WIDTH + x)
        mask |= 1 << y * WIDTH + x - corner
    return tuple(steps), mask, corner


def is_behind(dx: int, dy: int, facing: int) -> bool:
    """Return whether a direction lies 135 degrees or more away from a facing."""
    fx, fy = DIRECTIONS[facing]
    dot = dx * fx + dy * fy
    return dot < 0 and 2 * dot * dot >= (dx * dx + dy * dy) * (fx * fx + fy * fy)


def back_offsets(size: int, reach: int, facing: int) -> list[tuple[int, int]]:
    """Return the offsets from a base's anchor of the part of its zone behind it."""
    span = range(-reach, reach + size + 1)
    # Twice the offset from the base's centre, so that it stays an integer.
    return [
        (dx, dy)
        for dx in span
        for dy in span
        if not (0 <= dx <= size and 0 <= dy <= size)
        and is_behind(2 * dx - size, 2 * dy - size, facing)
    ]


def _back_table(size: int, reach: int, facing: int) -> tuple[int, ...]:
    offsets = back_offsets(size, reach, facing)
    table = []
    for space in range(SPACES):
        row, column = divmod(space, WIDTH)
        mask = 0
        for dx, dy in offsets:
            x, y = column + dx, row + dy
            if 0 <= x < WIDTH and 0 <= y < WIDTH:
                mask |= 1 << y * WIDTH + x
        table.append(mask if FOOT[size][space] else 0)
    return tuple(table)


# BACK[size][reach][facing][space]: the part of the zone behind a base.
BACK: tuple[tuple[tuple[tuple[int, ...], ...], ...], ...] = tuple(
    tuple(
        tuple(_back_table(size, reach, facing) for facing in range(8))
        for reach in range(3)
    )
    for size in (SMALL, LARGE)
)
