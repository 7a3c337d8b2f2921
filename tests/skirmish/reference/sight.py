"""Who sees whom: any line from one base to another that nothing blocks, exactly."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from skirmish.rules.board.grid import WIDTH
from skirmish.rules.figure import BOARD, Figure
from skirmish.rules.game import Game
from tests.skirmish.reference.spaces import (
    Cell,
    Cells,
    apart,
    cells_in,
    near,
    sharp,
    under,
    zone_of,
)
from tests.skirmish.reference.values import back_of, sight_limit

# A base is a disc; lengths are in tenths of a space.
RADIUS = 4


def is_open(start: Cell, end: Cell, blocked: Cells) -> bool:
    """Whether some line between two spaces passes none of those that block."""
    (x, y), (u, v) = start, end
    left, right = min(x, u), max(x, u)
    low, high = min(y, v), max(y, v)
    between = frozenset(
        cell for cell in blocked if left <= cell[0] <= right and low <= cell[1] <= high
    )
    return has_line(start, end, between - {start, end})


@lru_cache(maxsize=200_000)
def has_line(start: Cell, end: Cell, between: Cells) -> bool:
    """Whether a line that meets the discs at both ends passes between the others.

    If any does, it can be turned and shifted until it touches two things: corners of
    what blocks, or the discs. So only such lines are tried, each against every corner.
    """
    v = (10 * (end[0] - start[0]), 10 * (end[1] - start[1]))
    blocks = [
        [
            (10 * (x - start[0]) + a, 10 * (y - start[1]) + b)
            for a in (-5, 5)
            for b in (-5, 5)
        ]
        for x, y in between
    ]
    reach = RADIUS * RADIUS * (v[0] * v[0] + v[1] * v[1])
    corners = sorted(
        {c for block in blocks for c in block if cross(v, c) ** 2 <= reach}
    )
    return any(
        not any(divides(line, block) for block in blocks)
        for line in lines_touching(v, corners)
        if is_met(line, (0, 0)) and is_met(line, v)
    )


@dataclass(frozen=True)
class Line:
    """All points p with `normal . p = offset`, in numbers `a + b * sqrt(n)`.

    `length` is that of the normal, squared.
    """

    normal: tuple[Cell, Cell]
    offset: tuple[int, int]
    n: int
    length: int

    def side(self, point: Cell) -> tuple[int, int]:
        (a, b), (x, y) = self.normal, point
        return (
            a[0] * x + b[0] * y - self.offset[0],
            a[1] * x + b[1] * y - self.offset[1],
        )


def lines_touching(v: Cell, corners: list[Cell]) -> Iterator[Line]:
    """From the cheapest on: common tangents, then through corners."""
    size = v[0] * v[0] + v[1] * v[1]
    for radius in (RADIUS, -RADIUS):
        yield Line(((-v[1], 0), (v[0], 0)), (0, radius), size, size)
    yield from tangents((v[0] // 2, v[1] // 2), (0, 0))
    for point in corners:
        yield from tangents(point, (0, 0))
        yield from tangents(point, v)
    for p, q in combinations(corners, 2):
        d = (q[0] - p[0], q[1] - p[1])
        normal = ((-d[1], 0), (d[0], 0))
        yield Line(normal, (cross(d, p), 0), 0, d[0] * d[0] + d[1] * d[1])


def tangents(point: Cell, centre: Cell) -> Iterator[Line]:
    x, y = centre[0] - point[0], centre[1] - point[1]
    size = x * x + y * y
    for sign in (1, -1):
        normal = ((RADIUS * x, -sign * y), (RADIUS * y, sign * x))
        offset = tuple(
            normal[0][part] * point[0] + normal[1][part] * point[1] for part in (0, 1)
        )
        n = size - RADIUS * RADIUS
        yield Line(normal, (offset[0], offset[1]), n, size * size)


def cross(v: Cell, w: Cell) -> int:
    return v[0] * w[1] - v[1] * w[0]


def sign_of(number: tuple[int, int], n: int) -> int:
    """Of `a + b * sqrt(n)`."""
    a, b = number
    if a * b >= 0 or not n:
        found = a if not n else a + b
    else:
        found = (a * a - b * b * n) * (1 if a > 0 else -1)
    return (found > 0) - (found < 0)


def is_met(line: Line, centre: Cell) -> bool:
    """Whether a line is no further than the radius from the centre of a disc."""
    a, b = line.side(centre)
    square = a * a + b * b * line.n - RADIUS * RADIUS * line.length
    return sign_of((square, 2 * a * b), line.n) <= 0


def divides(line: Line, block: list[Cell]) -> bool:
    """Whether corners of a space lie on both sides, so that its inside is crossed."""
    signs = [sign_of(line.side(corner), line.n) for corner in block]
    return min(signs) < 0 < max(signs)


def can_see(game: Game, viewer: Figure, target: Figure) -> bool:
    if viewer.key == target.key:
        return True
    if viewer.place != BOARD or target.place != BOARD:
        return False
    is_sharp = sharp(game, viewer)
    if target.is_hidden and not is_sharp:
        return False
    if apart(under(viewer), under(target)) > sight_limit(game):
        return False
    blocked = blocking(game, viewer, target, is_sharp=is_sharp)
    blocked -= under(viewer) | under(target)
    back = back_of(viewer)
    dark = frozenset(blocked | back)
    return any(
        is_open(start, end, dark)
        for start in under(viewer)
        for end in under(target) - back
    )


def sees_space(game: Game, viewer: Figure, space: int) -> bool:
    """Sight to something small that lies on the ground there."""
    cell = (space % WIDTH, space // WIDTH)
    back = back_of(viewer)
    if cell in back or viewer.place != BOARD:
        return False
    if apart(under(viewer), frozenset({cell})) > sight_limit(game):
        return False
    is_sharp = sharp(game, viewer)
    small = frozenset({cell})
    lying = is_high_at(game, small, 0), small, near(small, 1)
    ends = [end_at(game, viewer), lying]
    blocked = blocking_between(game, ends, is_sharp=is_sharp)
    blocked -= under(viewer) | {cell}
    return any(
        is_open(start, cell, frozenset(blocked | back)) for start in under(viewer)
    )


def blocking(
    game: Game, viewer: Figure, target: Figure, *, is_sharp: bool
) -> set[Cell]:
    ends = [end_at(game, figure) for figure in (viewer, target)]
    return blocking_between(game, ends, is_sharp=is_sharp)


def end_at(game: Game, figure: Figure) -> tuple[bool, Cells, Cells]:
    return is_high(game, figure), under(figure), zone_of(game, figure)


def blocking_between(
    game: Game, ends: list[tuple[bool, Cells, Cells]], *, is_sharp: bool
) -> set[Cell]:
    """What is in the way between two ends: is each high, its spaces, its zone."""
    ground = game.compiled.ground
    standing: set[Cell] = set()
    standing_high: set[Cell] = set()
    for other in game.figures:
        if is_sharp or not other.is_hidden:
            standing |= under(other)
            standing_high |= under(other) if is_high(game, other) else set()
    up = cells_in(ground.elevated)
    shrines = {(s % WIDTH, s // WIDTH) for s, _ in game.shrines}
    tokens = cells_in(game.lanterns) | cells_in(game.crates) | shrines
    highs = [high for high, *_ in ends]
    if not any(highs):
        return standing | cells_in(ground.obscuring) | tokens
    own: set[Cell] = set()
    for high, here, zone in ends:
        for element in ground.elements:
            cells = cells_in(element)
            if high and cells & here:
                # From the ground only roof in the other's zone can be seen past.
                own |= cells if all(highs) else cells & (zone | here)
    return standing_high | {cell for cell in tokens if cell in up} | (up - own)


def is_high(game: Game, figure: Figure) -> bool:
    return is_high_at(game, under(figure), figure.card.size)


def is_high_at(game: Game, cells: Cells, size: int) -> bool:
    wanted = 1 if size == 0 else 2
    return len(cells & cells_in(game.compiled.ground.elevated)) >= wanted
