"""Who can see a league, and with which role a person acts in it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from django.core.exceptions import PermissionDenied
from django.db.models import Q, QuerySet
from django.http import Http404
from django.utils import timezone

from league.models.leagues import League, LeagueStage, Membership, Role, Visibility
from people.models import Person
from people.selectors import get_last_seen
from teams.selectors.access import Viewer

MASTERS = (Role.MASTER, Role.CO_MASTER)
ABSENT_AFTER = timedelta(days=30)


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueAccess:
    """A league with the role and permissions of one person."""

    league: League
    person: Person | None
    role: Role | None

    @property
    def is_member(self) -> bool:
        return self.role is not None

    @property
    def is_master(self) -> bool:
        """Return whether the person is ninja master or co-master."""
        return self.role in MASTERS

    @property
    def is_first_master(self) -> bool:
        return self.role is Role.MASTER


def person_of(viewer: Viewer) -> Person | None:
    return viewer if isinstance(viewer, Person) else None


def role_of(league_id: int, person: Person | None) -> Role | None:
    if person is None:
        return None
    found = Membership.objects.filter(league=league_id, person=person, left=None)
    role = found.values_list("role", flat=True).first()
    return None if role is None else Role(role)


def is_away(master: Person) -> bool:
    """Return whether the ninja master has been away so long that players may vote
    (NM-08)."""
    gone = timezone.now() - get_last_seen(master)
    return not master.is_active or gone >= ABSENT_AFTER


def get_visible_league(uid: str, viewer: Viewer) -> LeagueAccess:
    """Return the league, or raise 404 if the person cannot see it. Queries: 2, or 1
    for strangers."""
    league = League.objects.filter(uid=uid).first()
    person = person_of(viewer)
    if league is None:
        raise _no_such_league()
    role = role_of(league.pk, person)
    if role is None and league.visibility == Visibility.PRIVATE:
        raise _no_such_league()
    return LeagueAccess(league=league, person=person, role=role)


def get_managed_league(uid: str, viewer: Viewer) -> LeagueAccess:
    """Return the league, or refuse everyone but its masters."""
    standpoint = get_visible_league(uid, viewer)
    if not standpoint.is_master:
        raise PermissionDenied("Only the ninja master of the league can do that.")
    return standpoint


def query_visible_leagues(viewer: Viewer) -> QuerySet[League]:
    """Return the leagues a person can find: public ones and their own."""
    person = person_of(viewer)
    shown = Q(visibility=Visibility.PUBLIC, stage=LeagueStage.RUNNING)
    if person is not None:
        shown |= Q(memberships__person=person, memberships__left=None)
    return League.objects.filter(shown).distinct()


def find_league_by_code(code: str) -> League | None:
    """Return the league with this code, however it was typed, or None."""
    plain = "".join(letter for letter in code.upper() if letter.isalnum())
    return League.objects.filter(code=plain).first() if plain else None


def is_kept_out(league: League, person: Person | None) -> bool:
    """Return whether a master has banned the person. Queries: 1."""
    if person is None:
        return False
    return league.memberships.filter(person=person, is_kept_out=True).exists()


def _no_such_league() -> Http404:
    return Http404("This league does not exist.")
