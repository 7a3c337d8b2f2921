"""Rounds with three or four teams at a table: seating, schedules and drawn rounds.

Few numbers of teams have a schedule in which each pair meets exactly once. Rounds of a
round robin are therefore seated one after the other, each with as many new meetings as
possible, until every pair has met. The number of teams alone decides how many rounds
that takes; the dice only decide who takes which seat.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from itertools import combinations, combinations_with_replacement

from kernel.dice import Dice, SeededDice, shuffled
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
from league.rules.competitions.round_robin import Rounds, rounds_of
from league.rules.competitions.swiss import (
    EXACT_UP_TO,
    NEAREST,
    order_key,
    pair_round,
    scales_of,
)

# Schedules for more teams would outlast any season and take long to compute.
TEAMS_MAX = 64
_APART = 1_000_000
_SEED = "0" * 64  # the same schedule for everyone; who sits where is drawn
_MET_BEFORE = 8
# How many seatings and schedules are tried. Small fields get more tries.
_SEATINGS = 96
_SCHEDULES = 100

Seat = tuple[int, int]
Seating = tuple[tuple[tuple[int, ...], ...], ...]


def draw_table_rounds(
    entries: Sequence[EntryId],
    dice: Dice,
    *,
    size: int,
    apart: Collection[Pair] = (),
    is_double: bool = False,
    is_seeded: bool = False,
) -> Rounds:
    """Return rounds in which every pair sits at one table at least once.

    The dice decide who sits where. If it `is_seeded`, the first of the entries share
    the first table of the last round. Pairs of `apart` never sit together. They can
    cost other pairs their meeting, as the rounds do not become more; and where they
    leave no seating at all, the draw is refused.
    """
    if len(entries) < 2:
        raise Refusal("A round robin needs at least two teams.", code="too-few-teams")
    if len(entries) > TEAMS_MAX:
        raise Refusal(
            f"A round robin at tables of {SIZE_WORDS[size]} takes at most"
            f" {TEAMS_MAX} teams in a group, and you have {len(entries)}. Draw"
            " more groups, or plan Swiss rounds.",
            code="too-many-teams",
        )
    seats = (
        _seat_by_seeding(entries, size)
        if is_seeded
        else shuffled(sorted(entries), dice)
    )
    kept = frozenset(
        (one, other)
        for one, other in combinations(range(len(seats)), 2)
        if pair_of(seats[one], seats[other]) in apart
    )
    rounds = tuple(
        tuple(
            Pairing(
                entries=tuple(seats[seat] for seat in table),
                why=_size_reasons(len(table), len(seats), size),
            )
            for table in tables
        )
        for tables in _seat_all(len(seats), size, kept)
    )
    _refuse_together(rounds, apart)
    if is_seeded:
        rounds = rounds[::-1]
    return rounds * 2 if is_double else rounds


def _seat_by_seeding(entries: Sequence[EntryId], size: int) -> list[EntryId]:
    """Give the tables of the first round to the entries in their order: its meetings
    are all new, and a seeded schedule plays it last."""
    first, *_ = _seat_all(len(entries), size)
    chairs = [seat for table in first for seat in table]
    seated = dict(zip(chairs, entries, strict=True))
    return [seated[seat] for seat in range(len(entries))]


def count_table_rounds(teams: int, size: int, *, is_double: bool = False) -> int:
    """Return how many rounds it takes until every pair has met."""
    if not 2 <= teams <= TEAMS_MAX:
        return rounds_of(teams, is_double=is_double)
    return len(_seat_all(teams, size)) * (2 if is_double else 1)


def _size_reasons(seated: int, teams: int, size: int) -> tuple[str, ...]:
    why = f"Every team meets every other team, at tables of {SIZE_WORDS[size]}."
    return (
        (why,) if seated == size else (why, uneven_table_sentence(seated, teams, size))
    )


def uneven_table_sentence(seated: int, teams: int, size: int) -> str:
    """Return why a table has another size than the league chose."""
    return (
        f"{teams} teams do not divide into tables of {SIZE_WORDS[size]}, so"
        f" this one seats {SIZE_WORDS[seated]}."
    )


def _refuse_together(rounds: Rounds, apart: Collection[Pair]) -> None:
    for made in rounds:
        for table in made:
            for one, other in combinations(table.entries, 2):
                if pair_of(one, other) in apart:
                    raise Refusal(
                        "Teams that must not meet cannot be kept at different tables."
                        " Let them meet, or choose smaller tables.",
                        code="cannot-keep-apart",
                    )


@lru_cache(maxsize=64)
def _seat_all(teams: int, size: int, apart: frozenset[Seat] = frozenset()) -> Seating:
    """Return the shortest of several schedules; with forbidden pairs, none longer
    than without."""
    dice = SeededDice(_SEED, f"{teams} teams at tables of {size}")
    tries = [
        _seat_rounds(teams, size, apart, dice) for _ in range(1 + _SCHEDULES // teams)
    ]
    best = min(tries, key=len)
    return best[: len(_seat_all(teams, size))] if apart else best


def _seat_rounds(teams: int, size: int, apart: frozenset[Seat], dice: Dice) -> Seating:
    met = dict.fromkeys(combinations(range(teams), 2), 0)
    rounds: list[tuple[tuple[int, ...], ...]] = []
    while not all(times or pair in apart for pair, times in met.items()):
        if len(rounds) == rounds_of(teams):
            break
        tables = _seat_round(teams, size, met, apart, dice)
        rounds.append(tuple(tuple(table) for table in tables))
        for table in tables:
            for pair in combinations(sorted(table), 2):
                met[pair] += 1
    return tuple(rounds)


def _seat_round(
    teams: int,
    size: int,
    met: dict[Seat, int],
    apart: frozenset[Seat],
    dice: Dice,
) -> Tables:
    """Return the seating with the most new meetings of all that were tried."""
    costs = [[0] * teams for _ in range(teams)]
    for (one, other), times in met.items():
        cost = _MET_BEFORE + times * times if times else 0
        cost += _APART if (one, other) in apart else 0
        costs[one][other] = costs[other][one] = cost
    sizes = split_into_tables(teams, size)
    found = [
        seat_tables(sizes, costs, shuffled(range(teams), dice))
        for _ in range(1 + _SEATINGS // teams)
    ]
    return min(found, key=lambda tables: sum_costs(tables, costs))


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
        Pairing(entries=entries, why=tuple(_draw_reasons(draw, entries, size)))
        for entries in sorted(made, key=lambda table: order.index(table[0]))
    )


def _draw_reasons(draw: Draw, entries: tuple[EntryId, ...], size: int) -> Iterator[str]:
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
