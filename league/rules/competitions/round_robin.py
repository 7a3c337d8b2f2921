"""Round robins, and rounds between divisions.

Uses the circle method: one team keeps its seat, the others move on by one after
every round, and opponents sit opposite each other. With an odd number of teams, an
empty seat gives each team one bye per cycle.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence

from kernel.dice import Dice, shuffled
from kernel.errors import Refusal
from league.rules.competitions.pairing_weights import (
    Entrant,
    Pair,
    Pairing,
    in_seeding,
    pair_of,
)
from league.rules.competitions.results import EntryId, LeagueValue
from league.rules.match_dates import DAY, Timestamp

Rounds = tuple[tuple[Pairing, ...], ...]


class Window(LeagueValue, frozen=True, kw_only=True):
    """When the games of a round are played; the next round may start where it ends."""

    opens: Timestamp
    closes: Timestamp


def round_robin(
    entries: Sequence[EntryId],
    dice: Dice,
    *,
    is_double: bool = False,
    is_seeded: bool = False,
) -> Rounds:
    """Return rounds in which every team meets every other once, or twice.

    The dice decide the seats, so that leagues start differently. With seeding the
    teams sit in the order of `entries`, and the first two meet last.
    """
    if len(entries) < 2:
        raise Refusal("A round robin needs at least two teams.", code="too-few-teams")
    chairs: list[EntryId | None] = _seat(entries, dice, is_seeded=is_seeded)
    if len(chairs) % 2:
        chairs.append(None)
    rounds = []
    for number in range(len(chairs) - 1):
        rounds.append(_seated(chairs, number))
        chairs.insert(1, chairs.pop())
    if is_double:
        rounds += [tuple(map(_turned, games)) for games in rounds]
    return tuple(rounds)


def _seat(
    entries: Sequence[EntryId], dice: Dice, *, is_seeded: bool
) -> list[EntryId | None]:
    return [*(entries if is_seeded else shuffled(sorted(entries), dice))]


def rounds_of(teams: int, *, is_double: bool = False) -> int:
    """Return how many rounds it takes until every team has met every other."""
    once = teams - 1 + teams % 2
    return once * 2 if is_double else once


def _seated(chairs: Sequence[EntryId | None], number: int) -> tuple[Pairing, ...]:
    half = len(chairs) // 2
    games: list[tuple[EntryId, ...]] = []
    resting: list[tuple[EntryId, ...]] = []
    facing = zip(chairs[:half], reversed(chairs[half:]), strict=True)
    for seat, (one, other) in enumerate(facing):
        # The first seat never moves, so its team is named first in every other round.
        turn = number % 2 == 1 if seat == 0 else seat % 2 == 1
        pair = (other, one) if turn else (one, other)
        here = tuple(entry for entry in pair if entry is not None)
        (games if len(here) == 2 else resting).append(here)
    why = ("Every team meets every other team.",)
    free = ("The number of teams is odd, so every team has one bye.",)
    return (
        *(Pairing(entries=here, why=why) for here in games),
        *(Pairing(entries=here, why=free) for here in resting),
    )


def _turned(pairing: Pairing) -> Pairing:
    return Pairing(entries=pairing.entries[::-1], why=pairing.why)


def add_late_joiner(
    rounds: Rounds,
    joiner: EntryId,
    others: Collection[EntryId],
    *,
    next_round: int,
    times: int = 1,
    seats: int = 2,
    begun: Collection[tuple[int, int]] = (),
) -> Rounds:
    """Add a late entry to the schedule from a round on (LEAGUE-09).

    Existing pairings stay. The team meets those with a bye, but no one more often
    than the schedule demands; missed games do not count. `others` are the teams it
    may meet. With more than two `seats`, it can also join a table of two or three
    that has not started.
    """
    if any(joiner in one.entries for made in rounds for one in made):
        raise Refusal("This team is on the schedule already.", code="on-schedule")
    met: Counter[EntryId] = Counter()
    changed = [list(made) for made in rounds]
    for number, made in enumerate(changed[next_round:], start=next_round):
        free = [
            place
            for place, one in enumerate(made)
            if (number, place) not in begun
            and len(one.entries) < seats
            and set(one.entries) <= set(others)
            and any(met[entry] < times for entry in one.entries)
        ]
        if free:
            place = min(free, key=lambda place: _fullness(made[place], met))
            there = made[place].entries
            met.update(there)
            why = _STEPS_IN if len(there) == 1 else _SITS_DOWN
            made[place] = Pairing(entries=(*there, joiner), why=why)
    return tuple(map(tuple, changed))


def _fullness(pairing: Pairing, met: Counter[EntryId]) -> tuple[int, int]:
    return len(pairing.entries), sum(met[entry] for entry in pairing.entries)


def catch_up(
    rounds: Rounds,
    joiner: EntryId,
    others: Collection[EntryId],
    *,
    next_round: int,
    times: int = 1,
    rounds_left: int | None = None,
) -> Rounds:
    """Return the schedule with every game that a late entry has missed.

    They go into rounds in which neither side has a game, and then into extra rounds
    as far as the season allows (LEAGUE-03).
    """
    met: Counter[EntryId] = Counter(
        entry
        for made in rounds
        for one in made
        if joiner in one.entries
        for entry in one.entries
    )
    changed = [list(made) for made in rounds]
    for made in changed[next_round:]:
        busy = {entry for one in made for entry in one.entries}
        free = [
            entry
            for entry in sorted(others)
            if entry not in busy and _may_meet(entry, others, met, times)
        ]
        if joiner not in busy and free:
            other = min(free, key=lambda entry: met[entry])
            met[other] += 1
            made.append(Pairing(entries=(other, joiner), why=_CATCHES_UP))
    own = [
        [Pairing(entries=(other, joiner), why=_CATCHES_UP)]
        for number in range(times)
        for other in sorted(others)
        if met[other] + number < times
    ]
    return tuple(map(tuple, (*changed, *own[:rounds_left])))


def _may_meet(
    entry: EntryId, others: Collection[EntryId], met: Counter[EntryId], times: int
) -> bool:
    return entry in others and met[entry] < times


_STEPS_IN = ("Late entry: meets the team that would have had a bye.",)
_SITS_DOWN = ("Late entry: takes a free seat at this table.",)
_CATCHES_UP = ("Late entry: catches up on a missed match.",)


def games_missed(
    met: Mapping[EntryId, int], others: Collection[EntryId], *, times: int = 1
) -> int:
    """Count the games a team lacks against each opponent."""
    return sum(max(0, times - met.get(other, 0)) for other in others)


def without_pairs(rounds: Rounds, apart: Collection[Pair]) -> Rounds:
    """Return the schedule without forbidden pairs.

    Neither team gets a bye instead, so that no one gains by avoiding a game.
    """
    return tuple(
        tuple(
            one for one in made if one.is_bye or pair_of(*one.entries[:2]) not in apart
        )
        for made in rounds
    )


def windows(
    first: Timestamp,
    *,
    days: int,
    count: int,
    pauses: Iterable[tuple[Timestamp, Timestamp]] = (),
) -> tuple[Window, ...]:
    """Return the dates of all rounds in sequence.

    A round that would overlap a pause starts after it.
    """
    if days < 1 or count < 1:
        raise Refusal("A round must last at least one day.", code="bad-window")
    away = sorted(pauses)
    for begins, ends in away:
        if ends <= begins:
            raise Refusal(
                "The end of a pause must not be before its start.", code="bad-pause"
            )
    made = []
    opens = first
    for _ in range(count):
        for begins, ends in away:
            if begins < opens + days * DAY and ends > opens:
                opens = ends
        made.append(Window(opens=opens, closes=opens + days * DAY))
        opens += days * DAY
    return tuple(made)


def snake(entrants: Sequence[Entrant], groups: int) -> tuple[tuple[Entrant, ...], ...]:
    """Divide teams into groups of equal strength, going down the seeding and back
    up."""
    if groups < 1 or len(entrants) < 2 * groups:
        raise Refusal(
            f"{len(entrants)} teams are not enough for {groups} groups. Every"
            " group needs at least two teams.",
            code="too-many-groups",
        )
    ordered = in_seeding(entrants)
    made: list[list[Entrant]] = [[] for _ in range(groups)]
    for number, one in enumerate(ordered):
        lap, step = divmod(number, groups)
        made[step if lap % 2 == 0 else groups - 1 - step].append(one)
    return tuple(tuple(group) for group in made)


def group_names(count: int) -> tuple[str, ...]:
    """Return A, B, … Z, AA, AB and so on."""
    names = []
    for number in range(count):
        lap, letter = divmod(number, 26)
        names.append((chr(ord("A") + lap - 1) if lap else "") + chr(ord("A") + letter))
    return tuple(names)


def cross_division(
    left: Sequence[EntryId],
    right: Sequence[EntryId],
    dice: Dice,
    *,
    rounds: int | None = None,
    is_seeded: bool = False,
) -> Rounds:
    """Pair every team of one division with those of another, or in as many rounds as
    asked.

    In seeded divisions the best of both meet first. The smaller division is filled
    with empty seats; a team facing one has no game in that round, and no bye either.
    """
    if not left or not right or set(left) & set(right):
        raise Refusal(
            "Choose two divisions with different teams.", code="bad-divisions"
        )
    size = max(len(left), len(right))
    sides = [
        [*_seat(side, dice, is_seeded=is_seeded), *[None] * (size - len(side))]
        for side in (left, right)
    ]
    wanted = size if rounds is None else rounds
    if not 1 <= wanted <= size:
        raise Refusal(f"Choose 1 to {size} rounds.", code="bad-rounds")
    why = ("A match between two divisions. It counts in the standings of both.",)
    made = []
    for number in range(wanted):
        facing = zip(sides[0], sides[1][number:] + sides[1][:number], strict=True)
        games = [
            Pairing(entries=(one, other), why=why)
            for one, other in facing
            if one is not None and other is not None
        ]
        made.append(
            tuple(_turned(one) for one in games) if number % 2 else tuple(games)
        )
    return tuple(made)
