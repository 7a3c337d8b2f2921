"""Which spaces a straight line between two small bases can avoid, exactly.

A base is a disc of radius 0.4 around the dot of its space (LOS-03). Of all lines that
meet two such discs only a few have to be checked: if some line passes between the
blocking spaces, then so does one that cannot be turned any further, because it touches
two corners of spaces, a corner and a disc, or both discs. The others cross at least as
much. Lengths are whole tenths of a space and slopes `(a + b * sqrt(n)) / c` with whole
numbers, so nothing is ever rounded.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from math import isqrt
from typing import NamedTuple

from skirmish.rules.board.grid import WIDTH

UNIT, HALF, RADIUS = 10, 5, 4


class _Line(NamedTuple):
    """A line through a point that rises by `(a + b * sqrt(n)) / c`, with c > 0.

    The point may be off by `shift * sqrt(n) / c` in height.
    """

    x: int
    y: int
    a: int
    b: int
    n: int
    c: int
    shift: int = 0

    def meets(self, x: int, y: int) -> bool:
        """Return whether the line meets or touches the disc around a point."""
        right = x - self.x
        even = self.c * (y - self.y) - self.a * right
        odd = -self.shift - self.b * right
        reach = RADIUS * RADIUS
        spread = self.c * self.c + self.a * self.a + self.b * self.b * self.n
        return not _is_positive(
            even * even + odd * odd * self.n - reach * spread,
            2 * (even * odd - reach * self.a * self.b),
            self.n,
        )

    def rows_at(self, x: int) -> tuple[int, int]:
        """Return the rows above and below the point at some x; they differ in a row."""
        right = x - self.x
        even = self.c * (self.y + HALF) + self.a * right
        odd = self.b * right + self.shift
        size = UNIT * self.c
        return _floor(even, odd, self.n) // size, -(_floor(-even, -odd, self.n) // size)


def _floor(even: int, odd: int, n: int) -> int:
    """Return `even + odd * sqrt(n)`, rounded down."""
    square = odd * odd * n
    if odd >= 0:
        return even + isqrt(square)
    return even - 1 - isqrt(square - 1) if square else even


def _is_positive(even: int, odd: int, n: int) -> bool:
    return -_floor(-even, -odd, n) > 0


@cache
def lines_between(dx: int, dy: int) -> tuple[int, ...]:
    """Return the sets of spaces that lines to an offset cross, without needless ones.

    Sets are counted from the south-west corner of the box spanned by both ends, which
    are left out themselves. A line is needless if another one crosses less. Here
    `0 <= dy <= dx`; other offsets are mirror images.
    """
    if dy == 0:
        return (sum(1 << column for column in range(1, dx)),)
    crossed = {
        _crossed(line, dx, dy)
        for line in _candidates(dx, dy)
        if line.meets(0, 0) and line.meets(dx * UNIT, dy * UNIT)
    }
    kept: list[int] = []
    for spaces in sorted(crossed, key=lambda mask: (mask.bit_count(), mask)):
        if not any(fewer & ~spaces == 0 for fewer in kept):
            kept.append(spaces)
    return tuple(kept)


def _candidates(dx: int, dy: int) -> Iterator[_Line]:
    """Yield the lines that cannot be turned any further either way."""
    far_x, far_y = dx * UNIT, dy * UNIT
    square = far_x * far_x + far_y * far_y
    for side in (RADIUS, -RADIUS):
        yield _Line(0, 0, far_y, 0, square, far_x, shift=side)
    yield from _tangents(far_x // 2, far_y // 2, 0, 0)
    corners = _corners(dx, dy)
    for number, (x, y) in enumerate(corners):
        yield from _tangents(x, y, 0, 0)
        yield from _tangents(x, y, far_x, far_y)
        for right, up in corners[number + 1 :]:
            if right > x and up > y:
                yield _Line(x, y, up - y, 0, 0, right - x)


def _tangents(x: int, y: int, disc_x: int, disc_y: int) -> Iterator[_Line]:
    """Yield both lines from a point that touch a disc."""
    right, up = disc_x - x, disc_y - y
    reach = RADIUS * RADIUS
    n, c = right * right + up * up - reach, right * right - reach
    sign = 1 if c > 0 else -1
    for side in (RADIUS, -RADIUS):
        yield _Line(x, y, sign * right * up, sign * side, n, sign * c)


def _corners(dx: int, dy: int) -> list[tuple[int, int]]:
    """Return the corners of spaces near the line between the centres, west first."""
    reach = RADIUS * RADIUS * (dx * dx + dy * dy)
    return [
        (x, y)
        for x in range(HALF, dx * UNIT, UNIT)
        for y in range(HALF, dy * UNIT, UNIT)
        if (dx * y - dy * x) ** 2 <= reach
    ]


def _crossed(line: _Line, dx: int, dy: int) -> int:
    """Return the spaces that a rising line crosses between the two ends."""
    spaces = 0
    low = 0
    for column in range(dx + 1):
        next_low, high = line.rows_at(column * UNIT + HALF)
        high = dy if column == dx else min(high - 1, dy)
        for row in range(max(low, 0), high + 1):
            spaces |= 1 << row * WIDTH + column
        low = next_low
    return spaces & ~(1 | 1 << dy * WIDTH + dx)
