"""Line of sight between figures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skirmish.rules.events import SEES_HIDDEN, SIGHT
from skirmish.rules.figure import Figure
from skirmish.rules.grid import SMALL, WIDTH, gap, spaces_in
from skirmish.rules.rays import is_clear, is_seen

if TYPE_CHECKING:
    from skirmish.rules.game import Game

UNLIMITED = 2 * WIDTH


def sees(game: Game, viewer: Figure, target: Figure) -> bool:
    """Whether the viewer has line of sight to the target."""
    if viewer.key == target.key:
        return True
    if not target.foot or not viewer.foot:
        return False
    sharp = game.fire(SEES_HIDDEN, viewer, viewer, False)
    if target.is_hidden and not sharp:
        return False
    limit = game.fire(SIGHT, viewer, viewer, UNLIMITED)
    if limit < UNLIMITED and distance(viewer, target) > limit:
        return False
    card = viewer.card
    blockers = _blockers(game, viewer, target, sharp=sharp)
    blockers &= ~(viewer.foot | target.foot)
    if card.size == SMALL == target.card.size and card.reach == 1:
        return is_seen(viewer.space, viewer.facing, target.space, blockers)
    behind = viewer.back()
    shown = target.foot & ~behind
    blockers |= behind
    return any(
        is_clear(start, end, blockers)
        for start in spaces_in(viewer.foot)
        for end in spaces_in(shown)
    )


def distance(figure: Figure, other: Figure) -> int:
    return gap(figure.space, figure.card.size, other.space, other.card.size)


def _blockers(game: Game, viewer: Figure, target: Figure, *, sharp: bool) -> int:
    standing = game.occupied if sharp else game.occupied & ~game.concealed
    up = game.table.ground.elevated
    if not up & (viewer.foot | target.foot):
        return standing | game.opaque
    viewer_up, target_up = _is_up(game, viewer), _is_up(game, target)
    if not viewer_up and not target_up:
        return standing | game.opaque
    if viewer_up and target_up:
        return standing & up | up & ~(_elements(game, viewer) | _elements(game, target))
    higher = viewer if viewer_up else target
    near_own = _elements(game, higher) & higher.ring()
    return standing & up | up & ~near_own


def _is_up(game: Game, figure: Figure) -> bool:
    ground = game.table.ground
    high = ground.elevated if figure.card.size == SMALL else ground.high
    return bool(high >> figure.space & 1)


def _elements(game: Game, figure: Figure) -> int:
    """The elevated elements a figure stands on, as one set of spaces."""
    ground = game.table.ground
    found = 0
    for element in ground.elements:
        if element & figure.foot:
            found |= element
    return found


def is_watched(game: Game, figure: Figure) -> bool:
    """Whether any enemy has line of sight to the figure."""
    side = figure.side
    for other in game.figures:
        if other.foot and other.side != side and sees(game, other, figure):
            return True
    return False
