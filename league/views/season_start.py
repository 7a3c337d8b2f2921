"""The page on which a master previews a season, seeds its teams and starts it."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from kernel.errors import Refusal
from league.forms.season_start import SeedingForm, StartForm
from league.selectors.access import get_managed_league
from league.selectors.competitions.seedings import (
    SeasonStartPage,
    get_season_start_page,
)
from league.services import season_previews
from league.services.competitions import competitions
from league.views.form_actions import redirect_with_message
from people.selectors import signed_in
from teams.views.decorators import for_people

# Buttons that only change what the page shows.
LOOKS = frozenset({"shuffle", "look", "seeds", "move"})


@for_people
@require_http_methods(["GET", "HEAD", "POST"])
def season_start(request: HttpRequest, uid: str) -> HttpResponse:
    """Preview the rounds that would be drawn, then start the season.

    A seeding that has changed since the last preview is previewed first.
    """
    get_managed_league(uid, request.user)
    actor = signed_in(request.user)
    if "shuffle" in request.POST:
        season_previews.redraw_competition(uid=uid, actor=actor)
    page = get_season_start_page(uid, request.user)
    form = StartForm(request.POST or request.GET or None)
    seeding = SeedingForm(request.POST, teams=[one.team_id for one in page.teams])
    is_valid = seeding.is_valid() and (form.is_valid() or not form.is_bound)
    start = {"uid": uid, "actor": actor, **_chosen(form, seeding)}
    is_asked = request.method == "POST" and not LOOKS & set(request.POST)
    if is_asked and is_valid and not seeding.is_changed:
        competitions.start_season(**start)
        return redirect_with_message(
            request, "The season has started.", "league:home", uid
        )
    if is_asked and is_valid:
        text = "You changed the seeding. Check the new rounds, then start the season."
        messages.info(request, text)
    return _preview(request, page, form, seeding, start)


def _chosen(form: StartForm, seeding: SeedingForm) -> dict[str, Any]:
    """Return the arguments of the service that the master chose."""
    has_day = form.is_bound and not form.errors
    return {
        "starts_at": form.starts_at() if has_day else None,
        "seeding": seeding.seeding,
        "regroups": seeding.regroups_too,
    }


def _preview(
    request: HttpRequest,
    page: SeasonStartPage,
    form: StartForm,
    seeding: SeedingForm,
    start: dict[str, Any],
) -> HttpResponse:
    """Preview the rounds, or show none if a field was refused."""
    is_refused = bool(form.errors or seeding.errors)
    rounds = () if is_refused else season_previews.preview_season_start(**start)
    context = {
        "page": page,
        "head": page.head,
        "form": form,
        "seeding": seeding,
        "rows": page.rows(seeding.seeding, seeding.refused_numbers),
        "order": ",".join(map(str, seeding.seeding)),
        "rounds": rounds,
    }
    status = Refusal.status if is_refused else 200
    return render(request, "league/season_start.html", context, status=status)
