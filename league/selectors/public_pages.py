"""Public leagues, teams and matches that visitors can search and browse."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery

from kernel.elements import Element
from league.models.competitions import Fixture
from league.models.leagues import Admission, League, LeagueStage
from league.models.seasons import Entrant, EntrantStage, Season, SeasonStage
from league.selectors.access import query_visible_leagues
from league.selectors.competitions.fixtures import FixtureLine, fixtures_of, lines_of
from league.selectors.competitions.results import OFF
from league.selectors.leagues import PLAYING, get_master_name
from rulebook.catalogue import catalogue
from teams.models import Team
from teams.rules.state import Stage


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicTeam:
    """A team of a public league. Private leagues it also plays in are not named."""

    id: int
    name: str
    clan: str
    clan_name: str
    element: Element
    person: str
    rating: int
    ninja_count: int
    league: str
    league_uid: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicMatch:
    fixture: FixtureLine
    league: str
    league_uid: str
    updated: datetime


class MatchFilter(StrEnum):
    RESULTS = "results"
    COMING = "coming"


def public_teams_queryset(words: str = "", clan: str = "") -> QuerySet[Team]:
    """Return registered teams of public leagues, the last changed first."""
    entries = Entrant.objects.filter(
        season__league__in=query_visible_leagues(None), stage=EntrantStage.ACTIVE
    )
    newest = entries.filter(team=OuterRef("pk")).order_by("-season__created", "-pk")
    found = (
        Team.objects.filter(pk__in=entries.values("team"), stage=Stage.REGISTERED)
        .select_related("owner")
        .defer("state")
        .annotate(
            public_league=Subquery(newest.values("season__league__name")[:1]),
            public_league_uid=Subquery(newest.values("season__league__uid")[:1]),
        )
    )
    if words:
        found = found.filter(name__icontains=words)
    if clan:
        found = found.filter(clan=clan)
    return found.order_by("-updated", "-pk")


def public_team(team: Team) -> PublicTeam:
    """Return the row of a team from `public_teams_queryset`."""
    clan = catalogue().clans[team.clan]  # type: ignore[index]
    return PublicTeam(
        id=team.pk,
        name=str(team),
        clan=team.clan,
        clan_name=clan.name,
        element=clan.element,
        person=str(team.owner),
        rating=team.rating,
        ninja_count=team.ninja_count,
        league=team.public_league,  # type: ignore[attr-defined]
        league_uid=team.public_league_uid,  # type: ignore[attr-defined]
    )


def public_matches_queryset(shown: MatchFilter | None = None) -> QuerySet[Fixture]:
    """Return matches of public leagues, the last changed first, without those called
    off or void."""
    found = fixtures_of(query_visible_leagues(None)).filter(match__isnull=False)
    found = found.exclude(match__stage__in=OFF)
    if shown is not None:
        found = found.filter(outcome__isnull=shown is MatchFilter.COMING)
    return found.order_by("-match__updated", "-pk")


def public_matches(fixtures: Iterable[Fixture]) -> tuple[PublicMatch, ...]:
    """Return rows for fixtures from `public_matches_queryset`."""
    rows = list(fixtures)
    return tuple(
        PublicMatch(
            fixture=line,
            league=row.competition.season.league.name,
            league_uid=row.competition.season.league.uid,
            updated=row.match.updated if row.match else row.competition.season.created,
        )
        for row, line in zip(rows, lines_of(rows), strict=True)
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueSearch:
    """Search for public leagues. `since` and `until` match leagues played in that
    period; leagues without dates are left out."""

    words: str = ""
    place: str = ""
    since: date | None = None
    until: date | None = None
    is_open: bool = False

    @property
    def is_empty(self) -> bool:
        return self == LeagueSearch()


def leagues_queryset(search: LeagueSearch | None = None) -> QuerySet[League]:
    """Return running public leagues, the most active first."""
    search = search or LeagueSearch()
    found = League.objects.filter(
        visibility="public", stage=LeagueStage.RUNNING
    ).annotate(teams=PLAYING, master=get_master_name())
    if words := search.words.strip():
        named = Q(name__icontains=words) | Q(blurb__icontains=words)
        found = found.filter(named | Q(place__icontains=words))
    if place := search.place.strip():
        found = found.filter(place__icontains=place)
    if search.since or search.until:
        found = found.exclude(starts_on=None, ends_on=None)
    if search.since:
        found = found.filter(Q(ends_on=None) | Q(ends_on__gte=search.since))
    if search.until:
        found = found.filter(Q(starts_on=None) | Q(starts_on__lte=search.until))
    if search.is_open:
        closed = Season.objects.filter(
            ~Q(stage=SeasonStage.CLOSED), league=OuterRef("pk"), is_entry_closed=True
        )
        admitting = found.filter(admission__in=(Admission.OPEN, Admission.REQUEST))
        found = admitting.exclude(Exists(closed))
    return found.order_by("-teams", "name")
