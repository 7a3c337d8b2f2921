"""What leagues tell teams about themselves (`teams.selectors.LeagueTies`)."""

from __future__ import annotations

from django.db.models import Exists, OuterRef, Q, QuerySet

from kernel.ids import ProfileSlug
from league.models import Entrant, Membership
from league.models.leagues import Visibility
from league.models.seasons import EntrantStage
from league.selectors.access import MASTERS, person_of
from people.models import Person
from rulebook.catalogue import catalogue
from teams.models import Team
from teams.selectors import Viewer


class Ties:
    """Each question asks the database once."""

    def may_see(self, viewer: Viewer, team: Team) -> bool:
        """Whoever sees a league sees the teams that play or played in it."""
        person = person_of(viewer)
        shown = ~Q(season__league__visibility=Visibility.PRIVATE)
        if person is not None:
            member = Membership.objects.filter(
                league=OuterRef("season__league"), person=person, left=None
            )
            shown |= Q(Exists(member))
        return Entrant.objects.filter(shown, team=team).exists()

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


def _others(team: Team) -> QuerySet[Entrant]:
    """The other teams that play beside this one."""
    beside = Entrant.objects.filter(
        season=OuterRef("season"), team=team, stage=EntrantStage.ACTIVE
    )
    return Entrant.objects.filter(Exists(beside), stage=EntrantStage.ACTIVE).exclude(
        team=team
    )
