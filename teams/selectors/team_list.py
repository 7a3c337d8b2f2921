"""Lists of a person's teams, and of the teams that a new one can start from."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from kernel.elements import Element
from people.models import Person
from rulebook.catalogue import catalogue
from rulebook.rules.entries import Clan, ShrineTeam
from teams.catalogue import sample_teams
from teams.models import Team
from teams.rules.roster.builder import SampleTeam
from teams.rules.state import Stage


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamLine:
    """A team in a list."""

    id: int
    name: str
    clan: str
    clan_name: str
    element: Element
    stage: Stage
    league: str
    logo: str
    koban: int
    worth: int
    rating: int
    ninja_count: int
    violation_count: int
    games: int
    version: int
    is_shared: bool
    is_imported: bool
    created: datetime
    updated: datetime

    @property
    def is_legal(self) -> bool:
        return self.violation_count == 0


def query_teams(person: Person) -> QuerySet[Team]:
    """Return a person's teams without their states, to filter and paginate."""
    return Team.objects.filter(owner=person).defer("state")


def list_teams(person: Person, *, with_retired: bool = False) -> tuple[TeamLine, ...]:
    """Return a person's teams, those changed last first. Queries: 1."""
    teams = query_teams(person)
    if not with_retired:
        teams = teams.exclude(stage=Stage.RETIRED)
    return tuple(map(build_team_line, teams))


def count_teams() -> int:
    return Team.objects.count()


def build_team_line(team: Team) -> TeamLine:
    clan = catalogue().clans[team.clan]  # type: ignore[index]
    return TeamLine(
        id=team.pk,
        name=team.name,
        clan=team.clan,
        clan_name=clan.name,
        element=clan.element,
        stage=Stage(team.stage),
        league=team.league,
        logo=team.logo,
        koban=team.koban,
        worth=team.worth,
        rating=team.rating,
        ninja_count=team.ninja_count,
        violation_count=team.violation_count,
        games=team.games,
        version=team.version,
        is_shared=team.share_token is not None,
        is_imported=team.is_imported,
        created=team.created,
        updated=team.updated,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class ClanStart:
    """A clan with the teams that a new team can start from."""

    clan: Clan
    samples: tuple[SampleTeam, ...]
    shrines: tuple[ShrineTeam, ...]


def list_clan_starts() -> tuple[ClanStart, ...]:
    """Return all clans with their sample and shrine teams. Queries: 0."""
    book = catalogue()
    return tuple(
        ClanStart(
            clan=clan,
            samples=tuple(one for one in sample_teams().values() if one.clan == slug),
            shrines=tuple(one for one in book.shrine.teams if one.clan == slug),
        )
        for slug, clan in book.clans.items()
    )
