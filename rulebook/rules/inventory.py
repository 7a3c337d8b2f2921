"""The inventory: every rule of the game as one sentence, with its ruling."""

from __future__ import annotations

from enum import StrEnum

from kernel.ids import RuleId
from rulebook.rules.entry import Entry, Source

# What a ruling says when the text of the rule already is the ruling.
AS_STATED = "As stated"


class RuleKind(StrEnum):
    BOOK = "book"
    SILENT = "silent"  # the book does not settle it at all


class Rule(Entry, frozen=True, kw_only=True):
    id: RuleId
    page: int
    text: str
    kind: RuleKind = RuleKind.BOOK
    ambiguity: str | None = None  # what the book leaves open
    ruling: str | None = None  # how we play it
    knob: str | None = None  # the house rule that changes it
    provenance: Source = Source.BOOK

    @property
    def area(self) -> str:
        """The part of the rules it belongs to: `COMBAT` of `COMBAT-12`."""
        return self.id.split("-", 1)[0]
