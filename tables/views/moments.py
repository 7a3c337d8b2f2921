"""Highlights of replays for the pages of matches, teams and ninja."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tables.selectors.highlights import ReplayRow, get_match_replay, list_team_replays
from teams.selectors.access import get_visible_team
from teams.views.decorators import HtmxRequest


@never_cache
@require_safe
def match_moments(request: HtmxRequest, match: UUID) -> HttpResponse:
    """Show the replay of a match with its highlights."""
    row = get_match_replay(match, request.user)
    return _answer(request, [] if row is None else [row], "What happened in this match")


@never_cache
@require_safe
def team_moments(request: HtmxRequest, team_id: int) -> HttpResponse:
    get_visible_team(team_id, request.user)
    rows = list_team_replays(team_id, request.user)
    return _answer(request, rows, "Replays of this team")


@never_cache
@require_safe
def ninja_moments(request: HtmxRequest, team_id: int, ninja: int) -> HttpResponse:
    """Show the deeds and injuries of a ninja, with links to the replay."""
    get_visible_team(team_id, request.user)
    rows = list_team_replays(team_id, request.user, ninja=ninja)
    return _answer(request, rows, "Seen in replays")


def _answer(request: HtmxRequest, rows: list[ReplayRow], title: str) -> HttpResponse:
    """Render a part of another page, or a whole page for browsers without scripts."""
    if request.htmx and not rows:
        return HttpResponse(status=204)
    context = {"rows": rows, "title": title}
    name = "tables/_moments.html" if request.htmx else "tables/moments.html"
    answer = render(request, name, context)
    answer["Vary"] = "HX-Request, Cookie"
    return answer
