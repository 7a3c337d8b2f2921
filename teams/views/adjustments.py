"""Pages that undo a batch and adjust a team."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache

from kernel.errors import Conflict, Refusal
from people.selectors import signed_in
from teams.forms.growth import CorrectionForm, VoidForm
from teams.forms.team_settings import VersionedForm
from teams.selectors.access import get_visible_team
from teams.selectors.scroll_page import get_scroll_page
from teams.selectors.team_header import TeamHeader, get_team_header
from teams.services.adjustments import (
    adjust_team,
    choose_adjuster_role,
    preview_undo_batch,
    undo_batch,
)
from teams.services.journal import Edit
from teams.views.decorators import for_people


@for_people
@never_cache
def void(request: HttpRequest, team_id: int, batch: UUID) -> HttpResponse:
    """Preview and confirm the undoing of a batch."""
    head = _head(request, team_id)
    preview = preview_undo_batch(_edit(request, head), batch=str(batch))
    form = VoidForm(_given(request), initial={"version": preview.version})
    if form.is_bound and form.is_valid():
        edit = _edit(request, head, form.cleaned_data["version"])
        try:
            undo_batch(edit, batch=str(batch), **form.sent())
            messages.success(request, "Undone. The history shows your reason.")
            return redirect("teams:history", team_id)
        except Conflict:
            raise
        except Refusal as refusal:
            form.refuse(refusal)
    context = {"preview": preview, "head": head, "form": form}
    return _page(request, "teams/batch_undo.html", form, context)


@for_people
@never_cache
def correct(request: HttpRequest, team_id: int) -> HttpResponse:
    reading = get_scroll_page(team_id, request.user)
    head = reading.page.head
    if not head.may_correct:
        raise Http404("Only the ninja master can adjust this team.")
    first = {"version": head.version}
    form = CorrectionForm(_given(request), ninja=reading.ninja, initial=first)
    if form.is_bound and form.is_valid():
        edit = _edit(request, head, form.cleaned_data["version"])
        try:
            written = adjust_team(edit, **form.sent())
            messages.success(request, written.sentence)
            return redirect("teams:scroll", team_id)
        except Conflict:
            raise
        except Refusal as refusal:
            form.refuse(refusal)
    context = {"head": head, "form": form}
    return _page(request, "teams/team_correction.html", form, context)


def _page(
    request: HttpRequest, template: str, form: VersionedForm, context: dict[str, Any]
) -> HttpResponse:
    status = form.status if form.errors else 200
    return render(request, template, context, status=status)


def _given(request: HttpRequest) -> QueryDict | None:
    return request.POST if request.method == "POST" else None


def _head(request: HttpRequest, team_id: int) -> TeamHeader:
    team = get_visible_team(team_id, request.user)
    return get_team_header(team, request.user)


def _edit(request: HttpRequest, head: TeamHeader, version: int | None = None) -> Edit:
    return Edit(
        team_id=head.id,
        actor=signed_in(request.user),
        version=version,
        role=choose_adjuster_role(head),
    )
