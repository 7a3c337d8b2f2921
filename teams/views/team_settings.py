"""The team settings: name, lore, logo, share link, retiring."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from kernel.errors import Conflict, Refusal
from people.selectors import signed_in
from teams.forms import team_settings as forms
from teams.selectors.scroll_page import ScrollPage, get_own_scroll_page
from teams.services.adjustments import retire_team
from teams.services.journal import Edit, Written
from teams.services.logos import remove_logo, upload_logo
from teams.services.roster import describe_team
from teams.services.share_links import share_team, unshare_team
from teams.views.decorators import for_people


@for_people
@never_cache
@require_safe
def keep(request: HttpRequest, team_id: int) -> HttpResponse:
    return _page(request, get_own_scroll_page(team_id, request.user))


@for_people
@require_POST
def describe(request: HttpRequest, team_id: int) -> HttpResponse:
    return _kept(request, team_id, forms.TeamForm(request.POST), describe_team)


@for_people
@require_POST
def logo(request: HttpRequest, team_id: int) -> HttpResponse:
    form = forms.LogoForm(request.POST, request.FILES)

    def upload(edit: Edit, *, picture: Any) -> Written:
        return upload_logo(edit, picture=picture.read())

    return _kept(request, team_id, form, upload)


@for_people
@require_POST
def logo_down(request: HttpRequest, team_id: int) -> HttpResponse:
    return _kept(request, team_id, forms.VersionedForm(request.POST), remove_logo)


@for_people
@require_POST
def retire(request: HttpRequest, team_id: int) -> HttpResponse:
    def end(edit: Edit, *, reason: str, is_sure: bool) -> Written:  # noqa: ARG001
        return retire_team(edit, reason=reason)

    return _kept(request, team_id, forms.RetireForm(request.POST), end)


@for_people
@require_POST
def share(request: HttpRequest, team_id: int) -> HttpResponse:
    share_team(team_id=team_id, actor=signed_in(request.user))
    messages.success(request, "Everyone with the link can now see the scroll.")
    return redirect("teams:keep", team_id)


@for_people
@require_POST
def unshare(request: HttpRequest, team_id: int) -> HttpResponse:
    unshare_team(team_id=team_id, actor=signed_in(request.user))
    messages.success(request, "The link no longer works.")
    return redirect("teams:keep", team_id)


def _kept(
    request: HttpRequest,
    team_id: int,
    form: forms.VersionedForm,
    service: Callable[..., Written],
) -> HttpResponse:
    """Run the service and redirect, or show the form with the refusal."""
    if form.is_valid():
        version = form.cleaned_data["version"]
        edit = Edit(team_id=team_id, actor=signed_in(request.user), version=version)
        try:
            said = service(edit, **form.sent()).sentence
            messages.success(request, said or "Nothing changed.")
            return redirect("teams:keep", team_id)
        except Conflict:
            raise
        except Refusal as refusal:
            form.refuse(refusal)
    return _page(request, get_own_scroll_page(team_id, request.user), form)


def _page(
    request: HttpRequest,
    reading: ScrollPage,
    sent: forms.VersionedForm | None = None,
) -> HttpResponse:
    head, scroll = reading.page.head, reading.page.scroll
    blank = {"version": head.version}
    context: dict[str, Any] = {
        "reading": reading,
        "head": head,
        "team_form": forms.TeamForm(
            initial={**blank, "name": scroll.team, "lore": scroll.lore}
        ),
        "logo_form": forms.LogoForm(initial=blank),
        "retire_form": forms.RetireForm(initial=blank),
    }
    for name, kind in _FORMS.items():
        if isinstance(sent, kind):
            context[name] = sent
    if head.share_token:
        path = reverse("teams:shared", args=[head.share_token])
        context["address"] = settings.SITE_ADDRESS + path
    status = sent.status if sent is not None else 200
    return render(request, "teams/team_settings.html", context, status=status)


_FORMS = {
    "team_form": forms.TeamForm,
    "logo_form": forms.LogoForm,
    "retire_form": forms.RetireForm,
}
