"""The page with the tables of the book."""

from __future__ import annotations

from dataclasses import dataclass

from kernel.elements import ELEMENTS, Element
from rulebook.catalogue import catalogue
from rulebook.rules.entries import (
    Advancement,
    Basics,
    Downtime,
    ElementResults,
    Experience,
    Moon,
    Rating,
    Revenue,
    ShrineTeams,
    Underdog,
)
from rulebook.selectors.challenges import RandomTable, random_table
from rulebook.selectors.provenance_marks import Link, Mark, mark, marks_of


@dataclass(frozen=True, slots=True)
class DoublesLine:
    """One element of the doubles column under each reading."""

    element: Element
    results: tuple[str, ...]  # one for each reading
    agree: bool


@dataclass(frozen=True, slots=True)
class ReadingHead:
    name: str
    is_default: bool
    mark: Mark


@dataclass(frozen=True, slots=True)
class ShrineLine:
    name: str
    element: Element
    clan: Link
    members: tuple[tuple[Link, int, str], ...]  # profile, how many, chosen ability
    worth: int


@dataclass(frozen=True, slots=True)
class TablesPage:
    basics: Basics
    elements: tuple[ElementResults, ...]
    experience: Experience
    award_marks: dict[str, Mark]  # of the awards' notes, by event
    advancement: Advancement
    readings: tuple[ReadingHead, ...]
    doubles: tuple[DoublesLine, ...]
    downtime: Downtime
    revenue: Revenue
    rating: Rating
    underdog: Underdog
    random: RandomTable
    moon: Moon
    shrine: ShrineTeams
    shrine_teams: tuple[ShrineLine, ...]
    marks: dict[str, Mark]  # by table


# Anchors of the page, with the names under which people look for them.
TABLES = (
    ("reference", "Combat at a glance"),
    ("experience", "Experience"),
    ("advancement", "Advancement"),
    ("downtime", "Downtime"),
    ("revenue", "Revenue"),
    ("rating", "Team rating"),
    ("underdog", "Help for the underdog"),
    ("random-challenge", "Random challenge"),
    ("moon", "Moon track and deck"),
    ("shrine-teams", "Shrine teams"),
)


def tables_page() -> TablesPage:
    book = catalogue()
    return TablesPage(
        basics=book.basics,
        elements=tuple(book.elements.values()),
        experience=book.experience,
        award_marks=_award_marks(book.experience),
        advancement=book.advancement,
        readings=_readings(book.advancement),
        doubles=tuple(_doubles(book.advancement)),
        downtime=book.downtime,
        revenue=book.revenue,
        rating=book.rating,
        underdog=book.underdog,
        random=random_table(),
        moon=book.moon,
        shrine=book.shrine,
        shrine_teams=_shrine_lines(),
        marks={
            "draw": marks_of(book.revenue, "revenue")["draw"],
            "random": marks_of(book.random_challenge, "random")["columns"],
            "track": marks_of(book.moon.track, "track")["order"],
            "deck": marks_of(book.moon.deck, "deck")["per_element"],
            "shrine": marks_of(book.shrine, "shrine")["teams"],
        },
    )


def _award_marks(experience: Experience) -> dict[str, Mark]:
    return {
        award.event: mark(award.provenance["note"], award.event, "note")
        for award in experience.awards
        if "note" in award.provenance
    }


def _readings(advancement: Advancement) -> tuple[ReadingHead, ...]:
    return tuple(
        ReadingHead(
            name=reading.name,
            is_default=reading.is_default,
            mark=marks_of(reading, reading.slug)["rows"],
        )
        for reading in advancement.readings
    )


def _doubles(advancement: Advancement) -> list[DoublesLine]:
    lines = []
    for element in ELEMENTS:
        advances = [r.advance_for(element).advance for r in advancement.readings]
        lines.append(
            DoublesLine(
                element=element,
                results=tuple(advancement.advances[advance] for advance in advances),
                agree=len(set(advances)) == 1,
            )
        )
    return lines


def _shrine_lines() -> tuple[ShrineLine, ...]:
    book = catalogue()
    lines = []
    for team in book.shrine.teams:
        members = []
        worth = 0
        for member in team.members:
            profile = book.profiles[member.profile]
            worth += profile.koban * member.count
            ability = book.abilities[member.ability].name if member.ability else ""
            link = Link("profiles", profile.slug, profile.name)
            members.append((link, member.count, ability))
        clan = book.clans[team.clan]
        lines.append(
            ShrineLine(
                name=team.name,
                element=team.element,
                clan=Link("clans", clan.slug, clan.name),
                members=tuple(members),
                worth=worth,
            )
        )
    return tuple(lines)
