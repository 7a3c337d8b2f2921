"""Marks that show where a value comes from, and links to other entries."""

from __future__ import annotations

from dataclasses import dataclass

from rulebook.catalogue import catalogue
from rulebook.rules import labels
from rulebook.rules.entries import (
    WHOLE_ENTRY,
    Ability,
    Keyword,
    KeywordCategory,
    NamedEntry,
    Profile,
    Provenance,
    Source,
    TracedEntry,
)


@dataclass(frozen=True, slots=True)
class Mark:
    """Why a value is not plainly from the book."""

    id: str  # unique in a page
    field: str
    label: str
    source: Source
    source_name: str
    why: str
    confidence: str


@dataclass(frozen=True, slots=True)
class Link:
    """Another page of the reference: `rulebook:entry` with this folder and slug."""

    folder: str
    slug: str
    name: str


@dataclass(frozen=True, slots=True)
class Chip:
    """A keyword with its meaning."""

    id: str  # unique in a page
    link: Link
    element: str  # its colour; empty for general and unique ones
    meaning: str


def marks_of(entry: TracedEntry, key: str) -> dict[str, Mark]:
    """Return the marks of an entry by field; `key` makes ids unique."""
    return {
        field: mark(provenance, key, field)
        for field, provenance in entry.provenance.items()
    }


def marks_tuple(entry: NamedEntry) -> tuple[Mark, ...]:
    return tuple(marks_of(entry, entry.slug).values())


def mark(provenance: Provenance, key: str, field: str) -> Mark:
    name = "all" if field == WHOLE_ENTRY else field.replace("_", "-")
    return Mark(
        id=f"why-{key}-{name}",
        field=field,
        label=labels.FIELD[field],
        source=provenance.source,
        source_name=labels.SOURCE[provenance.source],
        why=provenance.why,
        confidence=provenance.confidence or "",
    )


def keyword_chips(profile: Profile) -> tuple[Chip, ...]:
    keywords = catalogue().keywords
    return tuple(
        keyword_chip(keywords[slug], f"{profile.slug}-{slug}")
        for slug in profile.keywords
    )


def keyword_chip(keyword: Keyword, key: str) -> Chip:
    return Chip(
        id=f"kw-{key}",
        link=Link("keywords", keyword.slug, keyword.name),
        element=keyword_element(keyword),
        meaning=keyword.effect,
    )


def keyword_element(keyword: Keyword) -> str:
    """Return the element of a keyword's category, if it has one."""
    plain = (KeywordCategory.GENERAL, KeywordCategory.UNIQUE)
    return "" if keyword.category in plain else keyword.category.value


def owner_of(ability: Ability) -> Profile:
    book = catalogue()
    return book.profiles[book.ability_owners[ability.slug]]


def profile_link(profile: Profile) -> Link:
    return Link("profiles", profile.slug, profile.name)
