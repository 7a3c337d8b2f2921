"""What aims are made of: who is who for a seat, and what lies around a space."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from skirmish.rules.board.grid import spread
from skirmish.rules.figure import Figure
from skirmish.rules.game import Game
from skirmish.rules.objectives import HARM, KEEP, Objective


def enemies(game: Game, seat: int) -> Iterator[Figure]:
    """The figures of other sides on the board; sentries are nobody's rivals."""
    side = game.seats[seat].side
    for figure in game.figures:
        if figure.foot and figure.seat >= 0 and figure.side != side:
            yield figure


def own(game: Game, seat: int) -> Iterator[Figure]:
    for figure in game.figures:
        if figure.foot and figure.seat == seat:
            yield figure


def friends(game: Game, seat: int) -> Iterator[Figure]:
    """The own figures on the board and those of allies."""
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
    """The spaces next to one."""
    return spread(1 << space) & ~(1 << space)
