"""What becomes of leagues when one of their people leaves the site."""

from __future__ import annotations

from django.db.models import Q
from django.urls import reverse

from league.models.communication import (
    FeedKey,
    Letter,
    Notice,
    NoticeKind,
    NoticeSwitch,
    PushDevice,
)
from league.models.leagues import JoinRequest, League, Membership, Role
from league.models.seasons import Entrant, EntrantStage, SeasonStage
from league.services.communication.notifications import members_of, tell
from league.services.entrants import entrant_part
from league.services.locks import archived_words, audit
from league.services.members import member_part
from people.models import Person

LEFT = "A player has left Moonlight."
NO_MASTER = "The ninja master has left Moonlight. The players choose another one."


def leagues_leave_behind(person: Person) -> None:
    """Their teams are out of seasons that are not over, as if they had withdrawn them;
    what is being played is played to its end. Notices and calendars of theirs go.

    A ninja master stays written down as such until the players have chosen another.
    """
    theirs = Q(memberships__person=person, memberships__left=None)
    playing = Q(seasons__entrants__person=person)
    ids = League.objects.filter(theirs | playing).values("pk")
    for league in League.objects.select_for_update().filter(pk__in=ids).order_by("pk"):
        if not archived_words(league):
            _leave_seasons(league, person)
        member = league.memberships.filter(person=person, left=None).first()
        if member is not None:
            _leave(league, member)
    JoinRequest.objects.filter(person=person, answered=None).delete()
    for kept in (Notice, Letter, NoticeSwitch, FeedKey, PushDevice):
        kept.objects.filter(person=person).delete()


def _leave_seasons(league: League, person: Person) -> None:
    found = Entrant.objects.filter(
        season__league=league, person=person, stage=EntrantStage.ACTIVE
    ).exclude(season__stage=SeasonStage.CLOSED)
    for entrant in found.select_related("team", "season__league").order_by("pk"):
        team = str(entrant.team)
        entrant_part(entrant, EntrantStage.WITHDRAWN, None, even_under_way=True)
        audit(league, None, "withdrawn", f"{LEFT} {team} is out of the season.")


def _leave(league: League, member: Membership) -> None:
    if member.role != Role.MASTER:
        member_part(member)
        audit(league, None, "left", LEFT)
        return
    audit(league, None, "mastership", NO_MASTER)
    address = reverse("league:members", args=[league.uid])
    everybody = members_of(league) - {member.person_id}
    tell(everybody, NoticeKind.ROLES, NO_MASTER, address, league=league)
