"""Who is the next ninja master: asked by the present one, or chosen by the players."""

from __future__ import annotations

from django.urls import reverse

from kernel.errors import Refusal
from league.models.communication import NoticeKind
from league.models.leagues import League, Membership, Role, SuccessionVote
from league.selectors.access import Standpoint, is_away
from league.selectors.house_rules import rules_in_force
from league.selectors.leagues import master_of
from league.services.communication.notifications import members_of, tell
from league.services.locks import audit, league_opened, refuse_unless_ninja_master
from league.services.members import membership_of
from people.models import Person


def mastership_hand_over(*, uid: str, actor: Person, person_id: int) -> None:
    """The ninja master appoints a successor, who has the office from the moment they
    say yes (NM-08). Only the last one who was asked can."""
    with league_opened(uid, actor, by_master=True, even_archived=True) as standpoint:
        league = standpoint.league
        refuse_unless_ninja_master(standpoint, "hand the league over")
        successor = membership_of(league, person_id)
        if successor.role == Role.MASTER:
            raise Refusal(
                "This person is already the ninja master.", code="same-master"
            )
        league.memberships.update(is_successor=False)
        successor.is_successor = True
        successor.save(update_fields=["is_successor"])
        wording = f"{actor} asked {successor.person} to become the ninja master."
        audit(league, actor, "mastership", wording, is_override=True)
        words = (
            f"{actor} would like you to be the next ninja master. Accept or decline."
        )
        _tell(league, {successor.person_id}, words)


def mastership_keep(*, uid: str, actor: Person) -> None:
    """The ninja master stays after all, as long as nobody has said yes."""
    with league_opened(uid, actor, by_master=True, even_archived=True) as standpoint:
        league = standpoint.league
        refuse_unless_ninja_master(standpoint, "cancel the handover")
        asked = league.memberships.filter(is_successor=True).first()
        if asked is None:
            raise Refusal("There is no handover to cancel.", code="no-offer")
        _forget_offers(league)
        audit(
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


def mastership_answer(*, uid: str, person: Person, is_accepted: bool) -> None:
    """Who was asked takes the office, and the old master stays beside them; or they
    do not want it."""
    with league_opened(uid, person, even_archived=True) as standpoint:
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
            audit(league, person, "mastership", wording, is_override=True)
            _tell(league, members_of(league) - {person.pk}, wording)
            return
        _forget_offers(league)
        wording = f"{person} declined to become the ninja master."
        audit(league, person, "mastership", wording)
        _tell(league, {master_of(league).pk}, wording)


def succession_vote(*, uid: str, voter: Person, person_id: int) -> bool:
    """While the ninja master has been away for 30 days, a majority of the players
    appoints another one (NM-08). Tells whether that happened."""
    with league_opened(uid, voter) as standpoint:
        league = standpoint.league
        candidate = membership_of(league, person_id)
        membership_of(league, voter.pk)
        _refuse_vote(standpoint)
        SuccessionVote.objects.update_or_create(
            league=league, voter=voter, defaults={"candidate": candidate.person}
        )
        audit(
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
        audit(league, None, "mastership", wording)
        _tell(league, members_of(league) - {voter.pk}, wording)
        return True


def _succeed(league: League, successor: Membership) -> None:
    """Down with the old one first: the database knows only one master at a time."""
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


def _refuse_vote(standpoint: Standpoint) -> None:
    if standpoint.role is Role.SPECTATOR:
        raise Refusal("Spectators cannot vote.", code="no-vote")
    if not is_away(master_of(standpoint.league)):
        raise Refusal(
            "The ninja master was active in the last 30 days. Write to them instead.",
            code="master-is-here",
        )


def _tell(league: League, people: set[int], words: str) -> None:
    address = reverse("league:members", args=[league.uid])
    tell(people, NoticeKind.ROLES, words, address, league=league)
