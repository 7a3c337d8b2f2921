"""Walking distances of every space from a set of spaces."""

from __future__ import annotations

from functools import lru_cache

from skirmish.rules.board.grid import SPACES, spaces_in, spread
from skirmish.rules.state import State

UNREACHABLE = 60


def distances(state: State, goal: int) -> list[int]:
    """Return the steps from each space to the nearest goal; figures do not count."""
    closed = state.impassable | ~state.compiled.ground.enterable
    return _measured(goal, closed & ~goal)


@lru_cache(maxsize=2048)
def _measured(goal: int, closed: int) -> list[int]:
    steps = [UNREACHABLE] * SPACES
    level, seen, count = goal, goal, 0
    while level:
        for space in spaces_in(level):
            steps[space] = count
        level = spread(level) & ~seen & ~closed
        seen |= level
        count += 1
    return steps
