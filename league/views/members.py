"""Pages for members and masters of an existing league."""

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
from league.selectors.access import get_managed_league, get_visible_league
from league.selectors.audit_log import LogFilter, get_log_page
from league.selectors.members import get_player_page
from league.selectors.seasons.season_end import get_archive_page, get_handover_page
from league.services import leagues, members
from league.services.mastership import (
    answer_handover,
    cancel_handover,
    offer_handover,
    vote_for_master,
)
from league.views.form_actions import redirect_with_message, submit_form
from people.selectors import signed_in
from teams.views.decorators import for_people, for_readers

LOG_PAGE = 50
MEMBERS_PAGE = 64


@for_readers
@require_safe
def people(request: HttpRequest, uid: str) -> HttpResponse:
    page = selectors.get_members_page(uid, request.user)
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
    page = get_player_page(uid, request.user, person_id)
    return render(request, "league/member.html", {"page": page, "head": page.head})


@for_people
@require_POST
def answer(request: HttpRequest, uid: str, request_id: int) -> HttpResponse:
    is_accepted = "yes" in request.POST
    asked = members.answer_join_request(
        uid=uid,
        actor=signed_in(request.user),
        request_id=request_id,
        is_accepted=is_accepted,
    )
    verb = "let in" if is_accepted else "declined"
    return redirect_with_message(
        request, f"{asked.person} is {verb}.", "league:members", uid
    )


@for_people
@require_POST
def role(request: HttpRequest, uid: str, person_id: int) -> HttpResponse:
    form = RoleForm(request.POST)
    if not form.is_valid():
        raise Http404("This role does not exist.")
    actor = signed_in(request.user)
    members.set_member_role(
        uid=uid, actor=actor, person_id=person_id, role=form.cleaned_data["role"]
    )
    return redirect_with_message(request, "Role changed.", "league:members", uid)


@for_people
@require_POST
def remove(request: HttpRequest, uid: str, person_id: int) -> HttpResponse:
    members.remove_member(
        uid=uid,
        actor=signed_in(request.user),
        person_id=person_id,
        reason=request.POST.get("reason", ""),
    )
    return redirect_with_message(request, "Member removed.", "league:members", uid)


@for_people
@require_POST
def let_come(request: HttpRequest, uid: str, person_id: int) -> HttpResponse:
    actor = signed_in(request.user)
    members.unban_member(uid=uid, actor=actor, person_id=person_id)
    return redirect_with_message(request, "They can join again.", "league:members", uid)


@for_people
@require_POST
def veteran(request: HttpRequest, uid: str, person_id: int) -> HttpResponse:
    """Allow or forbid a member to enter a veteran team."""
    members.allow_veteran_team(
        uid=uid,
        actor=signed_in(request.user),
        person_id=person_id,
        reason=request.POST.get("reason", ""),
        is_allowed="no" not in request.POST,
    )
    return redirect_with_message(request, "Saved.", "league:members", uid)


@for_people
@require_http_methods(["GET", "HEAD", "POST"])
def hand_over(request: HttpRequest, uid: str, person_id: int) -> HttpResponse:
    """Offer the mastership to a member, after a page that explains what it means."""
    page = get_handover_page(uid, request.user, person_id)
    if request.method != "POST":
        context = {"page": page, "head": page.head}
        return render(request, "league/member_handover.html", context)
    actor = signed_in(request.user)
    offer_handover(uid=uid, actor=actor, person_id=person_id)
    return redirect_with_message(
        request, "Request sent. We'll tell you their answer.", "league:members", uid
    )


@for_people
@require_POST
def mastership(request: HttpRequest, uid: str, name: str) -> HttpResponse:
    """Accept, decline or withdraw an offered mastership."""
    person = signed_in(request.user)
    if name == "keep":
        cancel_handover(uid=uid, actor=person)
        return redirect_with_message(
            request,
            "Handover cancelled. You stay the ninja master.",
            "league:members",
            uid,
        )
    if name not in ("accept", "decline"):
        raise Http404("This page does not exist.")
    is_accepted = name == "accept"
    answer_handover(uid=uid, person=person, is_accepted=is_accepted)
    news = "You are the ninja master now." if is_accepted else "Handover declined."
    return redirect_with_message(request, news, "league:members", uid)


@for_people
@require_POST
def vote(request: HttpRequest, uid: str, person_id: int) -> HttpResponse:
    voter = signed_in(request.user)
    is_elected = vote_for_master(uid=uid, voter=voter, person_id=person_id)
    news = "The league has a new ninja master." if is_elected else "Vote saved."
    return redirect_with_message(request, news, "league:members", uid)


@for_people
@require_POST
def leave(request: HttpRequest, uid: str) -> HttpResponse:
    members.leave_league(uid=uid, person=signed_in(request.user))
    return redirect_with_message(request, "You have left the league.", "league:index")


@for_readers
@require_safe
def log(request: HttpRequest, uid: str) -> HttpResponse:
    standpoint = get_visible_league(uid, request.user)
    if not standpoint.is_member:
        raise PermissionDenied("Only members of the league can read its audit log.")
    log_shown = get_log_page(standpoint, LogFilter(**LogForm(request.GET).sent()))
    context = {
        "head": selectors.head_of(standpoint),
        "log": log_shown,
        "page": Paginator(log_shown.lines, LOG_PAGE).get_page(request.GET.get("page")),
    }
    return render(request, "league/audit_log.html", context)


@for_people
@require_http_methods(["GET", "HEAD", "POST"])
def settings(request: HttpRequest, uid: str) -> HttpResponse:
    head = selectors.head_of(get_managed_league(uid, request.user))
    actor = signed_in(request.user)
    shown = SettingsForm.base_fields.keys() - {"version"}
    shown -= {"starts_on", "ends_on"}
    initial = {name: getattr(head, name) for name in shown}
    initial |= {"starts_on": head.dates.starts_on, "ends_on": head.dates.ends_on}
    form = SettingsForm(request.POST or None, initial=initial, now=head.version)
    act = leagues.edit_league
    if submit_form(form, lambda typed: act(uid=uid, actor=actor, **typed)) is not None:
        return redirect_with_message(request, "Saved.", "league:settings", uid)
    status = form.status if form.is_bound else 200
    context = {"head": head, "form": form}
    return render(request, "league/settings.html", context, status=status)


@for_people
@require_http_methods(["GET", "HEAD", "POST"])
def archive(request: HttpRequest, uid: str) -> HttpResponse:
    """Archive a league, after a page that explains what it means."""
    page = get_archive_page(uid, request.user)
    if request.method != "POST":
        context = {"page": page, "head": page.head}
        return render(request, "league/member_handover.html", context)
    leagues.archive_league(uid=uid, actor=signed_in(request.user))
    return redirect_with_message(request, "League archived.", "league:settings", uid)


@for_people
@require_POST
def settle_in(request: HttpRequest, uid: str, name: str) -> HttpResponse:
    """Handle the one-tap changes of the settings page."""
    acts = {
        "code": (
            leagues.renew_league_code,
            "The league has a new code. The old code and link no longer work.",
        ),
        "unarchive": (leagues.unarchive_league, "League reopened."),
    }
    if name not in acts:
        raise Http404("This page does not exist.")
    act, news = acts[name]
    act(uid=uid, actor=signed_in(request.user))
    return redirect_with_message(request, news, "league:settings", uid)
