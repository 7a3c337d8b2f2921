"""A league as a file: masters take theirs along, operators bring one in."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_safe

from league.forms.exchange import LeagueFileForm
from league.selectors.exchange import league_file
from league.services.exchange import league_import
from league.views.acting import done, tried
from people.selectors import signed_in
from teams.views.entering import for_people


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
        raise PermissionDenied("Only an operator of the site brings leagues in.")
    sent = (request.POST, request.FILES) if request.method == "POST" else ()
    form = LeagueFileForm(*sent)

    def act(typed: dict[str, Any]) -> Any:
        content = typed["file"].read()
        return league_import(content=content, actor=operator, master=typed["master"])

    league = tried(form, act)
    if league is not None:
        return done(request, f"{league.name} is here.", "league:home", league.uid)
    status = form.status if form.errors else 200
    return render(request, "league/import.html", {"form": form}, status=status)
