"""The rules of space, reckoned slowly: coordinates, loops, no sets of bits, no tables.

Whatever rooms say about a figure (its gait, its reach, what it sees) is taken from
them; where it may stand, how far it gets, whom it may attack and what it sees is
worked out here once more, by other means than the engine's.
"""

from __future__ import annotations

from functools import cache
from heapq import heappop, heappush
from math import atan2, degrees

from skirmish.rules.events import (
    MAY_ATTACK,
    MAY_BE_SHOT,
    QUIET,
    REACH,
    SEES_HIDDEN,
    SIGHT,
)
from skirmish.rules.figure import BOARD, Figure
from skirmish.rules.frames.move import Move
from skirmish.rules.game import Game
from skirmish.rules.grid import DIRECTIONS, EVERYWHERE, WIDTH
from skirmish.rules.reach import Gait
from skirmish.rules.steps import is_held

Cell = tuple[int, int]
Cells = frozenset[Cell]
HALF_TURN_LESS_AN_EIGHTH = 135 - 1e-9


# --- spaces ----------------------------------------------------------------------
@cache
def cells_in(mask: int) -> Cells:
    return frozenset(
        (space % WIDTH, space // WIDTH) for space in range(400) if mask >> space & 1
    )


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


def apart(some: Cells, others: Cells) -> int:
    """King's moves between the nearest of two sets of spaces."""
    return min(max(abs(x - u), abs(y - v)) for x, y in some for u, v in others)


def space_of(cell: Cell) -> int:
    return cell[1] * WIDTH + cell[0]


def near(cells: Cells, distance: int) -> set[Cell]:
    """Every space of the board that near to some spaces, without those themselves."""
    span = range(-distance, distance + 1)
    found = {(x + dx, y + dy) for x, y in cells for dx in span for dy in span}
    return {c for c in found if 0 <= c[0] < WIDTH and 0 <= c[1] < WIDTH} - cells


# --- zones -----------------------------------------------------------------------
def has_zone(game: Game, figure: Figure) -> bool:
    if figure.place != BOARD:
        return False
    return not figure.is_hidden or figure.key == game.active


def enemy_zones(game: Game, figure: Figure) -> set[Cell]:
    sharp = game.fire(SEES_HIDDEN, figure, figure, False)
    zones: set[Cell] = set()
    for other in game.figures:
        is_felt = has_zone(game, other) or (sharp and other.is_hidden)
        if other.side != figure.side and other.place == BOARD and is_felt:
            zones |= near(under(other), other.card.reach)
    return zones


def behind(figure: Figure, cell: Cell) -> bool:
    """Whether a space lies 135 degrees or more away from where a figure looks."""
    x, y = anchor_of(figure)
    middle = figure.card.size / 2
    dx, dy = cell[0] - x - middle, cell[1] - y - middle
    fx, fy = DIRECTIONS[figure.facing]
    turn = abs(degrees(atan2(dy, dx) - atan2(fy, fx)))
    return min(turn, 360 - turn) >= HALF_TURN_LESS_AN_EIGHTH


# --- moving ----------------------------------------------------------------------
class Walker:
    """One figure's way about the board."""

    def __init__(self, game: Game, figure: Figure, gait: Gait) -> None:
        self.game, self.figure, self.gait = game, figure, gait
        self.size = figure.card.size
        ground = game.table.ground
        others: set[Cell] = set()
        for other in game.figures:
            if other.key != figure.key:
                others |= under(other)
        shrines = frozenset((s % WIDTH, s // WIDTH) for s, _ in game.shrines)
        tokens = cells_in(game.lanterns) | cells_in(game.crates) | shrines
        barred = cells_in(game.barred)
        outside = cells_in(EVERYWHERE & ~ground.enterable)
        self.no_stand = others | tokens | barred | outside
        self.no_pass = set(barred | outside)
        if not gait.passes_models:
            self.no_pass |= others
        if not gait.ignores_terrain:
            self.no_pass |= tokens
        self.rough = cells_in(ground.rough) | cells_in(gait.more_rough)
        self.high = cells_in(ground.elevated)

    def fits(self, anchor: Cell, taken: set[Cell]) -> bool:
        cells = cells_at(anchor, self.size)
        on_board = all(0 <= x < WIDTH and 0 <= y < WIDTH for x, y in cells)
        return on_board and not cells & taken

    def is_up(self, anchor: Cell) -> bool:
        wanted = 1 if self.size == 0 else 2
        return len(cells_at(anchor, self.size) & self.high) >= wanted

    def cost(self, start: Cell, end: Cell) -> int:
        if self.gait.ignores_terrain:
            return 1
        newly = cells_at(end, self.size) - cells_at(start, self.size)
        cost = self.gait.rough if newly & self.rough else 1
        if newly & self.high and not self.is_up(start):
            cost = max(cost, self.gait.climb)
        return cost

    def neighbours(self, anchor: Cell) -> list[Cell]:
        steps = [(anchor[0] + dx, anchor[1] + dy) for dx, dy in DIRECTIONS]
        return [step for step in steps if self.fits(step, self.no_pass)]

    def reached(self, points: int, calm: set[Cell] | None) -> set[Cell]:
        """Anchors within reach, going on from calm ones; None: one step only."""
        start = anchor_of(self.figure)
        best = {start: 0}
        queue = [(0, start)]
        while queue:
            spent, here = heappop(queue)
            goes_on = here == start or (calm is not None and here in calm)
            if spent > best[here] or not goes_on:
                continue
            for there in self.neighbours(here):
                total = spent + self.cost(here, there)
                if total <= points and total < best.get(there, points + 1):
                    best[there] = total
                    heappush(queue, (total, there))
        del best[start]
        return set(best)

    def calm(self, zones: set[Cell], tested: tuple[int, ...]) -> set[Cell]:
        game, gait = self.game, self.gait
        loud = set() if gait.ignores_zones else set(zones)
        if gait.dodges_through and not gait.ignores_zones:
            for other in game.figures:
                if other.side != self.figure.side:
                    loud |= under(other)
        if not gait.ignores_terrain:
            for space, status in game.shrines:
                cell = frozenset({(space % WIDTH, space // WIDTH)})
                if status in game.table.shrine_harms and space not in tested:
                    loud |= near(cell, 1) | cell
            if self.figure.is_hidden:
                lights = cells_in(game.lanterns)
                loud |= near(lights, 1) | lights
                if not gait.keeps_cover:
                    loud |= cells_in(game.table.ground.foliage)
        allowed = game.fire(QUIET, self.figure, self.figure, EVERYWHERE)
        return {
            cell for cell in cells_in(allowed) if not cells_at(cell, self.size) & loud
        }

    def may_be_entered(self, there: Cell, points: int) -> bool:
        """Whether a step may lead there: onto free ground, or over somebody's head
        if the points are enough to come down again."""
        if self.fits(there, self.no_stand):
            return True
        if not self.gait.passes_models:
            return False
        left = points - self.cost(anchor_of(self.figure), there)
        return any(
            self.fits(beyond, self.no_stand) and self.cost(there, beyond) <= left
            for beyond in self.neighbours(there)
        )


def can_go(game: Game, figure: Figure, move: Move) -> set[int]:
    """Every space a mover may name."""
    gait = move.gait(game, figure)
    walker = Walker(game, figure, gait)
    zones = set() if gait.ignores_zones else enemy_zones(game, figure)
    leaves_zone = bool(under(figure) & zones)
    if leaves_zone and is_held(game, figure):
        return set()
    entered = cells_in(move.entered_cover) & under(figure)
    leaves_cover = entered and figure.is_hidden and not gait.keeps_cover
    leaves = leaves_zone or leaves_cover
    found: set[Cell] = set()
    if leaves or gait.dodges_through:
        steps = walker.reached(move.points, None)
        found |= {c for c in steps if walker.may_be_entered(c, move.points)}
    if not leaves:
        calm = walker.calm(zones, move.tested)
        reached = walker.reached(move.points, calm)
        found |= {c for c in reached if walker.fits(c, walker.no_stand)}
    return {space_of(cell) for cell in found}


# --- seeing ----------------------------------------------------------------------
SAMPLES = (
    (0, 0),
    *((0, 400), (283, 283), (400, 0), (283, -283)),
    *((0, -400), (-283, -283), (-400, 0), (-283, 283)),
)


def is_open(start: Cell, end: Cell, blocked: set[Cell]) -> bool:
    """Whether some line between two spaces passes none of those that block."""
    (x, y), (u, v) = start, end
    between = [
        cell
        for cell in blocked - {start, end}
        if min(x, u) <= cell[0] <= max(x, u) and min(y, v) <= cell[1] <= max(y, v)
    ]
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
    sharp = game.fire(SEES_HIDDEN, viewer, viewer, False)
    if target.is_hidden and not sharp:
        return False
    if apart(under(viewer), under(target)) > game.fire(SIGHT, viewer, viewer, 40):
        return False
    blocked = blocking(game, viewer, target, sharp=sharp)
    blocked -= under(viewer) | under(target)
    zone = near(under(viewer), viewer.card.reach)
    back = {cell for cell in zone if behind(viewer, cell)}
    return any(
        is_open(start, end, blocked | back)
        for start in under(viewer)
        for end in under(target) - back
    )


def blocking(game: Game, viewer: Figure, target: Figure, *, sharp: bool) -> set[Cell]:
    ground = game.table.ground
    standing: set[Cell] = set()
    for other in game.figures:
        if sharp or not other.is_hidden:
            standing |= under(other)
    up = cells_in(ground.elevated)
    highs = [is_high(game, figure) for figure in (viewer, target)]
    if not any(highs):
        shrines = {(s % WIDTH, s // WIDTH) for s, _ in game.shrines}
        tokens = cells_in(game.lanterns) | cells_in(game.crates) | shrines
        return standing | cells_in(ground.obscuring) | tokens
    own: set[Cell] = set()
    for figure, high in zip((viewer, target), highs, strict=True):
        for element in ground.elements:
            cells = cells_in(element)
            if high and cells & under(figure):
                # From the ground only the rim of the other's roof can be seen past.
                rim = near(under(figure), 1) | under(figure)
                own |= cells if all(highs) else cells & rim
    return {cell for cell in standing if cell in up} | (up - own)


def is_high(game: Game, figure: Figure) -> bool:
    wanted = 1 if figure.card.size == 0 else 2
    return len(under(figure) & cells_in(game.table.ground.elevated)) >= wanted


# --- fighting --------------------------------------------------------------------
def can_attack(game: Game, attacker: Figure) -> set[int]:
    reach = game.fire(REACH, attacker, attacker, 1)
    found = set()
    for target in game.figures:
        if target.side == attacker.side or target.place != BOARD:
            continue
        if target.is_hidden and not game.fire(SEES_HIDDEN, attacker, attacker, False):
            continue
        mine, theirs = under(attacker), under(target)
        front = {c for c in near(mine, 1) if not behind(attacker, c)}
        is_near = bool(theirs & front)
        if not is_near and reach > 1:
            is_near = apart(mine, theirs) <= reach and can_see(game, attacker, target)
        if is_near and game.fire(MAY_ATTACK, attacker, target, True):
            found.add(target.key)
    return found


def can_shoot(game: Game, shooter: Figure, distance: int) -> set[int]:
    return {
        target.key
        for target in game.figures
        if target.side != shooter.side
        and target.place == BOARD
        and apart(under(shooter), under(target)) <= distance
        and can_see(game, shooter, target)
        and game.fire(MAY_BE_SHOT, target, shooter, True)
    }


def can_pray_at(game: Game, figure: Figure) -> set[int]:
    """The shrines next to a figure that do good."""
    here = near(under(figure), 1)
    return {
        space
        for space, status in game.shrines
        if status not in game.table.shrine_harms
        and (space % WIDTH, space // WIDTH) in here
    }


def crates_near(game: Game, figure: Figure) -> set[int]:
    zone = near(under(figure), figure.card.reach)
    return {space_of(cell) for cell in cells_in(game.crates) & zone}


def is_watched(game: Game, figure: Figure) -> bool:
    return any(
        can_see(game, other, figure)
        for other in game.figures
        if other.side != figure.side and other.place == BOARD
    )
