"""A league's front page: its season."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from league.selectors.season import season_page
from teams.views.entering import for_readers


@for_readers
@require_safe
def home(request: HttpRequest, uid: str) -> HttpResponse:
    page = season_page(uid, request.user)
    return render(request, "league/home.html", {"page": page, "head": page.head})
