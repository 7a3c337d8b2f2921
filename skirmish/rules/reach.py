"""How far a figure gets: costs of steps and floods over the board.

A flood spreads from a space by cost: its n-th set holds the spaces first reached
for n points. It goes on only from quiet spaces, where nothing can happen to the
mover; a space where something might happen is an end of the flood, and from there
the player goes on step by step.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from skirmish.rules.events import GAIT, QUIET
from skirmish.rules.figure import Figure
from skirmish.rules.grid import (
    DIRECTIONS,
    EVERYWHERE,
    FOOT,
    OFF_BOARD,
    SMALL,
    WIDTH,
    column_of,
    row_of,
    shifted,
    spread,
    straight_way,
    within,
)
from skirmish.rules.ground import Ground, free_anchors, newly_covered

if TYPE_CHECKING:
    from skirmish.rules.game import Game


# Beyond this no table of what is near is kept; nobody moves so far in one go.
_FAR = 20


class Gait(NamedTuple):
    """What steps cost a mover and what it may pass."""

    rough: int
    climb: int
    passes_models: bool = False
    ignores_terrain: bool = False
    ignores_zones: bool = False
    # Passing over an enemy is possible, but needs a dodge.
    dodges_through: bool = False
    # It leaves enemy zones without a dodge, but does not go unnoticed into them.
    slips_out: bool = False
    # Foliage does not cost it its Stealth.
    keeps_cover: bool = False
    # Spaces that are rough for this mover besides the ground's own.
    more_rough: int = 0


def gait_of(game: Game, figure: Figure) -> Gait:
    return game.fire(GAIT, figure, figure, game.table.plain_gait)


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


def is_elevated(game: Game, figure: Figure) -> bool:
    ground = game.table.ground
    high = ground.elevated if figure.card.size == SMALL else ground.high
    return bool(high >> figure.space & 1)


def direction_of(space: int, target: int) -> int | None:
    """The direction of one step, or None if the spaces are not neighbours."""
    step = (column_of(target) - column_of(space), row_of(target) - row_of(space))
    return DIRECTIONS.index(step) if step in DIRECTIONS else None


def others(game: Game, figure: Figure) -> int:
    """Spaces under all other figures."""
    return game.occupied & ~figure.foot


def standable(game: Game, figure: Figure) -> int:
    """Where the figure may stand, by its anchor."""
    taken = others(game, figure) | game.impassable | ~game.table.ground.enterable
    return free_anchors(figure.card.size, taken)


def passable(game: Game, figure: Figure, gait: Gait) -> int:
    """Where the figure may at least pass."""
    taken = game.barred | ~game.table.ground.enterable
    if not gait.passes_models:
        taken |= others(game, figure)
    if not gait.ignores_terrain:
        taken |= game.impassable
    return free_anchors(figure.card.size, taken)


def quiet(game: Game, figure: Figure, gait: Gait, tested: tuple[int, ...]) -> int:
    """Spaces that can be entered and left without anything happening."""
    loud = 0
    if not gait.ignores_zones:
        loud = game.enemy_zones(figure)
        if gait.dodges_through:
            loud |= game.enemies_on(figure)
    if not gait.ignores_terrain:
        loud |= game.bad_shrines_near(tested)
        if figure.is_hidden:
            loud |= game.lantern_light
            if not gait.keeps_cover:
                loud |= game.table.ground.foliage
    calm = game.fire(QUIET, figure, figure, EVERYWHERE)
    return calm & free_anchors(figure.card.size, loud)


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
    if gait.ignores_terrain:
        rough = high = 0
    else:
        rough = ground.rough | gait.more_rough if gait.rough > 1 else 0
        high = ground.elevated if gait.climb > 1 else 0
    near = within(SMALL, min(points, _FAR))[start]
    rough &= near
    high &= near
    home = 1 << start
    onward = calm | home
    flat = ~(rough | high)
    levels = [home]
    passage &= ~home
    for cost in range(1, points + 1):
        last = levels[-1] & onward
        found = 0
        if last:
            found = spread(last) & flat
            if last & high:
                found |= spread(last & high) & high & ~rough
        if rough and cost >= gait.rough:
            found |= _into_rough(levels[cost - gait.rough] & onward, rough, high)
        if high and cost >= gait.climb:
            found |= _climbing(levels, cost, gait, onward, rough, high)
        found &= passage
        passage &= ~found
        levels.append(found)
        if found & sought:
            break
    return levels


def _into_rough(last: int, rough: int, high: int) -> int:
    if not last:
        return 0
    found = spread(last) & rough & ~high
    if last & high:
        found |= spread(last & high) & rough & high
    return found


def _climbing(
    levels: list[int], cost: int, gait: Gait, onward: int, rough: int, high: int
) -> int:
    found = 0
    low = levels[cost - gait.climb] & onward & ~high
    if low:
        found = spread(low) & high
        if gait.rough > gait.climb:
            found &= ~rough
    if gait.rough > gait.climb and cost >= gait.rough:
        low = levels[cost - gait.rough] & onward & ~high
        found |= spread(low) & high & rough
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
    home = 1 << start
    onward = calm | home
    prices = _large_prices(ground, gait)
    levels = [home]
    passage &= ~home
    for cost in range(1, points + 1):
        found = 0
        for price, from_low, from_high in prices:
            if price > cost or not (last := levels[cost - price] & onward):
                continue
            high = last & ground.high
            low = last ^ high
            for facing in range(8):
                if low:
                    found |= shifted(low, facing) & from_low[facing]
                if high:
                    found |= shifted(high, facing) & from_high[facing]
        found &= passage
        passage &= ~found
        levels.append(found)
        if found & sought:
            break
    return levels


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


def single_steps(
    game: Game, figure: Figure, gait: Gait, points: int, passage: int
) -> int:
    """Neighbouring spaces that can be entered for the points at hand."""
    size, space = figure.card.size, figure.space
    points = min(points, max(gait.rough, gait.climb, 1))
    levels = flood(game.table.ground, gait, size, space, points, passage, 0)
    reached = 0
    for level in levels[1:]:
        reached |= level
    return reached


def route(
    ground: Ground, gait: Gait, size: int, levels: list[int], target: int, calm: int
) -> tuple[int, ...]:
    """A cheapest way to the space a flood ended with, always the same one."""
    cost = len(levels) - 1
    onward = calm | levels[0]
    reached = 0
    for level in levels:
        reached |= level
    onward &= reached
    way = [target]
    while cost:
        space = way[-1]
        for facing in range(8):
            before = shifted(1 << space, facing ^ 4) & onward
            if not before:
                continue
            origin = before.bit_length() - 1
            price = step_cost(ground, gait, size, origin, space, facing)
            if price <= cost and levels[cost - price] & before:
                way.append(origin)
                cost -= price
                break
        else:
            raise AssertionError(f"No way leads to space {target}.")
    way.reverse()
    return tuple(way[1:])


def straight_route(
    ground: Ground, gait: Gait, start: int, target: int, passage: int, calm: int
) -> tuple[int, ...] | None:
    """The king's way of a small base, if it is quiet and flat all along."""
    row, column = divmod(start, WIDTH)
    other_row, other_column = divmod(target, WIDTH)
    steps, mask = straight_way(other_column - column, other_row - row)
    mask <<= min(row, other_row) * WIDTH + min(column, other_column)
    if not gait.ignores_terrain and mask & (
        ground.rough | ground.elevated | gait.more_rough
    ):
        return None
    if mask & ~passage or mask & ~calm & ~(1 << target):
        return None
    return tuple([start + step for step in steps])


FREE = Gait(1, 1, ignores_terrain=True, ignores_zones=True)


def free_reach(game: Game, figure: Figure, distance: int, gait: Gait = FREE) -> int:
    """Where a movement without dodges may end, without the start.

    It ignores zones and terrain, unless a gait is given.
    """
    passage = passable(game, figure, gait)
    levels = flood(
        game.table.ground,
        gait,
        figure.card.size,
        figure.space,
        distance,
        passage,
        EVERYWHERE,
    )
    reached = 0
    for level in levels[1:]:
        reached |= level
    return reached & standable(game, figure)


def adjacent_free(game: Game, figure: Figure, zone: int) -> int:
    """Anchors where the figure could stand with at least one space in a zone."""
    size = figure.card.size
    spots = standable(game, figure)
    if size == SMALL:
        return spots & zone
    touching = 0
    for dx, dy in ((0, 0), (1, 0), (0, 1), (1, 1)):
        touching |= zone >> dy * WIDTH + dx
    return spots & touching
