"""How teams are split into tables, and seats swapped until no swap helps."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from league.rules.competitions.multiplayer_rounds import (
    seat_tables,
    split_into_tables,
    sum_costs,
)
from tests.ledger import rule

pytestmark = rule("GROUP-02")


@pytest.mark.parametrize("size", [3, 4])
@pytest.mark.parametrize("teams", range(2, 25))
def test_every_team_has_a_seat_at_a_table_of_two_to_four(teams: int, size: int) -> None:
    sizes = split_into_tables(teams, size)
    assert sum(sizes) == teams
    assert set(sizes) <= {2, 3, 4}


@pytest.mark.parametrize("size", [3, 4])
@pytest.mark.parametrize("teams", range(2, 25))
def test_no_split_has_fewer_tables_of_another_size(teams: int, size: int) -> None:
    fewest = min(
        twos + (fours if size == 3 else threes)
        for twos in range(teams // 2 + 1)
        for threes in range(teams // 3 + 1)
        for fours in range(teams // 4 + 1)
        if 2 * twos + 3 * threes + 4 * fours == teams
    )
    sizes = split_into_tables(teams, size)
    assert sum(one != size for one in sizes) == fewest


@pytest.mark.parametrize(
    ("teams", "size", "expected"),
    [
        (1, 3, (1,)),
        (4, 3, (4,)),
        (5, 3, (3, 2)),
        (7, 3, (3, 4)),
        (9, 3, (3, 3, 3)),
        (5, 4, (3, 2)),
        (6, 4, (4, 2)),
        (9, 4, (4, 3, 2)),
        (11, 4, (4, 4, 3)),
    ],
)
def test_tables_of_another_size_come_last(
    teams: int, size: int, expected: tuple[int, ...]
) -> None:
    assert split_into_tables(teams, size) == expected


@settings(max_examples=40, deadline=None)
@given(data=st.data(), teams=st.integers(2, 12), size=st.sampled_from([3, 4]))
def test_no_swap_of_two_seats_is_cheaper(
    data: st.DataObject, teams: int, size: int
) -> None:
    costs = [[0] * teams for _ in range(teams)]
    for one, other in combinations(range(teams), 2):
        costs[one][other] = costs[other][one] = data.draw(st.integers(0, 9))
    sizes = split_into_tables(teams, size)
    tables = seat_tables(sizes, costs, range(teams))
    assert sorted(seat for table in tables for seat in table) == list(range(teams))
    assert tuple(map(len, tables)) == sizes
    for one, other in combinations(range(teams), 2):
        places = {one: other, other: one}
        swapped = [[places.get(seat, seat) for seat in table] for table in tables]
        assert sum_costs(swapped, costs) >= sum_costs(tables, costs)


def test_with_a_reach_only_neighbours_swap() -> None:
    costs = [[0] * 6 for _ in range(6)]
    costs[0][1] = costs[1][0] = 5
    assert seat_tables((3, 3), costs, range(6), reach=1) == [[0, 1, 2], [3, 4, 5]]
    assert sum_costs(seat_tables((3, 3), costs, range(6)), costs) == 0
