"""Write journals. Every change of a team goes through this module.

An `Edit` names the team and the version that a person saw. The team's row is locked,
the version compared and the entries applied one by one. Then the lines, the state and
all stored totals are written together, or nothing is.

    with lock_journal(edit) as journal:
        journal.write(recruiting.recruit(journal.state, profile, book=journal.book))
    return journal.written
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from hashlib import sha256
from typing import Any
from uuid import uuid4

import msgspec
from django.db import transaction
from django.http import Http404
from django.utils import timezone

from kernel.dice import Dice, DiceDraw, RecordedDice, SeededDice, commitment
from kernel.errors import Conflict, Refusal
from people.models import Person
from rulebook.catalogue import Catalogue, catalogue
from teams.catalogue import name_book
from teams.models import JournalLine, Team
from teams.rules.entered_dice import HiddenDice
from teams.rules.exchange.validation import NINJA_MAX
from teams.rules.journal import journal as rules
from teams.rules.journal.entries import AnyEntry, Recruited, Voided
from teams.rules.journal.journal import Line
from teams.rules.journal.sentences import entry_sentence
from teams.rules.state import TeamState
from teams.rules.text_input import odd_values
from teams.selectors.access import get_league_links, is_owner
from teams.selectors.journal_store import (
    fold_lines,
    get_state,
    list_lines,
    stored_values,
)
from teams.signals import journal_written

# More than any team needs; a limit for runaway programs.
LINES_MAX = 20_000
TEAMS_MAX = 300


class Role(Enum):
    """The role in which a team is changed."""

    OWNER = "owner"
    MASTER = "master"  # the ninja master of its league
    SITE = "site"  # background jobs; there may be no actor


@dataclass(frozen=True, slots=True, kw_only=True)
class Edit:
    """A request to change a team.

    `version` is the version that the actor saw; None changes the latest one. A preview
    does everything except writing.
    """

    team_id: int
    actor: Person | None
    version: int | None = None
    role: Role = Role.OWNER
    is_preview: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenLine:
    number: int
    entry: AnyEntry
    sentence: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """The lines that an edit wrote, and the team after them."""

    team_id: int
    version: int
    state: TeamState
    batch: str
    lines: tuple[WrittenLine, ...]
    is_preview: bool = False

    @property
    def sentence(self) -> str:
        return " ".join(line.sentence for line in self.lines)


class Journal:
    """A locked team, and the lines that are about to be written."""

    def __init__(self, team: Team, edit: Edit, state: TeamState) -> None:
        self.team = team
        self.edit = edit
        self.state = state
        self.book: Catalogue = catalogue()
        self.batch = uuid4()
        self._rows: list[JournalLine] = []
        self._entries: list[AnyEntry] = []
        self._lines: list[Line] | None = None
        self._is_seed_spent = False
        self._now = timezone.now()

    @property
    def next_number(self) -> int:
        return self.team.version + len(self._rows) + 1

    @property
    def lines(self) -> list[Line]:
        """The journal including this batch. Queries: 1, then cached."""
        if self._lines is None:
            self._lines = list_lines(self.team) + [
                _line(row, entry)
                for row, entry in zip(self._rows, self._entries, strict=True)
            ]
        return self._lines

    @property
    def names_elsewhere(self) -> frozenset[str]:
        """The names of the other teams of its league, which are taken."""
        return get_league_links().names_elsewhere(self.team)

    def dice(self) -> RecordedDice:
        """Return the site's dice for the next line, from the committed seed."""
        if self.edit.is_preview:
            return RecordedDice(HiddenDice())
        return RecordedDice(
            SeededDice(self.team.next_seed, stream_name(self.next_number))
        )

    def write(
        self,
        *entries: AnyEntry,
        dice: RecordedDice | None = None,
        place: int = 0,
        kept: dict[str, Any] | None = None,
    ) -> None:
        """Apply entries one by one; the first impossible one refuses all.

        `kept` is the record of earlier dice that count again.
        """
        for entry in entries:
            self._write(entry, dice, place, kept)

    def _write(
        self,
        entry: AnyEntry,
        dice: RecordedDice | None,
        place: int,
        kept: dict[str, Any] | None,
    ) -> None:
        if self.next_number > LINES_MAX:
            raise Refusal(
                f"The journal of {self.state.name} is full. Start a new team with a"
                " copy of it.",
                code="journal-full",
            )
        if isinstance(entry, Recruited) and not place:
            entry = self._name_recruit(entry)
        line = Line(
            number=self.next_number, batch=str(self.batch), entry=entry, place=place
        )
        for path, sentence in odd_values(msgspec.to_builtins(entry), "entry"):
            raise Refusal(sentence, code="odd-value", field=path)
        wording = entry_sentence(entry, self.state, self.book)
        before = self.lines if place or isinstance(entry, Voided) else []
        try:
            self.state = rules.append(
                list(before),
                self.state,
                line,
                self.book.stored_house_rules,
                self.book,
            )
        except rules.ImpossibleLine as impossible:
            if impossible.line is line:
                # The line was never written, so its number means nothing to players.
                raise impossible.reason from None
            raise
        if len(self.state.ninja) > NINJA_MAX:
            raise Refusal(
                f"A team can have at most {NINJA_MAX} ninja.",
                code="too-many-ninja",
            )
        self._is_seed_spent |= bool(dice and dice.record)
        self._rows.append(self._row(line, wording, dice, kept))
        self._entries.append(entry)
        if self._lines is not None:
            self._lines.append(line)

    def _name_recruit(self, entry: Recruited) -> Recruited:
        """Give a recruit a random name, the same one in a preview."""
        seed = sha256(f"names of team {self.team.pk}".encode()).hexdigest()
        dice = SeededDice(seed, f"ninja {entry.ninja}")
        return name_book().name_recruit(entry, self.state, book=self.book, dice=dice)

    def _row(
        self,
        line: Line,
        wording: str,
        dice: RecordedDice | None,
        kept: dict[str, Any] | None,
    ) -> JournalLine:
        record = dice.record if dice else []
        if record:
            kept = dice_record(self.team.next_seed, line.number, record)
        told = NewLine(line=line, wording=wording, created=self._now, dice=kept)
        return line_row(self.team, told, actor=self.edit.actor)

    def save(self) -> None:
        if not self._rows or self.edit.is_preview:
            return
        before = self.team.version
        values = stored_values(self.state, version=before + len(self._rows))
        if self._is_seed_spent:
            values["next_seed"] = new_seed()
        JournalLine.objects.bulk_create(self._rows)
        changed = Team.objects.filter(pk=self.team.pk, version=before).update(
            **values, updated=timezone.now()
        )
        if not changed:
            raise _changed_meanwhile(self.team)

    @property
    def written(self) -> Written:
        return Written(
            team_id=self.team.pk,
            version=self.team.version + len(self._rows),
            state=self.state,
            batch=str(self.batch),
            lines=tuple(
                WrittenLine(number=row.number, entry=entry, sentence=row.wording)
                for row, entry in zip(self._rows, self._entries, strict=True)
            ),
            is_preview=self.edit.is_preview,
        )


@contextmanager
def lock_journal(edit: Edit) -> Iterator[Journal]:
    """Lock a team for one edit, and save the new lines at the end."""
    with transaction.atomic():
        team = Team.objects.select_for_update().filter(pk=edit.team_id).first()
        if team is None or not _may_edit(edit, team):
            raise Http404("There is no such team.")
        if edit.version is not None and edit.version != team.version:
            raise _changed_meanwhile(team)
        journal = Journal(team, edit, get_state(team))
        yield journal
        journal.save()
        if journal.written.lines and not edit.is_preview:
            journal_written.send(sender=Team, written=journal.written)


def write_journal(
    edit: Edit, *, entries: Sequence[AnyEntry], place: int = 0
) -> Written:
    """Write these entries in one batch."""
    with lock_journal(edit) as journal:
        journal.write(*entries, place=place)
    return journal.written


@dataclass(frozen=True, slots=True, kw_only=True)
class NewLine:
    """A line to store, with its sentence, time and dice."""

    line: Line
    wording: str
    created: datetime
    dice: dict[str, Any] | None = None


def start_journal(
    *, owner: Person, entries: Sequence[AnyEntry], dice: Dice | None = None
) -> Written:
    """Create a team from its first entries, beginning with the founding.

    Recruits without a name get a random one from `dice`.
    """
    book, batch, now = catalogue(), str(uuid4()), timezone.now()
    entries = name_book().name_recruits(
        entries, book=book, dice=dice or SeededDice(new_seed())
    )
    state: TeamState | None = None
    told = []
    for number, entry in enumerate(entries, start=1):
        line = Line(number=number, batch=batch, entry=entry)
        wording = entry_sentence(entry, state, book)
        state = rules.append([], state, line, book.stored_house_rules, book)
        told.append(NewLine(line=line, wording=wording, created=now))
    return import_journal(owner=owner, told=told)


@transaction.atomic
def import_journal(
    *, owner: Person, told: Sequence[NewLine], is_imported: bool = False
) -> Written:
    """Create a team from a whole journal."""
    Person.objects.select_for_update().get(pk=owner.pk)
    if Team.objects.filter(owner=owner).count() >= TEAMS_MAX:
        raise Refusal(
            f"You can have at most {TEAMS_MAX} teams. This limit includes retired"
            " teams.",
            code="too-many-teams",
        )
    if len(told) > LINES_MAX:
        raise Refusal(
            f"A journal can have at most {LINES_MAX} lines.", code="journal-full"
        )
    state = fold_lines(one.line for one in told)
    team = Team.objects.create(
        owner=owner,
        next_seed=new_seed(),
        is_imported=is_imported,
        **stored_values(state, version=told[-1].line.number),
    )
    JournalLine.objects.bulk_create(line_row(team, one, actor=owner) for one in told)
    return Written(
        team_id=team.pk,
        version=team.version,
        state=state,
        batch=told[0].line.batch,
        lines=tuple(
            WrittenLine(
                number=one.line.number, entry=one.line.entry, sentence=one.wording
            )
            for one in told
        ),
    )


def line_row(team: Team, told: NewLine, *, actor: Person | None) -> JournalLine:
    return JournalLine(**line_values(team, told, actor=actor))


def line_values(team: Team, told: NewLine, *, actor: Person | None) -> dict[str, Any]:
    """Return the stored values of a line by column."""
    line = told.line
    plain = msgspec.to_builtins(line.entry)
    return {
        "team_id": team.pk,
        "number": line.number,
        "batch": line.batch,
        "place": line.place,
        "kind": plain["kind"],
        "entry": plain,
        "wording": told.wording,
        "dice": told.dice,
        "actor_id": actor.pk if actor else None,
        "created": told.created,
    }


def stream_name(number: int) -> str:
    """Return the name of a line's dice sequence; one seed serves a whole batch."""
    return f"line {number}"


def dice_record(seed: str, number: int, record: Sequence[DiceDraw]) -> dict[str, Any]:
    """Return the record of dice as stored, with all that `verify` needs."""
    return {
        "seed": seed,
        "promised": commitment(seed),
        "stream": stream_name(number),
        "record": [[list(drawn.results), drawn.limit] for drawn in record],
    }


def new_seed() -> str:
    return secrets.token_hex(32)


def _line(row: JournalLine, entry: AnyEntry) -> Line:
    return Line(number=row.number, batch=str(row.batch), entry=entry, place=row.place)


def _may_edit(edit: Edit, team: Team) -> bool:
    match edit.role:
        case Role.OWNER:
            return is_owner(edit.actor, team)
        case Role.MASTER:
            return edit.actor is not None and get_league_links().is_master(
                edit.actor, team
            )
        case Role.SITE:
            return True


def _changed_meanwhile(team: Team) -> Conflict:
    return Conflict(
        f"{team} has changed since you opened this page. Check the changes, then try"
        " again.",
        field="version",
    )
