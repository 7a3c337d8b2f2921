"""The table of plain pools."""

from __future__ import annotations

import pytest

from kernel.dice import FACES
from skirmish.rules.odds.lookup import TABLE_DICE, build_table, table
from skirmish.rules.odds.pool_counts import LawfulCounting
from skirmish.rules.odds.pools import Pool

ALL = (1 << FACES) - 1


def test_the_table_goes_up_to_twelve_dice_a_side() -> None:
    assert TABLE_DICE == 12
    assert len(table()) == TABLE_DICE + 1
    assert all(len(row) == TABLE_DICE + 1 for row in table())


@pytest.mark.parametrize(("own", "other"), [(0, 0), (3, 3), (4, 2), (5, 7), (12, 12)])
def test_an_entry_says_what_the_general_count_says(own: int, other: int) -> None:
    entry, general = table()[own][other], LawfulCounting(Pool(own), Pool(other))
    assert entry.outcomes == general.outcomes
    for mask in (0b1, 0b11, 0b10101, ALL):
        assert entry.ways_without(mask) == general.ways_without(mask)
    for sides in ((0b1, 0), (0, 0b1), (0b100, 0b100), (0b1, 0b10)):
        assert entry.ways_exactly(*sides) == general.ways_exactly(*sides)


def test_a_smaller_table_is_a_corner_of_the_large_one() -> None:
    small = build_table(3)
    assert [entry.without for entry in small[2]] == [
        entry.without for entry in table()[2][:4]
    ]
