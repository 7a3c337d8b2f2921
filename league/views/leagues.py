"""Find, create and join leagues."""

from __future__ import annotations

from typing import Any

from axes.helpers import get_client_ip_address
from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from kernel.errors import Refusal
from league.forms.leagues import (
    AskForm,
    CodeForm,
    FindForm,
    JoinForm,
    LeagueFileForm,
    LeagueForm,
)
from league.rules.league_templates import templates
from league.selectors import leagues as selectors
from league.selectors.access import find_league_by_code
from league.selectors.invitations import InvitationPage, get_invitation_page
from league.selectors.league_file import league_file
from league.selectors.public_pages import leagues_queryset
from league.services import leagues, members
from league.services.exchange.league_import import import_league
from league.views.form_actions import redirect_with_message, submit_form
from people.selectors import signed_in
from people.services.rate_limits import (
    INVITATION_GUESSES,
    count_attempt,
    refuse_if_limited,
)
from teams.rendering.pdf import qr_svg
from teams.views.decorators import for_people

PAGE_SIZE = 20


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    form = FindForm(request.GET)
    search = form.build_search()
    found = Paginator(leagues_queryset(search), PAGE_SIZE)
    page = found.get_page(request.GET.get("page"))
    is_known = request.user.is_authenticated
    context = {
        "mine": selectors.leagues_of(signed_in(request.user)) if is_known else (),
        "found": [selectors.league_line(one) for one in page],
        "page": page,
        "find_form": form,
        "search": search,
        "code_form": CodeForm(),
    }
    return render(request, "league/index.html", context)


@for_people
@require_safe
def new(request: HttpRequest) -> HttpResponse:
    """Step one of three: choose the kind of league."""
    return render(request, "league/league_new.html", {"templates": templates()})


@for_people
@require_http_methods(["GET", "HEAD", "POST"])
def found(request: HttpRequest, template: str) -> HttpResponse:
    """Step two: name the league and decide who may join."""
    chosen_template = templates().get(template)
    if chosen_template is None:
        raise Http404("This league template does not exist.")
    form = LeagueForm(request.POST or None)
    league = submit_form(
        form,
        lambda typed: leagues.create_league(
            founder=signed_in(request.user),
            template=template,
            changes=chosen_template.changes,
            **typed,
        ),
    )
    if league is not None:
        news = f"{league.name} is ready. Now invite the others."
        return redirect_with_message(request, news, "league:invite", league.uid)
    context = {"form": form, "template": chosen_template, "slug": template}
    status = form.status if form.is_bound else 200
    return render(request, "league/league_template.html", context, status=status)


@for_people
@require_safe
def invite(request: HttpRequest, uid: str) -> HttpResponse:
    """Step three, also reachable later: the invitation link, its QR code and the
    code."""
    head = selectors.league_head(uid, request.user)
    if not head.is_member:
        raise Http404("This page does not exist.")
    address = settings.SITE_ADDRESS + reverse("league:door", args=[head.code])
    return render(request, "league/invite.html", {"head": head, "address": address})


@for_people
@require_safe
def invite_qr(request: HttpRequest, uid: str) -> HttpResponse:
    head = selectors.league_head(uid, request.user)
    if not head.code:
        raise Http404("This page does not exist.")
    address = settings.SITE_ADDRESS + reverse("league:door", args=[head.code])
    return HttpResponse(qr_svg(address), content_type="image/svg+xml")


@require_http_methods(["GET", "HEAD", "POST"])
def by_code(request: HttpRequest) -> HttpResponse:
    """Find a league by the code that a player types in."""
    form = CodeForm(request.POST or None)
    if form.is_valid():
        if find_league_by_code(form.cleaned_data["code"]) is not None:
            return redirect("league:door", form.cleaned_data["code"].strip().upper())
        form.refuse(
            Refusal(
                "No league has this code. Check it again. It may have been changed.",
                code="unknown-code",
                field="code",
            )
        )
    status = form.status if form.is_bound else 200
    return render(request, "league/league_code.html", {"form": form}, status=status)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def door(request: HttpRequest, code: str) -> HttpResponse:
    """Show the league an invitation leads to, with a button to join.

    Visitors see the page too. They log in or sign up to join, and then come back.
    """
    page = _invitation(request, code)
    if request.method == "POST" and not request.user.is_authenticated:
        return redirect_to_login(request.get_full_path())
    form = JoinForm(
        request.POST or None, initial={"code": code}, is_member=page.is_member
    )
    joined = submit_form(
        form,
        lambda typed: members.join_league(
            uid=page.uid, person=signed_in(request.user), **typed
        ),
    )
    if joined is not None:
        return redirect_with_message(
            request, f"Welcome to {page.name}.", "league:home", page.uid
        )
    context = {"form": form, "page": page}
    status = form.status if form.is_bound else 200
    return render(request, "league/league_join.html", context, status=status)


def _invitation(request: HttpRequest, code: str) -> InvitationPage:
    """Return the invitation for a code. Guesses are counted and limited."""
    client = get_client_ip_address(request) or ""
    refuse_if_limited(INVITATION_GUESSES, who=client)
    try:
        return get_invitation_page(code, request.user)
    except Http404:
        count_attempt(INVITATION_GUESSES, who=client)
        raise


@for_people
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, uid: str) -> HttpResponse:
    """Join an open league, or ask to join one that needs approval."""
    head = selectors.league_head(uid, request.user)
    person = signed_in(request.user)
    is_open = head.admission == "open"
    posted = request.POST or None
    form = JoinForm(posted, is_member=head.is_member) if is_open else AskForm(posted)

    def act(typed: dict[str, Any]) -> object:
        way = members.join_league if is_open else members.request_to_join
        return way(uid=uid, person=person, **typed)

    if submit_form(form, act) is not None:
        asked = "Request sent. The ninja master will answer it."
        news = f"Welcome to {head.name}." if is_open else asked
        return redirect_with_message(request, news, "league:home", uid)
    status = form.status if form.is_bound else 200
    context = {"form": form, "head": head}
    return render(request, "league/league_access.html", context, status=status)


@for_people
@require_safe
def export(request: HttpRequest, uid: str) -> HttpResponse:
    content = league_file(uid, request.user)
    answer = HttpResponse(content, content_type="application/json")
    answer["Content-Disposition"] = f'attachment; filename="league-{uid}.json"'
    return answer


@for_people
@require_http_methods(["GET", "HEAD", "POST"])
def bring_in(request: HttpRequest) -> HttpResponse:
    operator = signed_in(request.user)
    if not operator.is_staff:
        raise PermissionDenied("Only operators of the site can import leagues.")
    sent = (request.POST, request.FILES) if request.method == "POST" else ()
    form = LeagueFileForm(*sent)

    def act(typed: dict[str, Any]) -> Any:
        content = typed["file"].read()
        return import_league(content=content, actor=operator, master=typed["master"])

    league = submit_form(form, act)
    if league is not None:
        return redirect_with_message(
            request, f"Imported {league.name}.", "league:home", league.uid
        )
    status = form.status if form.errors else 200
    return render(request, "league/import.html", {"form": form}, status=status)
