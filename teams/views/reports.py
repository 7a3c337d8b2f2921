"""The report of a game outside leagues."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache

from kernel.errors import Conflict, Refusal
from people.selectors import signed_in
from teams.forms.growth import ChallengeForm, ReportForm
from teams.rules.reports.team_report import MatchType
from teams.selectors.scroll_page import ScrollPage, get_own_scroll_page
from teams.selectors.settlement import list_report_columns
from teams.services.games import report_game
from teams.services.journal import Edit
from teams.views.decorators import for_people


@for_people
@never_cache
def report(request: HttpRequest, team_id: int) -> HttpResponse:
    """Show and save the report.

    The challenge is in the query string, because it decides the fields of the form.
    """
    reading = get_own_scroll_page(team_id, request.user)
    if reading.page.head.is_draft:
        return redirect("teams:build", team_id)
    chosen = ChallengeForm(request.GET).chosen()
    form = _form(request, reading, chosen)
    if form.is_bound and form.is_valid():
        rating = reading.page.scroll.rating.rating
        version = form.cleaned_data["version"]
        edit = Edit(team_id=team_id, actor=signed_in(request.user), version=version)
        try:
            told = form.report(challenge=chosen, rating=rating)
            written = report_game(edit, report=told)
            messages.success(request, written.lines[0].sentence)
            return redirect("teams:growth", team_id)
        except Conflict:
            raise
        except Refusal as refusal:
            form.refuse(refusal)
    return _page(request, reading, chosen, form)


def _form(request: HttpRequest, reading: ScrollPage, chosen: str) -> ReportForm:
    head = reading.page.head
    standing = MatchType.FRIENDLY if head.league else MatchType.FREE
    return ReportForm(
        request.POST if request.method == "POST" else None,
        initial={"version": head.version, "standing": standing},
        ninja=reading.ninja,
        columns=list_report_columns(head.id, request.user, chosen),
    )


def _page(
    request: HttpRequest, reading: ScrollPage, chosen: str, form: ReportForm
) -> HttpResponse:
    context = {
        "reading": reading,
        "head": reading.page.head,
        "played": chosen,
        "challenge_form": ChallengeForm(initial={"challenge": chosen}),
        "form": form,
    }
    status = form.status if form.errors else 200
    return render(request, "teams/game_report.html", context, status=status)
