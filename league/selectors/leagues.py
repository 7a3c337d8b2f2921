"""Leagues in lists and on pages, each with a fixed number of queries."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, OuterRef, Q, Subquery, Value
from django.db.models.functions import Coalesce, NullIf
from django.http import Http404

from league.models.leagues import JoinRequest, League, LeagueStage, Membership, Role
from league.models.seasons import Entrant, EntrantStage, Season, SeasonStage
from league.rules.house_rule_versions import RosterHealth
from league.rules.league_dates import LeagueDates
from league.selectors.access import (
    LeagueAccess,
    get_visible_league,
    is_away,
    is_kept_out,
)
from league.selectors.house_rules import healths_of
from people.models import Person
from teams.selectors.access import Viewer
from teams.selectors.team_list import TeamLine, build_team_line

PLAYING = Count(
    "seasons__entrants",
    filter=Q(seasons__entrants__stage=EntrantStage.ACTIVE)
    & ~Q(seasons__stage=SeasonStage.CLOSED),
    distinct=True,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueLine:
    """A league in a list."""

    uid: str
    name: str
    blurb: str
    place: str
    dates: LeagueDates
    visibility: str
    admission: str
    is_archived: bool
    master: str
    teams: int
    role: Role | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueHead:
    """The header of every league page."""

    uid: str
    name: str
    blurb: str
    place: str
    dates: LeagueDates
    code: str  # empty for those who may not hand it on
    visibility: str
    admission: str
    confirmation_days: int
    decision_days: int
    is_archived: bool
    role: Role | None
    season: str
    season_number: int
    season_stage: SeasonStage
    is_entry_closed: bool
    master: str
    version: int
    requests: int  # that wait for the ninja master
    has_asked: bool  # to join; still unanswered
    kept_out: str  # why the viewer cannot join, and whom to ask

    @property
    def is_member(self) -> bool:
        return self.role is not None

    @property
    def is_master(self) -> bool:
        return self.role in (Role.MASTER, Role.CO_MASTER)

    @property
    def may_run(self) -> bool:
        """Return whether the viewer can manage the league; never in an archive."""
        return self.is_master and not self.is_archived

    @property
    def is_going_on(self) -> bool:
        """Return whether the season is open for changes to teams."""
        return not self.is_archived and self.season_stage is not SeasonStage.CLOSED

    @property
    def is_first_master(self) -> bool:
        return self.role is Role.MASTER

    @property
    def may_play(self) -> bool:
        return self.role is not None and self.role is not Role.SPECTATOR


def league_line(league: League, role: Role | None = None) -> LeagueLine:
    """Return the row of a league from `league_search.leagues_queryset`."""
    return LeagueLine(
        uid=league.uid,
        name=league.name,
        blurb=league.blurb,
        place=league.place,
        dates=league.dates,
        visibility=league.visibility,
        admission=league.admission,
        is_archived=league.stage == LeagueStage.ARCHIVED,
        master=league.master,  # type: ignore[attr-defined]
        teams=league.teams,  # type: ignore[attr-defined]
        role=role,
    )


def leagues_of(person: Person) -> tuple[LeagueLine, ...]:
    """Return a person's leagues, running ones first. Queries: 2."""
    mine = Membership.objects.filter(person=person, left=None)
    roles = dict(mine.values_list("league_id", "role"))
    leagues = (
        League.objects.filter(pk__in=roles)
        .annotate(teams=PLAYING, master=get_master_name())
        .order_by("-stage", "name")
    )
    return tuple(league_line(one, Role(roles[one.pk])) for one in leagues)


def league_head(uid: str, viewer: Viewer) -> LeagueHead:
    """Return the header of a league. Queries: 5, or 3 for strangers."""
    return head_of(get_visible_league(uid, viewer))


def head_of(standpoint: LeagueAccess) -> LeagueHead:
    league = standpoint.league
    season = season_last(league)
    requests = 0
    if standpoint.is_master:
        requests = league.join_requests.filter(answered=None).count()
    has_asked = False
    if standpoint.person is not None and standpoint.role in (None, Role.SPECTATOR):
        asked = league.join_requests.filter(person=standpoint.person, answered=None)
        has_asked = asked.exists()
    return LeagueHead(
        uid=league.uid,
        name=league.name,
        blurb=league.blurb,
        place=league.place,
        dates=league.dates,
        code=league.code if standpoint.is_member else "",
        visibility=league.visibility,
        admission=league.admission,
        confirmation_days=league.confirmation_days,
        decision_days=league.decision_days,
        is_archived=league.stage == LeagueStage.ARCHIVED,
        role=standpoint.role,
        season=season.name,
        season_number=season.number,
        season_stage=SeasonStage(season.stage),
        is_entry_closed=season.is_entry_closed,
        master=str(master_of(league)),
        version=league.version,
        requests=requests,
        has_asked=has_asked,
        kept_out="" if standpoint.role else ban_sentence(league, standpoint.person),
    )


def ban_sentence(league: League, person: Person | None) -> str:
    """Return why a banned person cannot join, and whom to ask. Queries: at most 2."""
    if not is_kept_out(league, person):
        return ""
    return (
        "A ninja master removed you from this league, so you cannot join it."
        f" Ask {master_of(league)} to let you join again."
    )


def season_last(league: League) -> Season:
    """Return the current season, or the last one."""
    return league.seasons.order_by("-number")[0]


def master_of(league: League) -> Person:
    found = league.memberships.select_related("person").get(role=Role.MASTER)
    return found.person


@dataclass(frozen=True, slots=True, kw_only=True)
class EntrantLine:
    """A team in the list of a season's teams."""

    id: int
    person: str
    person_id: int
    stage: EntrantStage
    group: str
    club: str
    adjustment: int
    adjustment_reason: str
    team: TeamLine
    health: RosterHealth


def entrants_of(season: Season) -> tuple[EntrantLine, ...]:
    """Return the teams of a season. Queries: 4, or 5 if the league is not loaded."""
    rows = (
        Entrant.objects.filter(season=season)
        .select_related("team", "person")
        .defer("team__state")
        .order_by("group", "team__name", "pk")
    )
    healths = healths_of(season.league, [one.team for one in rows])
    return tuple(
        EntrantLine(
            id=one.pk,
            person=str(one.person),
            person_id=one.person_id,
            stage=EntrantStage(one.stage),
            group=one.group,
            club=one.club,
            adjustment=one.adjustment,
            adjustment_reason=one.adjustment_reason,
            team=build_team_line(one.team),
            health=healths[one.team_id],
        )
        for one in rows
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class MemberTeam:
    """A team that a member plays now."""

    id: int
    name: str
    clan: str
    health: RosterHealth


@dataclass(frozen=True, slots=True, kw_only=True)
class MemberLine:
    person_id: int
    name: str
    role: Role
    joined: datetime
    teams: tuple[MemberTeam, ...]
    brings_veteran: bool  # may enter one team as it is
    is_successor: bool  # is asked to become the ninja master


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptOutLine:
    """A person whom a master banned."""

    person_id: int
    name: str
    left: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestLine:
    id: int
    name: str
    words: str
    created: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class MembersPage:
    head: LeagueHead
    members: tuple[MemberLine, ...]
    requests: tuple[RequestLine, ...]
    kept_out: tuple[KeptOutLine, ...]
    is_master_absent: bool

    @property
    def playing(self) -> frozenset[int]:
        """Return members with a team in the season, who must withdraw it before
        leaving."""
        if self.head.is_archived:
            return frozenset()
        return frozenset(one.person_id for one in self.members if one.teams)

    @property
    def successor(self) -> MemberLine | None:
        return next((one for one in self.members if one.is_successor), None)


def get_members_page(uid: str, viewer: Viewer) -> MembersPage:
    standpoint = get_visible_league(uid, viewer)
    league = standpoint.league
    head = head_of(standpoint)
    teams = _teams_of_members(league)
    order = {role: number for number, role in enumerate(Role)}
    rows = league.memberships.filter(left=None).select_related("person")
    members = [
        MemberLine(
            person_id=row.person_id,
            name=str(row.person),
            role=Role(row.role),
            joined=row.joined,
            teams=tuple(teams[row.person_id]),
            brings_veteran=row.brings_veteran,
            is_successor=row.is_successor,
        )
        for row in rows
    ]
    return MembersPage(
        head=head,
        members=tuple(sorted(members, key=lambda one: (order[one.role], one.name))),
        requests=_requests(league) if head.is_master else (),
        kept_out=_kept_out(league) if head.is_master else (),
        is_master_absent=is_away(master_of(league)),
    )


def _kept_out(league: League) -> tuple[KeptOutLine, ...]:
    """Return banned people, the latest first. Queries: 1."""
    rows = league.memberships.filter(is_kept_out=True, left__isnull=False)
    return tuple(
        KeptOutLine(person_id=row.person_id, name=str(row.person), left=row.left)
        for row in rows.select_related("person").order_by("-left", "pk")
        if row.left is not None
    )


def _teams_of_members(league: League) -> dict[int, list[MemberTeam]]:
    playing = (
        Entrant.objects.filter(season__league=league, stage=EntrantStage.ACTIVE)
        .exclude(season__stage=SeasonStage.CLOSED)
        .select_related("team")
        .defer("team__state")
        .order_by("team__name", "pk")
    )
    healths = healths_of(league, [one.team for one in playing])
    found: dict[int, list[MemberTeam]] = defaultdict(list)
    for one in playing:
        line = MemberTeam(
            id=one.team_id,
            name=str(one.team),
            clan=one.team.clan,
            health=healths[one.team_id],
        )
        found[one.person_id].append(line)
    return found


def _requests(league: League) -> tuple[RequestLine, ...]:
    rows = JoinRequest.objects.filter(league=league, answered=None)
    return tuple(
        RequestLine(
            id=one.pk, name=str(one.person), words=one.words, created=one.created
        )
        for one in rows.select_related("person")
    )


def get_master_name() -> Subquery:
    masters = Membership.objects.filter(league=OuterRef("pk"), role=Role.MASTER)
    shown = Coalesce(NullIf("person__display_name", Value("")), "person__username")
    return Subquery(masters.annotate(shown=shown).values("shown")[:1])


def entrant_line(uid: str, team_id: int) -> EntrantLine:
    """Return a team of the current season."""
    league = League.objects.filter(uid=uid).first()
    if league is not None:
        for line in entrants_of(season_last(league)):
            if line.team.id == team_id and line.stage == EntrantStage.ACTIVE:
                return line
    raise Http404("This team is not in the season.")
