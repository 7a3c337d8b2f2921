"""The season: front page, fixtures, dates, statistics, and matches to arrange."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import (
    require_http_methods,
    require_POST,
    require_safe,
)

from league.forms.competitions import ArrangeForm, DatesForm, PlayAgainForm
from league.selectors.competitions.opponents import get_arrange_page
from league.selectors.seasons import season_pages as selectors
from league.selectors.seasons import season_plan
from league.selectors.seasons.season_pages import get_fixtures_page
from league.selectors.statistics import get_hall_page, get_statistics_page
from league.services.competitions import arrangements, match_dates
from league.views.form_actions import redirect_with_message, submit_form
from people.selectors import signed_in
from teams.views.decorators import for_people, for_readers


@for_readers
@require_safe
def home(request: HttpRequest, uid: str) -> HttpResponse:
    page = selectors.get_season_page(uid, request.user, _asked(request))
    return render(request, "league/home.html", {"page": page, "head": page.head})


@for_readers
@require_safe
def fixtures(request: HttpRequest, uid: str) -> HttpResponse:
    page = get_fixtures_page(uid, request.user, _asked(request))
    return render(request, "league/fixtures.html", {"page": page, "head": page.head})


@for_readers
@require_safe
def statistics(request: HttpRequest, uid: str) -> HttpResponse:
    page = get_statistics_page(uid, request.user, _asked(request))
    return render(request, "league/statistics.html", {"page": page, "head": page.head})


def _asked(request: HttpRequest) -> int | None:
    """Return the season number in the address."""
    asked = request.GET.get("season", "")
    return int(asked) if asked.isdecimal() and len(asked) < 8 else None


@for_readers
@require_safe
def hall(request: HttpRequest, uid: str) -> HttpResponse:
    """Show the champions, honours and records of all seasons."""
    page = get_hall_page(uid, request.user)
    return render(request, "league/hall.html", {"page": page, "head": page.head})


@for_people
@require_http_methods(["GET", "HEAD", "POST"])
def fixture(request: HttpRequest, uid: str, fixture_id: int) -> HttpResponse:
    """Show why a fixture was drawn and when it is played."""
    page = season_plan.get_fixture_page(uid, request.user, fixture_id)
    form = DatesForm(request.POST if request.method == "POST" else None)
    actor = signed_in(request.user)

    def act(_typed: dict[str, Any]) -> object:
        return match_dates.propose_dates(
            uid=uid, actor=actor, fixture_id=fixture_id, dates=form.dates()
        )

    if submit_form(form, act) is not None:
        return redirect_with_message(
            request, "Dates offered.", "league:fixture", uid, fixture_id
        )
    again = PlayAgainForm(missed_by=page.missed_by)
    context = {"page": page, "head": page.head, "form": form, "again_form": again}
    status = form.status if form.errors else 200
    return render(request, "league/fixture.html", context, status=status)


@for_people
@require_POST
def date(request: HttpRequest, uid: str, fixture_id: int) -> HttpResponse:
    """Accept one of the proposed dates, or decline them all."""
    actor = signed_in(request.user)
    where: dict[str, Any] = {"uid": uid, "actor": actor, "fixture_id": fixture_id}
    if "decline" in request.POST:
        match_dates.decline_dates(**where)
        news = "Dates declined. Now offer dates that suit you."
    else:
        typed = request.POST.get("date", "")
        if not typed.isdecimal():
            raise Http404("This date does not exist.")
        moment = datetime.fromtimestamp(int(typed), UTC)
        agreed = match_dates.accept_date(**where, date=moment).agreed_for
        news = (
            "The date is set."
            if agreed
            else ("Accepted. The other teams still have to agree.")
        )
    return redirect_with_message(request, news, "league:fixture", uid, fixture_id)


@for_people
@require_http_methods(["GET", "HEAD", "POST"])
def arrange(request: HttpRequest, uid: str) -> HttpResponse:
    """Arrange your own match on a ladder, or a friendly."""
    page = get_arrange_page(uid, request.user)
    form = ArrangeForm(
        request.POST or None,
        own=page.own,
        others=page.others,
        has_sides=page.has_sides,
        asks_why=page.asks_why,
        initial=page.initial,
    )
    actor = signed_in(request.user)

    act = arrangements.arrange_fixture
    made = submit_form(form, lambda _: act(uid=uid, actor=actor, **form.sent()))
    if made is not None:
        return redirect("challenges:match", made.match.uid)
    context = {"page": page, "head": page.head, "form": form}
    status = form.status if form.errors else 200
    return render(request, "league/fixture_new.html", context, status=status)
