"""Undo and redo, derived from the journal alone.

An undo voids the last batch, a redo voids the batch of the undo, and a new change ends
the chance to redo. The journal only grows, so both survive a reload.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from teams.rules.journal.entries import Founded, Voided
from teams.rules.journal.journal import Line


class UndoState(msgspec.Struct, frozen=True, kw_only=True):
    """The batches that undo and redo would void, and the batch that redo restores."""

    undo: str | None = None
    redo: str | None = None
    redone: str | None = None


def find_undo(lines: Iterable[Line]) -> UndoState:
    """Return what can be undone and redone. The founding batch cannot be undone."""
    acts: list[str] = []
    undone: list[tuple[str, str]] = []  # the batch of each undo, and what it voided
    founding: set[str] = set()
    for line in sorted(lines, key=lambda one: one.number):
        entry, batch = line.entry, line.batch
        if isinstance(entry, Founded):
            founding.add(batch)
        if isinstance(entry, Voided):
            if acts and entry.batches == (acts[-1],):
                undone.append((batch, acts.pop()))
            elif undone and entry.batches == (undone[-1][0],):
                acts.append(undone.pop()[1])
            else:
                acts = [act for act in acts if act not in entry.batches]
                undone = []
        elif batch not in founding and (not acts or acts[-1] != batch):
            acts.append(batch)
            undone = []
    redo, redone = undone[-1] if undone else (None, None)
    return UndoState(undo=acts[-1] if acts else None, redo=redo, redone=redone)
