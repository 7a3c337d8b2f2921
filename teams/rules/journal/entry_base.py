"""Base class of journal entries."""

from __future__ import annotations

import msgspec


def _kind(class_name: str) -> str:
    """Return the stored kind: `GameOpened` becomes "game-opened"."""
    return "".join("-" + c.lower() if c.isupper() else c for c in class_name).strip("-")


class JournalEntry(
    msgspec.Struct,
    frozen=True,
    forbid_unknown_fields=True,
    kw_only=True,
    omit_defaults=True,
    tag_field="kind",
    tag=_kind,
    # Entries cannot be part of a reference cycle. Collecting them in long journals
    # took a third of the time of a correction.
    gc=False,
):
    """One thing that happened to a team: frozen, strict, named by `kind` in JSON."""
