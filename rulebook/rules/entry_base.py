"""Base of all rulebook entries: strict decoding, a name, a provenance.

`slug` identifies an entry in files, URLs, stored rows and tests. A value that is not
plainly from the book has its provenance in `provenance`, keyed by field (`"*"` for the
whole entry).
"""

from __future__ import annotations

import re
from enum import StrEnum

import msgspec

WHOLE_ENTRY = "*"
SLUG_PATTERN = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


class Source(StrEnum):
    BOOK = "book"
    EXTERNAL = "external"  # public card data; the book's text is lost or silent
    HOUSE = "house"  # ours, and any league may change it


class Confidence(StrEnum):
    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A frozen value read from a file. Unknown fields are an error."""


class Provenance(Entry, frozen=True, kw_only=True):
    source: Source
    why: str
    confidence: Confidence | None = None


class TracedEntry(Entry, frozen=True, kw_only=True):
    """An entry that states where its values come from."""

    page: int | None = None
    # Pages of values that the book prints somewhere else than the entry, by field.
    pages: dict[str, int] = {}
    provenance: dict[str, Provenance] = {}
    doubts: tuple[str, ...] = ()

    @property
    def source(self) -> Source:
        """The source of the entry as a whole."""
        whole = self.provenance.get(WHOLE_ENTRY)
        return whole.source if whole else Source.BOOK


class NamedEntry(TracedEntry, frozen=True, kw_only=True):
    slug: str
    name: str
