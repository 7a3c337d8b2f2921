"""The lobby, the form for a new table, and the table page."""

from __future__ import annotations

import json
from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import (
    require_http_methods,
    require_POST,
    require_safe,
)

from people.selectors import signed_in
from tables import forms
from tables.games.registry import game_named
from tables.rendering import draw_qr_code
from tables.rules.stages import TableStage
from tables.selectors.access import get_table
from tables.selectors.lists import get_lobby_page, get_orders, get_table_header
from tables.services.cleanup import check_dice
from tables.services.creation import create_table, start_now
from tables.services.play import set_orders
from tables.views.answers import current_state
from tables.views.play import ACTION_NAMES
from tables.views.viewers import seated_viewer, viewer_of
from teams.selectors.team_list import list_teams


@never_cache
@ensure_csrf_cookie
@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    page = get_lobby_page(viewer_of(request))
    return render(request, "tables/lobby.html", {"page": page})


@require_POST
def now(request: HttpRequest) -> HttpResponse:
    """Start a game against a bot at once, with or without an account."""
    table = start_now(seated_viewer(request))
    return redirect("tables:table", uid=table.uid)


@never_cache
@ensure_csrf_cookie
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    form = forms.TableForm(request.POST or None, own=_own_teams(request))
    if request.method == "POST" and form.is_valid():
        table = create_table(seated_viewer(request), **form.wishes())
        return redirect("tables:table", uid=table.uid)
    return render(request, "tables/table_new.html", {"form": form})


@never_cache
@ensure_csrf_cookie
@require_safe
def table(request: HttpRequest, uid: UUID) -> HttpResponse:
    """Show the board with the state embedded, so that no second request is needed."""
    return _table_page(request, uid, "tables/table.html")


@never_cache
@ensure_csrf_cookie
@require_safe
def text(request: HttpRequest, uid: UUID) -> HttpResponse:
    """Show the same table as text, for keyboards and screen readers."""
    return _table_page(request, uid, "tables/table_text.html")


def _table_page(request: HttpRequest, uid: UUID, template: str) -> HttpResponse:
    found = get_table(uid)
    state = current_state(request, uid)
    if found.setup:
        state["terrain"] = game_named(found.game).terrain(found.setup)
    context = {
        "state": state,
        "table": get_table_header(found),
        "urls": json.dumps(_addresses(uid)),
        "form": forms.JoinForm(own=_own_teams(request)),
    }
    return render(request, template, context)


@never_cache
@require_safe
def invitation(request: HttpRequest, uid: UUID) -> HttpResponse:
    """Show the address of a table as a link and a QR code."""
    context = {
        "table": get_table_header(get_table(uid)),
        "address": _absolute_address(uid),
    }
    return render(request, "tables/invitation.html", context)


@require_safe
def invitation_code(request: HttpRequest, uid: UUID) -> HttpResponse:
    """Return the address of a table as a QR code."""
    del request
    content = draw_qr_code(_absolute_address(uid))
    return HttpResponse(content, content_type="image/svg+xml")


def _absolute_address(uid: UUID) -> str:
    return f"{settings.SITE_ADDRESS}{reverse('tables:table', args=[uid])}"


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def dice(request: HttpRequest, uid: UUID) -> HttpResponse:
    """Show the commitment of the dice, and after the game the seed and a check."""
    found = get_table(uid)
    check, commitment = None, found.commitment
    if request.method == "POST":
        commitment = request.POST.get("commitment", "")[:100]
        who = viewer_of(request).who
        check = check_dice(found, commitment=commitment, who=who)
    context = {
        "table": get_table_header(found),
        "commitment": commitment,
        "seed": found.seed if found.stage == TableStage.OVER else "",
        "check": check,
    }
    return render(request, "tables/dice.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def orders(request: HttpRequest, uid: UUID) -> HttpResponse:
    """Edit the standing orders of your own seats, without scripts."""
    viewer = viewer_of(request)
    stored = get_orders(uid, viewer)
    form = forms.OrdersForm(request.POST or None, initial=stored)
    if request.method == "POST" and form.is_valid():
        set_orders(uid, viewer, **form.cleaned_data)
        messages.success(request, "Your standing orders are saved.")
        return redirect("tables:table", uid=uid)
    header = get_table_header(get_table(uid))
    context = {"form": form, "table": header}
    return render(request, "tables/orders.html", context)


def _own_teams(request: HttpRequest) -> list[tuple[str, str]]:
    if not request.user.is_authenticated:
        return []
    return [(f"own:{row.id}", row.name) for row in list_teams(signed_in(request.user))]


def _addresses(uid: UUID) -> dict[str, str]:
    """Return the addresses that the page's scripts use."""
    names = {"draw": "draw-offer", "place": "place", "concede": "concede"}
    names |= {name: name for name in ACTION_NAMES}
    addresses = {
        key: reverse("tables:table-action", args=[uid, name])
        for key, name in names.items()
    }
    return addresses | {
        "lobby": reverse("tables:lobby"),
        "invitation": reverse("tables:invitation", args=[uid]),
        "state": reverse("tables:table-state", args=[uid]),
        "log": reverse("tables:table-log", args=[uid]),
        "moves": reverse("tables:table-moves", args=[uid]),
        "outlook": reverse("tables:table-outlook", args=[uid, "x"])[:-2],
        "undo": reverse("tables:table-undo", args=[uid]),
        "file": reverse("tables:table-file", args=[uid]),
        "replay": reverse("tables:table-replay", args=[uid]),
        "stream": reverse("live-table", args=[uid]),
    }
