"""Teams of a season: enter one, and everything owners and masters do with it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import (
    require_http_methods,
    require_POST,
    require_safe,
)

from league.forms.entrants import AdjustForm, ClubForm, EnterForm, RestartForm
from league.forms.leagues import ReasonForm
from league.selectors.access import get_managed_league
from league.selectors.leagues import entrant_line, league_head
from league.selectors.seasons.entrants import (
    EntryPage,
    find_match_in_progress,
    get_enter_page,
    get_entrant,
    get_entry_page,
    leftover_sentences,
)
from league.services import entrants
from league.views.form_actions import redirect_with_message, submit_form
from people.forms import RefusableForm
from people.selectors import signed_in
from teams.views.decorators import for_people

Act = Callable[..., Any]


@for_people
@require_http_methods(["GET", "HEAD", "POST"])
def enter(request: HttpRequest, uid: str) -> HttpResponse:
    """Choose one of your teams and enter it."""
    page = get_enter_page(uid, request.user)
    # If the address names no team, the form preselects the only one.
    chosen = {"team": request.GET["team"]} if "team" in request.GET else {}
    form = EnterForm(request.POST or None, initial=chosen, teams=page.teams)
    person = signed_in(request.user)

    def act(typed: dict[str, Any]) -> Any:
        return entrants.enter_team(
            uid=uid, person=person, team_id=typed["team"], club=typed["club"]
        )

    entered = submit_form(form, act)
    if entered is not None:
        return redirect_with_message(
            request, f"{entered.team} has entered.", "league:home", uid
        )
    context = {"page": page, "head": page.head, "form": form}
    status = form.status if form.errors else 200
    return render(request, "league/entrant_new.html", context, status=status)


@for_people
@require_http_methods(["GET", "HEAD", "POST"])
def withdraw(request: HttpRequest, uid: str, team_id: int) -> HttpResponse:
    head = league_head(uid, request.user)
    entrant = entrant_line(uid, team_id)
    form = ReasonForm(request.POST if request.method == "POST" else None)
    actor = signed_in(request.user)

    def act(typed: dict[str, str]) -> bool:
        entrants.withdraw_team(uid=uid, actor=actor, team_id=team_id, **typed)
        return True

    if submit_form(form, act):
        return redirect_with_message(
            request, f"{entrant.team.name} has been withdrawn.", "league:home", uid
        )
    leaving = get_entrant(uid, team_id)
    context: dict[str, Any] = {"head": head, "entrant": entrant, "form": form}
    context["under_way"] = find_match_in_progress(leaving)
    context["left_behind"] = tuple(leftover_sentences(leaving))
    status = form.status if form.errors else 200
    return render(request, "league/entrant_withdraw.html", context, status=status)


@for_people
@require_safe
def entry(request: HttpRequest, uid: str, team_id: int) -> HttpResponse:
    """Show an entered team and every action the viewer may take."""
    return _page(request, get_entry_page(uid, request.user, team_id))


@for_people
@require_POST
def club(request: HttpRequest, uid: str, team_id: int) -> HttpResponse:
    page = get_entry_page(uid, request.user, team_id)
    form = ClubForm(request.POST)
    where = _where(request, uid, team_id)
    if submit_form(form, lambda typed: entrants.set_club(**where, **typed)) is not None:
        return redirect_with_message(request, "Saved.", "league:entry", uid, team_id)
    return _page(request, page, club_form=form)


@for_people
@require_POST
def adjust(request: HttpRequest, uid: str, team_id: int) -> HttpResponse:
    """Add or subtract league points: preview first, then apply."""
    get_managed_league(uid, request.user)
    page = get_entry_page(uid, request.user, team_id)
    form = AdjustForm(request.POST)
    where = _where(request, uid, team_id)
    if "do" in request.POST:
        if submit_form(form, lambda typed: entrants.adjust_points(**where, **typed)):
            return redirect_with_message(
                request, "Points adjusted.", "league:entry", uid, team_id
            )
        return _page(request, page, adjust_form=form)
    look = entrants.preview_adjustment
    means = submit_form(form, lambda typed: look(**where, points=typed["points"]))
    return _page(request, page, adjust_form=form, adjust_means=means)


@for_people
@require_POST
def restart(request: HttpRequest, uid: str, team_id: int) -> HttpResponse:
    """Let a member restart with a new team: preview first, then apply."""
    get_managed_league(uid, request.user)
    page = get_entry_page(uid, request.user, team_id)
    form = RestartForm(request.POST, teams=page.fresh)
    where = _where(request, uid, team_id)
    if "do" in request.POST:
        new = submit_form(form, lambda typed: entrants.restart_team(**where, **typed))
        if new is not None:
            return redirect_with_message(
                request, f"{new.team} has entered.", "league:home", uid
            )
        return _page(request, page, restart_form=form)
    look = entrants.preview_restart
    means = submit_form(
        form, lambda typed: look(**where, new_team_id=typed["new_team_id"])
    )
    return _page(request, page, restart_form=form, restart_means=means)


def _where(request: HttpRequest, uid: str, team_id: int) -> dict[str, Any]:
    return {"uid": uid, "actor": signed_in(request.user), "team_id": team_id}


def _page(request: HttpRequest, page: EntryPage, **sent: Any) -> HttpResponse:
    context = {
        "page": page,
        "head": page.head,
        "club_form": ClubForm(initial={"club": page.entrant.club}),
        "adjust_form": AdjustForm(initial={"points": page.entrant.adjustment}),
        "restart_form": RestartForm(teams=page.fresh),
        **sent,
    }
    forms = [one for one in sent.values() if isinstance(one, RefusableForm)]
    failed = [form for form in forms if form.errors]
    status = failed[0].status if failed else 200
    return render(request, "league/entrant.html", context, status=status)
