"""Where somebody may stand, and how far it gets."""

from __future__ import annotations

from heapq import heappop, heappush

from skirmish.rules.board.grid import DIRECTIONS, EVERYWHERE, WIDTH
from skirmish.rules.board.reach import Gait
from skirmish.rules.figure import BOARD, Figure
from skirmish.rules.frames.movement import Movement
from skirmish.rules.game import Game
from tests.skirmish.reference.spaces import (
    Cell,
    anchor_of,
    cells_at,
    cells_in,
    enemy_zones,
    has_zone,
    near,
    sharp,
    space_of,
    under,
)
from tests.skirmish.reference.values import gait_for, holds, unnoticed


class Walker:
    """One figure's way about the board."""

    def __init__(self, game: Game, figure: Figure, gait: Gait) -> None:
        self.game, self.figure, self.gait = game, figure, gait
        self.size = figure.card.size
        ground = game.compiled.ground
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
                if status in game.compiled.shrine_harms and space not in tested:
                    loud |= near(cell, 1) | cell
            if self.figure.is_hidden:
                lights = cells_in(game.lanterns)
                loud |= near(lights, 1) | lights
                if not gait.keeps_cover:
                    loud |= cells_in(game.compiled.ground.foliage)
        return {
            cell
            for cell in unnoticed(game, self.figure)
            if not cells_at(cell, self.size) & loud
        }

    def may_be_entered(self, there: Cell, points: int) -> bool:
        """Whether a step may lead there: onto free ground, or over somebody's head
        if the points are enough to come down again."""
        if self.fits(there, self.no_stand):
            return True
        if not self.gait.passes_models:
            return False
        left = points - self.cost(anchor_of(self.figure), there)
        return self.comes_down(there, left)

    def comes_down(self, here: Cell, points: int) -> bool:
        """Whether some way over others ends on free ground for so many points."""
        onward = {
            there: points - self.cost(here, there) for there in self.neighbours(here)
        }
        onward = {there: left for there, left in onward.items() if left >= 0}
        return any(self.fits(there, self.no_stand) for there in onward) or any(
            self.comes_down(there, left) for there, left in onward.items()
        )


def is_kept(game: Game, figure: Figure) -> bool:
    """Whether somebody whose zone the figure stands in lets nobody dodge."""
    if gait_for(game, figure).slips_out:
        return False
    for other in game.figures:
        is_felt = has_zone(game, other) or (sharp(game, figure) and other.is_hidden)
        if other.side == figure.side or other.place != BOARD or not is_felt:
            continue
        zone = near(under(other), other.card.reach)
        if zone & under(figure) and holds(game, other, figure):
            return True
    return False


def can_go(game: Game, figure: Figure, move: Movement) -> set[int]:
    """Every space a mover may name."""
    gait = gait_for(game, figure, move)
    walker = Walker(game, figure, gait)
    zones = set() if gait.ignores_zones else enemy_zones(game, figure)
    leaves_zone = bool(under(figure) & zones)
    if leaves_zone and is_kept(game, figure):
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
