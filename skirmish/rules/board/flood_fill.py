"""Flood fill over the board by movement cost.

A flood spreads from a space by cost: its n-th set holds the spaces that can be reached
for n points or fewer. It continues only from quiet spaces, where nothing can happen to
the mover. Any other space ends the flood, and from there the player moves on step by
step.
"""

from __future__ import annotations

from functools import reduce
from itertools import chain
from operator import or_
from typing import TYPE_CHECKING

from skirmish.rules.board.grid import (
    EVERYWHERE,
    FACING_TO,
    FOOT,
    NOT_EAST,
    NOT_WEST,
    OFF_BOARD,
    SMALL,
    WIDTH,
    WITHIN,
    ZONE,
    spread,
)
from skirmish.rules.board.ground import Footing, Ground, Prices, newly_covered

if TYPE_CHECKING:
    from skirmish.rules.board.reach import Gait

# Beyond this distance no table of near spaces is kept; nobody moves that far at once.
_FAR = 20
# The most points that cannot cross the board from side to side. What a spread that
# ignores the sides carries over one of them then ends up where nobody can get.
NARROW = 9


def step_cost(
    ground: Ground, gait: Gait, size: int, space: int, target: int, facing: int
) -> int:
    """Return the points for one step between neighbours in that direction."""
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
    """Return the direction of one step, or None if the spaces are not neighbours."""
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
    """Return sets of spaces by the points they cost at most; the first is the start.

    With a goal the flood ends with the set that reaches it.
    """
    sought = 1 << goal if goal >= 0 else 0
    if size != SMALL:
        return _large_flood(ground, gait, start, points, passage, calm, sought)
    home = 1 << start
    onward = calm | home
    reach = WITHIN[SMALL][points if points < _FAR else _FAR]
    # Spaces too far from the goal lie on no way to it.
    near = reach[start] & reach[goal] if sought else reach[start]
    passage = passage & near | home
    terrain = ground.terrains.get(gait) or terrain_of(ground, gait)
    if terrain[0] & passage or points > NARROW:
        return _uneven_flood(terrain, start, points, passage, onward, sought)
    last = home
    levels = [home]
    for _ in range(points):
        # `spread` inlined; see NARROW. A space reached before is next to the one it was
        # reached from, so it is always found again.
        wide = last | last << 1 | last >> 1
        found = (wide | wide << WIDTH | wide >> WIDTH) & passage
        levels.append(found)
        if sought and found & sought:
            break
        last = found & onward
    return levels


def terrain_of(ground: Ground, gait: Gait) -> Footing:
    terrain = ground.terrains.get(gait)
    if terrain is None:
        rough = high = 0
        if not gait.ignores_terrain:
            rough = ground.rough | gait.more_rough if gait.rough > 1 else 0
            high = ground.elevated if gait.climb > 1 else 0
        # From a height, a rough height costs what any rough space does; from below, the
        # dearer of the two prices.
        steep = high if gait.climb > gait.rough else high & ~rough
        even_high, rough_high = high & ~rough, high & rough
        prices = gait.rough, gait.climb
        terrain = (rough | high, rough & ~steep, steep, even_high, rough_high, *prices)
        # Only a few gaits ever occur, except those with the spaces of an aura.
        if not gait.more_rough:
            ground.terrains[gait] = terrain
    return terrain


def small_steps(
    ground: Ground, gait: Gait, space: int, points: int, passage: int
) -> int:
    """Return where one step of a small base may lead for that many points."""
    reached = ZONE[SMALL][1][space] & passage
    terrain = terrain_of(ground, gait)
    dear, rough, steep, even_high, rough_high, by_rough, by_climb = terrain
    beyond = reached & dear
    if beyond:
        if points >= by_rough:
            beyond &= ~rough
        if points >= by_climb:
            beyond &= ~steep
        elif (even_high | rough_high) >> space & 1:
            # A mover that is already up does not climb.
            beyond &= ~even_high
            if points >= by_rough:
                beyond &= ~rough_high
    return reached ^ beyond


def _spread_narrowly(mask: int) -> int:
    """`spread` without regard to the sides of the board; see NARROW."""
    wide = mask | mask << 1 | mask >> 1
    return wide | wide << WIDTH | wide >> WIDTH


def _uneven_flood(
    terrain: Footing, start: int, points: int, passage: int, onward: int, sought: int
) -> list[int]:
    """Return the flood where some steps cost more than a point.

    The neighbourhood of each level is kept for them. A mover that is already up has
    entered each height next to it before a climb from below would be paid for, so these
    need not be told apart; and nothing needs to be looked up until something is up.
    """
    dear, rough, steep, even_high, rough_high, by_rough, by_climb = terrain
    home, wide = 1 << start, WITHIN[SMALL][1][start]
    flat = passage ^ passage & dear | home
    rough &= passage
    steep &= passage
    high = even_high | rough_high
    is_far = points > NARROW
    is_up = home & high
    last, levels = home, [home]
    # Begins with as many empty ones as the highest price looks back.
    around = [0] * (by_rough + by_climb)
    since_rough, since_climb = by_climb + 1, by_rough + 1
    up = crest = 0
    for cost in range(points):
        if is_far:
            wide = spread(last)
            # No step is still under way.
            if wide == around[cost]:
                break
        elif cost:
            wide = last | last << 1 | last >> 1
            wide |= wide << WIDTH | wide >> WIDTH
        around.append(wide)
        climbed = around[cost + since_climb] & steep
        found = wide & flat | around[cost + since_rough] & rough | climbed
        if is_up:
            if up != last & high:
                up = last & high
                beside = spread(up) if is_far else _spread_narrowly(up)
                crest = beside & even_high & passage
            found |= crest
            if rough_high and len(levels) >= by_rough:
                beside = spread(levels[-by_rough] & onward & high)
                found |= beside & rough_high & passage
        elif climbed:
            is_up = climbed
        levels.append(found)
        if sought and found & sought:
            break
        last = found & onward
    return levels


def _large_flood(
    ground: Ground,
    gait: Gait,
    start: int,
    points: int,
    passage: int,
    calm: int,
    sought: int,
) -> list[int]:
    """Return the flood of a large base, whose cost may depend on the direction."""
    home = 1 << start
    onward = calm | home
    uneven, prices = _large_prices(ground, gait)
    passage = passage & WITHIN[SMALL][points if points < _FAR else _FAR][start] & ~home
    is_far = points > NARROW
    last = reached = home
    levels = [home]
    # Each level, moved one space in every direction: its low and its high bases.
    moved: list[tuple[tuple[int, ...], tuple[int, ...]]] = []
    for cost in range(1, points + 1):
        wide = spread(last) if is_far else _spread_narrowly(last)
        found = wide ^ wide & uneven
        if wide & uneven & passage:
            high = last & ground.high
            moved.append((_moved(last ^ high), _moved(high)))
        else:
            moved.append(((), ()))
        for price, from_low, from_high in prices:
            if price <= cost:
                low, up = moved[-price]
                if low:
                    found |= _led(low, from_low)
                if up:
                    found |= _led(up, from_high)
        found &= passage
        passage ^= found
        reached |= found
        levels.append(reached)
        if found & sought:
            break
        last = found & onward
    return levels


def _moved(mask: int) -> tuple[int, ...]:
    """Return the set moved one space in each direction; nothing for an empty one."""
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


def _led(moved: tuple[int, ...], allowed: tuple[int, ...]) -> int:
    """Return all that was moved in a direction to where that is allowed.

    Written out, because a loop over both takes nearly twice as long.
    """
    n, ne, e, se, s, sw, w, nw = moved
    to_n, to_ne, to_e, to_se, to_s, to_sw, to_w, to_nw = allowed
    north = n & to_n | ne & to_ne | nw & to_nw
    south = s & to_s | se & to_se | sw & to_sw
    return north | south | e & to_e | w & to_w


def _large_prices(ground: Ground, gait: Gait) -> Prices:
    """Return where some step of a large base costs more, and where each price leads.

    The latter is given by direction, first from bases that do not count as elevated,
    then from those that do.
    """
    known = ground.prices.get(gait)
    if known is None:
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
        uneven = 0
        for price, *directions in prices:
            if price > 1:
                uneven |= reduce(or_, chain(*directions))
        known = uneven, prices
        # Only a few gaits ever occur, except those with the spaces of an aura.
        if not gait.more_rough:
            ground.prices[gait] = known
    return known


def _priced(ground: Ground, gait: Gait, price: int, facing: int, climbing: bool) -> int:
    """Return where a large step in a direction costs exactly that price."""
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
