"""Who belongs to a league, as what, and who runs it."""

from __future__ import annotations

from django.urls import reverse
from django.utils import timezone

from kernel.errors import Refusal
from league.models import Entrant, JoinRequest, League, Membership, SuccessionVote
from league.models.leagues import REASON_LENGTH, Admission, Role
from league.models.notices import NoticeKind
from league.models.seasons import EntrantStage
from league.selectors.access import Standpoint, is_away, league_by_code
from league.selectors.house_rules import rules_in_force
from league.selectors.leagues import master_of
from league.services.notices import members_of, tell
from league.services.opening import audit, league_opened
from people.models import Person
from teams.rules.texts import tidy_text

MEMBERS_MAX = 1_000


def league_join(
    *, uid: str, person: Person, code: str = "", as_spectator: bool = False
) -> Membership:
    """Become a member: of an open league at once, of others with their code."""
    # The code opens private leagues too, which do not show themselves otherwise.
    invited = league_by_code(code) if code else None
    is_invited = invited is not None and invited.uid == uid
    with league_opened(uid, person, is_invited=is_invited) as standpoint:
        league = standpoint.league
        if not is_invited and league.admission != Admission.OPEN:
            raise Refusal(
                "This league takes members by invitation; ask for its code, or ask"
                " its ninja master to let you in.",
                code="invitation-needed",
            )
        role = Role.SPECTATOR if as_spectator else Role.PLAYER
        return _admit(standpoint, person, role)


def join_request(*, uid: str, person: Person, words: str = "") -> JoinRequest:
    """Ask the ninja master to be let in."""
    with league_opened(uid, person) as standpoint:
        league = standpoint.league
        _refuse_member(standpoint)
        if league.admission == Admission.INVITED:
            raise Refusal(
                "This league takes members by its link or code alone.",
                code="invitation-needed",
            )
        if league.join_requests.filter(person=person, answered=None).exists():
            raise Refusal(
                "You have asked already; the ninja master has not answered yet.",
                code="asked-already",
            )
        request = JoinRequest.objects.create(
            league=league,
            person=person,
            words=tidy_text(words, length=REASON_LENGTH, field="words"),
        )
        audit(league, person, "asked", f"{person} asked to join.")
        tell(
            members_of(league, only_masters=True),
            NoticeKind.JOINING,
            f"{person} asks to join.",
            reverse("league:members", args=[league.uid]),
            league=league,
        )
    return request


def join_request_answer(
    *, uid: str, actor: Person, request_id: int, is_accepted: bool
) -> JoinRequest:
    with league_opened(uid, actor, by_master=True) as standpoint:
        league = standpoint.league
        request = league.join_requests.filter(pk=request_id, answered=None).first()
        if request is None:
            raise Refusal(
                "That request was answered or taken back meanwhile.",
                code="no-such-request",
            )
        request.answered, request.is_accepted = timezone.now(), is_accepted
        request.save(update_fields=["answered", "is_accepted"])
        if is_accepted:
            theirs = Standpoint(league=league, person=request.person, role=None)
            _admit(theirs, request.person, Role.PLAYER, by=actor)
        else:
            audit(league, actor, "declined", f"{actor} declined {request.person}.")
        answer = "You are in: enter a team." if is_accepted else "They said no."
        tell(
            {request.person_id},
            NoticeKind.JOINING,
            f"{actor} answered your request to join. {answer}",
            reverse("league:home", args=[league.uid]),
            league=league,
        )
    return request


def league_leave(*, uid: str, person: Person) -> None:
    """Go. Teams have to be withdrawn first, the mastership handed over."""
    with league_opened(uid, person, even_archived=True) as standpoint:
        member = _membership(standpoint.league, person)
        _refuse_going(standpoint.league, member)
        _part(member)
        audit(standpoint.league, person, "left", f"{person} left the league.")


def member_remove(*, uid: str, actor: Person, person_id: int, reason: str) -> None:
    with league_opened(uid, actor, by_master=True) as standpoint:
        league = standpoint.league
        why = _reason(reason)
        member = _membership_by_id(league, person_id)
        _refuse_going(league, member)
        _part(member)
        wording = f"{actor} removed {member.person}: {why}"
        audit(league, actor, "removed", wording, is_override=True)


def member_set_role(*, uid: str, actor: Person, person_id: int, role: str) -> None:
    """Make somebody a co-master, a player or a spectator (NM-01)."""
    new = Role(role)
    with league_opened(uid, actor, by_master=True) as standpoint:
        league = standpoint.league
        member = _membership_by_id(league, person_id)
        if new is Role.MASTER or member.role == Role.MASTER:
            raise Refusal(
                "A league has exactly one ninja master; hand the office over instead.",
                code="one-master",
                field="role",
            )
        if new is Role.CO_MASTER:
            _refuse_deputy(standpoint)
        if new is Role.SPECTATOR and _active_teams(league, member.person):
            raise Refusal(
                f"{member.person} has a team in the season; withdraw it first.",
                code="has-team",
                field="role",
            )
        if member.role != new:
            member.role = new
            member.save(update_fields=["role"])
            wording = f"{actor} made {member.person} a {new.label.lower()}."
            audit(league, actor, "role", wording, is_override=True)


def mastership_hand_over(*, uid: str, actor: Person, person_id: int) -> None:
    """The ninja master appoints a successor and stays as a co-master (NM-08)."""
    with league_opened(uid, actor, by_master=True, even_archived=True) as standpoint:
        if not standpoint.is_first_master:
            raise Refusal(
                "Only the ninja master hands the office over.", code="not-the-master"
            )
        successor = _membership_by_id(standpoint.league, person_id)
        _succeed(standpoint.league, successor)
        wording = f"{actor} handed the mastership over to {successor.person}."
        audit(standpoint.league, actor, "mastership", wording, is_override=True)


def succession_vote(*, uid: str, voter: Person, person_id: int) -> bool:
    """While the ninja master has been away for 30 days, a majority of the players
    appoints another one (NM-08). Tells whether that happened."""
    with league_opened(uid, voter) as standpoint:
        league = standpoint.league
        candidate = _membership_by_id(league, person_id)
        _membership(league, voter)
        _refuse_vote(standpoint)
        SuccessionVote.objects.update_or_create(
            league=league, voter=voter, defaults={"candidate": candidate.person}
        )
        audit(league, voter, "voted", f"{voter} wants {candidate.person} as master.")
        votes = SuccessionVote.objects.filter(league=league, candidate=candidate.person)
        players = league.memberships.filter(left=None).exclude(role=Role.SPECTATOR)
        electorate = players.exclude(role=Role.MASTER)
        counted = votes.filter(voter__in=electorate.values("person")).count()
        if counted * 2 <= electorate.count():
            return False
        _succeed(league, candidate)
        wording = f"A majority made {candidate.person} the ninja master."
        audit(league, None, "mastership", wording)
        return True


def _admit(
    standpoint: Standpoint, person: Person, role: Role, *, by: Person | None = None
) -> Membership:
    league = standpoint.league
    _refuse_member(standpoint)
    if league.memberships.filter(left=None).count() >= MEMBERS_MAX:
        raise Refusal(f"{MEMBERS_MAX} members are the most.", code="league-is-full")
    member, _ = Membership.objects.update_or_create(
        league=league, person=person, defaults={"role": role, "left": None}
    )
    league.join_requests.filter(person=person, answered=None).update(
        answered=timezone.now(), is_accepted=True
    )
    who = f"{by} let {person} in" if by else f"{person} joined"
    how = " as a spectator" if role is Role.SPECTATOR else ""
    audit(league, by or person, "joined", f"{who}{how}.")
    return member


def _succeed(league: League, successor: Membership) -> None:
    """Down with the old one first: the database knows only one master at a time."""
    old = league.memberships.get(role=Role.MASTER)
    if successor.pk == old.pk:
        raise Refusal("They are the ninja master already.", code="same-master")
    old.role = Role.CO_MASTER if _has_deputies(league) else Role.PLAYER
    old.save(update_fields=["role"])
    successor.role = Role.MASTER
    successor.save(update_fields=["role"])
    league.succession_votes.all().delete()


def _part(member: Membership) -> None:
    member.left = timezone.now()
    member.save(update_fields=["left"])


def _membership(league: League, person: Person) -> Membership:
    return _membership_by_id(league, person.pk)


def _membership_by_id(league: League, person_id: int) -> Membership:
    found = league.memberships.filter(person=person_id, left=None)
    member = found.select_related("person").first()
    if member is None:
        raise Refusal("They are not a member of the league.", code="no-member")
    return member


def _active_teams(league: League, person: Person) -> int:
    return Entrant.objects.filter(
        season__league=league, person=person, stage=EntrantStage.ACTIVE
    ).count()


def _has_deputies(league: League) -> bool:
    return rules_in_force(league).deputies


def _refuse_deputy(standpoint: Standpoint) -> None:
    if not _has_deputies(standpoint.league):
        raise Refusal(
            "The house rules of this league know no co-masters.",
            code="no-deputies",
            field="role",
        )


def _refuse_member(standpoint: Standpoint) -> None:
    if standpoint.is_member:
        raise Refusal(
            f"{standpoint.person} is a member of {standpoint.league} already.",
            code="is-member",
        )


def _refuse_going(league: League, member: Membership) -> None:
    if member.role == Role.MASTER:
        raise Refusal(
            "A league has a ninja master; hand the office over first.",
            code="one-master",
        )
    if _active_teams(league, member.person):
        raise Refusal(
            f"{member.person} has a team in the season; withdraw it first.",
            code="has-team",
        )


def _refuse_vote(standpoint: Standpoint) -> None:
    if standpoint.role is Role.SPECTATOR:
        raise Refusal("Spectators have no vote.", code="no-vote")
    if not is_away(master_of(standpoint.league)):
        raise Refusal(
            "The ninja master has been here within 30 days; write to them instead.",
            code="master-is-here",
        )


def _reason(reason: str) -> str:
    clean = tidy_text(reason, length=REASON_LENGTH, field="reason")
    if not clean:
        raise Refusal(
            "Say why, so that everybody can read it in the log.",
            code="no-reason",
            field="reason",
        )
    return clean
