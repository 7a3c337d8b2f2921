"""Read stored journals and states as values of the rules."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

import msgspec
from django.db.models import QuerySet, TextField
from django.db.models.functions import Cast

from kernel.errors import Unreadable
from rulebook.catalogue import catalogue
from teams.models import JournalLine, Team
from teams.rules import state as snapshot
from teams.rules.journal import journal
from teams.rules.journal.entries import AnyEntry
from teams.rules.journal.journal import Line
from teams.rules.roster.legality import violations
from teams.rules.roster.rating import rating_parts, worth
from teams.rules.state import TeamState


def get_state(team: Team) -> TeamState:
    """Return the present state of a team. Queries: 0.

    A snapshot from an older version of Moonlight may not fit; then the journal is
    folded instead. Queries: 1.
    """
    try:
        return snapshot.decode_state(team.state, catalogue())
    except Unreadable:
        return fold_lines(list_lines(team))


def list_lines(team: Team) -> list[Line]:
    """Return the whole journal. Queries: 1."""
    return [build_line(row) for row in query_lines(team)]


def list_lines_by_team(
    ids: Collection[int], *, kinds: Collection[str] = ()
) -> dict[int, list[Line]]:
    """Return the journals of several teams, whole or only some kinds of entries.

    Entries are decoded directly from the stored text, which is faster. Queries: 1.
    """
    found: dict[int, list[Line]] = {team: [] for team in ids}
    text, batches = Cast("entry", TextField()), _Batches()
    rows = JournalLine.objects.filter(team__in=ids).order_by("team_id", "number")
    if kinds:
        rows = rows.filter(kind__in=kinds)
    for team, number, batch, entry, place in rows.values_list(
        "team_id", "number", Cast("batch", TextField()), text, "place"
    ).iterator(chunk_size=2000):
        found[team].append(
            Line(
                number=number,
                batch=batches[batch],
                entry=journal.decode_entry(entry),
                place=place,
            )
        )
    return found


class _Batches(dict[str, str]):
    """Cache of batch ids by the form in which the database returns them."""

    def __missing__(self, stored: str) -> str:
        name, one = stored, stored
        if "-" not in stored:  # SQLite stores UUIDs without hyphens.
            name = f"{one[:8]}-{one[8:12]}-{one[12:16]}-{one[16:20]}-{one[20:]}"
        self[stored] = name
        return name


def query_lines(team: Team) -> QuerySet[JournalLine]:
    return JournalLine.objects.filter(team=team).order_by("number")


def build_line(row: JournalLine) -> Line:
    return Line(
        number=row.number,
        batch=str(row.batch),
        entry=parse_entry(row.entry),
        place=row.place,
    )


class _Kept(msgspec.Struct):
    """Wrapper for one entry: msgspec caches its decoder, unlike that of a union."""

    entry: AnyEntry


def parse_entry(plain: Any) -> AnyEntry:
    return msgspec.convert({"entry": plain}, _Kept).entry


def fold_lines(lines: Iterable[Line], *, until: int | None = None) -> TeamState:
    book = catalogue()
    return journal.fold(lines, book.stored_house_rules, book, until=until)


def stored_values(state: TeamState, *, version: int) -> dict[str, Any]:
    """Return every column of a team that follows from its journal."""
    book = catalogue()
    return {
        "name": state.name,
        "clan": state.clan,
        "stage": state.stage.value,
        "league": state.league,
        "logo": state.logo,
        "koban": state.koban,
        "worth": worth(state.members),
        "rating": rating_parts(state, book).rating,
        "ninja_count": len(state.members),
        "violation_count": len(violations(state, book)),
        "games": state.games,
        "version": version,
        "state": snapshot.encode_state(state, book),
    }
