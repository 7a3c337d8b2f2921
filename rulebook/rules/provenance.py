"""Where the values of the rulebook come from: checks and counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from rulebook.rules.book import Catalogue
from rulebook.rules.entries import (
    WHOLE_ENTRY,
    Entry,
    NamedEntry,
    Provenance,
    Source,
    TracedEntry,
)
from rulebook.rules.entry_base import SLUG_PATTERN
from rulebook.rules.flaws import Flaw

# Fields that say nothing which could be right or wrong in the game.
_ABOUT_THE_ENTRY = frozenset(
    {
        "slug",
        "event",
        "page",
        "pages",
        "provenance",
        "doubts",
        "motto",
        "plays_like",
        "summary",
    }
)
# Fields that are ours wherever they stand.
_OURS = frozenset({"ruling"})


class Traced(NamedTuple):
    """An entry of the book with its kind and its file."""

    kind: str
    file: str
    key: str
    entry: TracedEntry
    inherited: Provenance | None = None  # from the entry that holds this one

    def source_of(self, field: str) -> Source:
        """Return the source of a field's value."""
        found = (
            self.entry.provenance.get(field)
            or self.entry.provenance.get(WHOLE_ENTRY)
            or self.inherited
        )
        if field in _OURS:
            return Source.HOUSE
        return found.source if found else Source.BOOK


class SourceCount(NamedTuple):
    """How many values of a kind of entry come from each source."""

    kind: str
    entries: int
    book: int
    external: int
    house: int


def traced_entries(book: Catalogue) -> Iterator[Traced]:
    """Return every entry with a provenance, nested ones included."""
    for clan in book.clans.values():
        yield from _within("clan", f"clans/{clan.slug}.yaml", clan.slug, clan)
    for profile in book.profiles.values():
        if profile.clan is None:
            file = "ronin-extra.yaml" if profile.is_extra else "ronin.yaml"
            yield from _within("profile", file, profile.slug, profile)
    for kind, file, entries in _lists(book):
        for entry in entries:
            yield from _within(kind, file, getattr(entry, "slug", kind), entry)


def _lists(book: Catalogue) -> Iterator[tuple[str, str, tuple[TracedEntry, ...]]]:
    yield "sentry", "sentries.yaml", tuple(book.sentries.values())
    yield "keyword", "keywords.yaml", tuple(book.keywords.values())
    yield "status", "statuses.yaml", tuple(book.statuses.values())
    yield "element", "elements.yaml", tuple(book.elements.values())
    yield "terrain", "terrain.yaml", tuple(book.terrain.values())
    yield "challenge", "challenges.yaml", tuple(book.challenges.values())
    yield "card", "moon-cards.yaml", tuple(book.cards.values())
    yield "moon", "moon.yaml", (book.moon.track, book.moon.deck)
    yield "table", "experience.yaml", (book.experience,)
    yield "table", "advancement.yaml", (book.advancement,)
    yield "table", "downtime.yaml", (book.downtime,)
    yield "table", "revenue.yaml", (book.revenue,)
    yield "table", "rating.yaml", (book.rating,)
    yield "table", "underdog.yaml", (book.underdog,)
    yield "table", "random-challenge.yaml", (book.random_challenge,)
    yield "table", "basics.yaml", (book.basics,)
    yield "shrine team", "shrine-teams.yaml", (book.shrine,)


_NESTED_KINDS = {
    "Profile": "profile",
    "Ability": "ability",
    "ShrineTeam": "shrine team",
    "ExperienceLevel": "table",
    "DoublesReading": "table",
    "UnderdogHelp": "table",
    "XpAward": "award",
}


def _within(
    kind: str,
    file: str,
    key: str,
    entry: TracedEntry,
    inherited: Provenance | None = None,
) -> Iterator[Traced]:
    yield Traced(kind, file, key, entry, inherited)
    whole = entry.provenance.get(WHOLE_ENTRY, inherited)
    for name in entry.__struct_fields__:
        value = getattr(entry, name)
        for part in value if isinstance(value, tuple) else (value,):
            if isinstance(part, TracedEntry):
                nested = _NESTED_KINDS[type(part).__name__]
                passed_on = entry.provenance.get(name, whole)
                part_key = f"{key}.{_name_of(part)}"
                yield from _within(nested, file, part_key, part, passed_on)


def _name_of(entry: TracedEntry) -> str:
    """Return the name of a nested entry in its file: its slug, or its event."""
    return str(getattr(entry, "slug", "") or getattr(entry, "event", ""))


def provenance_flaws(book: Catalogue) -> Iterator[Flaw]:
    for traced in traced_entries(book):
        entry = traced.entry
        if isinstance(entry, NamedEntry) and not SLUG_PATTERN.fullmatch(entry.slug):
            reason = f'"{entry.slug}" must be small letters, digits and single dashes.'
            yield Flaw(traced.file, f"{traced.key}.slug", reason)
        for field in entry.pages:
            if field not in _values(entry):
                key = f"{traced.key}.pages.{field}"
                yield Flaw(traced.file, key, "there is no such field.")
        for field, provenance in entry.provenance.items():
            key = f"{traced.key}.provenance.{field}"
            if field != WHOLE_ENTRY and field not in _values(entry):
                yield Flaw(traced.file, key, "there is no such field.")
            if provenance.source is Source.BOOK:
                yield Flaw(traced.file, key, "what is from the book is not marked.")
            if not provenance.why.endswith("."):
                yield Flaw(traced.file, key, "`why` must be a sentence.")


def _values(entry: Entry) -> list[str]:
    """Return the fields of an entry whose value has a source."""
    return [f for f in entry.__struct_fields__ if f not in _ABOUT_THE_ENTRY]


def source_counts(book: Catalogue) -> list[SourceCount]:
    """Count the sources of entries and values by kind.

    A field counts if it has a value; a default counts only if a provenance names it.
    """
    totals: dict[str, Counter[str]] = {}
    for traced in traced_entries(book):
        total = totals.setdefault(traced.kind, Counter())
        total["entries"] += 1
        for field in _values(traced.entry):
            if _says_something(traced.entry, field):
                total[traced.source_of(field)] += 1
    return [
        SourceCount(
            kind=kind,
            entries=total["entries"],
            book=total[Source.BOOK],
            external=total[Source.EXTERNAL],
            house=total[Source.HOUSE],
        )
        for kind, total in totals.items()
    ]


def _says_something(entry: TracedEntry, field: str) -> bool:
    value = getattr(entry, field)
    return field in entry.provenance or value not in (None, (), {}, False)
