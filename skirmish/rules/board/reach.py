"""How far a figure gets: its gait, and where it may stand, pass and go unnoticed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from skirmish.rules.board.flood_fill import flood, small_steps
from skirmish.rules.board.grid import EVERYWHERE, LARGE_ANCHORS, SMALL, WIDTH
from skirmish.rules.board.ground import anchors_in, free_anchors
from skirmish.rules.figure import Figure
from skirmish.rules.hooks import GAIT, QUIET

if TYPE_CHECKING:
    from skirmish.rules.decision import Decision
    from skirmish.rules.game import Game


class Gait(msgspec.Struct, frozen=True, gc=False, cache_hash=True):
    """What steps cost a mover and what it may pass."""

    rough: int
    climb: int
    passes_models: bool = False
    ignores_terrain: bool = False
    ignores_zones: bool = False
    # It may pass over an enemy, but must dodge to do so.
    dodges_through: bool = False
    # It leaves enemy zones without a dodge, but does not enter them unnoticed.
    slips_out: bool = False
    # Leaving foliage does not cost it its Stealth.
    keeps_cover: bool = False
    # Spaces that are rough for this mover besides the ground's own.
    more_rough: int = 0

    def but(self, **changes: Any) -> Gait:
        """Return the same gait with these changes."""
        return msgspec.structs.replace(self, **changes)


def gait_of(game: Game, figure: Figure) -> Gait:
    return game.modify(GAIT, figure, figure, game.compiled.plain_gait)


def is_elevated(game: Game, figure: Figure) -> bool:
    ground = game.compiled.ground
    high = ground.elevated if figure.card.size == SMALL else ground.high
    return bool(high >> figure.space & 1)


def standable(game: Game, figure: Figure) -> int:
    """Return where the figure may stand, by its anchor."""
    firm = game.firm
    free = firm ^ firm & game.occupied | firm & figure.foot
    return free if figure.card.size == SMALL else anchors_in(figure.card.size, free)


def passable(game: Game, figure: Figure, gait: Gait) -> int:
    """Return where the figure may at least pass."""
    if not (gait.passes_models or gait.ignores_terrain):
        return standable(game, figure)
    taken = game.barred | game.compiled.ground.outside
    if not gait.passes_models:
        taken |= game.occupied & ~figure.foot
    if not gait.ignores_terrain:
        taken |= game.impassable
    return free_anchors(figure.card.size, taken)


def quiet(
    game: Game, figure: Figure, gait: Gait, tested: tuple[int, ...], zones: int
) -> int:
    """Return the spaces that can be entered and left without anything happening.

    `zones` are those that the mover must heed.
    """
    loud = zones
    if gait.dodges_through and not gait.ignores_zones:
        loud |= game.enemies_on(figure)
    if not gait.ignores_terrain:
        if game.bad_near:
            loud |= game.bad_shrines_near(tested) if tested else game.bad_reach
        if figure.is_hidden:
            loud |= game.lantern_light
            if not gait.keeps_cover:
                loud |= game.compiled.ground.foliage
    calm = EVERYWHERE ^ loud
    if figure.card.size != SMALL:
        calm = anchors_in(figure.card.size, calm)
    if QUIET in figure.active_hooks:
        calm &= game.modify(QUIET, figure, figure, EVERYWHERE)
    return calm


def heeded_zones(game: Game, figure: Figure, gait: Gait) -> int:
    """Return the spaces in the zones that a mover must heed."""
    return 0 if gait.ignores_zones else game.enemy_zones(figure)


# A flood, where its mover may pass, and where it is quiet.
FloodResult = tuple[list[int], int, int]
# The decision a flood was computed for, its inputs, and its outcome.
LastFlood = tuple["Decision | None", tuple[object, ...], FloodResult]
NO_FLOOD: LastFlood = (None, (), ([], 0, 0))


def levels_for(
    game: Game, figure: Figure, gait: Gait, points: int, passage: int, calm: int
) -> list[int]:
    """Compute a flood from the figure's space and remember it; see `looked_at`."""
    size, space = figure.card.size, figure.space
    levels = flood(game.compiled.ground, gait, size, space, points, passage, calm)
    source = (figure.key, points, gait, game.occupied)
    game.last_flood = (game.decision, source, (levels, passage, calm))
    return levels


def recall_flood(
    game: Game, figure: Figure, gait: Gait, points: int
) -> FloodResult | None:
    """Return the last flood, if it was computed for the decision being answered.

    A player who was shown where a figure may go mostly sends it there, and nothing
    happens in between. A figure that was moved by hand since is noticed.
    """
    decision, source, looked = game.last_flood
    if (
        decision is not None
        and decision is game.decision
        and source == (figure.key, points, gait, game.occupied)
    ):
        return looked
    return None


def single_steps(
    game: Game, figure: Figure, gait: Gait, points: int, passage: int
) -> int:
    """Return the neighbouring spaces that can be entered for the points at hand."""
    ground, size, space = game.compiled.ground, figure.card.size, figure.space
    if size == SMALL:
        return small_steps(ground, gait, space, points, passage)
    dearest = max(gait.rough, gait.climb, 1)
    levels = flood(ground, gait, size, space, min(points, dearest), passage, 0)
    return levels[-1] ^ levels[0]


FREE = Gait(1, 1, ignores_terrain=True, ignores_zones=True)


def free_reach(game: Game, figure: Figure, distance: int, gait: Gait = FREE) -> int:
    """Return where a movement without dodges may end, without the start.

    It ignores zones and terrain, unless a gait is given.
    """
    passage = passable(game, figure, gait)
    levels = flood(
        game.compiled.ground,
        gait,
        figure.card.size,
        figure.space,
        distance,
        passage,
        EVERYWHERE,
    )
    return (levels[-1] ^ levels[0]) & standable(game, figure)


def adjacent_free(game: Game, figure: Figure, zone: int) -> int:
    """Return the anchors where the figure could stand at least partly in a zone."""
    return standable(game, figure) & touching(figure.card.size, zone)


def touching(size: int, zone: int) -> int:
    """Return the anchors from which a base has at least one space in a zone."""
    if size == SMALL:
        return zone
    anchors = 0
    for dx, dy in ((0, 0), (1, 0), (0, 1), (1, 1)):
        anchors |= zone >> dy * WIDTH + dx
    return anchors & LARGE_ANCHORS
