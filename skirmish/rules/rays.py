"""Straight lines between spaces, as sets of the spaces they pass through.

Each space has nine sample points: its centre and eight on a circle of radius
0.4. Every line from a point of one space to a point of another is followed in
whole numbers (a thousandth of a space), so the result is the same on every
machine. A line that only touches a border or a corner does not enter the space
behind it.

What a pair of spaces needs depends on their offset alone, so one small template
per offset serves the whole board; a template keeps only the lines that no other
line makes superfluous.
"""

from __future__ import annotations

from functools import cache, reduce
from operator import and_

from skirmish.rules.grid import APART, SMALL, WIDTH, back_offsets

_UNIT = 1000
_HALF = _UNIT // 2
_RADIUS = 400
_DIAGONAL = 283  # 400 / sqrt(2), rounded
_SAMPLES = (
    (0, 0),
    (0, _RADIUS),
    (_DIAGONAL, _DIAGONAL),
    (_RADIUS, 0),
    (_DIAGONAL, -_DIAGONAL),
    (0, -_RADIUS),
    (-_DIAGONAL, -_DIAGONAL),
    (-_RADIUS, 0),
    (-_DIAGONAL, _DIAGONAL),
)


def _crossed(x: int, y: int, x_end: int, y_end: int) -> set[tuple[int, int]]:
    """The cells whose inside a segment passes; x_end must not be left of x."""
    dx, dy = x_end - x, y_end - y
    first, last = (x + _HALF) // _UNIT, (x_end + _HALF) // _UNIT
    cells = set()
    if dx == 0:
        low, high = min(y, y_end), max(y, y_end)
        for row in range((low + _HALF) // _UNIT, (high + _HALF) // _UNIT + 1):
            cells.add((first, row))
        return cells
    for column in range(first, last + 1):
        left = max(x, column * _UNIT - _HALF)
        right = min(x_end, column * _UNIT + _HALF)
        if left >= right:
            continue
        # Heights at both borders of the column, times dx to stay whole.
        y_left = y * dx + dy * (left - x)
        y_right = y * dx + dy * (right - x)
        low, high = min(y_left, y_right), max(y_left, y_right)
        row = (low // dx + _HALF) // _UNIT
        while (row * _UNIT - _HALF) * dx < high:
            if (row * _UNIT + _HALF) * dx > low:
                cells.add((column, row))
            row += 1
    return cells


@cache
def template(dx: int, dy: int) -> tuple[int, ...]:
    """The lines from a space to the one `dx` columns and `dy` rows away, dx >= 0.

    Each is a set of spaces within the box spanned by both, counted from the box's
    south-west corner, without the two spaces themselves.
    """
    base = max(0, -dy)
    ends = {(0, 0), (dx, dy)}
    lines = set()
    for ax, ay in _SAMPLES:
        for bx, by in _SAMPLES:
            start = (ax, ay)
            end = (dx * _UNIT + bx, dy * _UNIT + by)
            (x, y), (x_end, y_end) = sorted((start, end))
            mask = 0
            for column, row in _crossed(x, y, x_end, y_end) - ends:
                mask |= 1 << (row + base) * WIDTH + column
            lines.add(mask)
    return _without_superfluous(lines)


def _without_superfluous(lines: set[int]) -> tuple[int, ...]:
    kept: list[int] = []
    for line in sorted(lines, key=lambda mask: (mask.bit_count(), mask)):
        if not any(short & ~line == 0 for short in kept):
            kept.append(line)
    return tuple(kept)


def lines_ahead(dx: int, dy: int, facing: int, reach: int = 1) -> tuple[int, ...]:
    """The lines of a template that leave a small base through its front.

    Here `dx` may be negative; the lines are counted as in the template. What lies
    behind goes as far as the base's zone reaches.
    """
    lines = template(dx, dy) if dx >= 0 else template(-dx, -dy)
    # The viewer stands in the corner of the box that the offset leads away from.
    column, row = max(0, -dx), max(0, -dy)
    behind = 0
    for x, y in back_offsets(SMALL, reach, facing):
        at_x, at_y = column + x, row + y
        if (x, y) == (dx, dy):
            return ()
        if 0 <= at_x <= abs(dx) and 0 <= at_y <= abs(dy):
            behind |= 1 << at_y * WIDTH + at_x
    return tuple(line for line in lines if not line & behind)


# Lines ahead by offset, reach and facing, and all lines by offset; each with the way
# from the viewer's space to the corner that the lines are counted from, and with the
# spaces that all of them cross. Most who do not see each other have something there.
_Lines = tuple[int, int, tuple[int, ...]]
_AHEAD: dict[int, _Lines] = {}
_ALL: dict[int, _Lines] = {}


def _told(dx: int, dy: int, lines: tuple[int, ...]) -> _Lines:
    common = reduce(and_, lines) if lines else 0
    return min(0, dx) + min(0, dy) * WIDTH, common, lines


def _offset(space: int, other: int) -> tuple[int, int]:
    row, column = divmod(space, WIDTH)
    other_row, other_column = divmod(other, WIDTH)
    return other_column - column, other_row - row


def is_seen(space: int, facing: int, other: int, blockers: int, reach: int = 1) -> bool:
    """Whether a small base facing that way sees another past the blockers."""
    key = ((APART[other] - APART[space]) * 4 + reach) * 8 + facing
    known = _AHEAD.get(key)
    if known is None:
        dx, dy = _offset(space, other)
        known = _AHEAD[key] = _told(dx, dy, lines_ahead(dx, dy, facing, reach))
    corner, common, lines = known
    if lines:
        blockers >>= space + corner
        if not common & blockers:
            for line in lines:
                if not line & blockers:
                    return True
    return False


def is_clear(space: int, other: int, blockers: int) -> bool:
    """Whether some line between two spaces meets none of the blockers."""
    key = APART[other] - APART[space]
    known = _ALL.get(key)
    if known is None:
        dx, dy = _offset(space, other)
        lines = template(dx, dy) if dx >= 0 else template(-dx, -dy)
        known = _ALL[key] = _told(dx, dy, lines)
    corner, common, lines = known
    blockers >>= space + corner
    if not common & blockers:
        for line in lines:
            if not line & blockers:
                return True
    return False
