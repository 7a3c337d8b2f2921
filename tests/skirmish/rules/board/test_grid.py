"""Facing, zones and distances: the geometry everything else stands on."""

from __future__ import annotations

from random import Random

from skirmish.rules.board.grid import (
    BACK,
    COMES_FROM,
    DIRECTION_NAMES,
    DIRECTIONS,
    FIRST_STEP,
    FOOT,
    LARGE,
    SMALL,
    SPACES,
    WIDTH,
    ZONE,
    column_of,
    gap,
    name_of,
    row_of,
    space_at,
    space_named,
    spaces_in,
)
from tests.ledger import rule
from tests.skirmish.cast import at, spaces

MIDDLE = at("J10")


def behind(size: int, reach: int, facing: str, space: int = MIDDLE) -> set[str]:
    mask = BACK[size][reach][DIRECTION_NAMES.index(facing)][space]
    return {name_of(space) for space in spaces_in(mask)}


def test_every_space_has_a_name_and_every_name_a_space() -> None:
    for space in range(SPACES):
        assert space_named(name_of(space)) == space
    assert name_of(0) == "A1"
    assert name_of(SPACES - 1) == "T20"
    for nonsense in ("", "A", "A0", "A21", "U1", "a1", "A01", "AA", "1A"):
        assert space_named(nonsense) is None


@rule("MOVE-01")
def test_a_space_has_up_to_eight_neighbours_and_diagonals_count_one() -> None:
    assert ZONE[SMALL][1][MIDDLE].bit_count() == 8
    assert ZONE[SMALL][1][at("A1")] == spaces("A2 B1 B2")
    assert gap(at("A1"), SMALL, at("F6"), SMALL) == 5
    assert gap(at("A1"), SMALL, at("F3"), SMALL) == 5


@rule("FACE-01", "FACE-02", "FACE-03")
def test_the_back_is_the_three_spaces_opposite_the_facing() -> None:
    assert behind(SMALL, 1, "N") == {"I9", "J9", "K9"}
    assert behind(SMALL, 1, "NE") == {"I10", "I9", "J9"}
    for number, facing in enumerate(DIRECTION_NAMES):
        dx, dy = DIRECTIONS[number]
        opposite = space_at(column_of(MIDDLE) - dx, row_of(MIDDLE) - dy)
        assert name_of(opposite) in behind(SMALL, 1, facing)
        assert len(behind(SMALL, 1, facing)) == 3


@rule("LARGE-01")
def test_a_large_base_covers_a_block_of_four_spaces_on_the_board() -> None:
    assert FOOT[LARGE][at("J10")] == spaces("J10 K10 J11 K11")
    assert FOOT[SMALL][at("J10")] == spaces("J10")
    # Beyond the last but one row or column it would hang over the edge.
    assert [bool(FOOT[LARGE][at(name)]) for name in ("S19", "T5", "E20")] == [
        True,
        False,
        False,
    ]


@rule("FACE-09", "FACE-10", "LARGE-11")
def test_a_large_base_has_its_whole_rear_row_or_three_spaces_behind_it() -> None:
    assert ZONE[LARGE][1][MIDDLE].bit_count() == 12
    assert behind(LARGE, 1, "N") == {"I9", "J9", "K9", "L9"}
    assert behind(LARGE, 1, "E") == {"I9", "I10", "I11", "I12"}
    for facing in ("NE", "SE", "SW", "NW"):
        assert len(behind(LARGE, 1, facing)) == 3
    assert behind(LARGE, 1, "NE") == {"I9", "I10", "J9"}


@rule("KEY-ENTANGLE-01", "KEY-ENTANGLE-03")
def test_a_zone_of_two_spaces_is_divided_by_the_same_angle() -> None:
    assert ZONE[SMALL][2][MIDDLE].bit_count() == 24
    assert ZONE[LARGE][2][MIDDLE].bit_count() == 32
    for number, facing in enumerate(DIRECTION_NAMES):
        assert len(behind(SMALL, 2, facing)) == 8
        assert len(behind(LARGE, 2, facing)) == (8 if number % 2 else 10)


@rule("LARGE-10")
def test_distance_to_a_large_base_is_measured_to_its_nearest_space() -> None:
    assert gap(at("A1"), SMALL, at("C3"), LARGE) == 2
    assert gap(at("F4"), SMALL, at("C3"), LARGE) == 2
    assert gap(at("C3"), LARGE, at("F4"), SMALL) == 2
    assert gap(at("A1"), LARGE, at("C3"), LARGE) == 1


def test_tables_agree_with_a_slow_reckoning() -> None:
    for space in (0, 19, 380, 399, 7, 140, 159, 210):
        for size in (SMALL, LARGE):
            anchor_fits = column_of(space) + size < 20 and row_of(space) + size < 20
            for reach in (1, 2):
                near = {
                    other
                    for other in range(SPACES)
                    if 1 <= gap(space, size, other, SMALL) <= reach
                }
                zone = set(spaces_in(ZONE[size][reach][space]))
                assert zone == (near if anchor_fits else set())
                for facing in range(8):
                    assert (
                        BACK[size][reach][facing][space] & ~ZONE[size][reach][space]
                        == 0
                    )


def test_of_several_steps_the_first_by_the_order_of_directions_is_found() -> None:
    random = Random(1)
    for space in range(SPACES):
        for _ in range(20):
            ways = [way for way in COMES_FROM[space] if random.random() < 0.4]
            if ways:
                origins = sum(bit for bit, _ in ways)
                first = space + FIRST_STEP[origins << WIDTH + 1 >> space]
                assert first == ways[0][1]
