"""The order in which a ninja master seeds teams.

A seeding lists team ids, strongest first. In schedules the first two meet last, in
brackets only in the final, and the first Swiss round pairs the upper half with the
lower.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence

from kernel.errors import Refusal
from league.rules.league_templates import Kind

# Random draws and ladders ignore the order of teams.
SEEDED_KINDS = frozenset({Kind.ROUND_ROBIN, Kind.SWISS, Kind.CROSS, Kind.PLAYOFFS})


def refuse_seeding(seeding: Sequence[int], teams: Collection[int]) -> None:
    """Refuse a seeding that does not name every team of the season exactly once."""
    if len(set(seeding)) < len(seeding):
        raise Refusal(
            "The seeding names a team twice. Name every team once.",
            code="seeding-repeated",
            field="seeding",
        )
    if set(seeding) != set(teams):
        raise Refusal(
            "The seeding does not match the teams of the season. A team may"
            " have entered or left. Check the seeding again.",
            code="seeding-incomplete",
            field="seeding",
        )


def reorder(seeding: Sequence[int], typed: Mapping[int, int]) -> tuple[int, ...]:
    """Return the seeding with every team at the number typed for it.

    The others make room: it is enough to type 1 for the team that should come first.
    """
    before = {team: number for number, team in enumerate(seeding, start=1)}
    wanted = {team: typed.get(team, number) for team, number in before.items()}
    for number in wanted.values():
        if not 1 <= number <= len(seeding):
            raise Refusal(
                f"There is no seed {number}. Choose seeds from 1 to {len(seeding)}.",
                code="seed-unknown",
            )
    moved = [team for team in seeding if wanted[team] != before[team]]
    for number, times in Counter(wanted[team] for team in moved).items():
        if times > 1:
            raise Refusal(
                f"You gave seed {number} to {times} teams. Give it to one of them.",
                code="seed-repeated",
            )
    # First put each moved team where it should be, then fill the gaps in order.
    by_number = {wanted[team]: team for team in moved}
    others = iter([team for team in seeding if team not in moved])
    return tuple(
        by_number[number] if number in by_number else next(others)
        for number in range(1, len(seeding) + 1)
    )


def shift(seeding: Sequence[int], team: int, step: int) -> tuple[int, ...]:
    """Move a team down the seeding by some places, or up if negative."""
    if team not in seeding:
        return tuple(seeding)
    number = seeding.index(team) + 1 + step
    return reorder(seeding, {team: min(max(number, 1), len(seeding))})
