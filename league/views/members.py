"""What masters and members do with a league that is there."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import (
    require_http_methods,
    require_POST,
    require_safe,
)

from league.forms.leagues import LogForm, RoleForm, SettingsForm
from league.selectors import leagues as selectors
from league.selectors.access import league_led, league_seen
from league.selectors.audit_log import LogWish, log_page
from league.selectors.members import player_page
from league.selectors.seasons.season_end import archiving, handing_over
from league.services import leagues, members
from league.services.mastership import (
    mastership_answer,
    mastership_hand_over,
    mastership_keep,
    succession_vote,
)
from league.views.form_actions import done, tried
from people.selectors import signed_in
from teams.views.decorators import for_people, for_readers

LOG_PAGE = 50
MEMBERS_PAGE = 64


@for_readers
@require_safe
def people(request: HttpRequest, uid: str) -> HttpResponse:
    page = selectors.members_page(uid, request.user)
    lines = Paginator(page.members, MEMBERS_PAGE)
    context = {
        "page": page,
        "head": page.head,
        "shown": lines.get_page(request.GET.get("page")),
        "roles": RoleForm().fields["role"],
    }
    return render(request, "league/members.html", context)


@for_readers
@require_safe
def player(request: HttpRequest, uid: str, person_id: int) -> HttpResponse:
    page = player_page(uid, request.user, person_id)
    return render(request, "league/member.html", {"page": page, "head": page.head})


@for_people
@require_POST
def answer(request: HttpRequest, uid: str, request_id: int) -> HttpResponse:
    is_accepted = "yes" in request.POST
    asked = members.join_request_answer(
        uid=uid,
        actor=signed_in(request.user),
        request_id=request_id,
        is_accepted=is_accepted,
    )
    verb = "let in" if is_accepted else "declined"
    return done(request, f"{asked.person} is {verb}.", "league:members", uid)


@for_people
@require_POST
def role(request: HttpRequest, uid: str, person_id: int) -> HttpResponse:
    form = RoleForm(request.POST)
    if not form.is_valid():
        raise Http404("This role does not exist.")
    actor = signed_in(request.user)
    members.member_set_role(
        uid=uid, actor=actor, person_id=person_id, role=form.cleaned_data["role"]
    )
    return done(request, "Role changed.", "league:members", uid)


@for_people
@require_POST
def remove(request: HttpRequest, uid: str, person_id: int) -> HttpResponse:
    members.member_remove(
        uid=uid,
        actor=signed_in(request.user),
        person_id=person_id,
        reason=request.POST.get("reason", ""),
    )
    return done(request, "Member removed.", "league:members", uid)


@for_people
@require_POST
def let_come(request: HttpRequest, uid: str, person_id: int) -> HttpResponse:
    actor = signed_in(request.user)
    members.member_let_come(uid=uid, actor=actor, person_id=person_id)
    return done(request, "They can join again.", "league:members", uid)


@for_people
@require_POST
def veteran(request: HttpRequest, uid: str, person_id: int) -> HttpResponse:
    """Let somebody enter a team as it is, or not any more."""
    members.veteran_allow(
        uid=uid,
        actor=signed_in(request.user),
        person_id=person_id,
        reason=request.POST.get("reason", ""),
        is_allowed="no" not in request.POST,
    )
    return done(request, "Saved.", "league:members", uid)


@for_people
@require_http_methods(["GET", "HEAD", "POST"])
def hand_over(request: HttpRequest, uid: str, person_id: int) -> HttpResponse:
    """Ask somebody to become the ninja master, once it is clear what that means."""
    page = handing_over(uid, request.user, person_id)
    if request.method != "POST":
        context = {"page": page, "head": page.head}
        return render(request, "league/member_handover.html", context)
    actor = signed_in(request.user)
    mastership_hand_over(uid=uid, actor=actor, person_id=person_id)
    return done(
        request, "Request sent. We'll tell you their answer.", "league:members", uid
    )


@for_people
@require_POST
def mastership(request: HttpRequest, uid: str, name: str) -> HttpResponse:
    """Take the mastership that was offered, decline it, or keep one's own."""
    person = signed_in(request.user)
    if name == "keep":
        mastership_keep(uid=uid, actor=person)
        return done(
            request,
            "Handover cancelled. You stay the ninja master.",
            "league:members",
            uid,
        )
    if name not in ("accept", "decline"):
        raise Http404("This page does not exist.")
    is_accepted = name == "accept"
    mastership_answer(uid=uid, person=person, is_accepted=is_accepted)
    news = "You are the ninja master now." if is_accepted else "Handover declined."
    return done(request, news, "league:members", uid)


@for_people
@require_POST
def vote(request: HttpRequest, uid: str, person_id: int) -> HttpResponse:
    voter = signed_in(request.user)
    is_elected = succession_vote(uid=uid, voter=voter, person_id=person_id)
    news = "The league has a new ninja master." if is_elected else "Vote saved."
    return done(request, news, "league:members", uid)


@for_people
@require_POST
def leave(request: HttpRequest, uid: str) -> HttpResponse:
    members.league_leave(uid=uid, person=signed_in(request.user))
    return done(request, "You have left the league.", "league:index")


@for_readers
@require_safe
def log(request: HttpRequest, uid: str) -> HttpResponse:
    standpoint = league_seen(uid, request.user)
    if not standpoint.is_member:
        raise PermissionDenied("Only members of the league can read its audit log.")
    log_shown = log_page(standpoint, LogWish(**LogForm(request.GET).sent()))
    context = {
        "head": selectors.head_of(standpoint),
        "log": log_shown,
        "page": Paginator(log_shown.lines, LOG_PAGE).get_page(request.GET.get("page")),
    }
    return render(request, "league/audit_log.html", context)


@for_people
@require_http_methods(["GET", "HEAD", "POST"])
def settings(request: HttpRequest, uid: str) -> HttpResponse:
    head = selectors.head_of(league_led(uid, request.user))
    actor = signed_in(request.user)
    shown = SettingsForm.base_fields.keys() - {"version"}
    shown -= {"starts_on", "ends_on"}
    initial = {name: getattr(head, name) for name in shown}
    initial |= {"starts_on": head.dates.starts_on, "ends_on": head.dates.ends_on}
    form = SettingsForm(request.POST or None, initial=initial, now=head.version)
    act = leagues.league_describe
    if tried(form, lambda typed: act(uid=uid, actor=actor, **typed)) is not None:
        return done(request, "Saved.", "league:settings", uid)
    status = form.status if form.is_bound else 200
    context = {"head": head, "form": form}
    return render(request, "league/settings.html", context, status=status)


@for_people
@require_http_methods(["GET", "HEAD", "POST"])
def archive(request: HttpRequest, uid: str) -> HttpResponse:
    """Put a league away, once it is clear what that means."""
    page = archiving(uid, request.user)
    if request.method != "POST":
        context = {"page": page, "head": page.head}
        return render(request, "league/member_handover.html", context)
    leagues.league_archive(uid=uid, actor=signed_in(request.user))
    return done(request, "League archived.", "league:settings", uid)


@for_people
@require_POST
def settle_in(request: HttpRequest, uid: str, name: str) -> HttpResponse:
    """One-tap changes of the settings page."""
    acts = {
        "code": (
            leagues.league_renew_code,
            "The league has a new code. The old code and link no longer work.",
        ),
        "unarchive": (leagues.league_unarchive, "League reopened."),
    }
    if name not in acts:
        raise Http404("This page does not exist.")
    act, news = acts[name]
    act(uid=uid, actor=signed_in(request.user))
    return done(request, news, "league:settings", uid)
