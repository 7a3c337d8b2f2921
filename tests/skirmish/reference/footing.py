"""Where a base may stand, and where somebody gets without dodges."""

from __future__ import annotations

from skirmish.rules.board.grid import WIDTH
from skirmish.rules.board.reach import Gait
from skirmish.rules.figure import Figure
from skirmish.rules.frames.movement import Movement
from skirmish.rules.game import Game
from tests.skirmish.reference.spaces import (
    Cell,
    Cells,
    anchor_of,
    cells_at,
    enemy_zones,
    space_of,
    under,
)
from tests.skirmish.reference.values import gait_for
from tests.skirmish.reference.ways import Walker, is_kept

# Past zones and terrain; past everybody as well; past neither terrain nor anybody.
FREELY = Gait(1, 1, ignores_terrain=True, ignores_zones=True)
FLYING = Gait(1, 1, ignores_terrain=True, ignores_zones=True, passes_models=True)
EVENLY = Gait(1, 1)
EVERYWHERE = {(x, y) for x in range(WIDTH) for y in range(WIDTH)}


def standing_room(game: Game, figure: Figure, zone: Cells | set[Cell]) -> set[int]:
    """Where it could stand with a space of its base in a zone."""
    walker = Walker(game, figure, FREELY)
    size, span = figure.card.size, range(figure.card.size + 1)
    anchors = {(x - dx, y - dy) for x, y in zone for dx in span for dy in span}
    return {
        space_of(anchor)
        for anchor in anchors
        if cells_at(anchor, size) & zone and walker.fits(anchor, walker.no_stand)
    }


def led_to(game: Game, figure: Figure, distance: int, gait: Gait) -> set[int]:
    """Where it may be moved in so many steps, without dodges."""
    walker = Walker(game, figure, gait)
    reached = walker.reached(distance, EVERYWHERE)
    return {space_of(c) for c in reached if walker.fits(c, walker.no_stand)}


def steps_up(game: Game, figure: Figure, move: Movement, price: int) -> set[int]:
    """Elevated spaces one step away, where that step has a price of its own."""
    gait = gait_for(game, figure, move)
    walker = Walker(game, figure, gait)
    here = anchor_of(figure)
    if move.points < price or walker.is_up(here) or gait.ignores_terrain:
        return set()
    zones = set() if gait.ignores_zones else enemy_zones(game, figure)
    if under(figure) & zones and is_kept(game, figure):
        return set()
    found = set()
    for there in walker.neighbours(here):
        newly = cells_at(there, figure.card.size) - under(figure)
        if newly & walker.high and walker.fits(there, walker.no_stand):
            found.add(space_of(there))
    return found
