"""Schedules in which everybody meets everybody, and rounds between divisions.

The circle method: one team keeps its chair, the others move on by one chair after
every round, and who sits opposite is the opponent. An odd number of teams is made
even by an empty chair, which gives each team exactly one bye in a cycle.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from kernel.dice import Dice, shuffled
from kernel.errors import Refusal
from league.rules.pairing import Entrant, Pairing
from league.rules.results import EntryId, Fact

Rounds = tuple[tuple[Pairing, ...], ...]
# Days are numbered as calendars number them, so that rules need no clock.
Day = int


class Window(Fact, frozen=True, kw_only=True):
    """The days in which the games of a round are played, both included."""

    number: int
    opens: Day
    closes: Day


def round_robin(
    entries: Sequence[EntryId], dice: Dice, *, is_double: bool = False
) -> Rounds:
    """Everybody meets everybody once, or twice with the order of names turned.

    The dice decide who sits where, so that no league begins like the last one.
    """
    if len(entries) < 2:
        raise Refusal("A round robin needs two teams or more.", code="too-few-teams")
    chairs: list[EntryId | None] = list(shuffled(sorted(entries), dice))
    if len(chairs) % 2:
        chairs.append(None)
    rounds = []
    for number in range(len(chairs) - 1):
        rounds.append(_seated(chairs, number))
        chairs.insert(1, chairs.pop())
    if is_double:
        rounds += [tuple(map(_turned, games)) for games in rounds]
    return tuple(rounds)


def _seated(chairs: Sequence[EntryId | None], number: int) -> tuple[Pairing, ...]:
    half = len(chairs) // 2
    games: list[tuple[EntryId, ...]] = []
    resting: list[tuple[EntryId, ...]] = []
    facing = zip(chairs[:half], reversed(chairs[half:]), strict=True)
    for seat, (one, other) in enumerate(facing):
        # The first chair never moves: its team is named first in every other round.
        turn = number % 2 == 1 if seat == 0 else seat % 2 == 1
        pair = (other, one) if turn else (one, other)
        here = tuple(entry for entry in pair if entry is not None)
        (games if len(here) == 2 else resting).append(here)
    why = ("Everybody meets everybody.",)
    free = ("The number of teams is odd; everybody sits out once.",)
    return (
        *(Pairing(entries=here, why=why) for here in games),
        *(Pairing(entries=here, why=free) for here in resting),
    )


def _turned(pairing: Pairing) -> Pairing:
    return Pairing(entries=pairing.entries[::-1], why=pairing.why)


def add_late_joiner(
    rounds: Rounds, joiner: EntryId, *, next_round: int, catches_up: bool = False
) -> Rounds:
    """The schedule with one team more from a round on (LEAGUE-09).

    What was drawn stays as it is. The newcomer meets whoever would have sat out;
    games it came too late for are not counted, unless the league lets it catch up:
    then a round for each of them is added at the end.
    """
    games = [set(one.entries) for made in rounds for one in made if not one.is_bye]
    known = {entry for made in rounds for one in made for entry in one.entries}
    if joiner in known:
        raise Refusal("This team is on the schedule already.", code="on-schedule")
    met: Counter[EntryId] = Counter()
    changed = [list(made) for made in rounds]
    for made in changed[next_round:]:
        for place, one in enumerate(made):
            if one.is_bye:
                met.update(one.entries)
                made[place] = Pairing(entries=(*one.entries, joiner), why=_STEPS_IN)
                break
    if catches_up:
        times = max((games.count(one) for one in games), default=1)
        changed += [
            [Pairing(entries=(other, joiner), why=_CATCHES_UP)]
            for number in range(times)
            for other in sorted(known)
            if met[other] + number < times
        ]
    return tuple(map(tuple, changed))


_STEPS_IN = ("Joined late and meets the team that would have sat out.",)
_CATCHES_UP = ("Joined late and plays a game it missed.",)


def without_team(rounds: Rounds, gone: EntryId, *, next_round: int) -> Rounds:
    """The schedule after a team left: its opponents are free from a round on."""
    why = ("Its opponent left the league.",)

    def stay(pairing: Pairing) -> Pairing | None:
        if gone not in pairing.entries:
            return pairing
        left = tuple(entry for entry in pairing.entries if entry != gone)
        return Pairing(entries=left, why=why) if left else None

    rest = (
        tuple(one for one in map(stay, games) if one is not None)
        for games in rounds[next_round:]
    )
    return (*rounds[:next_round], *rest)


def windows(
    first: Day, *, days: int, count: int, pauses: Iterable[tuple[Day, Day]] = ()
) -> tuple[Window, ...]:
    """Dates for all rounds at once.

    A round whose window would touch a pause begins after it.
    """
    if days < 1 or count < 1:
        raise Refusal("A round lasts a day at least.", code="bad-window")
    away = sorted(pauses)
    for begins, ends in away:
        if ends < begins:
            raise Refusal("A pause ends after it began.", code="bad-pause")
    made = []
    opens = first
    for number in range(1, count + 1):
        for begins, ends in away:
            if begins < opens + days and ends >= opens:
                opens = ends + 1
        made.append(Window(number=number, opens=opens, closes=opens + days - 1))
        opens += days
    return tuple(made)


def snake(entrants: Sequence[Entrant], groups: int) -> tuple[tuple[Entrant, ...], ...]:
    """Groups of equal strength: down the ratings and back again."""
    if groups < 1 or len(entrants) < 2 * groups:
        raise Refusal(
            f"{len(entrants)} teams do not fill {groups} groups of two or more.",
            code="too-many-groups",
        )
    ordered = sorted(entrants, key=lambda one: (-one.rating, one.entry))
    made: list[list[Entrant]] = [[] for _ in range(groups)]
    for number, one in enumerate(ordered):
        lap, step = divmod(number, groups)
        made[step if lap % 2 == 0 else groups - 1 - step].append(one)
    return tuple(tuple(group) for group in made)


def group_names(count: int) -> tuple[str, ...]:
    """A, B, ... Z, AA, AB and so on."""
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
) -> Rounds:
    """Every team of one division meets every team of another, or as many as asked.

    The smaller division is filled up with empty chairs; whoever faces one has no
    game in that round, and no bye either, as the round is one beside the schedule.
    """
    if not left or not right or set(left) & set(right):
        raise Refusal("Name two divisions of different teams.", code="bad-divisions")
    size = max(len(left), len(right))
    sides = [
        [*shuffled(sorted(side), dice), *[None] * (size - len(side))]
        for side in (left, right)
    ]
    wanted = size if rounds is None else rounds
    if not 1 <= wanted <= size:
        raise Refusal(f"There are 1 to {size} such rounds.", code="bad-rounds")
    why = ("A game between divisions; it counts in both tables.",)
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
