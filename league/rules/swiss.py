"""A round of pairings of the smallest weight there is.

The weights of `pairing` are folded into one whole number for each possible pairing,
wide enough that no sum at one level can reach the next. A perfect matching of the
smallest sum is then the best round, exactly and not by rule of thumb. An odd number
of teams is made even by a bye.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from kernel.errors import Refusal
from league.rules.pairing import Draw, Entrant, Level, Pairing, Weight, pair_of, weigh
from league.rules.pairing_reasons import bye_reasons, pairing_reasons
from league.rules.results import EntryId

# Stands for the missing opponent of whoever has the bye.
NOBODY = EntryId(-1)


def pair_round(draw: Draw) -> tuple[Pairing, ...]:
    """The best round, strongest pairing first and the bye last.

    It is refused if pairs that must not meet cannot be kept apart.
    """
    pairs = _best(draw)
    for one, other in pairs:
        reason = draw.forbidden.get(pair_of(one, other))
        if reason is not None:
            names = [draw.entrants[entry].name for entry in (one, other)]
            raise Refusal(
                f"There is no round in which {names[0]} and {names[1]} do not meet,"
                f" but {reason}. Lift this, or let a team sit out.",
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


def _in_order(
    draw: Draw, pairs: Sequence[tuple[EntryId, EntryId]]
) -> list[tuple[EntryId, EntryId]]:
    """The higher team of a pair first, and the highest pair first."""

    def strength(entrant: Entrant) -> tuple[int, int, int]:
        return -entrant.points, -entrant.rating, entrant.entry

    def key(entry: EntryId) -> tuple[int, int, int]:
        return strength(draw.entrants[entry])

    sorted_pairs = [
        (one, other) if key(one) < key(other) else (other, one) for one, other in pairs
    ]
    return sorted(sorted_pairs, key=lambda pair: (key(pair[0]), key(pair[1])))


def _best(draw: Draw) -> list[tuple[EntryId, EntryId]]:
    # Loading it takes long, and only whoever draws a round needs it.
    from networkx import Graph, min_weight_matching  # noqa: PLC0415

    entries = list(draw.entrants)
    if len(entries) % 2:
        entries.append(NOBODY)
    weights: dict[tuple[EntryId, EntryId], Weight] = {
        (one, other): weigh(draw, one, None if other == NOBODY else other)
        for one, other in combinations(entries, 2)
    }
    graph = Graph()
    scales = _scales(list(weights.values()), games=len(entries) // 2)
    for (one, other), weight in weights.items():
        folded = sum(value * scale for value, scale in zip(weight, scales, strict=True))
        graph.add_edge(one, other, weight=folded)
    return [(EntryId(one), EntryId(other)) for one, other in min_weight_matching(graph)]


def _scales(weights: Sequence[Weight], *, games: int) -> list[int]:
    """What one step of each level counts: more than all that is below it can sum to."""
    scales = [1] * len(Level)
    for level in reversed(range(len(Level) - 1)):
        highest = max(weight[level + 1] for weight in weights)
        scales[level] = scales[level + 1] * (highest * games + 1)
    return scales
