"""The arena: squares, neighbours, sides and quarter turns, always in the table frame.

Squares are numbered row by row from the north-west corner. A square is named by a
letter for its column and a number for its row, counted from the south: a1 is the
south-west corner. Turning the arena moves what stands on it, so equal positions look
equal however they came about (KUMO-WIN-06).
"""

from __future__ import annotations

from functools import cache

SOUTH, WEST, NORTH, EAST = range(4)
SIDE_NAMES = ("south", "west", "north", "east")
# Directions as they are written, with their steps in rows and columns.
DIRECTIONS = ("N", "E", "S", "W")
_STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1))
# The side of the table that lies beyond the edge in each direction.
SIDE_OF_DIRECTION = (NORTH, EAST, SOUTH, WEST)
OFF = -1
CLOCKWISE, COUNTERCLOCKWISE = "cw", "ccw"


class Arena:
    """Tables for an arena with so many squares on a side."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.count = size * size
        self.middle = self.count // 2
        squares = range(self.count)
        # The neighbour in each direction; OFF beyond the edge.
        self.next = tuple(
            tuple(
                self._at(square // size + row, square % size + column)
                for row, column in _STEPS
            )
            for square in squares
        )
        self.neighbours = tuple(
            tuple(other for other in around if other != OFF) for around in self.next
        )
        # The up to eight squares round each square.
        self.around = tuple(
            frozenset(
                other
                for row in (-1, 0, 1)
                for column in (-1, 0, 1)
                if (other := self._at(square // size + row, square % size + column))
                not in (OFF, square)
            )
            for square in squares
        )
        self._lay_edges()
        self._lay_turns()
        self.names = tuple(
            f"{chr(ord('a') + s % size)}{size - s // size}" for s in squares
        )
        self.named = {name: square for square, name in enumerate(self.names)}

    def _lay_edges(self) -> None:
        size, last = self.size, self.size - 1
        # The row nearest to each side of the table.
        self.edge = tuple(
            tuple(
                square
                for square in range(self.count)
                if (square // size, square % size)[side in (WEST, EAST)]
                == (last if side in (SOUTH, EAST) else 0)
            )
            for side in range(4)
        )
        self.on_edge = tuple(frozenset(row) for row in self.edge)

    def _lay_turns(self) -> None:
        size, last, squares = self.size, self.size - 1, range(self.count)
        # Where each square goes with a quarter turn (KUMO-ROT-04).
        self.turned = {
            CLOCKWISE: tuple(s % size * size + last - s // size for s in squares),
            COUNTERCLOCKWISE: tuple(
                (last - s % size) * size + s // size for s in squares
            ),
        }
        # Which square's content arrives at each square: the inverse of the above.
        self.sources = {
            CLOCKWISE: self.turned[COUNTERCLOCKWISE],
            COUNTERCLOCKWISE: self.turned[CLOCKWISE],
        }

    def _at(self, row: int, column: int) -> int:
        if 0 <= row < self.size and 0 <= column < self.size:
            return row * self.size + column
        return OFF


@cache
def arena_of(size: int) -> Arena:
    """Return the tables of an arena, built once."""
    return Arena(size)
