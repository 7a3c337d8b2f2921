"""The inventory: every rule of the game in one sentence, with its ruling."""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import StrEnum

from kernel.ids import RuleId
from rulebook.rules.entry_base import Entry, Source

# What a ruling says when the text of the rule already is the ruling.
AS_STATED = "As stated"


class RuleKind(StrEnum):
    BOOK = "book"
    SILENT = "silent"  # the book does not settle it at all


class Area(Entry, frozen=True, kw_only=True):
    """A part of the rules; the ids of its rules begin with its code."""

    code: str
    name: str
    about: str

    @property
    def slug(self) -> str:
        return self.code.lower()


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
        """The area of the rule: `COMBAT` for `COMBAT-12`."""
        return self.id.split("-", 1)[0]

    @property
    def family(self) -> str:
        """The family of the rule: `KEY-BLINK` for `KEY-BLINK-02`."""
        return self.id.rsplit("-", 1)[0]

    def mentions(self, name: str) -> bool:
        """Return whether the rule names something, as a word or the start of one."""
        spoken = " ".join(filter(None, (self.text, self.ambiguity, self.ruling)))
        return re.search(rf"\b{re.escape(name)}", spoken) is not None


def rules_about(rules: Iterable[Rule], name: str, areas: Iterable[str]) -> list[Rule]:
    """Return the rules about one entry.

    These are the rules that mention it and, in areas with one family of rules per
    entry, the whole family of a rule that begins with its name.
    """
    known = list(rules)
    opening = re.compile(rf"(?:^|, ){re.escape(name)}(?:[:,]| allows| \()")
    families = {
        rule.family
        for rule in known
        if rule.area in areas and rule.family != rule.area and opening.search(rule.text)
    }
    return [rule for rule in known if rule.family in families or rule.mentions(name)]
