"""Convert a report to sheet values and back.

A report can hold more than the sheet shows, such as the cause of an injury. Unchanged
fields keep it.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from challenges.rules.reports.draft import Values, build_report
from challenges.rules.reports.match_report import (
    Deed,
    MatchReport,
    NinjaPart,
    Presence,
    TeamPart,
)
from challenges.rules.reports.sheet import Sheet, SheetColumn, SheetNinja, SheetTeam
from kernel.ids import NinjaId
from teams.rules.reports.team_report import INJURES_ENEMY


def report_to_values(report: MatchReport, sheet: Sheet) -> Values:
    """Return the sheet's values from the report."""
    values: Values = {field.name: field.initial for field in sheet.fields()}
    values[sheet.rounds_unknown.name] = report.rounds_played is None
    if report.rounds_played is not None:
        values[sheet.rounds.name] = report.rounds_played
    values[sheet.notes.name] = report.notes
    values[sheet.abandoned.name] = report.is_abandoned
    if sheet.called_off is not None:
        values[sheet.called_off.name] = report.is_called_off
    for team in sheet.teams:
        part = report.teams[team.number]
        if team.stayed_away is not None:
            is_absent = part.presence is not Presence.PLAYED
            values[team.stayed_away.name] = is_absent
        values[team.score.name] = part.score
        values[team.conceded.name] = part.has_conceded
        if team.won_tie is not None:
            values[team.won_tie.name] = part.has_won_tie
        for field, star in zip(team.stars, part.all_stars, strict=False):
            values[field.name] = star
        rows = {row.ninja: row for row in part.ninja}
        for one in team.ninja:
            row = rows.get(one.ninja, NinjaPart(ninja=one.ninja))
            values[one.fielded.name] = row.was_fielded
            values[one.healing.name] = row.in_healing_house
            for counted in one.counted():
                values[counted.field.name] = 0
            for deed in row.deeds:
                name = _field_of(deed, one)
                if name is not None:
                    values[name] = int(values[name]) + deed.times
    return values


def values_to_report(report: MatchReport, values: Values, sheet: Sheet) -> MatchReport:
    """Return the report with the changed values."""
    told, before = build_report(values, sheet), report_to_values(report, sheet)
    return replace(
        told,
        challenge=report.challenge,
        teams=tuple(
            _part(report.teams[team.number], part, team, values, before)
            for team, part in zip(sheet.teams, told.teams, strict=True)
        ),
    )


def _part(
    old: TeamPart, new: TeamPart, team: SheetTeam, values: Values, before: Values
) -> TeamPart:
    presence = _presence(old, new, team)
    if team.stayed_away is not None and not new.ninja:
        return replace(new, presence=presence)  # it was absent, or nothing was played
    rows = {row.ninja: row for row in old.ninja}
    told = {row.ninja: row for row in new.ninja}
    known = {one.ninja: one for one in team.ninja}
    order: list[NinjaId] = [*rows, *(one for one in told if one not in rows)]
    merged = []
    for ninja in order:
        if ninja not in known:
            merged.append(rows[ninja])  # the sheet does not know it
        elif ninja in told:
            deeds = tuple(
                _deeds(
                    rows.get(ninja, NinjaPart(ninja=ninja)).deeds,
                    known[ninja],
                    values,
                    before,
                )
            )
            merged.append(replace(told[ninja], deeds=deeds))
    return replace(new, presence=presence, ninja=tuple(merged))


def _presence(old: TeamPart, new: TeamPart, team: SheetTeam) -> Presence:
    """Return the reported presence, unless the answer on the sheet has changed."""
    was_absent, is_absent = (
        part.presence is not Presence.PLAYED for part in (old, new)
    )
    is_asked = team.stayed_away is not None
    return new.presence if is_asked and was_absent != is_absent else old.presence


def _deeds(
    old: tuple[Deed, ...], one: SheetNinja, values: Values, before: Values
) -> Iterator[Deed]:
    changed = {
        counted.field.name: counted.deed
        for counted in one.counted()
        if values[counted.field.name] != before[counted.field.name]
    }
    for deed in old:
        if _field_of(deed, one) not in changed:
            yield deed
    for name, deed in changed.items():
        if times := int(values[name]):
            yield replace(deed, times=times)


def _field_of(deed: Deed, one: SheetNinja) -> str | None:
    """Return the field that counts this deed, or None if the sheet has none.

    It is the field of the victim if one is named, else that of the column.
    """
    if deed.event == INJURES_ENEMY and deed.of is not None:
        for victim in one.victims:
            if (victim.team, victim.ninja) == (deed.against, deed.of):
                return victim.field.name
    columns = (column for column in one.columns if _is_in(deed, column))
    return next((column.field.name for column in columns), None)


def _is_in(deed: Deed, column: SheetColumn) -> bool:
    meant = column.deed
    is_against = meant.against is None or deed.against in (None, meant.against)
    return (deed.event, deed.victim) == (meant.event, meant.victim) and is_against
