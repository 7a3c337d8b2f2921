"""What leagues tell teams about themselves (`teams.selectors.LeagueTies`)."""

from __future__ import annotations

from collections import Counter

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import Http404
from django.urls import reverse

from kernel.ids import ProfileSlug
from league.models import Entrant, League, Membership, RulesVersion, Season
from league.models.leagues import LeagueStage, Role, Visibility
from league.models.seasons import EntrantStage, SeasonStage
from league.selectors.access import MASTERS, league_seen, person_of
from league.selectors.entering import is_entry_open
from league.selectors.house_rules import rules_of, version_in_force
from people.models import Person
from rulebook.catalogue import catalogue
from teams.models import Team
from teams.selectors import LeagueTerms, Viewer

PLAYING = (*MASTERS, Role.PLAYER)


class Ties:
    """Each question asks the database once, those about terms at most four times."""

    def may_see(self, viewer: Viewer, team: Team) -> bool:
        """Whoever sees a league sees the teams that play or played in it."""
        return _entrants_seen(viewer, team.pk).exists()

    def is_master(self, person: Person, team: Team) -> bool:
        """Whether they run its league; of their own team only if nobody runs it
        beside them (NM-07)."""
        masters = Membership.objects.filter(left=None, role__in=MASTERS)
        found = masters.filter(
            person=person,
            league__seasons__entrants__team=team,
            league__seasons__entrants__stage=EntrantStage.ACTIVE,
        )
        if team.owner_id == person.pk:
            others = masters.filter(league=OuterRef("league")).exclude(person=person)
            found = found.filter(~Exists(others))
        return found.exists()

    def taken_elsewhere(self, team: Team) -> frozenset[ProfileSlug]:
        profiles = catalogue().profiles
        return frozenset(
            one
            for state in _others(team).values_list("team__state", flat=True)
            for one in (ninja["profile"] for ninja in state.get("ninja", ()))
            if profiles[one].is_named
        )

    def names_elsewhere(self, team: Team) -> frozenset[str]:
        names = _others(team).values_list("team__name", flat=True)
        return frozenset(name.casefold() for name in names if name)

    def leagues_seen(self, viewer: Viewer, team_id: int) -> frozenset[str]:
        names = _entrants_seen(viewer, team_id).values_list("season__league__name")
        return frozenset(name for (name,) in names)

    def find_terms(self, viewer: Viewer, uid: str) -> LeagueTerms | None:
        """A league that the viewer may see and whose season takes teams. Queries: 4."""
        try:
            league = league_seen(uid, viewer).league
        except Http404:
            return None
        season = league.seasons.exclude(stage=SeasonStage.CLOSED).first()
        if season is None or league.stage != LeagueStage.RUNNING:
            return None
        version = version_in_force(league)
        if not is_entry_open(season, rules_of(version).late_entry):
            return None
        return _terms(league, version)

    def list_enterable(self, person: Person) -> tuple[LeagueTerms, ...]:
        """Leagues that the person plays in and can enter one more team in. Queries: 3,
        or 1 if there are none."""
        current = Season.objects.exclude(stage=SeasonStage.CLOSED)
        current = current.select_related("league").filter(
            league__stage=LeagueStage.RUNNING,
            league__memberships__person=person,
            league__memberships__left=None,
            league__memberships__role__in=PLAYING,
        )
        seasons = list(current.order_by("league__name", "pk"))
        if not seasons:
            return ()
        versions = _versions_in_force([one.league_id for one in seasons])
        active = Entrant.objects.filter(
            season__in=seasons, person=person, stage=EntrantStage.ACTIVE
        )
        held = Counter(active.values_list("season", flat=True))
        return tuple(
            _terms(season.league, version)
            for season in seasons
            if (version := versions.get(season.league_id)) is not None
            and (rules := rules_of(version)).teams_per_player > held[season.pk]
            and is_entry_open(season, rules.late_entry)
        )


def _terms(league: League, version: RulesVersion) -> LeagueTerms:
    return LeagueTerms(
        uid=league.uid,
        name=league.name,
        changes=version.changes,
        label=f"{league.name}, house rules {version.number}",
        enter_url=reverse("league:enter", args=[league.uid]),
    )


def _versions_in_force(leagues: list[int]) -> dict[int, RulesVersion]:
    found = RulesVersion.objects.filter(league__in=leagues, in_force__isnull=False)
    return {one.league_id: one for one in found.order_by("in_force", "number")}


def _entrants_seen(viewer: Viewer, team_id: int) -> QuerySet[Entrant]:
    """A team's entries in leagues that the viewer may see."""
    person = person_of(viewer)
    shown = ~Q(season__league__visibility=Visibility.PRIVATE)
    if person is not None:
        member = Membership.objects.filter(
            league=OuterRef("season__league"), person=person, left=None
        )
        shown |= Q(Exists(member))
    return Entrant.objects.filter(shown, team=team_id)


def _others(team: Team) -> QuerySet[Entrant]:
    """The other teams that play beside this one, or would if it entered as planned."""
    beside = Entrant.objects.filter(
        season=OuterRef("season"), team=team, stage=EntrantStage.ACTIVE
    )
    together = Q(Exists(beside))
    planned = team.state.get("planned_league")
    if planned:
        together |= Q(season__league__uid=planned) & ~Q(
            season__stage=SeasonStage.CLOSED
        )
    return Entrant.objects.filter(together, stage=EntrantStage.ACTIVE).exclude(
        team=team
    )
