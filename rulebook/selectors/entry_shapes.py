"""Shapes shared by the lists and pages of entries."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from rulebook.catalogue import Catalogue
from rulebook.selectors.filters import Filter
from rulebook.selectors.provenance_marks import Link, Mark
from rulebook.selectors.rulings import RuleText


@dataclass(frozen=True, slots=True)
class Row:
    """An entry as one line of a list."""

    link: Link
    effect: str
    group: str
    when: str = ""
    elements: tuple[str, ...] = ()
    icon: str = ""
    note: str = ""  # whose it is, how many there are
    note_link: Link | None = None
    marks: tuple[Mark, ...] = ()
    # What the filters of the list look at, by the name of the filter.
    values: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def passes(self, filters: Iterable[Filter]) -> bool:
        return all(f.admits(self.values.get(f.name, ())) for f in filters)


@dataclass(frozen=True, slots=True)
class Group:
    name: str
    element: str
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class EntryList:
    folder: str
    title: str
    lede: str
    groups: tuple[Group, ...]
    filters: tuple[Filter, ...]
    shown: int
    total: int


@dataclass(frozen=True, slots=True)
class Paragraph:
    label: str
    text: str


@dataclass(frozen=True, slots=True)
class Fact:
    label: str
    value: str
    mark: Mark | None = None


@dataclass(frozen=True, slots=True)
class EntryPage:
    """An entry with all its details."""

    folder: str
    folder_title: str
    name: str
    kicker: str
    elements: tuple[str, ...]
    icon: str
    paragraphs: tuple[Paragraph, ...]
    ruling: str
    facts: tuple[Fact, ...]
    bearers_title: str
    bearers: tuple[Link, ...]
    rules: tuple[RuleText, ...]
    marks: tuple[Mark, ...]
    doubts: tuple[str, ...]
    page: int | None
    previous: Link | None
    following: Link | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Details:
    """What a kind adds to its entry's page."""

    kicker: str = ""
    paragraphs: tuple[Paragraph, ...]
    facts: tuple[Fact, ...] = ()
    bearers_title: str = ""
    bearers: tuple[Link, ...] = ()
    rules: tuple[RuleText, ...] = ()
    page: int | None = None


@dataclass(frozen=True, slots=True)
class Kind:
    """One of the kinds of entry that share lists and pages."""

    folder: str
    one: str
    title: str
    lede: str
    entries: Callable[[Catalogue], Mapping[Any, Any]]
    row: Callable[[Any], Row]
    details: Callable[[Any], Details]
    filters: Callable[[Mapping[str, str]], tuple[Filter, ...]]
