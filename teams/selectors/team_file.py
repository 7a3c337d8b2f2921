"""Export of teams as team files."""

from __future__ import annotations

import msgspec

from people.models import Person
from teams.models import JournalLine, Team
from teams.rules.exchange import document
from teams.rules.exchange.document import DiceRecord, Document, JournalPart
from teams.selectors.access import Viewer, get_own_team
from teams.selectors.journal_store import build_line, get_state, query_lines


def get_team_document(team_id: int, viewer: Viewer) -> Document:
    """Return the document of a team of the viewer's own. Queries: 2."""
    return build_team_document(get_own_team(team_id, viewer))


def get_team_file(team_id: int, viewer: Viewer) -> bytes:
    """Return the team file of a team of the viewer's own. Queries: 2."""
    return document.encode(get_team_document(team_id, viewer))


def build_team_document(team: Team) -> Document:
    """Return the document of a team. Queries: 1."""
    return document.build_document(get_state(team), map(_part, query_lines(team)))


def export_teams(person: Person) -> list[object]:
    """Return the documents of a person's teams, for their data export."""
    teams = Team.objects.filter(owner=person).order_by("pk")
    return [msgspec.to_builtins(build_team_document(team)) for team in teams]


def _part(row: JournalLine) -> JournalPart:
    line = build_line(row)
    return JournalPart(
        number=line.number,
        batch=line.batch,
        place=line.place,
        entry=line.entry,
        wording=row.wording,
        written=row.created.isoformat(),
        dice=None if row.dice is None else msgspec.convert(row.dice, DiceRecord),
    )
