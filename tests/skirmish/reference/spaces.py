"""Spaces as coordinates, and who influences which of them."""

from __future__ import annotations

from functools import cache, lru_cache
from math import atan2, degrees

from skirmish.rules.board.grid import DIRECTIONS, WIDTH
from skirmish.rules.figure import BOARD, Figure
from skirmish.rules.game import Game
from tests.skirmish.reference.printed import has

Cell = tuple[int, int]
Cells = frozenset[Cell]
HALF_TURN_LESS_AN_EIGHTH = 135 - 1e-9


@lru_cache(maxsize=5_000)
def cells_in(mask: int) -> Cells:
    return frozenset(
        (space % WIDTH, space // WIDTH) for space in range(400) if mask >> space & 1
    )


@cache
def cells_at(anchor: Cell, size: int) -> Cells:
    x, y = anchor
    return frozenset(
        (x + dx, y + dy) for dx in range(size + 1) for dy in range(size + 1)
    )


def anchor_of(figure: Figure) -> Cell:
    return figure.space % WIDTH, figure.space // WIDTH


def under(figure: Figure) -> Cells:
    if figure.place != BOARD:
        return frozenset()
    return cells_at(anchor_of(figure), figure.card.size)


@lru_cache(maxsize=100_000)
def apart(some: Cells, others: Cells) -> int:
    """King's moves between the nearest of two sets of spaces."""
    return min(max(abs(x - u), abs(y - v)) for x, y in some for u, v in others)


def space_of(cell: Cell) -> int:
    return cell[1] * WIDTH + cell[0]


@lru_cache(maxsize=20_000)
def near(cells: Cells, distance: int) -> Cells:
    """Every space of the board that near to some spaces, without those themselves."""
    span = range(-distance, distance + 1)
    found = {(x + dx, y + dy) for x, y in cells for dx in span for dy in span}
    on_board = {c for c in found if 0 <= c[0] < WIDTH and 0 <= c[1] < WIDTH}
    return frozenset(on_board - cells)


def has_zone(game: Game, figure: Figure) -> bool:
    if figure.place != BOARD:
        return False
    return not figure.is_hidden or figure.key == game.active


def enemy_zones(game: Game, figure: Figure) -> set[Cell]:
    return zones_against(game, figure.side, sharp=sharp(game, figure))


def sharp(game: Game, figure: Figure) -> bool:
    """Whether Stealth hides nobody from it."""
    return has(game, figure, "uncanny-awareness")


def zone_of(game: Game, figure: Figure) -> Cells:
    """What it influences now."""
    if not has_zone(game, figure):
        return frozenset()
    return near(under(figure), figure.card.reach)


def in_zone(game: Game, figure: Figure) -> list[Figure]:
    """Everybody in its zone, of whichever side."""
    zone = zone_of(game, figure)
    return [other for other in game.figures if under(other) & zone]


def zones_against(game: Game, side: int, *, sharp: bool) -> set[Cell]:
    """What the enemies of a side influence, for one who sees the hidden or not."""
    zones: set[Cell] = set()
    for other in game.figures:
        is_felt = has_zone(game, other) or (sharp and other.is_hidden)
        if other.side != side and other.place == BOARD and is_felt:
            zones |= near(under(other), other.card.reach)
    return zones


def behind(figure: Figure, cell: Cell) -> bool:
    """Whether a space lies 135 degrees or more away from where a figure looks."""
    x, y = anchor_of(figure)
    return is_behind(cell[0] - x, cell[1] - y, figure.card.size, figure.facing)


@cache
def is_behind(right: int, up: int, size: int, facing: int) -> bool:
    """The same, by how far the space is from the anchor."""
    dx, dy = right - size / 2, up - size / 2
    fx, fy = DIRECTIONS[facing]
    turn = abs(degrees(atan2(dy, dx) - atan2(fy, fx)))
    return min(turn, 360 - turn) >= HALF_TURN_LESS_AN_EIGHTH
