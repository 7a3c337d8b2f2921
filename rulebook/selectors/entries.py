"""Lists and pages of entries with a common form.

Keywords, abilities, statuses, elements, terrain and cards each have a name, a sentence
and links. `selectors/kinds` has a module for each.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from kernel.elements import ELEMENTS
from rulebook.catalogue import catalogue
from rulebook.rules.entries import NamedEntry
from rulebook.selectors.entry_shapes import EntryList, EntryPage, Group, Row
from rulebook.selectors.filters import addressed
from rulebook.selectors.kinds import (
    abilities,
    cards,
    elements,
    keywords,
    statuses,
    terrain,
)
from rulebook.selectors.provenance_marks import Link

KINDS = {
    module.KIND.folder: module.KIND
    for module in (keywords, abilities, statuses, elements, terrain, cards)
}


def entry_list(folder: str, chosen: Mapping[str, str]) -> EntryList | None:
    kind = KINDS.get(folder)
    if kind is None:
        return None
    filters = addressed(kind.filters(chosen))
    rows = [kind.row(entry) for entry in kind.entries(catalogue()).values()]
    fitting = [row for row in rows if row.passes(filters)]
    return EntryList(
        folder=folder,
        title=kind.title,
        lede=kind.lede,
        groups=tuple(_groups(fitting)),
        filters=filters,
        shown=len(fitting),
        total=len(rows),
    )


def _groups(rows: Iterable[Row]) -> Iterable[Group]:
    groups: dict[str, list[Row]] = {}
    for row in rows:
        groups.setdefault(row.group, []).append(row)
    known = {element.value for element in ELEMENTS}
    for name, members in groups.items():
        element = name.lower() if name.lower() in known else ""
        yield Group(name, element, tuple(members))


def entry_page(folder: str, slug: str) -> EntryPage | None:
    kind = KINDS.get(folder)
    entries = kind.entries(catalogue()) if kind else {}
    entry: NamedEntry | None = entries.get(slug)
    if kind is None or entry is None:
        return None
    row, details = kind.row(entry), kind.details(entry)
    links = [Link(folder, other.slug, other.name) for other in entries.values()]
    place = links.index(row.link)
    return EntryPage(
        folder=folder,
        folder_title=kind.title,
        name=entry.name,
        kicker=details.kicker or row.when,
        elements=row.elements,
        icon=row.icon,
        paragraphs=details.paragraphs,
        ruling=getattr(entry, "ruling", None) or "",
        facts=details.facts,
        bearers_title=details.bearers_title,
        bearers=details.bearers,
        rules=details.rules,
        marks=row.marks,
        doubts=entry.doubts,
        page=details.page or entry.page,
        previous=links[place - 1] if place else None,
        following=links[place + 1] if place + 1 < len(links) else None,
    )
