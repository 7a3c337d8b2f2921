"""Why two teams were paired, who has the bye and why, and what an override takes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from kernel.errors import Refusal
from league.rules.competitions.pairing_weights import (
    Draw,
    Entrant,
    Level,
    Meeting,
    Pair,
    Pairing,
    pair_of,
    total,
    weigh,
)
from league.rules.competitions.results import EntryId, Fact
from teams.rules.phrases import counted, join_words, often

# Of more teams than these only the number is told.
NAMED = 3


class Override(Fact, frozen=True, kw_only=True):
    """A round as somebody wants it, and what it is worse or better in."""

    pairings: tuple[Pairing, ...]
    price: tuple[str, ...]
    is_better: bool
    is_forbidden: bool


def pairing_reasons(draw: Draw, one: EntryId, other: EntryId) -> tuple[str, ...]:
    return tuple(_reasons(draw, draw.entrants[one], draw.entrants[other]))


def table_reasons(draw: Draw, entries: Sequence[EntryId]) -> tuple[str, ...]:
    """Say why two to four teams sit at one table."""
    if len(entries) == 2:
        return pairing_reasons(draw, *entries)
    return tuple(_table_reasons(draw, [draw.entrants[entry] for entry in entries]))


def _table_reasons(draw: Draw, table: Sequence[Entrant]) -> Iterator[str]:
    if Level.SCORE not in draw.levels:
        yield "Drawn by chance."
    elif len({one.points for one in table}) == 1:
        yield f"All of them have {counted(table[0].points, 'point')}."
    else:
        points = [f"{one.name} {one.points}" for one in table]
        yield f"Near each other in points: {join_words(points)}."
    for one, other in combinations(table, 2):
        if told := _before(draw, one.entry, other.entry):
            yield f"{one.name} and {other.name} {told}; a swap would be worse."
        if one.club and one.club == other.club and Level.CLUB in draw.levels:
            yield f"{one.name} and {other.name} are both of {one.club}."


def _reasons(draw: Draw, one: Entrant, other: Entrant) -> Iterator[str]:
    if Level.SCORE not in draw.levels:
        yield "Drawn by chance."
    elif one.points == other.points:
        yield f"Both have {counted(one.points, 'point')}."
        if draw.seeds:
            numbers = sorted(draw.seeds[each.entry] for each in (one, other))
            yield f"Seed {numbers[0]} meets seed {numbers[1]}."
    else:
        yield _floating(draw, one, other)
    told = _before(draw, one.entry, other.entry)
    if told:
        yield f"They {told}, and no better round avoids it."
    yield from _avoided(draw, one, other)
    if one.club and one.club == other.club and Level.CLUB in draw.levels:
        yield f"Both are of {one.club}; keeping them apart would widen a gap in points."


def _before(draw: Draw, one: EntryId, other: EntryId, when: str = "before") -> str:
    """How often they have been paired, as what is told of them."""
    told = []
    if times := draw.times_played(one, other):
        told.append(f"have met {often(times)} {when}")
    if times := draw.times_unplayed(one, other):
        told.append(f"were drawn together {often(times)} {when} and have not played")
    return join_words(told)


def _floating(draw: Draw, one: Entrant, other: Entrant) -> str:
    high, low = (one, other) if one.points > other.points else (other, one)
    level = [
        entrant
        for entrant in draw.entrants.values()
        if entrant.points == high.points and entrant.entry != high.entry
    ]
    points = counted(high.points, "point")
    what = f"{high.name} floats down from {points} to meet {low.name} with {low.points}"
    if not level:
        return f"{what}: nobody else has {points}."
    free = [entrant for entrant in level if not _is_kept_from(draw, high, entrant)]
    if not free:
        return f"{what}: it may not meet anybody else with {points}, or has already."
    if len(level) % 2 == 0:
        return f"{what}: an odd number of teams has {points}."
    return f"{what}: any other way, teams further apart would have to meet."


def _is_kept_from(draw: Draw, one: Entrant, other: Entrant) -> bool:
    pair = pair_of(one.entry, other.entry)
    return pair in draw.forbidden or draw.times_met(*pair) > 0


def _avoided(draw: Draw, one: Entrant, other: Entrant) -> Iterator[str]:
    """Opponents as near in points who were left out, and for which reason."""
    if Level.SCORE not in draw.levels:
        return
    distance = abs(one.points - other.points)
    near = [
        (me, them)
        for me in (one, other)
        for them in draw.entrants.values()
        if them.entry not in (one.entry, other.entry)
        and abs(me.points - them.points) <= distance
    ]
    for me in (one, other):
        again = [
            them.name
            for mine, them in near
            if mine is me and draw.times_met(me.entry, them.entry)
        ]
        if again:
            yield f"Another game of {me.name} with {_named(again)} is avoided."
    for me, them in near:
        reason = draw.forbidden.get(pair_of(me.entry, them.entry))
        if reason is not None:
            yield f"{me.name} does not meet {them.name}: {reason}."


def _named(names: Sequence[str]) -> str:
    if len(names) <= NAMED:
        return join_words(list(names), last="or")
    return f"{len(names)} others"


def bye_reasons(draw: Draw, entry: EntryId) -> tuple[str, ...]:
    return tuple(_bye_reasons(draw, draw.entrants[entry]))


def _bye_reasons(draw: Draw, one: Entrant) -> Iterator[str]:
    yield "The number of teams is odd, so one has a bye."
    if one.byes == draw.fewest_byes:
        others = [
            entrant
            for entrant in draw.entrants.values()
            if entrant.byes == one.byes and entrant.entry != one.entry
        ]
        had = f"had {counted(one.byes, 'bye')}" if one.byes else "had no bye yet"
        if Level.SCORE in draw.levels and all(
            one.points <= entrant.points for entrant in others
        ):
            yield (
                f"{one.name} {had} and has the fewest points of those, {one.points}."
            )
        else:
            yield f"{one.name} {had}, and its bye leaves the others the best games."
    else:
        yield (
            f"{one.name} has had {counted(one.byes, 'bye')}; giving it to another team"
            " would force a game that is worse."
        )


def swap(
    pairings: Sequence[Pairing], one: EntryId, other: EntryId
) -> tuple[Pairing, ...]:
    """The round with two teams in each other's place."""
    present = {entry for pairing in pairings for entry in pairing.entries}
    if one == other or not {one, other} <= present:
        raise Refusal("Name two different teams of this round.", code="bad-swap")
    places = {one: other, other: one}
    return tuple(
        Pairing(entries=tuple(places.get(entry, entry) for entry in pairing.entries))
        for pairing in pairings
    )


def price_of_override(
    draw: Draw,
    pairings: Sequence[Pairing],
    wanted: Sequence[Pairing],
    *,
    elsewhere: Mapping[Pair, str] | None = None,
) -> Override:
    """What the wanted round is worse or better in than this one, gravest first.

    Where everybody meets everybody, `elsewhere` are the meetings of other rounds, each
    with the name of its round.
    """
    here = sorted(entry for pairing in wanted for entry in pairing.entries)
    fits = sorted(map(_size, wanted)) == sorted(map(_size, pairings))
    if here != sorted(draw.entrants) or not fits:
        raise Refusal(
            "Every team of the round plays once or has the bye.", code="bad-override"
        )
    before, after = total(draw, pairings), total(draw, wanted)
    told = [
        _told(level, after[level] - before[level], is_seeded=bool(draw.seeds))
        for level in Level
        if after[level] != before[level] and level is not Level.LOT
    ]
    for meeting in _new_meetings(wanted, pairings):
        told += _faults(draw, meeting)
    if elsewhere is not None:
        told += _in_schedule(draw, pairings, wanted, elsewhere)
    return Override(
        pairings=tuple(wanted),
        price=tuple(told) or ("It is as good; only chance had chosen otherwise.",),
        is_better=after < before,
        is_forbidden=after[Level.FORBIDDEN] > 0,
    )


def _in_schedule(
    draw: Draw,
    pairings: Sequence[Pairing],
    wanted: Sequence[Pairing],
    elsewhere: Mapping[Pair, str],
) -> Iterator[str]:
    """Who would meet twice, and who never."""
    for one, other in _new_meetings(wanted, pairings):
        also_in = elsewhere.get(pair_of(one, other)) if other is not None else None
        if other is not None and also_in is not None:
            yield f"{_pair_named(draw, one, other)} meet in {also_in} as well."
    for one, other in _new_meetings(pairings, wanted):
        if other is not None and pair_of(one, other) not in elsewhere:
            yield f"{_pair_named(draw, one, other)} do not meet at all."


def _pair_named(draw: Draw, one: EntryId, other: EntryId) -> str:
    return f"{draw.entrants[one].name} and {draw.entrants[other].name}"


def _new_meetings(
    pairings: Sequence[Pairing], others: Sequence[Pairing]
) -> list[Meeting]:
    """Return what these have and the others have not, byes too."""
    known = {frozenset(meeting) for one in others for meeting in one.meetings}
    return [
        meeting
        for one in pairings
        for meeting in one.meetings
        if frozenset(meeting) not in known
    ]


def _size(pairing: Pairing) -> int:
    return len(pairing.entries)


_WORDS = {
    Level.FORBIDDEN: "pairings that must not be",
    Level.REMATCH: "meetings that are repeated",
    Level.SECOND_BYE: "byes for a team that had one before others",
    Level.SCORE: "squared distance in league points",
    Level.CLUB: "games inside a club",
    Level.CLAN: "games against a clan met before",
    Level.RATING: "distance in rating",
}


def _told(level: Level, difference: int, *, is_seeded: bool) -> str:
    way = "More" if difference > 0 else "Less"
    if level is Level.RATING and is_seeded:
        return f"{way} departure from the seeding: {difference:+d}."
    return f"{way} {_WORDS[level]}: {difference:+d}."


def _faults(draw: Draw, meeting: Meeting) -> Iterator[str]:
    one = draw.entrants[meeting[0]]
    weight = weigh(draw, *meeting)
    if meeting[1] is None:
        if weight[Level.SECOND_BYE]:
            yield f"{one.name} would have another bye before everybody had one."
        return
    other = draw.entrants[meeting[1]]
    names = f"{one.name} and {other.name}"
    reason = draw.forbidden.get(pair_of(one.entry, other.entry))
    if reason is not None:
        yield f"{names} must not meet: {reason}."
    if weight[Level.REMATCH]:
        yield f"{names} {_before(draw, one.entry, other.entry, 'already')}."
    if one.points != other.points and Level.SCORE in draw.levels:
        yield f"{names} are {abs(one.points - other.points)} league points apart."
