"""Rounds at tables of three or four, for Swiss rounds and for lots.

The teams are put in order, by points or by chance, and sit down in that order; then
two teams swap seats for as long as that makes the round better. What counts, and how
much, is the same as for pairs: the weights of `pairing`, summed over every pair that
sits at one table. For pairs `swiss` finds the very best round; at larger tables that
would take too long, so the best seating of several starts is taken.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from kernel.errors import Refusal
from league.rules.competitions.pairing_explanations import table_reasons
from league.rules.competitions.pairing_weights import (
    Draw,
    Pair,
    Pairing,
    pair_of,
    weigh,
)
from league.rules.competitions.results import EntryId
from league.rules.competitions.swiss import (
    EXACT_UP_TO,
    NEAREST,
    order_key,
    pair_round,
    scales_of,
)
from league.rules.competitions.table_rounds import uneven_table_sentence
from league.rules.competitions.table_seating import (
    Costs,
    Tables,
    seat_tables,
    split_into_tables,
    sum_costs,
)

# A start that seats forbidden pairs together is followed by others, up to so many.
_STARTS = 24


def draw_round(draw: Draw, *, size: int = 2) -> tuple[Pairing, ...]:
    """Return a round at tables of this size where possible.

    Refused if forbidden pairs cannot be kept at different tables.
    """
    if size == 2:
        return pair_round(draw)
    order = sorted(draw.entrants, key=lambda entry: order_key(draw, entry))
    if len(order) == 1:
        why = ("There is no other team to play.",)
        return (Pairing(entries=(order[0],), why=why),)
    sizes = split_into_tables(len(order), size)
    costs = _costs(draw, order)
    tables = _seat(draw, order, sizes, costs)
    for one, other in _together(draw, order, tables):
        names = f"{draw.entrants[one].name} and {draw.entrants[other].name}"
        raise Refusal(
            f"{names} cannot be kept at different tables, but"
            f" {draw.forbidden[one, other]}. Let them meet, or plan smaller"
            " tables.",
            code="cannot-keep-apart",
        )
    made = [tuple(order[seat] for seat in sorted(table)) for table in tables]
    return tuple(
        Pairing(entries=entries, why=tuple(_reasons(draw, entries, size)))
        for entries in sorted(made, key=lambda table: order.index(table[0]))
    )


def _reasons(draw: Draw, entries: tuple[EntryId, ...], size: int) -> Iterator[str]:
    yield from table_reasons(draw, entries)
    if len(entries) != size:
        yield uneven_table_sentence(len(entries), len(draw.entrants), size)


def _costs(draw: Draw, order: Sequence[EntryId]) -> Costs:
    """Combine the weight of each pair into one number, as `swiss` does."""
    pairs = list(combinations(range(len(order)), 2))
    weights = [weigh(draw, order[one], order[other]) for one, other in pairs]
    scales = scales_of(weights, games=2 * len(order))
    costs = [[0] * len(order) for _ in order]
    for (one, other), weight in zip(pairs, weights, strict=True):
        cost = sum(map(int.__mul__, weight, scales))
        costs[one][other] = costs[other][one] = cost
    return costs


def _seat(
    draw: Draw, order: Sequence[EntryId], sizes: Sequence[int], costs: Costs
) -> Tables:
    """Return the cheapest of several seatings: in order, at random, and shifted if
    forbidden pairs still sit together."""
    seats = range(len(order))
    reach = 0 if len(order) <= EXACT_UP_TO else NEAREST
    by_lot = sorted(seats, key=lambda seat: draw.lots[order[seat], order[seat]])
    starts: list[Sequence[int]] = [seats] if reach else [seats, by_lot]
    starts += [[*seats[n:], *seats[:n]] for n in range(1, min(len(order), _STARTS))]
    best: Tables = []
    for number, start in enumerate(starts):
        if number > 1 and not _together(draw, order, best):
            break
        found = seat_tables(sizes, costs, start, reach=reach)
        if not best or sum_costs(found, costs) < sum_costs(best, costs):
            best = found
    return best


def _together(draw: Draw, order: Sequence[EntryId], tables: Tables) -> list[Pair]:
    """Return the forbidden pairs at these tables."""
    pairs = [
        pair_of(order[one], order[other])
        for table in tables
        for one, other in combinations(table, 2)
    ]
    return [pair for pair in pairs if pair in draw.forbidden]
