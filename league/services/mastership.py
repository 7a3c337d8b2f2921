"""Hand over a league, or vote for a new ninja master."""

from __future__ import annotations

from django.urls import reverse

from kernel.errors import Refusal
from league.models.communication import NotificationKind
from league.models.leagues import League, Membership, Role, SuccessionVote
from league.selectors.access import LeagueAccess, is_away
from league.selectors.house_rules import rules_in_force
from league.selectors.leagues import master_of
from league.services.communication.notifications import get_member_ids, notify
from league.services.locks import lock_league, log_action, refuse_unless_ninja_master
from league.services.members import get_membership
from people.models import Person


def offer_handover(*, uid: str, actor: Person, person_id: int) -> None:
    """Offer the league to a member, who becomes the ninja master on acceptance (NM-08).
    A new offer replaces an earlier one."""
    with lock_league(uid, actor, by_master=True, even_archived=True) as standpoint:
        league = standpoint.league
        refuse_unless_ninja_master(standpoint, "hand the league over")
        successor = get_membership(league, person_id)
        if successor.role == Role.MASTER:
            raise Refusal(
                "This person is already the ninja master.", code="same-master"
            )
        league.memberships.update(is_successor=False)
        successor.is_successor = True
        successor.save(update_fields=["is_successor"])
        wording = f"{actor} asked {successor.person} to become the ninja master."
        log_action(league, actor, "mastership", wording, is_override=True)
        words = (
            f"{actor} would like you to be the next ninja master. Accept or decline."
        )
        _tell(league, {successor.person_id}, words)


def cancel_handover(*, uid: str, actor: Person) -> None:
    """Cancel an offered handover."""
    with lock_league(uid, actor, by_master=True, even_archived=True) as standpoint:
        league = standpoint.league
        refuse_unless_ninja_master(standpoint, "cancel the handover")
        asked = league.memberships.filter(is_successor=True).first()
        if asked is None:
            raise Refusal("There is no handover to cancel.", code="no-offer")
        _forget_offers(league)
        log_action(
            league,
            actor,
            "mastership",
            f"{actor} cancelled the handover and stays the ninja master.",
        )
        _tell(
            league,
            {asked.person_id},
            f"{actor} cancelled the handover and stays the ninja master.",
        )


def answer_handover(*, uid: str, person: Person, is_accepted: bool) -> None:
    """Accept or decline a handover. On acceptance the old master becomes a co-master or
    player."""
    with lock_league(uid, person, even_archived=True) as standpoint:
        league = standpoint.league
        asked = league.memberships.filter(person=person, is_successor=True).first()
        if asked is None:
            raise Refusal(
                "This handover has been cancelled.",
                code="no-offer",
            )
        if is_accepted:
            old = master_of(league)
            _succeed(league, asked)
            wording = f"{old} handed the league over to {person}."
            log_action(league, person, "mastership", wording, is_override=True)
            _tell(league, get_member_ids(league) - {person.pk}, wording)
            return
        _forget_offers(league)
        wording = f"{person} declined to become the ninja master."
        log_action(league, person, "mastership", wording)
        _tell(league, {master_of(league).pk}, wording)


def vote_for_master(*, uid: str, voter: Person, person_id: int) -> bool:
    """Vote for a new ninja master after 30 days of absence (NM-08). Return whether a
    majority was reached."""
    with lock_league(uid, voter) as standpoint:
        league = standpoint.league
        candidate = get_membership(league, person_id)
        get_membership(league, voter.pk)
        _refuse_vote(standpoint)
        SuccessionVote.objects.update_or_create(
            league=league, voter=voter, defaults={"candidate": candidate.person}
        )
        log_action(
            league,
            voter,
            "voted",
            f"{voter} voted for {candidate.person} as ninja master.",
        )
        votes = SuccessionVote.objects.filter(league=league, candidate=candidate.person)
        players = league.memberships.filter(left=None).exclude(role=Role.SPECTATOR)
        electorate = players.exclude(role=Role.MASTER)
        counted = votes.filter(voter__in=electorate.values("person")).count()
        if counted * 2 <= electorate.count():
            return False
        _succeed(league, candidate)
        wording = f"A majority voted {candidate.person} the new ninja master."
        log_action(league, None, "mastership", wording)
        _tell(league, get_member_ids(league) - {voter.pk}, wording)
        return True


def _succeed(league: League, successor: Membership) -> None:
    """Demote the old master first: the database allows only one."""
    old = league.memberships.get(role=Role.MASTER)
    if successor.pk == old.pk:
        raise Refusal("This person is already the ninja master.", code="same-master")
    has_deputies = rules_in_force(league).deputies
    old.role = Role.CO_MASTER if has_deputies else Role.PLAYER
    old.save(update_fields=["role"])
    _forget_offers(league)
    successor.role, successor.is_successor = Role.MASTER, False
    successor.save(update_fields=["role", "is_successor"])
    league.succession_votes.all().delete()


def _forget_offers(league: League) -> None:
    league.memberships.filter(is_successor=True).update(is_successor=False)


def _refuse_vote(standpoint: LeagueAccess) -> None:
    if standpoint.role is Role.SPECTATOR:
        raise Refusal("Spectators cannot vote.", code="no-vote")
    if not is_away(master_of(standpoint.league)):
        raise Refusal(
            "The ninja master was active in the last 30 days. Write to them instead.",
            code="master-is-here",
        )


def _tell(league: League, people: set[int], words: str) -> None:
    address = reverse("league:members", args=[league.uid])
    notify(people, NotificationKind.ROLES, words, address, league=league)
