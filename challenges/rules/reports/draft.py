"""Shared draft of a report, edited from several phones at once.

A tap changes a count or sets a field. Counts from several phones add up; of two values
set for a field the later one stays. Each tap has an id and counts once however often it
is sent.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec
from msgspec.structs import replace

from challenges.rules.reports.match_report import (
    MatchReport,
    NinjaPart,
    Presence,
    TeamPart,
    mark_unknown_rounds,
)
from challenges.rules.reports.sheet import (
    Field,
    FieldKind,
    Sheet,
    SheetNinja,
    SheetTeam,
)
from kernel.errors import Refusal
from kernel.ids import NinjaId
from teams.rules.text_input import text_problems

TAPS_MAX = 2_000
ODD = "This field cannot hold that value. Reload the page."

Value = int | bool | str
Values = dict[str, Value]


class Tap(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
):
    """A change of the draft: `add` changes a count, `value` sets a field."""

    id: str
    field: str
    add: int = 0
    value: int | bool | str | None = None
    by: int = 0  # the person


class RefusedTap(msgspec.Struct, frozen=True, kw_only=True):
    """A refused tap: its id and the reason."""

    id: str
    sentence: str


def merge_taps(
    taps: Sequence[Tap], fresh: Iterable[Tap], sheet: Sheet
) -> tuple[list[Tap], list[RefusedTap]]:
    """Return the known taps plus the new valid ones, and the refused ones.

    Taps that are already known are ignored. Refused taps do not affect the others.
    """
    known = {tap.id for tap in taps}
    fields = sheet.by_name()
    result, refused = list(taps), []
    for tap in fresh:
        if tap.id in known:
            continue
        known.add(tap.id)
        try:
            refuse_tap(tap, fields)
            _refuse_more(result)
        except Refusal as no:
            refused.append(RefusedTap(id=tap.id, sentence=no.sentence))
        else:
            result.append(tap)
    return result, refused


def _refuse_more(taps: Sequence[Tap]) -> None:
    if len(taps) >= TAPS_MAX:
        raise Refusal(
            f"This draft has reached its limit of {TAPS_MAX} changes. Send the report"
            " now.",
            code="too-many-taps",
        )


def refuse_tap(tap: Tap, fields: Mapping[str, Field]) -> None:
    field = fields.get(tap.field)
    if field is None:
        raise Refusal(
            "The report has no such field. Reload the page.",
            code="unknown-field",
            field=tap.field,
        )
    for sentence in _beyond(tap, field):
        raise Refusal(sentence, code="odd-tap", field=tap.field)
    if tap.value is None and (not tap.add or field.kind is not FieldKind.COUNT):
        raise _odd(tap)
    if tap.value is not None and not _fits(field, tap.value):
        raise _odd(tap)


def _beyond(tap: Tap, field: Field) -> Iterator[str]:
    """Return the refusal of a count above its limit, or None."""
    told = tap.add if tap.value is None else tap.value
    if field.kind is FieldKind.COUNT and type(told) is int and abs(told) > field.most:
        yield f"{abs(told)} is too many. Enter at most {field.most}."
    if field.kind is FieldKind.TEXT and isinstance(told, str):
        yield from text_problems(told, field.most)


def _fits(field: Field, value: Value) -> bool:
    match field.kind:
        case FieldKind.FLAG:
            return isinstance(value, bool)
        case FieldKind.TEXT:
            return isinstance(value, str) and not any(text_problems(value, field.most))
        case FieldKind.NINJA:
            return type(value) is int and (value == 0 or value in field.ninja)
        case FieldKind.COUNT:
            return type(value) is int and 0 <= value <= field.most


def _odd(tap: Tap) -> Refusal:
    return Refusal(ODD, code="odd-tap", field=tap.field)


def apply_taps(taps: Iterable[Tap], sheet: Sheet) -> Values:
    """Return the values of all fields after the taps; unknown fields are ignored."""
    fields = sheet.by_name()
    values: Values = {name: field.initial for name, field in fields.items()}
    for tap in taps:
        field = fields.get(tap.field)
        if field is None:
            continue
        if tap.value is None:
            count = int(values[tap.field]) + tap.add
            values[tap.field] = max(0, min(field.most, count))
        elif _fits(field, tap.value):
            values[tap.field] = tap.value
    return values


def diff_values(
    seen: Values, sent: Mapping[str, Value], *, ids: Iterator[str], by: int
) -> Iterator[Tap]:
    """Yield the taps that turn the shown page into the sent one.

    Counts become differences, so that what another phone counted meanwhile stays.
    """
    for name, value in sent.items():
        before = seen.get(name)
        if before is None or before == value:
            continue
        is_count = type(value) is int and ".star." not in name
        if is_count:
            yield Tap(id=next(ids), field=name, add=int(value) - int(before), by=by)
        else:
            yield Tap(id=next(ids), field=name, value=value, by=by)


def build_report(values: Values, sheet: Sheet) -> MatchReport:
    """Build the report from the values of the sheet."""
    notes = str(values[sheet.notes.name]).strip()
    off = sheet.called_off
    is_called_off = off is not None and bool(values[off.name])
    present = {team.side for team in sheet.teams if not _stayed_away(values, team)}
    if is_called_off or len(present) < 2:
        return MatchReport(
            challenge=sheet.challenge,
            is_called_off=is_called_off,
            notes=notes,
            teams=tuple(
                TeamPart(presence=_presence(values, team)) for team in sheet.teams
            ),
        )
    struck = frozenset(_struck(values, sheet))
    report = MatchReport(
        challenge=sheet.challenge,
        rounds_played=_rounds(values, sheet),
        is_abandoned=bool(values[sheet.abandoned.name]),
        notes=notes,
        teams=tuple(
            TeamPart(presence=_presence(values, team))
            if _stayed_away(values, team)
            else _team(values, team, struck)
            for team in sheet.teams
        ),
    )
    return mark_unknown_rounds(report)


def _rounds(values: Values, sheet: Sheet) -> int | None:
    """Return the rounds played, or None if they were not counted.

    An entered number counts even if "not counted" is ticked beside it.
    """
    rounds = int(values[sheet.rounds.name])
    is_untouched = rounds == sheet.rounds.initial
    return None if is_untouched and values[sheet.rounds_unknown.name] else rounds


def _stayed_away(values: Values, team: SheetTeam) -> bool:
    field = team.stayed_away
    return field is not None and bool(values[field.name])


def _presence(values: Values, team: SheetTeam) -> Presence:
    """Return how an absent team counts: as declared before, else as a no-show."""
    if not _stayed_away(values, team):
        return Presence.PLAYED
    is_declared = team.declared is not Presence.PLAYED
    return team.declared if is_declared else Presence.NO_SHOW


def _struck(values: Values, sheet: Sheet) -> Iterator[tuple[int, NinjaId]]:
    """Return the ninja named as injured or stunned, by team."""
    for team in sheet.teams:
        if _stayed_away(values, team):
            continue
        for one in team.ninja:
            for counted in one.counted():
                deed = counted.deed
                if deed.of and deed.against is not None and values[counted.field.name]:
                    yield deed.against, deed.of


def _team(
    values: Values, team: SheetTeam, struck: frozenset[tuple[int, NinjaId]]
) -> TeamPart:
    named = (int(values[field.name]) for field in team.stars)
    stars = tuple(NinjaId(one) for one in named if one)
    won_tie = team.won_tie
    seen = {*stars, *(ninja for number, ninja in struck if number == team.number)}
    return TeamPart(
        score=int(values[team.score.name]),
        has_conceded=bool(values[team.conceded.name]),
        has_won_tie=won_tie is not None and bool(values[won_tie.name]),
        ninja=tuple(filter(None, (_ninja(values, one, seen) for one in team.ninja))),
        all_stars=stars,
    )


def _ninja(values: Values, one: SheetNinja, seen: set[NinjaId]) -> NinjaPart | None:
    """Build the report of one ninja.

    A ninja that did something, suffered it, was All-Star or was carried away was on the
    board, even if no one ticked it. Only one that began in the Healing House may have
    stayed there.
    """
    deeds = tuple(
        replace(counted.deed, times=int(times))
        for counted in one.counted()
        if (times := values[counted.field.name])
    )
    is_healing = bool(values[one.healing.name])
    was_carried = is_healing and not one.starts_in_healing_house
    is_ticked = bool(values[one.fielded.name])
    was_fielded = is_ticked or bool(deeds) or was_carried or one.ninja in seen
    if not (was_fielded or is_healing):
        return None
    return NinjaPart(
        ninja=one.ninja,
        was_fielded=was_fielded,
        in_healing_house=is_healing,
        deeds=deeds,
    )
