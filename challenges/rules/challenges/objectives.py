"""Helpers for bot objectives: figures by side, and nearby spaces."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from skirmish.rules.board.grid import spread
from skirmish.rules.figure import Figure
from skirmish.rules.game import Game
from skirmish.rules.objectives import HARM, KEEP, Objective


def enemies(game: Game, seat: int) -> Iterator[Figure]:
    """Return enemy figures on the board, without sentries."""
    side = game.seats[seat].side
    for figure in game.figures:
        if figure.foot and figure.seat >= 0 and figure.side != side:
            yield figure


def own(game: Game, seat: int) -> Iterator[Figure]:
    for figure in game.figures:
        if figure.foot and figure.seat == seat:
            yield figure


def friends(game: Game, seat: int) -> Iterator[Figure]:
    """Return the seat's and its allies' figures on the board."""
    side = game.seats[seat].side
    for figure in game.figures:
        if figure.foot and figure.side == side:
            yield figure


def harm_all(
    targets: Iterable[Figure], worth: float, *, stun: float = 0.0
) -> Iterator[Objective]:
    for target in targets:
        yield Objective(HARM, worth, target=target.key, stun=stun)


def guard_all(targets: Iterable[Figure], worth: float) -> Iterator[Objective]:
    for target in targets:
        yield Objective(KEEP, worth, target=target.key)


def beside(space: int) -> int:
    """Return the spaces next to a space."""
    return spread(1 << space) & ~(1 << space)
