"""Pieces of a challenge on the board: where they are placed and who may see them."""

from __future__ import annotations

from collections.abc import Sequence
from math import isqrt
from typing import TYPE_CHECKING, NamedTuple

from skirmish.rules.board.grid import WIDTH, mask_of, space_at, spread
from skirmish.rules.board.ground import EAST, NORTH, SOUTH

if TYPE_CHECKING:
    from skirmish.rules.game import Game

# Kinds of pieces, and the name of a crate that was turned up.
GOAL, MEDAL, CRATE, ROLE = "goal", "medal", "crate", "role"
OPEN = "open"


class Piece(NamedTuple):
    """One thing that a challenge adds, as every player may see it.

    It lies on a space or belongs to a figure; the other is -1. `seat` is the team it
    concerns. `name` tells roles apart, `face` is the element of an open crate. In an
    arrangement a closed crate has its element too, and an open one is named OPEN.
    """

    kind: str
    space: int = -1
    figure: int = -1
    seat: int = -1
    name: str = ""
    face: int = -1


def space_from_edge(edge: int, left: int, inward: int) -> int:
    """Return the space that far from a player's left and own edge, counted from 1."""
    along, in_ = left - 1, inward - 1
    if edge == SOUTH:
        return space_at(along, in_)
    if edge == NORTH:
        return space_at(WIDTH - 1 - along, WIDTH - 1 - in_)
    if edge == EAST:
        return space_at(WIDTH - 1 - in_, along)
    return space_at(in_, WIDTH - 1 - along)


def middle_square(spaces: int) -> int:
    """Return the square of that many spaces in the very middle of the board."""
    side = isqrt(spaces)
    first = (WIDTH - side) // 2
    return sum(
        1 << space_at(column, row)
        for column in range(first, first + side)
        for row in range(first, first + side)
    )


def edge_row(edge: int) -> int:
    """Return the outermost spaces along an edge of the board."""
    return sum(1 << space_from_edge(edge, along, 1) for along in range(1, WIDTH + 1))


def free_spaces(game: Game) -> int:
    """Return the spaces that exist and hold neither a figure nor a token."""
    return game.compiled.ground.enterable & ~(game.occupied | game.impassable)


def are_apart(game: Game, spaces: Sequence[int]) -> bool:
    """Return whether the spaces are all different and none holds a token."""
    return len(set(spaces)) == len(spaces) and not mask_of(*spaces) & game.tokens


def nearest(spaces: int, start: int) -> int:
    """Return those of the spaces that lie nearest to a set; 0 if there are none."""
    reached = start
    for _ in range(WIDTH):
        if reached & spaces:
            break
        reached = spread(reached)
    return reached & spaces
