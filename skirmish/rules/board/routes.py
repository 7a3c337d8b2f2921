"""Ways of several quiet steps: a straight one, an even one, or a cheapest one.

Of several equal ways the same one is always chosen: by the order of directions, from
the end back to the start.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from skirmish.rules.board.flood_fill import NARROW, flood, step_cost, terrain_of
from skirmish.rules.board.grid import (
    APART,
    COMES_FROM,
    EVERYWHERE,
    FACING_TO,
    FIRST_STEP,
    FOOT,
    SMALL,
    WIDTH,
    WITHIN,
    ZONE,
    straight_way,
)
from skirmish.rules.board.ground import Ground

if TYPE_CHECKING:
    from skirmish.rules.board.reach import Gait


def way_round(
    ground: Ground,
    gait: Gait,
    size: int,
    start: int,
    target: int,
    points: int,
    passage: int,
    calm: int,
) -> tuple[tuple[int, ...], int]:
    """Return a cheapest way to a space that can be reached, and its cost."""
    if size == SMALL:
        way, cost = even_route(ground, gait, start, target, points, passage, calm)
        if way is not None:
            return way, cost
    levels = flood(ground, gait, size, start, points, passage, calm, target)
    return route(ground, gait, size, levels, target, calm), len(levels) - 1


def way_within(
    ground: Ground, gait: Gait, size: int, levels: list[int], target: int, calm: int
) -> tuple[tuple[int, ...], int]:
    """Return the same for a space of a flood that was computed before."""
    for cost, level in enumerate(levels):
        if level >> target & 1:
            return route(ground, gait, size, levels[: cost + 1], target, calm), cost
    raise AssertionError(f"No way leads to space {target}.")


def route(
    ground: Ground, gait: Gait, size: int, levels: list[int], target: int, calm: int
) -> tuple[int, ...]:
    """Return a cheapest way to the space a flood ended with, always the same one."""
    cost = len(levels) - 1
    onward = calm | levels[0]
    # Except for heights, a small base pays the same to enter a space from any side.
    uneven = EVERYWHERE
    rough = ground.rough | gait.more_rough
    if gait.ignores_terrain:
        uneven = rough = 0
    elif size == SMALL:
        uneven = ground.elevated
    spots, rings = FOOT[SMALL], ZONE[SMALL][1]
    space, way = target, []
    while cost:
        way.append(space)
        spot = spots[space]
        if uneven & spot:
            space, price = _last_step(ground, gait, size, levels, space, cost, onward)
            cost -= price
        else:
            cost -= gait.rough if rough & spot else 1
            origins = rings[space] & levels[cost] & onward
            if not origins:
                raise AssertionError(f"No way leads to space {target}.")
            space += FIRST_STEP[origins << WIDTH + 1 >> space]
    way.reverse()
    return tuple(way)


def _last_step(
    ground: Ground,
    gait: Gait,
    size: int,
    levels: list[int],
    space: int,
    cost: int,
    onward: int,
) -> tuple[int, int]:
    """Return from where a space was entered for that cost, and what the step cost."""
    reached = levels[cost - 1] & onward
    for before, origin in COMES_FROM[space]:
        if before & reached:
            facing = FACING_TO[origin][space]
            price = step_cost(ground, gait, size, origin, space, facing)
            if price <= cost and levels[cost - price] & before:
                return origin, price
    raise AssertionError(f"No way leads to space {space}.")


def straight_route(
    ground: Ground, gait: Gait, start: int, target: int, passage: int, calm: int
) -> tuple[int, ...] | None:
    """Return the king's way of a small base, if it is quiet and flat all along."""
    steps, mask, corner = straight_way(APART[target] - APART[start])
    mask <<= start + corner
    if not gait.ignores_terrain and mask & (ground.uneven | gait.more_rough):
        return None
    # It may end on a space where something happens, but not lead through one.
    if mask & passage != mask or mask & (calm | 1 << target) != mask:
        return None
    return tuple([start + step for step in steps])


def even_route(
    ground: Ground,
    gait: Gait,
    start: int,
    target: int,
    points: int,
    passage: int,
    calm: int,
) -> tuple[tuple[int, ...] | None, int]:
    """Return the way of a small base that `route` would find, if none is shorter.

    That is a way with as few steps as possible, even all along; only its end may be
    rough. A set of spaces for each step is enough to find it, whatever else might be
    reached on dearer ways. The second value is its cost.
    """
    cost = steps = len(straight_way(APART[target] - APART[start])[0])
    if steps > NARROW:
        return None, 0
    passage &= WITHIN[SMALL][steps][start]
    terrain = terrain_of(ground, gait)
    dear, rough, _, even_high, rough_high, by_rough, _ = terrain
    high = even_high | rough_high
    if high >> start & 1:
        return None, 0
    end = rough & ~high & 1 << target
    if end:
        cost += by_rough - 1
    passage &= ~dear | end
    last = 1 << start
    rings = []
    for _ in range(steps - 1):
        wide = last | last << 1 | last >> 1
        last = (wide | wide << WIDTH | wide >> WIDTH) & passage & calm
        rings.append(last)
    if cost > points or not passage >> target & 1:
        return None, 0
    space, way, around = target, [target], ZONE[SMALL][1]
    while rings:
        origins = around[space] & rings.pop()
        if not origins:
            return None, 0
        space += FIRST_STEP[origins << WIDTH + 1 >> space]
        way.append(space)
    way.reverse()
    return tuple(way), cost
