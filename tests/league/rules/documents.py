"""A small league's document, put together by hand."""

from __future__ import annotations

from typing import Any

from league.rules.competitions.results import EntryId, TeamResult
from league.rules.exchange.document import (
    CompetitionPart,
    EntrantPart,
    FixturePart,
    LeagueDocument,
    LeaguePart,
    MemberPart,
    PersonPart,
    SeasonPart,
    SidePart,
    TeamPart,
    VersionPart,
)
from league.rules.league_templates import Kind, PlannedCompetition
from teams.rules.exchange import document as teams

THEN = "2026-11-16T12:00:00+00:00"


def team(owner: str) -> TeamPart:
    plain = teams.TeamPart(name=owner.title(), clan="tora")
    document = teams.Document(format=teams.FORMAT, schema=teams.SCHEMA, team=plain)
    return TeamPart(owner=owner, document=document)


def document(**changes: Any) -> LeagueDocument:
    people = ("ann", "ben")
    values: dict[str, Any] = {
        "format": "moonlight-league",
        "schema": 1,
        "league": LeaguePart(
            uid="abcdefghij",
            name="Moon Cup",
            visibility="public",
            admission="open",
            stage="running",
            created=THEN,
        ),
        "people": tuple(PersonPart(username=one) for one in people),
        "members": (
            MemberPart(person="ann", role="master", joined=THEN),
            MemberPart(person="ben", role="player", joined=THEN),
        ),
        "rules": (VersionPart(number=1, author="ann", created=THEN, in_force=THEN),),
        "teams": tuple(map(team, people)),
        "seasons": (season(),),
    }
    return LeagueDocument(**{**values, **changes})


def season(**changes: Any) -> SeasonPart:
    values: dict[str, Any] = {
        "number": 1,
        "name": "Season 1",
        "stage": "running",
        "seed": "ab",
        "created": THEN,
        "entrants": (entrant(1, "ann"), entrant(2, "ben")),
        "competitions": (
            CompetitionPart(
                number=1,
                plan=PlannedCompetition(kind=Kind.LADDER, name="Ladder"),
                stage="running",
                seed="cd",
                created=THEN,
            ),
        ),
        "fixtures": (fixture(),),
    }
    return SeasonPart(**{**values, **changes})


def entrant(team_number: int, person: str, **changes: Any) -> EntrantPart:
    values = {"rules": 1, "lot": "7", "stage": "active", "joined": THEN, **changes}
    return EntrantPart(team=team_number, person=person, **values)


def fixture(**changes: Any) -> FixturePart:
    values: dict[str, Any] = {
        "competition": 1,
        "number": 1,
        "sides": (SidePart(entrant=1), SidePart(entrant=2)),
        "outcome": (
            TeamResult(entry=EntryId(1)),
            TeamResult(entry=EntryId(2), place=2),
        ),
        "created": THEN,
    }
    return FixturePart(**{**values, **changes})
