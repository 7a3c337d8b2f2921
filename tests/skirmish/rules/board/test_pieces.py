"""Where pieces of a challenge are put."""

from __future__ import annotations

import pytest

from skirmish.rules.board.grid import WIDTH, name_of, spaces_in
from skirmish.rules.board.ground import EAST, NORTH, SOUTH, WEST
from skirmish.rules.board.pieces import (
    edge_row,
    free_spaces,
    middle_square,
    nearest,
    space_from_edge,
)
from tests.skirmish.cast import at, ninja, plain_ground, position, spaces


@pytest.mark.parametrize(
    ("edge", "corner", "inward"),
    [
        (SOUTH, "A1", "A2"),
        (NORTH, "T20", "T19"),
        (EAST, "T1", "S1"),
        (WEST, "A20", "B20"),
    ],
)
def test_a_player_counts_from_the_own_left_and_edge(
    edge: int, corner: str, inward: str
) -> None:
    assert name_of(space_from_edge(edge, 1, 1)) == corner
    assert name_of(space_from_edge(edge, 1, 2)) == inward
    row = edge_row(edge)
    assert row.bit_count() == WIDTH
    assert row >> at(corner) & 1
    assert not row >> at(inward) & 1


def test_the_middle_square_lies_in_the_very_middle() -> None:
    assert {name_of(s) for s in spaces_in(middle_square(4))} == {
        "J10",
        "J11",
        "K10",
        "K11",
    }
    assert middle_square(16).bit_count() == 16


def test_a_free_space_exists_and_holds_nothing() -> None:
    ground = plain_ground(outside=1 << at("A2"))
    game = position({"A1": ninja()}, {"T20": ninja()}, ground=ground)
    game.add_lantern(at("A3"))
    game.set_barred(1 << at("A4"))
    free = free_spaces(game)
    assert not free & spaces("A1 A2 A3 A4 T20")
    assert free.bit_count() == WIDTH * WIDTH - 5


def test_the_nearest_of_some_spaces_may_be_several_or_none() -> None:
    start = spaces("E5")
    assert nearest(spaces("E5 E6"), start) == start
    assert nearest(spaces("E8 H5 E9"), start) == spaces("E8 H5")
    assert nearest(0, start) == 0
