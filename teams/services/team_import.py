"""Import teams from team files and BattleScribe rosters."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from uuid import uuid4

import msgspec
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from kernel.errors import Refusal
from people.models import Person
from rulebook.catalogue import catalogue
from teams.rules.exchange import battlescribe, battlescribe_mapping, validation
from teams.rules.exchange import document as exchange
from teams.rules.exchange.document import Document, JournalPart, TeamPart
from teams.rules.journal.entries import LeagueLeft
from teams.rules.journal.journal import Line
from teams.rules.journal.sentences import entry_sentence
from teams.rules.state import TeamState
from teams.services.journal import NewLine, Written, import_journal, start_journal


@dataclass(frozen=True, slots=True, kw_only=True)
class RosterImport:
    """The new draft, and what was changed or left out of the roster."""

    written: Written
    notes: tuple[str, ...]


def import_team(*, owner: Person, content: bytes) -> Written:
    """Import a team file: with its history, or as a draft if it has no journal.

    The imported team is in no league, so it leaves the league in its journal.
    """
    document = exchange.decode(content)
    if not document.journal:
        return _begun(owner, document.team)
    state, told = _read(document)
    if state.league:
        told.append(_left(state, len(told) + 1))
    return import_journal(owner=owner, told=told, is_imported=True)


def import_league_team(*, owner: Person, document: Document) -> Written:
    """Import a team of a league file, with its whole history."""
    if not document.journal:
        raise Refusal(
            "A team in a league file needs a journal, and this one has none.",
            code="no-journal",
            field="journal",
        )
    _, told = _read(document)
    return import_journal(owner=owner, told=told, is_imported=True)


def import_roster(*, owner: Person, content: bytes) -> RosterImport:
    """Import a `.ros` or `.rosz` file as a draft."""
    roster = battlescribe.read_roster(content)
    mapped = battlescribe_mapping.map_roster(roster, catalogue())
    return RosterImport(written=_begun(owner, mapped.team), notes=mapped.notes)


def _read(document: Document) -> tuple[TeamState, list[NewLine]]:
    book = catalogue()
    state = validation.journal_state(document, book.stored_house_rules, book)
    told = [_told(part, number) for number, part in enumerate(document.journal)]
    return state, told


def _begun(owner: Person, team: TeamPart) -> Written:
    book = catalogue()
    entries = validation.roster_entries(team, book.default_house_rules, book)
    return start_journal(owner=owner, entries=entries)


def _told(part: JournalPart, index: int) -> NewLine:
    return NewLine(
        line=part.line,
        wording=part.wording,
        created=_moment(part.written, index),
        dice=None if part.dice is None else msgspec.to_builtins(part.dice),
    )


def _moment(text: str, index: int) -> datetime:
    try:
        moment = parse_datetime(text)
        utc = moment.astimezone(UTC) if moment and moment.tzinfo else None
    except (ValueError, OverflowError):
        utc = None
    if utc is None:
        raise Refusal(
            "Write times like 2026-11-16T12:00:00+00:00.",
            code="no-time",
            field=f"journal[{index}].written",
        )
    return utc


def _left(state: TeamState, number: int) -> NewLine:
    entry = LeagueLeft()
    return NewLine(
        line=Line(number=number, batch=str(uuid4()), entry=entry),
        wording=entry_sentence(entry, state, catalogue()),
        created=timezone.now(),
    )
