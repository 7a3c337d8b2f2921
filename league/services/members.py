"""Memberships: join, leave, roles, removal, bans and deleted accounts."""

from __future__ import annotations

from django.db.models import Q
from django.urls import reverse
from django.utils import timezone

from kernel.errors import Refusal
from league.models.communication import (
    FeedKey,
    Notification,
    NotificationKind,
    NotificationPreference,
    OutgoingEmail,
    PushDevice,
)
from league.models.leagues import (
    REASON_LENGTH,
    Admission,
    JoinRequest,
    League,
    Membership,
    Role,
    Visibility,
)
from league.models.seasons import Entrant, EntrantStage, SeasonStage
from league.selectors.access import (
    LeagueAccess,
    find_league_by_code,
    is_kept_out,
    role_of,
)
from league.selectors.house_rules import rules_in_force
from league.selectors.seasons.entrants import home_of
from league.services.communication.notifications import get_member_ids, notify
from league.services.entrants import end_entry
from league.services.locks import (
    lock_league,
    log_action,
    read_only_reason,
    refuse_conflict_of_interest,
    refuse_unless_ninja_master,
)
from people.models import Person
from teams.models import Team
from teams.rules.state import Stage
from teams.rules.text_input import tidy_text
from teams.services import journal, league_entry
from teams.services.journal import Edit

MEMBERS_MAX = 1_000


def join_league(
    *, uid: str, person: Person, code: str = "", as_spectator: bool = False
) -> Membership:
    """Join a league, or become a player after watching: directly if it is open,
    otherwise with its code."""
    # A code also opens private leagues, which cannot be found otherwise.
    invited = find_league_by_code(code) if code else None
    is_invited = invited is not None and invited.uid == uid
    with lock_league(uid, person, is_invited=is_invited) as standpoint:
        league = standpoint.league
        _refuse_kept_out(league, person)
        if not is_invited and league.admission != Admission.OPEN:
            raise Refusal(
                "You need an invitation to join this league. Ask its ninja"
                " master for the code, or to let you in.",
                code="invitation-needed",
            )
        role = Role.SPECTATOR if as_spectator else Role.PLAYER
        return _admit(standpoint, person, role)


def request_to_join(*, uid: str, person: Person, words: str = "") -> JoinRequest:
    """Ask the ninja master for permission to join as a player."""
    with lock_league(uid, person) as standpoint:
        league = standpoint.league
        _refuse_member(standpoint, Role.PLAYER)
        _refuse_kept_out(league, person)
        if league.admission == Admission.INVITED:
            raise Refusal(
                "You can only join this league with its link or code.",
                code="invitation-needed",
            )
        if league.join_requests.filter(person=person, answered=None).exists():
            raise Refusal(
                "You have already asked. The ninja master has not answered yet.",
                code="asked-already",
            )
        request = JoinRequest.objects.create(
            league=league,
            person=person,
            words=tidy_text(words, length=REASON_LENGTH, field="words"),
        )
        wish = "play in the league" if standpoint.is_member else "join the league"
        log_action(league, person, "asked", f"{person} asked to {wish}.")
        notify(
            get_member_ids(league, only_masters=True),
            NotificationKind.JOINING,
            f"{person} asks to {wish}.",
            reverse("league:members", args=[league.uid]),
            league=league,
        )
    return request


def answer_join_request(
    *, uid: str, actor: Person, request_id: int, is_accepted: bool
) -> JoinRequest:
    with lock_league(uid, actor, by_master=True) as standpoint:
        league = standpoint.league
        request = league.join_requests.filter(pk=request_id, answered=None).first()
        if request is None:
            raise Refusal(
                "This request has been answered or withdrawn.",
                code="no-such-request",
            )
        request.answered, request.is_accepted = timezone.now(), is_accepted
        request.save(update_fields=["answered", "is_accepted"])
        if is_accepted:
            asking = request.person
            role = role_of(league.pk, asking)
            theirs = LeagueAccess(league=league, person=asking, role=role)
            _admit(theirs, asking, Role.PLAYER, by=actor)
        else:
            wording = f"{actor} declined the request of {request.person}."
            log_action(league, actor, "declined", wording)
        answer = (
            "You're in. Next step: enter a team." if is_accepted else "They declined."
        )
        notify(
            {request.person_id},
            NotificationKind.JOINING,
            f"{actor} answered your request to join. {answer}",
            reverse("league:home", args=[league.uid]),
            league=league,
        )
    return request


def leave_league(*, uid: str, person: Person) -> None:
    """Leave a league. Teams in the season must be withdrawn and the mastership handed
    over first. Teams between seasons are released."""
    with lock_league(uid, person, even_archived=True) as standpoint:
        member = get_membership(standpoint.league, person.pk)
        _refuse_going(standpoint.league, member)
        end_membership(member)
        log_action(standpoint.league, person, "left", f"{person} left the league.")


def remove_member(*, uid: str, actor: Person, person_id: int, reason: str) -> None:
    with lock_league(uid, actor, by_master=True) as standpoint:
        league = standpoint.league
        why = _reason(reason)
        member = get_membership(league, person_id)
        if member.role == Role.CO_MASTER:
            refuse_unless_ninja_master(standpoint, "remove a co-master")
        _refuse_going(league, member)
        end_membership(member, is_kept_out=True)
        wording = f"{actor} removed {member.person}: {why}"
        log_action(league, actor, "removed", wording, is_override=True)
        words = f"{actor} removed you from the league: {why}"
        # After leaving, the person can no longer see a private league.
        _tell(league, member, words, reverse("league:index"))


def unban_member(*, uid: str, actor: Person, person_id: int) -> None:
    """Lift the ban of a removed member."""
    with lock_league(uid, actor, by_master=True) as standpoint:
        league = standpoint.league
        found = league.memberships.filter(person=person_id, is_kept_out=True)
        member = found.select_related("person").first()
        if member is None:
            raise Refusal(
                "This person is not banned from the league.", code="not-kept-out"
            )
        member.is_kept_out = False
        member.save(update_fields=["is_kept_out"])
        wording = f"{actor} allowed {member.person} to join again."
        log_action(league, actor, "let-come", wording, is_override=True)
        is_hidden = league.visibility == Visibility.PRIVATE
        home = reverse("league:home", args=[league.uid])
        address = reverse("league:index") if is_hidden else home
        _tell(league, member, f"{actor} allowed you to join the league again.", address)


def set_member_role(*, uid: str, actor: Person, person_id: int, role: str) -> None:
    """Make a member a co-master, a player or a spectator (NM-01)."""
    new = Role(role)
    with lock_league(uid, actor, by_master=True) as standpoint:
        league = standpoint.league
        member = get_membership(league, person_id)
        if new is Role.MASTER or member.role == Role.MASTER:
            raise Refusal(
                "A league has exactly one ninja master. Hand the league over instead.",
                code="one-master",
                field="role",
            )
        if new is Role.CO_MASTER:
            _refuse_deputy(standpoint)
        _refuse_co_master(standpoint, member, new)
        if new is Role.SPECTATOR and _plays(league, member.person):
            raise Refusal(
                f"{member.person} has a team in the season. It must be"
                " withdrawn first.",
                code="has-team",
                field="role",
            )
        if member.role != new:
            member.role = new
            member.save(update_fields=["role"])
            _answer_open(league, member.person)
            if new is Role.SPECTATOR:
                _teams_let_go(member)
            what = f"a {new.label.lower()}"
            wording = f"{actor} made {member.person} {what}."
            log_action(league, actor, "role", wording, is_override=True)
            words = f"{actor} made you {what} of the league."
            _tell(league, member, words, reverse("league:home", args=[league.uid]))


def allow_veteran_team(
    *, uid: str, actor: Person, person_id: int, reason: str, is_allowed: bool = True
) -> None:
    """Allow, or no longer allow, a member to enter a team that has already played or
    has another budget (LEAGUE-09, NM-04)."""
    with lock_league(uid, actor, by_master=True) as standpoint:
        league = standpoint.league
        member = get_membership(league, person_id)
        refuse_conflict_of_interest(standpoint, {person_id})
        why = _reason(reason)
        member.brings_veteran = is_allowed
        member.save(update_fields=["brings_veteran"])
        verb = "allows" if is_allowed else "no longer allows"
        team = f"to enter a team that has already played. Reason: {why}"
        wording = f"{actor} {verb} {member.person} {team}"
        log_action(league, actor, "veteran", wording, is_override=True)
        words = f"{actor} {verb} you {team}"
        _tell(league, member, words, reverse("league:enter", args=[league.uid]))


def _admit(
    standpoint: LeagueAccess, person: Person, role: Role, *, by: Person | None = None
) -> Membership:
    league = standpoint.league
    _refuse_member(standpoint, role)
    looked_on = standpoint.is_member
    if not looked_on and league.memberships.filter(left=None).count() >= MEMBERS_MAX:
        raise Refusal(
            f"This league is full. It can have at most {MEMBERS_MAX} members.",
            code="league-is-full",
        )
    member, _ = Membership.objects.update_or_create(
        league=league,
        person=person,
        defaults={"role": role, "left": None, "is_kept_out": False},
    )
    _answer_open(league, person)
    wording = _admission_sentence(person, role, by, was_spectator=looked_on)
    log_action(league, by or person, "joined", wording)
    return member


def _admission_sentence(
    person: Person, role: Role, by: Person | None, *, was_spectator: bool
) -> str:
    if was_spectator:
        return f"{by} let {person} play." if by else f"{person} became a player."
    if role is Role.SPECTATOR:
        return f"{person} joined as a spectator."
    return f"{by} let {person} join." if by else f"{person} joined."


def _answer_open(league: League, person: Person) -> None:
    """Mark open requests of the person as accepted."""
    league.join_requests.filter(person=person, answered=None).update(
        answered=timezone.now(), is_accepted=True
    )


def end_membership(member: Membership, *, is_kept_out: bool = False) -> None:
    """End a membership and release the person's teams between seasons."""
    member.left = timezone.now()
    member.brings_veteran = member.is_successor = False
    member.is_kept_out = is_kept_out
    changed = ["left", "brings_veteran", "is_successor", "is_kept_out"]
    member.save(update_fields=changed)
    _teams_let_go(member)


def _teams_let_go(member: Membership) -> None:
    """Release teams that only wait for the next season."""
    league = member.league
    if read_only_reason(league):
        return
    waiting = (
        Team.objects.alias(home=home_of(team="pk", name="league"))
        .filter(
            entrants__season__league=league,
            entrants__person=member.person_id,
            home=league.pk,
        )
        .exclude(stage=Stage.RETIRED)
    )
    busy = waiting.exclude(entrants__season__stage=SeasonStage.CLOSED)
    free = waiting.exclude(pk__in=busy.values("pk")).distinct()
    for team_id in free.order_by("pk").values_list("pk", flat=True):
        edit = Edit(team_id=team_id, actor=None, role=journal.Role.SITE)
        league_entry.leave_league(edit)


def get_membership(league: League, person_id: int) -> Membership:
    found = league.memberships.filter(person=person_id, left=None)
    member = found.select_related("person").first()
    if member is None:
        raise Refusal("This person is not a member of the league.", code="no-member")
    return member


def _plays(league: League, person: Person) -> bool:
    """Return whether the person has a team in an unfinished season."""
    found = Entrant.objects.filter(
        season__league=league, person=person, stage=EntrantStage.ACTIVE
    )
    return found.exclude(season__stage=SeasonStage.CLOSED).exists()


def _has_deputies(league: League) -> bool:
    return rules_in_force(league).deputies


def _refuse_deputy(standpoint: LeagueAccess) -> None:
    if not _has_deputies(standpoint.league):
        raise Refusal(
            "The house rules of this league do not allow co-masters.",
            code="no-deputies",
            field="role",
        )


def _refuse_co_master(standpoint: LeagueAccess, member: Membership, new: Role) -> None:
    """Refuse everyone but the ninja master. Co-masters may step down themselves."""
    if standpoint.person is not None and member.person_id == standpoint.person.pk:
        return
    if Role.CO_MASTER in (new, member.role) and new != member.role:
        verb = "appoint" if new is Role.CO_MASTER else "dismiss"
        refuse_unless_ninja_master(standpoint, f"{verb} a co-master")


def _refuse_member(standpoint: LeagueAccess, wanted: Role) -> None:
    """Refuse members, except spectators who want to play."""
    becomes_player = wanted is Role.PLAYER and standpoint.role is Role.SPECTATOR
    if standpoint.is_member and not becomes_player:
        raise Refusal(
            f"{standpoint.person} is already a member of {standpoint.league}.",
            code="is-member",
        )


def _refuse_kept_out(league: League, person: Person) -> None:
    if is_kept_out(league, person):
        raise Refusal(
            "A ninja master removed you from this league. Ask them to let you"
            " join again.",
            code="kept-out",
        )


def _refuse_going(league: League, member: Membership) -> None:
    if member.role == Role.MASTER:
        raise Refusal(
            "A league needs a ninja master. Hand the league over first.",
            code="one-master",
        )
    # In an archived league teams cannot be withdrawn, so they keep nobody from leaving.
    if _plays(league, member.person) and not read_only_reason(league):
        raise Refusal(
            f"{member.person} has a team in the season. It must be withdrawn first.",
            code="has-team",
        )


def _tell(league: League, member: Membership, words: str, address: str) -> None:
    notify({member.person_id}, NotificationKind.ROLES, words, address, league=league)


def _reason(reason: str) -> str:
    clean = tidy_text(reason, length=REASON_LENGTH, field="reason")
    if not clean:
        raise Refusal(
            "Give a reason. Everyone can read it in the audit log.",
            code="no-reason",
            field="reason",
        )
    return clean


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
