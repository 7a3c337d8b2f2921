"""Teams and matches of public leagues. They can be seen without an account."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from league.forms.leagues import MatchFilterForm, TeamFilterForm
from league.selectors import public_pages as selectors

PAGE_SIZE = 24


@require_safe
def teams(request: HttpRequest) -> HttpResponse:
    form = TeamFilterForm(request.GET)
    asked = form.read()
    found = Paginator(selectors.public_teams_queryset(**asked), PAGE_SIZE)
    page = found.get_page(request.GET.get("page"))
    context = {
        "form": form,
        "is_filtered": any(asked.values()),
        "page": page,
        "teams": [selectors.public_team(one) for one in page],
    }
    return render(request, "league/public_teams.html", context)


@require_safe
def matches(request: HttpRequest) -> HttpResponse:
    shown = MatchFilterForm(request.GET).read()
    found = Paginator(selectors.public_matches_queryset(shown), PAGE_SIZE)
    page = found.get_page(request.GET.get("page"))
    context = {
        "shown": shown or "",
        "page": page,
        "matches": selectors.public_matches(page),
    }
    return render(request, "league/public_matches.html", context)
