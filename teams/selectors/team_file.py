"""A team as a document that others can read and import."""

from __future__ import annotations

import msgspec

from people.models import Person
from teams.models import JournalLine, Team
from teams.rules.exchange import document
from teams.rules.exchange.document import DiceRecord, Document, JournalPart
from teams.selectors.access import Viewer, team_owned
from teams.selectors.journal_store import line_of, rows_of, state_of


def team_document(team_id: int, viewer: Viewer) -> Document:
    """The whole journal of one's own team. Two queries."""
    return document_of(team_owned(team_id, viewer))


def team_file(team_id: int, viewer: Viewer) -> bytes:
    """The same as a file."""
    return document.encode(team_document(team_id, viewer))


def document_of(team: Team) -> Document:
    """One query."""
    return document.document(state_of(team), map(_part, rows_of(team)))


def own_teams(person: Person) -> list[object]:
    """What a person takes along of their teams: a document of each."""
    teams = Team.objects.filter(owner=person).order_by("pk")
    return [msgspec.to_builtins(document_of(team)) for team in teams]


def _part(row: JournalLine) -> JournalPart:
    line = line_of(row)
    return JournalPart(
        number=line.number,
        batch=line.batch,
        place=line.place,
        entry=line.entry,
        wording=row.wording,
        written=row.created.isoformat(),
        dice=None if row.dice is None else msgspec.convert(row.dice, DiceRecord),
    )
