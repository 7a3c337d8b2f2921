"""Straight lines between spaces, as sets of the spaces they pass through.

`sight_lines` finds the lines that matter from a base to one at some offset. These
depend on the offset alone, so one small template per offset serves the whole board.
"""

from __future__ import annotations

from functools import cache, reduce
from operator import and_

from skirmish.rules.board.grid import APART, SMALL, WIDTH, back_offsets, spaces_in
from skirmish.rules.board.sight_lines import lines_between


@cache
def template(dx: int, dy: int) -> tuple[int, ...]:
    """Return the lines to the space `dx` columns and `dy` rows away, with dx >= 0.

    Each is a set of spaces within the box spanned by both ends, counted from the box's
    south-west corner, without the two spaces themselves.
    """
    if dy < 0:
        return tuple(_upside_down(line, -dy) for line in template(dx, -dy))
    if dy > dx:
        return tuple(_transposed(line) for line in lines_between(dy, dx))
    return lines_between(dx, dy)


def _upside_down(line: int, top: int) -> int:
    return sum(
        1 << (top - row) * WIDTH + column
        for row, column in (divmod(space, WIDTH) for space in spaces_in(line))
    )


def _transposed(line: int) -> int:
    return sum(
        1 << column * WIDTH + row
        for row, column in (divmod(space, WIDTH) for space in spaces_in(line))
    )


def lines_ahead(dx: int, dy: int, facing: int, reach: int = 1) -> tuple[int, ...]:
    """Return the lines of a template that leave a small base through its front.

    Here `dx` may be negative; the lines are counted as in the template. The area behind
    the base extends as far as its zone reaches.
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
# spaces that all of them cross. Most blocked views are blocked there.
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
    """Return whether a small base facing that way sees another past the blockers."""
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
    """Return whether some line between two spaces meets none of the blockers."""
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
