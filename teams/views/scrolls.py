"""Pages that show a team: scroll, history, and each ninja."""

from __future__ import annotations

import re

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from kernel.errors import Conflict, Refusal
from people.selectors import signed_in
from teams.forms.team_settings import NinjaForm, RenameForm
from teams.rendering import charts
from teams.selectors.entry_offers import get_entry_offers
from teams.selectors.history import (
    CareerPage,
    get_history_page,
    get_ninja_career,
    group_by_batch,
)
from teams.selectors.ninja_rows import build_ninja_row, list_meanings
from teams.selectors.scroll_page import get_scroll_page
from teams.services import roster
from teams.services.journal import Edit
from teams.services.roster import describe_ninja, draw_ninja_name
from teams.views.decorators import for_people, for_readers

ACTS_A_PAGE = 30
MOMENT = re.compile(r"[0-9]{1,9}")


@for_readers
@never_cache
@require_safe
def scroll(request: HttpRequest, team_id: int) -> HttpResponse:
    reading = get_scroll_page(team_id, request.user, at=_moment(request))
    head = reading.page.head
    context: dict[str, object] = {"reading": reading, "head": head}
    if not reading.past:
        context["offers"] = get_entry_offers(head, request.user)
    return render(request, "teams/scroll.html", context)


@for_readers
@never_cache
@require_safe
def history(request: HttpRequest, team_id: int) -> HttpResponse:
    page = get_history_page(team_id, request.user)
    turned = Paginator(group_by_batch(page.lines), ACTS_A_PAGE)
    context = {
        "page": page,
        "head": page.head,
        "acts": turned.get_page(request.GET.get("page")),
        "charts": charts.team_charts(page),
    }
    return render(request, "teams/history.html", context)


@for_readers
@never_cache
@require_safe
def ninja(request: HttpRequest, team_id: int, ninja_id: int) -> HttpResponse:
    career = get_ninja_career(team_id, ninja_id, request.user)
    return _ninja_page(request, career, NinjaForm(initial=_described(career)))


@for_people
@require_POST
def ninja_describe(request: HttpRequest, team_id: int, ninja_id: int) -> HttpResponse:
    form = NinjaForm(request.POST)
    if form.is_valid():
        version = form.cleaned_data["version"]
        edit = Edit(team_id=team_id, actor=signed_in(request.user), version=version)
        try:
            said = describe_ninja(edit, ninja=ninja_id, **form.sent()).sentence
            messages.success(request, said or "Nothing changed.")
            return redirect("teams:ninja", team_id, ninja_id)
        except Conflict:
            raise
        except Refusal as refusal:
            form.refuse(refusal)
    career = get_ninja_career(team_id, ninja_id, request.user)
    return _ninja_page(request, career, form)


@for_people
@require_POST
def ninja_rename(request: HttpRequest, team_id: int, ninja_id: int) -> HttpResponse:
    """Rename a ninja from the scroll, with a typed or a random name."""
    form = RenameForm(request.POST)
    if not form.is_valid():
        return redirect("teams:ninja", team_id, ninja_id)
    version = form.cleaned_data["version"]
    edit = Edit(team_id=team_id, actor=signed_in(request.user), version=version)
    if form.cleaned_data["draw"]:
        written = draw_ninja_name(edit, ninja=ninja_id)
    else:
        name = form.cleaned_data["name"]
        written = roster.rename_ninja(edit, ninja=ninja_id, name=name)
    messages.success(request, written.sentence or "The name did not change.")
    return redirect("teams:scroll", team_id)


def _ninja_page(
    request: HttpRequest, career: CareerPage, form: NinjaForm
) -> HttpResponse:
    drawn = build_ninja_row(career.row, career.marks)
    context = {
        "career": career,
        "head": career.head,
        "ninja": drawn,
        "meanings": list_meanings((drawn,)),
        "chart": charts.xp_chart(career),
        "acts": group_by_batch(career.lines, career.founding),
        "form": form,
    }
    status = form.status if form.errors else 200
    return render(request, "teams/ninja.html", context, status=status)


def _described(career: CareerPage) -> dict[str, object]:
    row = career.row
    return {"version": career.head.version, "name": row.name, "note": row.note}


def _moment(request: HttpRequest) -> int | None:
    """Return the journal line in the query string, or None."""
    asked = request.GET.get("at")
    if asked is None:
        return None
    if not MOMENT.fullmatch(asked):
        raise Http404("This team's history has no such entry.")
    return int(asked)
