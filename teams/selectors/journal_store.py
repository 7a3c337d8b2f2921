"""The stored journal and state of a team as the values that the rules know."""

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


def state_of(team: Team) -> TeamState:
    """The team as it is now, without a query.

    A snapshot whose shape is of an earlier version of the product is not trusted;
    the journal tells the same (one query).
    """
    try:
        return snapshot.restored(team.state, catalogue())
    except Unreadable:
        return folded(lines_of(team))


def lines_of(team: Team) -> list[Line]:
    """The whole journal. One query."""
    return [line_of(row) for row in rows_of(team)]


def lines_by_team(
    ids: Collection[int], *, kinds: Collection[str] = ()
) -> dict[int, list[Line]]:
    """The journals of several teams, whole or only entries of some kinds. One query.

    Entries are decoded from the stored text at once, without plain values between.
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
    """The name of a batch by how a database writes it, worked out once."""

    def __missing__(self, stored: str) -> str:
        name, one = stored, stored
        if "-" not in stored:  # SQLite leaves them out.
            name = f"{one[:8]}-{one[8:12]}-{one[12:16]}-{one[16:20]}-{one[20:]}"
        self[stored] = name
        return name


def rows_of(team: Team) -> QuerySet[JournalLine]:
    return JournalLine.objects.filter(team=team).order_by("number")


def line_of(row: JournalLine) -> Line:
    return Line(
        number=row.number,
        batch=str(row.batch),
        entry=entry_of(row.entry),
        place=row.place,
    )


class _Kept(msgspec.Struct):
    """Its shape is worked out once; a bare union's would be for every entry."""

    entry: AnyEntry


def entry_of(plain: Any) -> AnyEntry:
    return msgspec.convert({"entry": plain}, _Kept).entry


def folded(lines: Iterable[Line], *, until: int | None = None) -> TeamState:
    book = catalogue()
    return journal.fold(lines, book.stored_house_rules, book, until=until)


def stored_values(state: TeamState, *, version: int) -> dict[str, Any]:
    """Every column of a team that follows from its journal."""
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
        "state": snapshot.taken(state, book),
    }
