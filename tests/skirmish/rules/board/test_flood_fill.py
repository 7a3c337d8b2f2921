"""Floods held against a search that looks at one step at a time."""

from __future__ import annotations

import heapq
from random import Random

import pytest

from skirmish.rules.board.flood_fill import flood, step_cost
from skirmish.rules.board.grid import EVERYWHERE, FOOT, LARGE, SMALL, shifted
from skirmish.rules.board.ground import Ground, free_anchors
from skirmish.rules.board.reach import Gait
from skirmish.rules.board.routes import route
from tests.skirmish.cast import drawn_ground

PLAIN_GAIT = Gait(2, 3)
GAITS = [
    PLAIN_GAIT,
    Gait(1, 3),
    Gait(2, 1),
    Gait(2, 2),
    Gait(3, 2),
    Gait(2, 3, ignores_terrain=True),
    Gait(2, 3, more_rough=0xFFFFF << 180),
]


CRAGS = "crags"


def crags() -> Ground:
    """Heights in three columns of four, every second row of the board rough."""
    row = sum(1 << column for column in range(20))
    return Ground(
        slug=CRAGS,
        name="Crags",
        rough=sum(row << 20 * y for y in range(0, 20, 2)),
        elevated=sum(1 << space for space in range(400) if space % 4),
        deployment=(0, 0, 0, 0),
    )


def slow_flood(
    ground: Ground,
    gait: Gait,
    size: int,
    start: int,
    points: int,
    passage: int,
    calm: int,
) -> dict[int, int]:
    """The cheapest cost of every space, by Dijkstra."""
    costs = {start: 0}
    queue = [(0, start)]
    while queue:
        cost, space = heapq.heappop(queue)
        if cost > costs[space] or (space != start and not calm >> space & 1):
            continue
        for facing in range(8):
            mask = shifted(1 << space, facing) & passage
            if not mask:
                continue
            target = mask.bit_length() - 1
            total = cost + step_cost(ground, gait, size, space, target, facing)
            if total <= points and total < costs.get(target, points + 1):
                costs[target] = total
                heapq.heappush(queue, (total, target))
    return costs


@pytest.mark.parametrize("size", [SMALL, LARGE])
@pytest.mark.parametrize("gait", GAITS)
@pytest.mark.parametrize("slug", ["moon-garden", "castle-town", CRAGS])
def test_a_flood_finds_the_same_costs_as_a_search(
    slug: str, gait: Gait, size: int
) -> None:
    ground = crags() if slug == CRAGS else drawn_ground(slug)
    random = Random(f"{slug}{gait}{size}")
    for _ in range(12):
        taken = sum(1 << random.randrange(400) for _ in range(14))
        passage = free_anchors(size, taken)
        loud = sum(1 << random.randrange(400) for _ in range(40))
        calm = EVERYWHERE & ~loud
        start = random.choice([s for s in range(400) if FOOT[size][s]])
        levels = flood(ground, gait, size, start, 7, passage, calm)
        found = {
            space: cost
            for cost, level in reversed(list(enumerate(levels)))
            for space in range(400)
            if level >> space & 1
        }
        expected = slow_flood(ground, gait, size, start, 7, passage, calm)
        assert found == expected
        target = max(found, key=lambda space: (found[space], space))
        if found[target]:
            cut = flood(ground, gait, size, start, 7, passage, calm, target)
            assert len(cut) - 1 == found[target]
            way = route(ground, gait, size, cut, target, calm)
            assert price_of(ground, gait, size, start, way) == found[target]


def price_of(
    ground: Ground, gait: Gait, size: int, start: int, way: tuple[int, ...]
) -> int:
    total, space = 0, start
    for target in way:
        facing = next(f for f in range(8) if shifted(1 << space, f) == 1 << target)
        total += step_cost(ground, gait, size, space, target, facing)
        space = target
    return total
