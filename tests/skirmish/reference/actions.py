"""Whom somebody may attack or shoot at, and what else it may do where it stands."""

from __future__ import annotations

from skirmish.rules.board.grid import WIDTH
from skirmish.rules.figure import BOARD, Figure
from skirmish.rules.game import Game
from tests.skirmish.reference.sight import can_see
from tests.skirmish.reference.spaces import (
    apart,
    behind,
    near,
    sharp,
    under,
)
from tests.skirmish.reference.values import may_be_shot, may_hit, reach_of


def can_attack(game: Game, attacker: Figure) -> set[int]:
    reach = reach_of(game, attacker)
    found = set()
    for target in game.figures:
        if target.side == attacker.side or target.place != BOARD:
            continue
        if target.is_hidden and not sharp(game, attacker):
            continue
        mine, theirs = under(attacker), under(target)
        front = {c for c in near(mine, 1) if not behind(attacker, c)}
        is_near = bool(theirs & front)
        if not is_near and reach > 1:
            is_near = apart(mine, theirs) <= reach and can_see(game, attacker, target)
        if is_near and may_hit(game, attacker, target):
            found.add(target.key)
    return found


def can_shoot(game: Game, shooter: Figure, distance: int) -> set[int]:
    return {
        target.key
        for target in game.figures
        if target.side != shooter.side
        and target.place == BOARD
        and apart(under(shooter), under(target)) <= distance
        and can_see(game, shooter, target)
        and may_be_shot(game, target)
    }


def can_pray_at(game: Game, figure: Figure) -> set[int]:
    """The shrines next to a figure that do good."""
    here = near(under(figure), 1)
    return {
        space
        for space, status in game.shrines
        if status not in game.compiled.shrine_harms
        and (space % WIDTH, space // WIDTH) in here
    }


def is_watched(game: Game, figure: Figure) -> bool:
    return any(
        can_see(game, other, figure)
        for other in game.figures
        if other.side != figure.side and other.place == BOARD
    )
