"""Line of sight between figures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skirmish.rules.board.grid import SMALL, UNDER, WIDTH, gap
from skirmish.rules.board.rays import is_clear, is_seen
from skirmish.rules.figure import Figure
from skirmish.rules.hooks import SEES_HIDDEN, SIGHT

if TYPE_CHECKING:
    from skirmish.rules.game import Game

UNLIMITED = 2 * WIDTH


def sees(game: Game, viewer: Figure, target: Figure) -> bool:
    """Return whether the viewer has line of sight to the target."""
    if viewer.key == target.key:
        return True
    own, foot = viewer.foot, target.foot
    if not foot or not own:
        return False
    standing = game.occupied
    if game.concealed and not sees_hidden(game, viewer):
        if target.is_hidden:
            return False
        standing &= ~game.concealed
    if SIGHT in viewer.active_hooks:
        limit = game.modify(SIGHT, viewer, viewer, UNLIMITED)
        if limit < UNLIMITED and distance(viewer, target) > limit:
            return False
    if game.compiled.ground.elevated & (own | foot):
        blockers = _blockers(game, viewer, target, standing)
    else:
        blockers = standing | game.opaque
    card = viewer.card
    if card.size == SMALL == target.card.size:
        # Lines are stored without the two spaces at their ends.
        return is_seen(viewer.space, viewer.facing, target.space, blockers, card.reach)
    return _sees_some_space(viewer, target, blockers)


def _sees_some_space(viewer: Figure, target: Figure, blockers: int) -> bool:
    """Check sight if a base is large: from any of its spaces to any of the other's."""
    behind = viewer.back()
    blockers = blockers & ~(viewer.foot | target.foot) | behind
    for end in UNDER[target.card.size][target.space]:
        if not behind >> end & 1:
            for start in UNDER[viewer.card.size][viewer.space]:
                if is_clear(start, end, blockers):
                    return True
    return False


def sees_hidden(game: Game, viewer: Figure) -> bool:
    """Return whether Stealth hides nobody from the viewer."""
    if SEES_HIDDEN in viewer.active_hooks:
        return game.modify(SEES_HIDDEN, viewer, viewer, False)
    return False


def distance(figure: Figure, other: Figure) -> int:
    return gap(figure.space, figure.card.size, other.space, other.card.size)


def _blockers(game: Game, viewer: Figure, target: Figure, standing: int) -> int:
    """Return the blocking spaces if at least one of the figures may be elevated."""
    up = game.compiled.ground.elevated
    viewer_up, target_up = _is_up(game, viewer), _is_up(game, target)
    if not viewer_up and not target_up:
        return standing | game.opaque
    # Tokens up there are elements of their own, on any roof.
    high = _standing_high(game, standing) | game.tokens & up
    if viewer_up and target_up:
        return high | up & ~(_elements(game, viewer) | _elements(game, target))
    higher = viewer if viewer_up else target
    near_own = _elements(game, higher) & higher.zone()
    return high | up & ~near_own


def _standing_high(game: Game, standing: int) -> int:
    """Return the spaces of elevated figures; a large base counts as a whole or not."""
    up = game.compiled.ground.elevated
    for key in game.compiled.large:
        foot = game.figures[key].foot
        # Only a base on the rim differs from the ground under it.
        if foot & up and foot & ~up and foot & standing:
            high = 0
            for figure in game.figures:
                if figure.foot & standing and _is_up(game, figure):
                    high |= figure.foot
            return high
    return standing & up


def _is_up(game: Game, figure: Figure) -> bool:
    ground = game.compiled.ground
    high = ground.elevated if figure.card.size == SMALL else ground.high
    return bool(high >> figure.space & 1)


def _elements(game: Game, figure: Figure) -> int:
    """Return the elevated elements a figure stands on, as one set of spaces."""
    ground = game.compiled.ground
    found = 0
    for element in ground.elements:
        if element & figure.foot:
            found |= element
    return found


def is_watched(game: Game, figure: Figure) -> bool:
    """Return whether any enemy has line of sight to the figure."""
    for part in game.compiled.rivals[figure.side]:
        for other in game.figures[part]:
            if other.foot and sees(game, other, figure):
                return True
    return False
