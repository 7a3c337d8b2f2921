"""Search of the rulebook."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from kernel.elements import Element
from rulebook.catalogue import catalogue
from rulebook.rules import labels
from rulebook.rules.entries import Profile
from rulebook.rules.search_index import Document, Hit, Piece, SearchIndex
from rulebook.selectors.entries import KINDS
from rulebook.selectors.filters import Filter, Option, element_filter, filter_of
from rulebook.selectors.rulings import rule_area, rule_documents
from rulebook.selectors.tables import TABLES

LIMIT = 40

# What is looked for by kind, with the folder in which its pages stand.
KIND_NAMES = {
    "clan": "Clans",
    "profile": "Profiles",
    "keyword": "Keywords",
    "ability": "Abilities",
    "status": "Statuses",
    "element": "Elements",
    "terrain": "Terrain",
    "challenge": "Challenges",
    "card": "Moon cards",
    "table": "Tables",
    "ground": "Grounds",
    "rule": "Rulings",
}
ONE = {
    "clan": "Clan",
    "profile": "Profile",
    "ground": "Ground",
    "table": "Table",
    "rule": "Rule",
    "challenge": "Challenge",
} | {kind.one: kind.one.capitalize() for kind in KINDS.values()}
FOLDERS = {
    "clan": "clans",
    "profile": "profiles",
    "challenge": "challenges",
    "ground": "grounds",
} | {kind.one: kind.folder for kind in KINDS.values()}


@dataclass(frozen=True, slots=True)
class Found:
    """A hit as the page shows it."""

    kind: str
    kind_name: str
    folder: str
    slug: str  # empty for a table, whose page is the folder itself
    anchor: str
    name: tuple[Piece, ...]
    text: tuple[Piece, ...]
    elements: tuple[Element, ...]


@dataclass(frozen=True, slots=True)
class KindOption:
    value: str
    label: str
    is_chosen: bool
    count: int


@dataclass(frozen=True, slots=True)
class SearchPage:
    query: str
    is_asked: bool  # something was typed or a filter chosen
    kinds: tuple[KindOption, ...]
    elements: Filter
    found: tuple[Found, ...]
    total: int
    is_guess: bool

    @property
    def left_out(self) -> int:
        return self.total - len(self.found)


def search_page(query: str = "", *, kind: str = "", element: str = "") -> SearchPage:
    query = query.strip()
    elements = element_filter(element)
    kinds = filter_of("kind", "Kind", list(KIND_NAMES.items()), kind)
    results = index().search(
        query,
        kind=kinds.chosen,
        element=Element(elements.chosen) if elements.chosen else None,
        limit=LIMIT,
    )
    is_asked = bool(query or elements.chosen or kinds.chosen)
    return SearchPage(
        query=query,
        is_asked=is_asked,
        kinds=tuple(_counted(kinds.options, results.by_kind)),
        elements=elements,
        found=tuple(map(_found, results.hits)) if is_asked else (),
        total=results.total if is_asked else 0,
        is_guess=results.is_guess,
    )


def _counted(
    options: tuple[Option, ...], by_kind: dict[str, int]
) -> Iterator[KindOption]:
    for option in options:
        count = by_kind.get(option.value, 0) if option.value else sum(by_kind.values())
        yield KindOption(option.value, option.label, option.is_chosen, count)


def _found(hit: Hit) -> Found:
    document = hit.document
    folder, slug, anchor = FOLDERS.get(document.kind, ""), document.slug, ""
    if document.kind == "rule":
        folder, slug, anchor = "rulings", rule_area(document.slug) or "", document.slug
    elif document.kind == "table":
        folder, slug, anchor = "tables", "", document.slug
    return Found(
        kind=document.kind,
        kind_name=ONE[document.kind],
        folder=folder,
        slug=slug,
        anchor=anchor,
        name=hit.name,
        text=hit.text,
        elements=document.elements,
    )


@cache
def index() -> SearchIndex:
    """Return the index of everything that has a page, in the order used for ties."""
    return SearchIndex([*_people(), *_entries(), *_places(), *rule_documents()])


def _people() -> Iterator[Document]:
    book = catalogue()
    for clan in book.clans.values():
        yield Document(
            kind="clan",
            slug=clan.slug,
            name=clan.name,
            text=clan.plays_like,
            tags=("clan", clan.element, clan.motto),
            elements=(clan.element,),
        )
    for profile in book.profiles.values():
        yield Document(
            kind="profile",
            slug=profile.slug,
            name=profile.name,
            text=_profile_text(profile),
            tags=_profile_tags(profile),
            elements=profile.affinities,
        )


def _profile_text(profile: Profile) -> str:
    numbers = f"MV {profile.mv}, AT {profile.at}, DF {profile.df}"
    price = f"{profile.koban} koban"
    if profile.upkeep:
        price += f", upkeep {profile.upkeep}"
    keywords = ", ".join(catalogue().keywords[slug].name for slug in profile.keywords)
    return f"{numbers}, {price}. {keywords}".strip()


def _profile_tags(profile: Profile) -> tuple[str, ...]:
    book = catalogue()
    clan = (book.clans[profile.clan].name,) if profile.clan else ()
    abilities = tuple(ability.name for ability in profile.all_abilities)
    keywords = tuple(book.keywords[slug].name for slug in profile.keywords)
    kind = labels.TYPE[profile.type]
    return (kind, *clan, *keywords, *abilities, *profile.affinities)


def _entries() -> Iterator[Document]:
    for kind in KINDS.values():
        for entry in kind.entries(catalogue()).values():
            row = kind.row(entry)
            yield Document(
                kind=kind.one,
                slug=row.link.slug,
                name=row.link.name,
                text=row.effect,
                tags=tuple(filter(None, (row.group, row.when, row.note, kind.one))),
                elements=tuple(Element(name) for name in row.elements),
            )


def _places() -> Iterator[Document]:
    book = catalogue()
    for challenge in book.challenges.values():
        yield Document(
            kind="challenge",
            slug=challenge.slug,
            name=challenge.name,
            text=challenge.summary,
            tags=("challenge", "scenario"),
            more=challenge.setup,
        )
    for slug, name in TABLES:
        yield Document(kind="table", slug=slug, name=name, text=_table_text(slug))
    for ground in book.grounds.values():
        yield Document(
            kind="ground",
            slug=ground.slug,
            name=ground.name,
            text=ground.about,
            tags=("ground", "board", "map"),
        )


def _table_text(slug: str) -> str:
    book = catalogue()
    return {
        "reference": "What each face of the dice does, and every bonus.",
        "experience": ", ".join(level.name for level in book.experience.levels),
        "advancement": "Two dice when a ninja reaches a new level; doubles may raise"
        " MV, AT, DF or add an affinity.",
        "downtime": "One die for everybody left in the Healing House.",
        "revenue": f"{book.revenue.win} koban for a win, {book.revenue.loss} for a"
        f" loss, {book.revenue.draw} for a draw.",
        "rating": book.rating.formula,
        "underdog": "Reroll tokens, Moon Power, extra All-Stars and koban for the"
        " lower rated team.",
        "random-challenge": "Two dice pick one of the eight challenges.",
        "moon": " then ".join(e.capitalize() for e in book.moon.track.order) + ".",
        "shrine-teams": "Six ready-made teams of nine for a first game.",
    }[slug]
