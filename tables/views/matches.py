"""Pages of matches that are played online: the offer and the answers."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST
from django_htmx.http import HttpResponseClientRedirect

from people.selectors import signed_in
from tables.forms import MatchTableForm
from tables.selectors.matches import get_match_table_page
from tables.services.matches import (
    accept_online_play,
    decline_online_play,
    offer_online_play,
)
from teams.views.decorators import HtmxRequest, for_people


@for_people
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def match_table(request: HtmxRequest, uid: UUID) -> HttpResponse:
    """Offer to play a match online, or show the state of the offer."""
    form = MatchTableForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        offer_online_play(uid, signed_in(request.user), **form.wishes())
        return redirect("tables:match-table", uid=uid)
    page = get_match_table_page(uid, signed_in(request.user))
    if page.step == "play":
        address = reverse("tables:table", args=[page.table])
        # The page reloads itself while it waits for the other players.
        return (
            HttpResponseClientRedirect(address) if request.htmx else redirect(address)
        )
    context = {"page": page, "form": form}
    return render(request, "tables/match_table.html", context)


@for_people
@require_POST
def match_table_accept(request: HttpRequest, uid: UUID) -> HttpResponse:
    accept_online_play(uid, signed_in(request.user))
    return redirect("tables:match-table", uid=uid)


@for_people
@require_POST
def match_table_decline(request: HttpRequest, uid: UUID) -> HttpResponse:
    """Decline an offer, or withdraw your own."""
    decline_online_play(uid, signed_in(request.user))
    return redirect("tables:match-table", uid=uid)
