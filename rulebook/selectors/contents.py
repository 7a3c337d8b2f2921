"""The table of contents of the reference."""

from __future__ import annotations

from dataclasses import dataclass

from rulebook.catalogue import catalogue, inventory
from rulebook.rules.entries import ElementResults
from rulebook.selectors.profiles import ClanCard, clan_list
from rulebook.selectors.tables import TABLES

# Folder, title and what is in it.
_PARTS = (
    ("clans", "Clans", "Six teams to choose from."),
    ("ronin", "Ronin", "Swords for hire."),
    ("profiles", "Profiles", "Everybody in one list."),
    ("keywords", "Keywords", "Traits to have and to learn."),
    ("abilities", "Abilities", "What only some can do."),
    ("statuses", "Statuses", "Tokens for better or worse."),
    ("elements", "Elements", "The faces of the dice."),
    ("terrain", "Terrain", "Ground, walls and lanterns."),
    ("challenges", "Challenges", "Eight ways to win."),
    ("cards", "Moon cards", "What the moon deals you."),
    ("tables", "Tables", "Experience, koban and dice."),
    ("grounds", "Grounds", "Boards to play on."),
    ("rulings", "Rulings", "Where the book is open."),
)


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the reference: `rulebook:list` with this folder."""

    folder: str
    title: str
    about: str
    count: int


@dataclass(frozen=True, slots=True)
class ContentsPage:
    clans: tuple[ClanCard, ...]
    elements: tuple[ElementResults, ...]
    sections: tuple[Section, ...]


def contents_page() -> ContentsPage:
    return ContentsPage(
        clans=clan_list(),
        elements=tuple(catalogue().elements.values()),
        sections=sections(),
    )


def sections() -> tuple[Section, ...]:
    """Return the parts in the order of the tabs."""
    counts = _counts()
    return tuple(Section(*part, counts[part[0]]) for part in _PARTS)


def _counts() -> dict[str, int]:
    book = catalogue()
    return {
        "clans": len(book.clans),
        "ronin": len(book.ronin),
        "profiles": len(book.profiles),
        "keywords": len(book.keywords),
        "abilities": len(book.abilities),
        "statuses": len(book.statuses),
        "elements": len(book.elements),
        "terrain": len(book.terrain),
        "challenges": len(book.challenges),
        "cards": len(book.cards),
        "tables": len(TABLES),
        "grounds": len(book.grounds),
        "rulings": sum(rule.ruling is not None for rule in inventory().values()),
    }
