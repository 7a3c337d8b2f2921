"""Who sees whom: lines from nine points of a base to nine points of another."""

from __future__ import annotations

from functools import lru_cache

from skirmish.rules.figure import BOARD, Figure
from skirmish.rules.game import Game
from skirmish.rules.grid import WIDTH
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

SAMPLES = (
    (0, 0),
    *((0, 400), (283, 283), (400, 0), (283, -283)),
    *((0, -400), (-283, -283), (-400, 0), (-283, 283)),
)


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
    (x, y), (u, v) = start, end
    return any(
        not any(
            passes(
                (x * 1000 + a[0], y * 1000 + a[1]),
                (u * 1000 + b[0], v * 1000 + b[1]),
                cell,
            )
            for cell in between
        )
        for a in SAMPLES
        for b in SAMPLES
    )


def passes(start: Cell, end: Cell, cell: Cell) -> bool:
    """Whether a line goes through the inside of a space: nothing separates them."""
    x, y = cell[0] * 1000, cell[1] * 1000
    if max(start[0], end[0]) <= x - 500 or min(start[0], end[0]) >= x + 500:
        return False
    if max(start[1], end[1]) <= y - 500 or min(start[1], end[1]) >= y + 500:
        return False
    dx, dy = end[0] - start[0], end[1] - start[1]
    sides = [
        dx * (y + v - start[1]) - dy * (x + u - start[0])
        for u in (-500, 500)
        for v in (-500, 500)
    ]
    return min(sides) < 0 < max(sides)


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
    ground = game.table.ground
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
    return len(cells & cells_in(game.table.ground.elevated)) >= wanted
