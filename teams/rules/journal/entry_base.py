"""What all journal entries share: frozen, strict, and named by `kind` in JSON."""

from __future__ import annotations

import msgspec


def _kind(class_name: str) -> str:
    """`GameOpened` is written game-opened."""
    return "".join("-" + c.lower() if c.isupper() else c for c in class_name).strip("-")


class JournalEntry(
    msgspec.Struct,
    frozen=True,
    forbid_unknown_fields=True,
    kw_only=True,
    omit_defaults=True,
    tag_field="kind",
    tag=_kind,
    # Values that cannot be part of a cycle are nothing for the collector, whose
    # rounds over long journals took a third of a correction.
    gc=False,
):
    """One thing that happened to a team."""
