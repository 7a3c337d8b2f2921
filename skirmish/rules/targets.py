"""Figures that a keyword or an ability may target."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from skirmish.rules.board.grid import spaces_in
from skirmish.rules.board.sight import UNLIMITED, distance
from skirmish.rules.figure import Figure
from skirmish.rules.hooks import SEES_HIDDEN

if TYPE_CHECKING:
    from skirmish.rules.game import Game


def find_targets(game: Game, me: Figure, reach: int = UNLIMITED) -> list[Figure]:
    """Return every figure near enough, seen or not, except enemies in Stealth."""
    sharp = bool(game.concealed) and game.modify(SEES_HIDDEN, me, me, False)
    return [
        other
        for other in game.figures
        if other.foot
        and (sharp or other.side == me.side or not other.is_hidden)
        and distance(me, other) <= reach
    ]


def keys_of(figures: Iterable[Figure]) -> int:
    """Return the figures as a set, for a group of options."""
    return sum(1 << figure.key for figure in figures)


def figures_of(game: Game, keys: int) -> list[Figure]:
    """Return the figures of such a set."""
    return [game.figures[key] for key in spaces_in(keys)] if keys else []
