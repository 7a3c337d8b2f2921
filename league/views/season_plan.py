"""How a ninja master runs a season: plan, draw, override, forbid pairings, close."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_POST

from kernel.phrases import count_noun
from league.forms.competitions import (
    CompetitionForm,
    DatesForm,
    GroupsForm,
    NextSeasonForm,
    PairForm,
    PlayAgainForm,
    RegroupForm,
    RoundForm,
)
from league.rules.seasons import RedraftFormula
from league.selectors.access import get_managed_league
from league.selectors.seasons.season_end import get_close_page, get_next_season_page
from league.selectors.seasons.season_plan import (
    PlanPage,
    get_competition_plan,
    get_fixture_page,
    get_plan_page,
    get_round_page,
)
from league.services import season_end
from league.services.competitions import (
    arrangements,
    competitions,
    match_dates,
    pairing_overrides,
    rounds,
)
from league.views.form_actions import redirect_with_message, submit_form
from people.forms import RefusableForm
from people.selectors import signed_in
from teams.views.decorators import for_people


@for_people
@require_http_methods(["GET", "HEAD", "POST"])
def plan(request: HttpRequest, uid: str) -> HttpResponse:
    """Show every action of the plan, and add a competition."""
    get_managed_league(uid, request.user)
    form = CompetitionForm(request.POST or None)
    actor = signed_in(request.user)

    def act(_typed: dict[str, Any]) -> object:
        return competitions.add_competition(uid=uid, actor=actor, plan=form.plan())

    if submit_form(form, act) is not None:
        return redirect_with_message(request, "Competition added.", "league:plan", uid)
    return _page(request, get_plan_page(uid, request.user), competition_form=form)


@for_people
@require_http_methods(["GET", "HEAD", "POST"])
def competition_edit(request: HttpRequest, uid: str, number: int) -> HttpResponse:
    """Edit a planned competition before it starts."""
    get_managed_league(uid, request.user)
    page = get_plan_page(uid, request.user)
    form = CompetitionForm(request.POST or None, was=get_competition_plan(uid, number))
    actor = signed_in(request.user)

    def act(_typed: dict[str, Any]) -> object:
        return competitions.change_competition(
            uid=uid, actor=actor, number=number, plan=form.plan()
        )

    if submit_form(form, act) is not None:
        return redirect_with_message(request, "Saved.", "league:plan", uid)
    context = {"head": page.head, "form": form}
    status = form.status if form.errors else 200
    return render(request, "league/competition_edit.html", context, status=status)


def _how_to_draw(sent: QueryDict) -> dict[str, Any]:
    return {
        "even_unfinished": "even_unfinished" in sent,
        "reason": sent.get("reason", ""),
    }


@for_people
@require_POST
def act(request: HttpRequest, uid: str, name: str) -> HttpResponse:
    """Handle the one-tap actions of the plan page."""
    actor = signed_in(request.user)
    where: dict[str, Any] = {"uid": uid, "actor": actor}
    number = request.POST.get("number", "")
    if number.isdecimal():
        where["number"] = int(number)
    acts: dict[str, tuple[Callable[..., Any], str]] = {
        "close-entry": (competitions.close_entry, "Entry closed."),
        "open-entry": (_entry_reopen, "Entry reopened."),
        "draw": (competitions.draw_competition, "Drawn."),
        "remove": (competitions.remove_competition, "Competition removed."),
    }
    if name not in acts or (name in ("draw", "remove")) != ("number" in where):
        raise Http404("This page does not exist.")
    service, news = acts[name]
    if name == "draw":
        where |= _how_to_draw(request.POST)
    service(**where)
    return redirect_with_message(request, news, "league:plan", uid)


@for_people
@require_http_methods(["GET", "HEAD", "POST"])
def close(request: HttpRequest, uid: str) -> HttpResponse:
    """Close the season, after a page that explains what it means."""
    page = get_close_page(uid, request.user)
    if request.method != "POST":
        context = {"page": page, "head": page.head}
        return render(request, "league/member_handover.html", context)
    season_end.close_season(uid=uid, actor=signed_in(request.user))
    return redirect_with_message(request, "Season closed.", "league:plan", uid)


def _entry_reopen(**where: Any) -> object:
    return competitions.close_entry(**where, is_closed=False)


@for_people
@require_POST
def catch_up(request: HttpRequest, uid: str, number: int, team_id: int) -> HttpResponse:
    """Let a team play the games it missed."""
    actor = signed_in(request.user)
    games = competitions.catch_team_up(
        uid=uid, actor=actor, number=number, team_id=team_id
    )
    return redirect_with_message(
        request, f"Added {count_noun(games, 'match', 'matches')}.", "league:plan", uid
    )


@for_people
@require_http_methods(["GET", "HEAD", "POST"])
def next_season(request: HttpRequest, uid: str) -> HttpResponse:
    """Preview the next season, set its redraft formula, and open it."""
    page = get_next_season_page(uid, request.user, RedraftFormula())
    form = NextSeasonForm(request.POST or None, goes_on=page.goes_on)
    actor = signed_in(request.user)

    def opened(typed: dict[str, Any]) -> Any:
        return season_end.open_season(
            uid=uid,
            actor=actor,
            name=typed["name"],
            redrafts=typed.get("redrafts", False),
            formula=form.formula(),
        )

    if "do" in request.POST and (made := submit_form(form, opened)) is not None:
        return redirect_with_message(
            request, f"{made.name} is open for teams.", "league:home", uid
        )
    return _next_season(request, uid, form)


def _next_season(request: HttpRequest, uid: str, form: NextSeasonForm) -> HttpResponse:
    """Return the page with what the submitted formula would give each team."""
    form.is_valid()
    page = get_next_season_page(uid, request.user, form.formula())
    context = {"page": page, "head": page.head, "form": form}
    status = form.status if form.errors else 200
    return render(request, "league/next_season.html", context, status=status)


@for_people
@require_POST
def groups(request: HttpRequest, uid: str) -> HttpResponse:
    form = GroupsForm(request.POST)
    actor = signed_in(request.user)

    def draw(typed: dict[str, Any]) -> bool:
        competitions.draw_groups(uid=uid, actor=actor, **typed)
        return True

    if submit_form(form, draw):
        return redirect_with_message(request, "Groups drawn.", "league:plan", uid)
    return _page(request, get_plan_page(uid, request.user), groups_form=form)


@for_people
@require_POST
def regroup(request: HttpRequest, uid: str) -> HttpResponse:
    """Move a team to another group."""
    page = get_plan_page(uid, request.user)
    form = RegroupForm(request.POST, teams=page.teams)
    actor = signed_in(request.user)
    move = competitions.move_team_to_group
    if submit_form(form, lambda typed: move(uid=uid, actor=actor, **typed)) is not None:
        return redirect_with_message(request, "Team moved.", "league:plan", uid)
    return _page(request, page, regroup_form=form)


@for_people
@require_POST
def forbid(request: HttpRequest, uid: str) -> HttpResponse:
    page = get_plan_page(uid, request.user)
    form = PairForm(request.POST, teams=page.teams)
    actor = signed_in(request.user)

    def keep(typed: dict[str, Any]) -> object:
        return competitions.forbid_pair(
            uid=uid, actor=actor, team_ids=form.pair, reason=typed["reason"]
        )

    if submit_form(form, keep) is not None:
        return redirect_with_message(
            request, "These teams will not be paired.", "league:plan", uid
        )
    return _page(request, page, pair_form=form)


@for_people
@require_POST
def allow(request: HttpRequest, uid: str, pair_id: int) -> HttpResponse:
    actor = signed_in(request.user)
    competitions.allow_pair(uid=uid, actor=actor, pair_id=pair_id)
    return redirect_with_message(
        request, "These teams can meet again.", "league:plan", uid
    )


@for_people
@require_http_methods(["GET", "HEAD", "POST"])
def override(request: HttpRequest, uid: str, round_id: int) -> HttpResponse:
    """Swap two teams of a round: show the price first, then apply."""
    get_managed_league(uid, request.user)
    page = get_round_page(uid, request.user, round_id)
    form = PairForm(request.POST or None, teams=page.teams)
    actor = signed_in(request.user)
    where: dict[str, Any] = {"uid": uid, "actor": actor, "round_id": round_id}
    price = None
    if "do" in request.POST:
        if submit_form(form, lambda _: _swapped(form, where)) is not None:
            return redirect_with_message(
                request, "Pairings changed.", "league:fixtures", uid
            )
    elif request.method == "POST":
        look = pairing_overrides.preview_override
        price = submit_form(form, lambda _: look(**where, teams=form.pair))
    context = {"page": page, "head": page.head, "form": form, "price": price}
    status = form.status if form.errors else 200
    return render(request, "league/round_override.html", context, status=status)


def _swapped(form: PairForm, where: dict[str, Any]) -> object:
    reason = form.cleaned_data["reason"]
    return pairing_overrides.override_pairings(**where, teams=form.pair, reason=reason)


@for_people
@require_http_methods(["GET", "HEAD", "POST"])
def move_round(request: HttpRequest, uid: str, round_id: int) -> HttpResponse:
    """Change the end of a round."""
    get_managed_league(uid, request.user)
    page = get_round_page(uid, request.user, round_id)
    form = RoundForm(request.POST or None, initial={"closes": page.closes})
    actor = signed_in(request.user)
    move = rounds.move_round

    def act(typed: dict[str, Any]) -> object:
        return move(uid=uid, actor=actor, round_id=round_id, closes=typed["closes"])

    if submit_form(form, act) is not None:
        return redirect_with_message(request, "Round moved.", "league:fixtures", uid)
    context = {"page": page, "head": page.head, "form": form}
    status = form.status if form.errors else 200
    return render(request, "league/round_move.html", context, status=status)


@for_people
@require_POST
def play_again(request: HttpRequest, uid: str, fixture_id: int) -> HttpResponse:
    """Create another match for a fixture whose match was called off or declared
    void."""
    page = get_fixture_page(uid, request.user, fixture_id)
    form = PlayAgainForm(request.POST, missed_by=page.missed_by)
    where: dict[str, Any] = {
        "uid": uid,
        "actor": signed_in(request.user),
        "fixture_id": fixture_id,
    }

    def act(typed: dict[str, Any]) -> object:
        return arrangements.reopen_fixture(**where, **typed)

    if submit_form(form, act) is not None:
        return redirect_with_message(
            request, "Match reopened.", "league:fixture", uid, fixture_id
        )
    context = {"page": page, "head": page.head, "form": DatesForm(), "again_form": form}
    return render(request, "league/fixture.html", context, status=form.status)


@for_people
@require_POST
def rule(request: HttpRequest, uid: str, fixture_id: int) -> HttpResponse:
    """Rule on a match that was not played, using the log of its dates."""
    actor = signed_in(request.user)
    ruling = match_dates.rule_on_fixture(uid=uid, actor=actor, fixture_id=fixture_id)
    news = " ".join(ruling.reasons)
    return redirect_with_message(request, news, "league:fixture", uid, fixture_id)


def _page(request: HttpRequest, page: PlanPage, **sent: RefusableForm) -> HttpResponse:
    context = {
        "page": page,
        "head": page.head,
        "competition_form": CompetitionForm(),
        "groups_form": GroupsForm(),
        "regroup_form": RegroupForm(teams=page.teams),
        "pair_form": PairForm(teams=page.teams),
        **sent,
    }
    failed = [form for form in sent.values() if form.errors]
    status = failed[0].status if failed else 200
    return render(request, "league/season_plan.html", context, status=status)
