"""Tables of three or four: how many there are, and who sits at which.

A match has two to four teams (GROUP-02). A league can choose how many sit down at each
table; where its teams do not divide into tables of that size, as few tables as
possible have another size, and no team is left alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations_with_replacement

TABLE_SIZES = (2, 3, 4)
SIZE_WORDS = {2: "two", 3: "three", 4: "four"}
# Two tables of another size are always enough; see `split_into_tables`.
_OTHERS_MAX = 2

Costs = Sequence[Sequence[int]]
Tables = list[list[int]]


def split_into_tables(teams: int, size: int) -> tuple[int, ...]:
    """Return the size of each table, those of another size last.

    A single team has nobody to play, and is returned as a table of one.
    """
    if teams == 1:
        return (1,)
    other_sizes = sorted(set(TABLE_SIZES) - {size}, reverse=True)
    for count in range(_OTHERS_MAX + 1):
        for others in combinations_with_replacement(other_sizes, count):
            rest = teams - sum(others)
            if rest >= 0 and rest % size == 0:
                return (*[size] * (rest // size), *others)
    raise AssertionError(f"{teams} teams fit tables of {size}.")


def seat_tables(
    sizes: Sequence[int], costs: Costs, order: Sequence[int], *, reach: int = 0
) -> Tables:
    """Seat everyone at low cost: no swap of two seats makes the sum smaller.

    `costs[one][other]` is the price of seating two together, the same both ways and
    zero for a team with itself. The tables are filled in the given order, then seats
    are swapped for as long as that helps; with a `reach`, only with so many of the
    next in the order.
    """
    tables: Tables = []
    for size in sizes:
        start = sum(map(len, tables))
        tables.append(list(order[start : start + size]))
    place = {one: number for number, table in enumerate(tables) for one in table}
    # What each would cost at each table, so that a swap is priced by looking up.
    sums = [
        [sum(row[other] for other in table) for table in tables]
        for row in (costs[one] for one in range(len(order)))
    ]
    reach = reach or len(order)
    is_better = True
    while is_better:
        is_better = False
        for number, one in enumerate(order):
            for other in order[number + 1 : number + 1 + reach]:
                here, there = place[one], place[other]
                if here != there and _change(sums, costs, place, one, other) < 0:
                    place[one], place[other] = there, here
                    _move(sums, costs, (one, here), (other, there))
                    is_better = True
    seated: Tables = [[] for _ in tables]
    for one in order:
        seated[place[one]].append(one)
    return seated


def sum_costs(tables: Tables, costs: Costs) -> int:
    """Return the price of all pairs that sit together."""
    return sum(costs[one][other] for t in tables for one in t for other in t) // 2


def _change(
    sums: list[list[int]], costs: Costs, place: dict[int, int], one: int, other: int
) -> int:
    """Return by how much the sum grows if two swap their seats."""
    here, there = place[one], place[other]
    return (
        sums[other][here]
        + sums[one][there]
        - sums[one][here]
        - sums[other][there]
        - 2 * costs[one][other]
    )


def _move(
    sums: list[list[int]], costs: Costs, left: tuple[int, int], right: tuple[int, int]
) -> None:
    (one, here), (other, there) = left, right
    for row, cost in zip(sums, costs, strict=True):
        difference = cost[other] - cost[one]
        row[here] += difference
        row[there] -= difference
