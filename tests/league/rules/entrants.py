"""Short ways to write down who is to be paired."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

from kernel.dice import SeededDice
from league.rules.competitions.pairing_weights import (
    EVERYTHING,
    Draw,
    Entrant,
    Level,
    Pair,
    Pairing,
    prepare,
)
from league.rules.competitions.results import EntryId, Result
from tests.league.rules.games import NAMES, SEED


def entrant(number: int, **facts: object) -> Entrant:
    name = NAMES[number - 1] if number <= len(NAMES) else f"Team {number:03}"
    return Entrant(entry=EntryId(number), name=name, **facts)  # type: ignore[arg-type]


def entrants(*points: int) -> list[Entrant]:
    return [entrant(n, points=have) for n, have in enumerate(points, start=1)]


def drawn(
    teams: Sequence[Entrant],
    *results: Result,
    apart: Iterable[tuple[int, int]] = (),
    levels: frozenset[Level] = EVERYTHING,
    seed: str = SEED,
) -> Draw:
    forbidden: Mapping[Pair, str] = {
        (EntryId(a), EntryId(b)): "the ninja master keeps them apart" for a, b in apart
    }
    return prepare(teams, results, SeededDice(seed), forbidden=forbidden, levels=levels)


def numbers(pairings: Iterable[Pairing]) -> list[tuple[int, ...]]:
    return [tuple(int(entry) for entry in one.entries) for one in pairings]


def met(pairings: Iterable[Pairing]) -> set[tuple[int, ...]]:
    """Who plays whom, whoever is named first."""
    return {tuple(sorted(one)) for one in numbers(pairings)}


def pairings(*pairs: tuple[int, ...]) -> tuple[Pairing, ...]:
    return tuple(
        Pairing(entries=tuple(EntryId(number) for number in pair)) for pair in pairs
    )


def all_rounds(entries: Sequence[EntryId]) -> Iterable[tuple[Pairing, ...]]:
    """Every way to pair these teams, with a bye if their number is odd."""
    if len(entries) % 2:
        for resting in entries:
            rest = [entry for entry in entries if entry != resting]
            for games in all_rounds(rest):
                yield (*games, Pairing(entries=(resting,)))
    elif not entries:
        yield ()
    else:
        first, *others = entries
        for other in others:
            rest = [entry for entry in others if entry != other]
            for games in all_rounds(rest):
                yield (Pairing(entries=(first, other)), *games)


def every_pair(count: int) -> list[tuple[int, int]]:
    return list(combinations(range(1, count + 1), 2))
