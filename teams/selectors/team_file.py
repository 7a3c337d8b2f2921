"""Export of teams as team files."""

from __future__ import annotations

import msgspec

from people.models import Person
from teams.models import JournalLine, Team
from teams.rules.exchange import document
from teams.rules.exchange.document import DiceRecord, Document, JournalPart
from teams.selectors.access import Viewer, team_owned
from teams.selectors.journal_store import line_of, rows_of, state_of


def team_document(team_id: int, viewer: Viewer) -> Document:
    """Return the document of a team of the viewer's own. Queries: 2."""
    return document_of(team_owned(team_id, viewer))


def team_file(team_id: int, viewer: Viewer) -> bytes:
    """Return the team file of a team of the viewer's own. Queries: 2."""
    return document.encode(team_document(team_id, viewer))


def document_of(team: Team) -> Document:
    """Return the document of a team. Queries: 1."""
    return document.document(state_of(team), map(_part, rows_of(team)))


def own_teams(person: Person) -> list[object]:
    """Return the documents of a person's teams, for their data export."""
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
