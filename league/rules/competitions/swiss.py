"""Pair a round with the smallest possible weight.

The weights of `pairing_weights` are packed into one integer for each possible pairing,
wide enough that no sum at one level can reach the next. A perfect matching with the
smallest sum is then exactly the best round. A bye evens out an odd number of teams.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, islice

from kernel.errors import Refusal
from league.rules.competitions.pairing_explanations import bye_reasons, pairing_reasons
from league.rules.competitions.pairing_weights import (
    Draw,
    Level,
    Pairing,
    Weight,
    pair_of,
    weigh,
)
from league.rules.competitions.results import EntryId

# Stands for the missing opponent in a bye.
NOBODY = EntryId(-1)
# From this many teams on, comparing all pairs takes seconds.
EXACT_UP_TO = 128
NEAREST = 16

Couple = tuple[EntryId, EntryId]


def pair_round(draw: Draw, *, exact_up_to: int = EXACT_UP_TO) -> tuple[Pairing, ...]:
    """Return the best round, strongest pairing first and the bye last.

    Refused if forbidden pairs cannot be avoided. In a field larger than
    `exact_up_to` each team is only compared with the next ones below it, and with
    more if that gives no round.
    """
    pairs = _best(draw, exact_up_to)
    for one, other in pairs:
        reason = draw.forbidden.get(pair_of(one, other))
        if reason is not None:
            names = [draw.entrants[entry].name for entry in (one, other)]
            raise Refusal(
                f"Every possible round pairs {names[0]} with {names[1]}, but"
                f" {reason}. Let them meet, or let a team sit out.",
                code="cannot-keep-apart",
            )
    games = [pair for pair in pairs if NOBODY not in pair]
    made = [_pairing(draw, one, other) for one, other in _in_order(draw, games)]
    for pair in pairs:
        if NOBODY in pair:
            resting = next(entry for entry in pair if entry != NOBODY)
            why = bye_reasons(draw, resting)
            made.append(Pairing(entries=(resting,), why=why))
    return tuple(made)


def _pairing(draw: Draw, one: EntryId, other: EntryId) -> Pairing:
    return Pairing(entries=(one, other), why=pairing_reasons(draw, one, other))


def _in_order(draw: Draw, pairs: Sequence[Couple]) -> list[Couple]:
    """Sort pairings: the stronger team first, and the strongest pair first."""

    def key(entry: EntryId) -> tuple[int, int, int]:
        return order_key(draw, entry)

    sorted_pairs = [
        (one, other) if key(one) < key(other) else (other, one) for one, other in pairs
    ]
    return sorted(sorted_pairs, key=lambda pair: (key(pair[0]), key(pair[1])))


def order_key(draw: Draw, entry: EntryId) -> tuple[int, int, int]:
    """Return the sort key of teams; random where points do not count."""
    if Level.SCORE not in draw.levels:
        return 0, draw.lots[entry, entry], entry
    one = draw.entrants[entry]
    return -one.points, draw.seeds.get(entry, -one.rating), entry


def _best(draw: Draw, exact_up_to: int) -> list[Couple]:
    # Slow to import, and needed only to draw a round.
    from networkx import Graph, min_weight_matching  # noqa: PLC0415

    entries = sorted(draw.entrants, key=lambda entry: order_key(draw, entry))
    games = (len(entries) + 1) // 2
    nearest = len(entries) if len(entries) <= exact_up_to else NEAREST
    while True:
        couples = list(_couples(draw, entries, nearest))
        weights = [
            weigh(draw, one, None if other == NOBODY else other)
            for one, other in couples
        ]
        scales = scales_of(weights, games=games)
        graph = Graph()
        for (one, other), weight in zip(couples, weights, strict=True):
            folded = map(int.__mul__, weight, scales)
            graph.add_edge(one, other, weight=sum(folded))
        found = [
            (EntryId(one), EntryId(other)) for one, other in min_weight_matching(graph)
        ]
        if len(found) == games or nearest >= len(entries):
            return found
        nearest *= 2


def _couples(draw: Draw, entries: Sequence[EntryId], nearest: int) -> Iterator[Couple]:
    """Return possible pairs: all, or each team with the next below it.

    In a large field, pairs that have met or must not meet are skipped, so that more
    teams are considered.
    """
    if nearest >= len(entries):
        yield from combinations(entries, 2)
    else:
        for number, one in enumerate(entries):
            fresh = (
                other
                for other in entries[number + 1 :]
                if not _is_marred(draw, one, other)
            )
            yield from ((one, other) for other in islice(fresh, nearest))
    if len(entries) % 2:
        resting = sorted(entries, key=lambda entry: weigh(draw, entry, None))
        yield from ((one, NOBODY) for one in resting[:nearest])


def _is_marred(draw: Draw, one: EntryId, other: EntryId) -> bool:
    pair = pair_of(one, other)
    return pair in draw.forbidden or draw.met.get(pair, 0) > 0


def scales_of(weights: Sequence[Weight], *, games: int) -> list[int]:
    """Return the factor of each level, larger than any sum of the levels below."""
    scales = [1] * len(Level)
    for level in reversed(range(len(Level) - 1)):
        highest = max((weight[level + 1] for weight in weights), default=0)
        scales[level] = scales[level + 1] * (highest * games + 1)
    return scales
