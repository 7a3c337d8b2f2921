"""Playoffs as slots, which are laid out before their teams are known.

A tie is a meeting of one or more games between two slots, such as "2nd of group B" or
"winner of M3". Ties are numbered round by round, so each refers only to earlier ones.
Losers are eliminated, or play on for places as far down as the league asks.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import msgspec

from kernel.errors import Refusal
from kernel.phrases import ordinal
from league.rules.competitions.results import LeagueValue


class Seed(LeagueValue, frozen=True, kw_only=True, tag="seed"):
    number: int


class GroupPlace(LeagueValue, frozen=True, kw_only=True, tag="group-place"):
    group: str
    place: int


class WinnerOf(LeagueValue, frozen=True, kw_only=True, tag="winner-of"):
    tie: int


class LoserOf(LeagueValue, frozen=True, kw_only=True, tag="loser-of"):
    tie: int


Slot = Seed | GroupPlace | WinnerOf | LoserOf


class Tie(LeagueValue, frozen=True, kw_only=True):
    """Two slots that meet, and the places at stake."""

    number: int
    name: str
    round: int
    slots: tuple[Slot, Slot]
    best_of: int
    first_place: int  # the best that can still be reached
    places_at_stake: int  # so many, from the first on

    @property
    def wins_needed(self) -> int:
        return self.best_of // 2 + 1


class Bracket(LeagueValue, frozen=True, kw_only=True):
    ties: tuple[Tie, ...]
    team_count: int


def slot_label(slot: Slot) -> str:
    match slot:
        case Seed():
            return f"seed {slot.number}"
        case GroupPlace():
            return f"{ordinal(slot.place)} of group {slot.group}"
        case WinnerOf():
            return f"winner of M{slot.tie}"
        case LoserOf():
            return f"loser of M{slot.tie}"


def bracket_order(size: int) -> list[int]:
    """Return seeds from top to bottom of a bracket, so that the best two can only
    meet in the last round.

    For eight teams: 1 8 4 5 2 7 3 6.
    """
    order = [1]
    while len(order) < size:
        total = 2 * len(order) + 1
        order = [seed for one in order for seed in (one, total - one)]
    return order


def seeds(count: int) -> tuple[Slot, ...]:
    """Return slots for the first places of the standings."""
    return tuple(Seed(number=number) for number in range(1, count + 1))


def knockout(
    slots: Sequence[Slot], *, best_of: Sequence[int] = (1,), places: int = 2
) -> Bracket:
    """Return a bracket of these slots, strongest first.

    If they do not fill it, the strongest skip the first round. `best_of` starts with
    the final; its last number holds for all earlier rounds. `places` are played out:
    2 with the final alone, 4 with a game for third place.
    """
    if len(slots) < 2:
        raise Refusal("Playoffs need at least two teams.", code="too-few-teams")
    if len(set(slots)) != len(slots):
        raise Refusal(
            "Every slot of the playoffs can be used only once.", code="same-slot"
        )
    if not best_of or any(games < 1 or games % 2 == 0 for games in best_of):
        raise Refusal(
            "Choose an odd number of matches for each tie: 1, 3 or 5.",
            code="bad-best-of",
        )
    size = 2
    while size < len(slots):
        size *= 2
    by_seed = dict(enumerate(slots, start=1))
    lines = [by_seed.get(seed) for seed in bracket_order(size)]
    ties = _ties(lines, best_of, places)
    return Bracket(ties=tuple(ties), team_count=len(slots))


# The slots that play one another, the best place they can reach, and the round.
_Stage = tuple[list[Slot | None], int, int]


def _ties(lines: list[Slot | None], best_of: Sequence[int], places: int) -> list[Tie]:
    """Yield ties round by round, for winners and losers of each stage."""
    ties: list[Tie] = []
    stages: list[_Stage] = [(lines, 1, 1)]
    while stages:
        lines, first_place, number = stages.pop(0)
        winners: list[Slot | None] = []
        losers: list[Slot | None] = []
        for place in range(0, len(lines), 2):
            one, other = lines[place], lines[place + 1]
            if one is None or other is None:
                # One slot is empty, so the other team advances without a game.
                winners.append(one or other)
                losers.append(None)
                continue
            tie = Tie(
                number=len(ties) + 1,
                name="",
                round=number,
                slots=(one, other),
                best_of=best_of[min(_rounds_left(lines), len(best_of)) - 1],
                first_place=first_place,
                places_at_stake=len(lines),
            )
            ties.append(tie)
            winners.append(WinnerOf(tie=tie.number))
            losers.append(LoserOf(tie=tie.number))
        half = len(lines) // 2
        if half > 1:
            stages.append((winners, first_place, number + 1))
        if half > 1 and first_place + half <= places and _can_meet(losers):
            stages.append((losers, first_place + half, number + 1))
    return _named(ties)


def _can_meet(lines: Sequence[Slot | None]) -> bool:
    return sum(line is not None for line in lines) > 1


def _rounds_left(lines: Sequence[Slot | None]) -> int:
    return (len(lines) - 1).bit_length()


_NAMES = {2: "Final", 4: "Semi-final", 8: "Quarter-final"}


def _named(ties: Sequence[Tie]) -> list[Tie]:
    """Return the ties with names; those that share a name are numbered."""
    alike: dict[tuple[int, int], list[Tie]] = {}
    for tie in ties:
        alike.setdefault((tie.first_place, tie.places_at_stake), []).append(tie)
    named = []
    for (first, at_stake), group in alike.items():
        name = _stage_name(first, at_stake)
        for number, tie in enumerate(group, start=1):
            told = name if len(group) == 1 else f"{name}{_between(name)}{number}"
            named.append(_renamed(tie, told))
    return sorted(named, key=lambda tie: tie.number)


def _between(name: str) -> str:
    """Return the separator before a number, if the name already ends in one."""
    return MATCH if name[-1].isdigit() else " "


MATCH = ", match "
# Names with two adjacent numbers, as older draws stored them.
_OLD_NAME = re.compile(r"(Round of \d+|Places \d+ to \d+)(?: |, tie )(\d+)")


def tie_name(stored: str) -> str:
    """Return the current name of a tie, whenever it was drawn."""
    found = _OLD_NAME.fullmatch(stored)
    return f"{found[1]}{MATCH}{found[2]}" if found else stored


def bracket_of(plain: object) -> Bracket:
    """Return a stored bracket with current names."""
    found = msgspec.convert(plain, Bracket)
    ties = tuple(_renamed(tie, tie_name(tie.name)) for tie in found.ties)
    return Bracket(ties=ties, team_count=found.team_count)


def round_name(ties: Sequence[Tie]) -> str:
    """Return the name of a round on the way to the title."""
    ahead = [tie for tie in ties if tie.first_place == 1]
    if not ahead:
        return ""
    name = _stage_name(1, ahead[0].places_at_stake)
    return name if name == "Final" or name[-1].isdigit() else f"{name}s"


def _renamed(tie: Tie, name: str) -> Tie:
    return Tie(
        number=tie.number,
        name=name,
        round=tie.round,
        slots=tie.slots,
        best_of=tie.best_of,
        first_place=tie.first_place,
        places_at_stake=tie.places_at_stake,
    )


def _stage_name(first: int, at_stake: int) -> str:
    if first == 1:
        return _NAMES.get(at_stake, f"Round of {at_stake}")
    if at_stake == 2:
        return f"Game for {ordinal(first)} place"
    return f"Places {first} to {first + at_stake - 1}"


def group_slots(groups: Sequence[str], *, from_each: int) -> tuple[Slot, ...]:
    """Return the best of every group as slots, strongest first.

    Winners come first, then runners-up, and so on. Among equal places the order
    keeps teams of one group apart as long as the bracket allows.
    """
    if not groups or from_each < 1 or len(groups) * from_each < 2:
        raise Refusal(
            "Choose which groups send teams to the playoffs, and how many.",
            code="bad-groups",
        )
    if len(set(groups)) != len(groups):
        raise Refusal("Name every group only once.", code="same-group")
    size = 2
    while size < len(groups) * from_each:
        size *= 2
    line_of = {seed: line for line, seed in enumerate(bracket_order(size))}
    taken: dict[str, list[int]] = {group: [] for group in groups}
    slots: list[Slot] = []
    for place in range(1, from_each + 1):
        free = range(len(slots) + 1, len(slots) + len(groups) + 1)
        chosen = _keep_apart(groups, [line_of[seed] for seed in free], taken)
        for group, line in zip(chosen, (line_of[seed] for seed in free), strict=True):
            taken[group].append(line)
            slots.append(GroupPlace(group=group, place=place))
    return tuple(slots)


def _keep_apart(
    groups: Sequence[str], lines: Sequence[int], taken: Mapping[str, Sequence[int]]
) -> list[str]:
    """Order the groups so that their teams meet as late as possible. This is a
    matching of groups and lines."""
    # Slow to import, and needed only to lay out playoffs.
    from networkx import Graph, min_weight_matching  # noqa: PLC0415

    graph = Graph()
    used = [line for theirs in taken.values() for line in theirs]
    last_round = max(*lines, *used, 0).bit_length()
    meetings = len(groups) * (1 + max(map(len, taken.values())))
    for number, group in enumerate(groups):
        for place, line in enumerate(lines):
            # Two lines meet in the round in which their upper bits agree. One early
            # meeting outweighs all later ones.
            rounds = [(line ^ other).bit_length() for other in taken[group]]
            early = sum(meetings ** (last_round - met) for met in rounds)
            moved = abs(number - place)
            weight = early * len(groups) ** 2 + moved
            graph.add_edge(number, len(groups) + place, weight=weight)
    chosen = list(groups)
    for pair in min_weight_matching(graph):
        # Groups have the lower numbers, lines the higher ones.
        number, line = sorted(pair)
        chosen[line - len(groups)] = groups[number]
    return chosen
