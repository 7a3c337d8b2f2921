"""Two figures that trade places, and dancers who find new ones."""

from __future__ import annotations

from collections.abc import Sequence

from skirmish.rules.board.grid import WIDTH
from skirmish.rules.figure import Figure
from skirmish.rules.game import Game
from tests.skirmish.reference.errands import free_cells
from tests.skirmish.reference.spaces import Cell, anchor_of, cells_at, under

Trade = tuple[Cell, Cell]


def on_board(cells: frozenset[Cell]) -> bool:
    return all(0 <= x < WIDTH and 0 <= y < WIDTH for x, y in cells)


def anchors_over(size: int, cells: set[Cell] | frozenset[Cell]) -> set[Cell]:
    """Where a base covers one of some spaces at least."""
    span = range(size + 1)
    found = {(x - dx, y - dy) for x, y in cells for dx in span for dy in span}
    return {anchor for anchor in found if on_board(cells_at(anchor, size))}


def trades(game: Game, one: Figure, other: Figure) -> list[Trade]:
    """Where the two may stand afterwards: bases of one size simply change places."""
    if one.card.size == other.card.size:
        return [(anchor_of(other), anchor_of(one))]
    free = free_cells(game) | under(one) | under(other)
    found = []
    for mine in anchors_over(one.card.size, under(other)):
        my_cells = cells_at(mine, one.card.size)
        for theirs in anchors_over(other.card.size, under(one)):
            their_cells = cells_at(theirs, other.card.size)
            if my_cells <= free and their_cells <= free and not my_cells & their_cells:
                found.append((mine, theirs))
    return found


def all_fit(sizes: Sequence[int], floor: frozenset[Cell], free: set[Cell]) -> bool:
    """Whether bases of these sizes find a place, each with a space on the floor."""
    if not sizes:
        return True
    size, *others = sorted(sizes, reverse=True)
    places = [a for a in anchors_over(size, floor) if cells_at(a, size) <= free]
    if size == 0:
        return len(places) >= len(sizes)
    return any(all_fit(others, floor, free - cells_at(a, size)) for a in places)
