"""Floods over the board by cost.

A flood spreads from a space by cost: its n-th set holds the spaces first reached
for n points. It goes on only from quiet spaces, where nothing can happen to the
mover; a space where something might happen is an end of the flood, and from there
the player goes on step by step.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from skirmish.rules.grid import (
    EVERYWHERE,
    FACING_TO,
    FOOT,
    NOT_EAST,
    NOT_WEST,
    OFF_BOARD,
    SMALL,
    WIDTH,
    spread,
    within,
)
from skirmish.rules.ground import Ground, newly_covered

if TYPE_CHECKING:
    from skirmish.rules.reach import Gait

# Beyond this no table of what is near is kept; nobody moves so far in one go.
_FAR = 20
# So few points lead from no side of the board to the other. What a spread without
# regard to the sides carries over one then comes out where nobody can get.
NARROW = 9


def step_cost(
    ground: Ground, gait: Gait, size: int, space: int, target: int, facing: int
) -> int:
    """Points for one step; the two spaces must be neighbours in that direction."""
    if gait.ignores_terrain:
        return 1
    if size == SMALL:
        rough = ground.rough | gait.more_rough
        cost = gait.rough if rough >> target & 1 else 1
        if ground.elevated >> target & 1 and not ground.elevated >> space & 1:
            cost = max(cost, gait.climb)
        return cost
    newly = FOOT[size][target] & ~FOOT[size][space]
    is_rough = ground.roughs[facing] >> target & 1 or newly & gait.more_rough
    cost = gait.rough if is_rough else 1
    if ground.climbs[facing] >> target & 1 and not ground.high >> space & 1:
        cost = max(cost, gait.climb)
    return cost


def direction_of(space: int, target: int) -> int | None:
    """The direction of one step, or None if the spaces are not neighbours."""
    return FACING_TO[space].get(target)


def flood(
    ground: Ground,
    gait: Gait,
    size: int,
    start: int,
    points: int,
    passage: int,
    calm: int,
    goal: int = OFF_BOARD,
) -> list[int]:
    """Spaces by the points they cost; the 0th set is the start alone.

    With a goal the flood ends with the set that reaches it.
    """
    sought = 1 << goal if goal >= 0 else 0
    if size != SMALL:
        return _large_flood(ground, gait, start, points, passage, calm, sought)
    home = 1 << start
    onward = calm | home
    reach = within(SMALL, min(points, _FAR))
    # Whatever lies too far from the goal lies on no way to it.
    near = reach[start] & reach[goal] if sought else reach[start]
    passage &= near & ~home
    terrain = terrain_of(ground, gait)
    if terrain[0] & near or points > NARROW:
        return _rough_flood(terrain, gait, home, points, passage, onward, sought)
    last = home
    levels = [home]
    for _ in range(points):
        # `spread` written out; see NARROW.
        wide = last | last << 1 | last >> 1
        last = (wide | wide << WIDTH | wide >> WIDTH) & passage
        passage ^= last
        levels.append(last)
        if last & sought:
            break
        last &= onward
        if not last:
            break
    return levels


# Spaces by what it costs to enter them: all that may cost more than a point, low
# and rough ones, even heights, rough heights.
_Terrain = tuple[int, int, int, int]


def terrain_of(ground: Ground, gait: Gait) -> _Terrain:
    key = (gait.rough, gait.climb, gait.more_rough, gait.ignores_terrain)
    terrain = ground.terrains.get(key)
    if terrain is None:
        rough = high = 0
        if not gait.ignores_terrain:
            rough = ground.rough | gait.more_rough if gait.rough > 1 else 0
            high = ground.elevated if gait.climb > 1 else 0
        terrain = (rough | high, rough & ~high, high & ~rough, high & rough)
        # Only a few gaits ever occur; one with an aura's spaces may be anything.
        if not gait.more_rough:
            ground.terrains[key] = terrain
    return terrain


def _rough_flood(
    terrain: _Terrain,
    gait: Gait,
    home: int,
    points: int,
    passage: int,
    onward: int,
    sought: int,
) -> list[int]:
    """Where some steps cost more; what lies next to each level is kept for them."""
    dear, rough, even_high, rough_high = terrain
    flat = passage & ~dear
    rough &= passage
    high = even_high | rough_high
    by_rough = gait.rough
    last = home
    levels = [home]
    # Around all spaces of each level, around its low and around its high ones.
    around: list[int] = []
    below: list[int] = []
    above: list[int] = []
    has_climbed = home & high
    for cost in range(1, points + 1):
        if points > NARROW:
            wide = spread(last)
        else:
            wide = last | last << 1 | last >> 1
            wide |= wide << WIDTH | wide >> WIDTH
        up = last & high if has_climbed else 0
        around.append(wide)
        above.append(spread(up) if up else 0)
        below.append(spread(last ^ up) if up else wide)
        found = wide & flat
        flat ^= found
        if cost >= by_rough:
            entered = around[-by_rough] & rough
            rough ^= entered
            found |= entered
        if has_climbed or cost >= gait.climb:
            climbed = _climbed(gait, below, above, even_high, rough_high) & passage
            has_climbed |= climbed
            passage ^= climbed
            found |= climbed
        levels.append(found)
        if found & sought:
            break
        last = found & onward
    return levels


def _climbed(
    gait: Gait, below: list[int], above: list[int], even_high: int, rough_high: int
) -> int:
    """Heights that are reached now: up to them for a climb, along them at once."""
    cost = len(below)
    found = above[-1] & even_high
    if cost >= gait.climb:
        found |= below[-gait.climb] & even_high
    if rough_high and cost >= gait.rough:
        found |= above[-gait.rough] & rough_high
        dearest = max(gait.rough, gait.climb)
        if cost >= dearest:
            found |= below[-dearest] & rough_high
    return found


def _large_flood(
    ground: Ground,
    gait: Gait,
    start: int,
    points: int,
    passage: int,
    calm: int,
    sought: int,
) -> list[int]:
    """What a step of a large base costs depends on its direction."""
    home = 1 << start
    onward = calm | home
    prices = _large_prices(ground, gait)
    passage &= ~home
    last = home
    levels = [home]
    # Each level, moved one space in every direction: its low and its high bases.
    below: list[tuple[int, ...]] = []
    above: list[tuple[int, ...]] = []
    for cost in range(1, points + 1):
        up = last & ground.high
        below.append(_moved(last ^ up))
        above.append(_moved(up))
        found = 0
        for price, from_low, from_high in prices:
            if price <= cost:
                for moved, open_to in zip(below[-price], from_low, strict=False):
                    found |= moved & open_to
                for moved, open_to in zip(above[-price], from_high, strict=False):
                    found |= moved & open_to
        found &= passage
        passage ^= found
        levels.append(found)
        if found & sought:
            break
        last = found & onward
    return levels


def _moved(mask: int) -> tuple[int, ...]:
    """The set moved one space in each direction; nothing for an empty one."""
    if not mask:
        return ()
    east, west = (mask & NOT_EAST) << 1, (mask & NOT_WEST) >> 1
    return (
        mask << WIDTH,
        east << WIDTH,
        east,
        east >> WIDTH,
        mask >> WIDTH,
        west >> WIDTH,
        west,
        west << WIDTH,
    )


def _large_prices(
    ground: Ground, gait: Gait
) -> list[tuple[int, tuple[int, ...], tuple[int, ...]]]:
    """For each price of a large step: where it leads for that, by direction.

    First from bases that do not count as elevated, then from those that do.
    """
    key = (gait.rough, gait.climb, gait.more_rough, gait.ignores_terrain)
    prices = ground.price_lists.get(key)
    if prices is None:
        costs = {1} if gait.ignores_terrain else {1, gait.rough, gait.climb}
        prices = [
            (
                price,
                tuple(
                    _priced(ground, gait, price, facing, True) for facing in range(8)
                ),
                tuple(
                    _priced(ground, gait, price, facing, False) for facing in range(8)
                ),
            )
            for price in sorted(costs)
        ]
        # Only a few gaits ever occur; one with an aura's spaces may be anything.
        if not gait.more_rough:
            ground.price_lists[key] = prices
    return prices


def _priced(ground: Ground, gait: Gait, price: int, facing: int, climbing: bool) -> int:
    """Where a large step in a direction costs exactly that."""
    if gait.ignores_terrain:
        return EVERYWHERE
    rough = ground.roughs[facing]
    if gait.more_rough:
        rough |= newly_covered(gait.more_rough, facing)
    climbs = ground.climbs[facing] if climbing else 0
    classes = (
        (1, ~rough & ~climbs),
        (gait.rough, rough & ~climbs),
        (gait.climb, climbs & ~rough),
        (max(gait.rough, gait.climb), climbs & rough),
    )
    found = 0
    for cost, where in classes:
        if cost == price:
            found |= where
    return found & EVERYWHERE
