"""Detach people from their leagues when they delete their account."""

from __future__ import annotations

from django.db.models import Q
from django.urls import reverse

from league.models.communication import (
    FeedKey,
    Notification,
    NotificationKind,
    NotificationPreference,
    OutgoingEmail,
    PushDevice,
)
from league.models.leagues import JoinRequest, League, Membership, Role
from league.models.seasons import Entrant, EntrantStage, SeasonStage
from league.services.communication.notifications import get_member_ids, notify
from league.services.entrants import end_entry
from league.services.locks import log_action, read_only_reason
from league.services.members import end_membership
from people.models import Person

LEFT = "A player has left Moonlight."
NO_MASTER = "The ninja master has left Moonlight. The players choose another one."


def detach_leagues(person: Person) -> None:
    """Withdraw the person's teams, end their memberships and delete their
    notifications.

    Matches in progress are played to the end. A ninja master stays on record until the
    players have chosen another one.
    """
    theirs = Q(memberships__person=person, memberships__left=None)
    playing = Q(seasons__entrants__person=person)
    ids = League.objects.filter(theirs | playing).values("pk")
    for league in League.objects.select_for_update().filter(pk__in=ids).order_by("pk"):
        if not read_only_reason(league):
            _leave_seasons(league, person)
        member = league.memberships.filter(person=person, left=None).first()
        if member is not None:
            _leave(league, member)
    JoinRequest.objects.filter(person=person, answered=None).delete()
    for kept in (
        Notification,
        OutgoingEmail,
        NotificationPreference,
        FeedKey,
        PushDevice,
    ):
        kept.objects.filter(person=person).delete()


def _leave_seasons(league: League, person: Person) -> None:
    found = Entrant.objects.filter(
        season__league=league, person=person, stage=EntrantStage.ACTIVE
    ).exclude(season__stage=SeasonStage.CLOSED)
    for entrant in found.select_related("team", "season__league").order_by("pk"):
        team = str(entrant.team)
        end_entry(entrant, EntrantStage.WITHDRAWN, None, even_under_way=True)
        log_action(league, None, "withdrawn", f"{LEFT} {team} is out of the season.")


def _leave(league: League, member: Membership) -> None:
    if member.role != Role.MASTER:
        end_membership(member)
        log_action(league, None, "left", LEFT)
        return
    log_action(league, None, "mastership", NO_MASTER)
    address = reverse("league:members", args=[league.uid])
    everybody = get_member_ids(league) - {member.person_id}
    notify(everybody, NotificationKind.ROLES, NO_MASTER, address, league=league)
