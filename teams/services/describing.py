"""What a team and its ninja are called and what is told of them, in one act."""

from __future__ import annotations

from kernel.ids import NinjaId
from teams.rules import naming
from teams.rules.entries import AnyEntry, Noted
from teams.rules.texts import LORE_LENGTH, NOTE_LENGTH, tidy_text
from teams.services.journal import Edit, Written, journal_opened


def ninja_describe(edit: Edit, *, ninja: int, name: str, note: str) -> Written:
    """Write down what is new of a ninja's name and note; nothing if nothing is."""
    who = NinjaId(ninja)
    with journal_opened(edit) as journal:
        before = journal.state.find(who)
        if naming.tidy(name) != before.name:
            journal.write(
                naming.rename_ninja(journal.state, who, name, book=journal.book)
            )
        clean = tidy_text(note, length=NOTE_LENGTH, field="note")
        if clean != before.note:
            journal.write(Noted(ninja=who, text=clean))
    return journal.written


def team_describe(edit: Edit, *, name: str, lore: str) -> Written:
    """Write down what is new of a team's name and lore; nothing if nothing is."""
    with journal_opened(edit) as journal:
        entries: list[AnyEntry] = []
        if naming.tidy(name) != journal.state.name:
            entries.append(naming.rename(name, taken=journal.names_elsewhere))
        clean = tidy_text(lore, length=LORE_LENGTH, field="lore")
        if clean != journal.state.lore:
            entries.append(Noted(text=clean))
        journal.write(*entries)
    return journal.written
