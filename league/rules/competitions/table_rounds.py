"""Round robins at tables of three or four: everyone sits down with everyone.

Few numbers of teams have a schedule in which each pair meets exactly once. Rounds are
therefore seated one after the other, each with as many new meetings as can be found,
until every pair has met. How many rounds that takes depends on the number of teams
alone; the dice only decide who takes which seat.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache
from itertools import combinations

from kernel.dice import Dice, SeededDice, shuffled
from kernel.errors import Refusal
from league.rules.competitions.pairing_weights import Pair, Pairing, pair_of
from league.rules.competitions.results import EntryId
from league.rules.competitions.round_robin import Rounds, rounds_of
from league.rules.competitions.table_seating import (
    SIZE_WORDS,
    Tables,
    seat_tables,
    split_into_tables,
    sum_costs,
)

# With more teams the schedule takes longer than any season, and long to find.
TEAMS_MAX = 64
_APART = 1_000_000
_SEED = "0" * 64  # the same schedule for everyone; who sits where is drawn
_MET_BEFORE = 8
# Seatings and schedules that are tried for each; small fields are worth more.
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
                why=_reasons(len(table), len(seats), size),
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


def _reasons(seated: int, teams: int, size: int) -> tuple[str, ...]:
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
