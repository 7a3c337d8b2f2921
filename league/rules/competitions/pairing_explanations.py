"""Sentences about pairings: why two teams meet, why a team has a bye, and what a
manual change would make better or worse."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from kernel.errors import Refusal
from kernel.phrases import count_noun, list_words
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
from league.rules.competitions.results import EntryId, LeagueValue
from teams.rules.phrases import often

# Of larger groups of teams, only the number is shown.
NAMED = 3


class Override(LeagueValue, frozen=True, kw_only=True):
    """A changed round, and the effects of the change."""

    pairings: tuple[Pairing, ...]
    price: tuple[str, ...]
    is_better: bool
    is_forbidden: bool


def pairing_reasons(draw: Draw, one: EntryId, other: EntryId) -> tuple[str, ...]:
    return tuple(_reasons(draw, draw.entrants[one], draw.entrants[other]))


def table_reasons(draw: Draw, entries: Sequence[EntryId]) -> tuple[str, ...]:
    """Return why two to four teams sit at one table."""
    if len(entries) == 2:
        return pairing_reasons(draw, *entries)
    return tuple(_table_reasons(draw, [draw.entrants[entry] for entry in entries]))


def _table_reasons(draw: Draw, table: Sequence[Entrant]) -> Iterator[str]:
    if Level.SCORE not in draw.levels:
        yield "Drawn at random."
    elif len({one.points for one in table}) == 1:
        yield f"All of them have {count_noun(table[0].points, 'point')}."
    else:
        points = [f"{one.name} {one.points}" for one in table]
        yield f"They are close in points: {list_words(points)}."
    for one, other in combinations(table, 2):
        names = f"{one.name} and {other.name}"
        for sentence in _earlier_meetings(draw, one.entry, other.entry, names):
            yield f"{sentence} Any swap would make the round less even."
        if one.club and one.club == other.club and Level.CLUB in draw.levels:
            yield f"{one.name} and {other.name} both play at {one.club}."


def _reasons(draw: Draw, one: Entrant, other: Entrant) -> Iterator[str]:
    if Level.SCORE not in draw.levels:
        yield "Drawn at random."
    elif one.points == other.points:
        yield f"Both have {count_noun(one.points, 'point')}."
        if draw.seeds:
            numbers = sorted(draw.seeds[each.entry] for each in (one, other))
            yield f"Seed {numbers[0]} meets seed {numbers[1]}."
    else:
        yield _floating(draw, one, other)
    for sentence in _earlier_meetings(draw, one.entry, other.entry, "They"):
        yield f"{sentence} Keeping them apart would make the round less even."
    yield from _avoided(draw, one, other)
    if one.club and one.club == other.club and Level.CLUB in draw.levels:
        yield (
            f"Both play at {one.club}. Keeping them apart would have made the"
            " round less even."
        )


def _earlier_meetings(
    draw: Draw, one: EntryId, other: EntryId, names: str
) -> Iterator[str]:
    """Yield how often two teams have met or been drawn together."""
    if times := draw.times_played(one, other):
        yield f"{names} have already met {often(times)}."
    if times := draw.times_unplayed(one, other):
        yield f"{names} have been drawn together {often(times)} without playing."


def _floating(draw: Draw, one: Entrant, other: Entrant) -> str:
    high, low = (one, other) if one.points > other.points else (other, one)
    level = [
        entrant
        for entrant in draw.entrants.values()
        if entrant.points == high.points and entrant.entry != high.entry
    ]
    points = count_noun(high.points, "point")
    teams = f"{high.name} ({points}) meets {low.name} ({low.points})"
    if not level:
        return f"{teams} because no other team has {points}."
    free = [entrant for entrant in level if not _is_kept_from(draw, high, entrant)]
    if not free:
        return (
            f"{teams} because it cannot meet any other team with {points}, or has"
            " already met them all."
        )
    if len(level) % 2 == 0:
        return f"{teams} because an odd number of teams has {points}."
    return f"{teams} because any other round would be less even."


def _is_kept_from(draw: Draw, one: Entrant, other: Entrant) -> bool:
    pair = pair_of(one.entry, other.entry)
    return pair in draw.forbidden or draw.times_met(*pair) > 0


def _avoided(draw: Draw, one: Entrant, other: Entrant) -> Iterator[str]:
    """Yield equally close opponents that were not chosen, with the reason."""
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
            yield f"{me.name} has already met {_named(again)}."
    for me, them in near:
        reason = draw.forbidden.get(pair_of(me.entry, them.entry))
        if reason is not None:
            yield f"{me.name} cannot meet {them.name}: {reason}."


def _named(names: Sequence[str]) -> str:
    if len(names) <= NAMED:
        return list_words(list(names), last="or")
    return f"{len(names)} other teams"


def bye_reasons(draw: Draw, entry: EntryId) -> tuple[str, ...]:
    return tuple(_bye_reasons(draw, draw.entrants[entry]))


def _bye_reasons(draw: Draw, one: Entrant) -> Iterator[str]:
    yield "The number of teams is odd, so one team has a bye."
    if one.byes == draw.fewest_byes:
        others = [
            entrant
            for entrant in draw.entrants.values()
            if entrant.byes == one.byes and entrant.entry != one.entry
        ]
        byes = (
            f"only {count_noun(one.byes, 'bye')} so far" if one.byes else "no bye yet"
        )
        if Level.SCORE in draw.levels and all(
            one.points <= entrant.points for entrant in others
        ):
            yield (
                f"{one.name} has the fewest points ({one.points}) of the teams with"
                f" {byes}."
            )
        else:
            yield (
                f"{one.name} has had {byes}, and this leaves the best pairings for"
                " the other teams."
            )
    else:
        yield (
            f"{one.name} has already had {count_noun(one.byes, 'bye')}. Giving the"
            " bye to another team would make the round less even."
        )


def swap(
    pairings: Sequence[Pairing], one: EntryId, other: EntryId
) -> tuple[Pairing, ...]:
    """Return the round with two teams swapped."""
    present = {entry for pairing in pairings for entry in pairing.entries}
    if one == other or not {one, other} <= present:
        raise Refusal("Choose two different teams of this round.", code="bad-swap")
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
    """Compare the wanted round with the present one, most serious effects first.

    In a schedule, `elsewhere` are the meetings of other rounds, with the name of
    each round.
    """
    here = sorted(entry for pairing in wanted for entry in pairing.entries)
    fits = sorted(map(_size, wanted)) == sorted(map(_size, pairings))
    if here != sorted(draw.entrants) or not fits:
        raise Refusal(
            "Every team of the round must play once or have the bye.",
            code="bad-override",
        )
    before, after = total(draw, pairings), total(draw, wanted)
    told = [
        _difference_sentence(
            level, after[level] - before[level], is_seeded=bool(draw.seeds)
        )
        for level in Level
        if after[level] != before[level] and level is not Level.LOT
    ]
    for meeting in _new_meetings(wanted, pairings):
        told += _faults(draw, meeting)
    if elsewhere is not None:
        told += _in_schedule(draw, pairings, wanted, elsewhere)
    return Override(
        pairings=tuple(wanted),
        price=tuple(told) or ("This round is just as good; the draw was random.",),
        is_better=after < before,
        is_forbidden=after[Level.FORBIDDEN] > 0,
    )


def _in_schedule(
    draw: Draw,
    pairings: Sequence[Pairing],
    wanted: Sequence[Pairing],
    elsewhere: Mapping[Pair, str],
) -> Iterator[str]:
    """Yield the pairs that would meet twice or never."""
    for one, other in _new_meetings(wanted, pairings):
        also_in = elsewhere.get(pair_of(one, other)) if other is not None else None
        if other is not None and also_in is not None:
            yield f"{_pair_named(draw, one, other)} already meet in {also_in}."
    for one, other in _new_meetings(pairings, wanted):
        if other is not None and pair_of(one, other) not in elsewhere:
            yield f"{_pair_named(draw, one, other)} would not meet at all."


def _pair_named(draw: Draw, one: EntryId, other: EntryId) -> str:
    return f"{draw.entrants[one].name} and {draw.entrants[other].name}"


def _new_meetings(
    pairings: Sequence[Pairing], others: Sequence[Pairing]
) -> list[Meeting]:
    """Return meetings, including byes, that only the first round has."""
    known = {frozenset(meeting) for one in others for meeting in one.meetings}
    return [
        meeting
        for one in pairings
        for meeting in one.meetings
        if frozenset(meeting) not in known
    ]


def _size(pairing: Pairing) -> int:
    return len(pairing.entries)


_LEVEL_LABELS = {
    Level.FORBIDDEN: "Pairings that are not allowed",
    Level.REMATCH: "Repeated meetings",
    Level.SECOND_BYE: "Byes for teams that have already had one",
    Level.SCORE: "Distance in league points (squared)",
    Level.CLUB: "Matches within a club",
    Level.CLAN: "Matches against a clan already met",
    Level.RATING: "Distance in rating",
}


def _difference_sentence(level: Level, difference: int, *, is_seeded: bool) -> str:
    is_seeding = level is Level.RATING and is_seeded
    label = "Departure from the seeding" if is_seeding else _LEVEL_LABELS[level]
    return f"{label}: {difference:+d}."


def _faults(draw: Draw, meeting: Meeting) -> Iterator[str]:
    one = draw.entrants[meeting[0]]
    weight = weigh(draw, *meeting)
    if meeting[1] is None:
        if weight[Level.SECOND_BYE]:
            yield f"{one.name} would have another bye before every team has had one."
        return
    other = draw.entrants[meeting[1]]
    names = f"{one.name} and {other.name}"
    reason = draw.forbidden.get(pair_of(one.entry, other.entry))
    if reason is not None:
        yield f"{names} cannot meet: {reason}."
    if weight[Level.REMATCH]:
        yield from _earlier_meetings(draw, one.entry, other.entry, names)
    if one.points != other.points and Level.SCORE in draw.levels:
        yield f"{names} are {abs(one.points - other.points)} league points apart."
