"""Where a mover may go next, and when leaving a space needs a dodge."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skirmish.rules.board.flood_fill import flood, step_cost
from skirmish.rules.board.grid import EVERYWHERE, FOOT, SMALL, ZONE, shifted
from skirmish.rules.board.ground import free_anchors
from skirmish.rules.board.reach import (
    Gait,
    gait_of,
    is_elevated,
    levels_for,
    passable,
    quiet,
    single_steps,
    standable,
)
from skirmish.rules.figure import Figure
from skirmish.rules.hooks import DODGE_BARRED, DODGE_FAILS, DODGE_NEEDS

if TYPE_CHECKING:
    from skirmish.rules.frames.movement import Movement
    from skirmish.rules.game import Game


def must_dodge(game: Game, figure: Figure, gait: Gait, target: int) -> bool:
    if gait.ignores_zones or gait.slips_out:
        return False
    if figure.foot & game.enemy_zones(figure):
        return True
    if gait.dodges_through:
        entered = FOOT[figure.card.size][target] & ~figure.foot
        return bool(entered & game.enemies_on(figure))
    return False


def dodge_needs(game: Game, figure: Figure) -> tuple[int, bool]:
    """Return how many matches a dodge needs, and whether it fails in any case."""
    need, fails = 1, False
    for other in game.figures:
        if other.side != figure.side and game.zone_for(other, figure) & figure.foot:
            need = max(need, game.modify(DODGE_NEEDS, other, figure, 1))
            fails = fails or game.modify(DODGE_FAILS, other, figure, False)
    return need, fails


def under(game: Game, figure: Figure) -> int:
    """Return the spaces of all figures that the figure hovers over."""
    spaces = 0
    for other in game.figures_in(figure.foot):
        if other.key != figure.key:
            spaces |= other.foot
    return spaces


def is_held(game: Game, figure: Figure) -> bool:
    """Return whether an enemy's zone keeps the figure from dodging at all."""
    return DODGE_BARRED in game.compiled.hooks_in_use and any(
        other.side != figure.side
        and DODGE_BARRED in other.handlers
        and game.zone_for(other, figure) & figure.foot
        and game.modify(DODGE_BARRED, other, figure, False)
        and not gait_of(game, figure).slips_out
        for other in game.figures
    )


def targets(game: Game, figure: Figure, move: Movement) -> int:
    """Return every space that the mover may name next."""
    points = move.points
    if points <= 0:
        return 0
    gait = move.gait(game, figure)
    passage = spots = standable(game, figure)
    if gait.passes_models or gait.ignores_terrain:
        passage = passable(game, figure, gait)
    zones = 0 if gait.ignores_zones else game.enemy_zones(figure)
    leaves_zone = figure.foot & zones
    if leaves_zone and is_held(game, figure):
        return 0
    if move.hovers:
        # A large base must come clear of all figures under it.
        spots &= free_anchors(figure.card.size, under(game, figure))
    leaves_cover = (
        move.entered_cover & figure.foot and figure.is_hidden and not gait.keeps_cover
    )
    # A single step may lead to a space where something happens.
    is_one_step = leaves_zone or leaves_cover or points == 1
    reached = 0
    if is_one_step or gait.dodges_through:
        reached = single_steps(game, figure, gait, points, passage)
        if gait.passes_models:
            reached &= spots | _bridges(game, figure, gait, move, passage, spots)
        else:
            reached &= spots
        if is_one_step:
            return reached
    calm = quiet(game, figure, gait, move.tested, zones)
    levels = levels_for(game, figure, gait, points, passage, calm)
    return reached | (levels[-1] ^ levels[0]) & spots


def heights(game: Game, figure: Figure, move: Movement, price: int) -> int:
    """Return the elevated spaces one step up, for a step with a price of its own."""
    if move.points < price or is_elevated(game, figure):
        return 0
    gait = move.gait(game, figure)
    if gait.ignores_terrain or (not gait.ignores_zones and is_held(game, figure)):
        return 0
    ground = game.compiled.ground
    if figure.card.size == SMALL:
        found = ZONE[SMALL][1][figure.space] & ground.elevated
    else:
        found = 0
        for facing, high in enumerate(ground.climbs):
            found |= shifted(1 << figure.space, facing) & high
    return found & standable(game, figure)


def _bridges(
    game: Game, figure: Figure, gait: Gait, move: Movement, passage: int, spots: int
) -> int:
    """Return the occupied spaces from which a free one can still be reached."""
    ground, size = game.compiled.ground, figure.card.size
    found = 0
    for facing in range(8):
        near = _neighbour(figure.space, facing)
        if near is None or spots >> near & 1 or not passage >> near & 1:
            continue
        left = move.points - step_cost(ground, gait, size, figure.space, near, facing)
        if left > 0:
            levels = flood(ground, gait, size, near, left, passage, EVERYWHERE)
            found |= (levels[-1] & spots != 0) << near
    return found


def _neighbour(space: int, facing: int) -> int | None:
    mask = shifted(1 << space, facing)
    return mask.bit_length() - 1 if mask else None
