"""The builder page and its actions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect

from kernel.elements import ELEMENTS
from kernel.errors import Conflict
from people.selectors import signed_in
from rulebook.selectors.profiles import clan_list
from teams.forms import builder as forms
from teams.rules.state import Stage
from teams.rules.text_input import LORE_LENGTH, NOTE_LENGTH
from teams.selectors.access import get_league_links
from teams.selectors.builder import get_builder_page
from teams.selectors.entry_offers import get_entry_offers
from teams.services.adjustments import retire_team
from teams.services.journal import Edit, Written
from teams.services.league_entry import plan_league
from teams.services.roster import (
    change_clan,
    choose_abilities,
    dismiss_by_profile,
    dismiss_ninja,
    draw_ninja_name,
    draw_ninja_names,
    draw_team_name,
    move_ninja,
    recruit_ninja,
    redo_change,
    register_team,
    rename_ninja,
    rename_team,
    set_lore,
    set_ninja_note,
    undo_change,
)
from teams.views.decorators import HtmxRequest, for_people

VIEWS = ("recruit", "roster", "story")


class Act(NamedTuple):
    """An action of the builder: its form, its service, and its message.

    Without a message, the sentences of the journal are shown.
    """

    form: type[forms.EditForm]
    service: Callable[..., Written]
    said: str = ""


ACTS = {
    "recruit": Act(forms.RecruitForm, recruit_ninja),
    "dismiss": Act(forms.ProfileForm, dismiss_by_profile),
    "let-go": Act(forms.NinjaForm, dismiss_ninja),
    "abilities": Act(forms.AbilitiesForm, choose_abilities),
    "move": Act(forms.MoveForm, move_ninja),
    "name-ninja": Act(forms.NinjaNameForm, rename_ninja),
    "draw-name": Act(forms.NinjaForm, draw_ninja_name),
    "draw-names": Act(forms.EditForm, draw_ninja_names),
    "note-ninja": Act(forms.NinjaTextForm, set_ninja_note),
    "draw-team-name": Act(forms.EditForm, draw_team_name),
    "name": Act(forms.NameForm, rename_team),
    "lore": Act(forms.TextForm, set_lore),
    "clan": Act(forms.ClanForm, change_clan),
    "league": Act(forms.LeagueForm, plan_league),
    "undo": Act(forms.EditForm, undo_change, said="Undone."),
    "redo": Act(forms.EditForm, redo_change, said="Redone."),
    "register": Act(forms.EditForm, register_team),
    "delete": Act(forms.EditForm, retire_team, said="Draft deleted."),
}


@for_people
@never_cache
@require_safe
def build(request: HtmxRequest, team_id: int) -> HttpResponse:
    return _builder(request, team_id)


@for_people
@require_POST
def act(request: HtmxRequest, team_id: int, name: str) -> HttpResponse:
    """Run an action of the builder; the sent `version` detects conflicts."""
    if name not in ACTS:
        raise Http404("The builder has no such action.")
    form = ACTS[name].form(request.POST)
    sent = form.sent()
    edit = Edit(team_id=team_id, actor=signed_in(request.user), version=form.seen)
    try:
        written = ACTS[name].service(edit, **sent)
    except Conflict as conflict:
        return _builder(request, team_id, conflict=conflict)
    said = ACTS[name].said or written.sentence
    if written.state.stage is Stage.DRAFT and request.htmx:
        return _builder(request, team_id, said=said)
    if said:
        messages.success(request, said)
    return _gone(request, _address_after(request, written, sent))


def _address_after(request: HtmxRequest, written: Written, sent: dict[str, Any]) -> str:
    """Return the URL to load afterwards; for a draft, the place of the button."""
    if written.state.stage is Stage.RETIRED:
        return reverse("teams:list")
    if written.state.stage is Stage.REGISTERED:
        return _address_of_registered(request, written)
    query = request.GET.urlencode()
    place = _place_of(request, written, sent)
    return reverse("teams:build", args=[written.team_id]) + f"?{query}{place}"


def _address_of_registered(request: HtmxRequest, written: Written) -> str:
    """Return the URL of the league the team was built for, or of its scroll."""
    uid = written.state.planned_league
    planned = (
        get_league_links().find_terms(signed_in(request.user), uid) if uid else None
    )
    if planned is None:
        return reverse("teams:scroll", args=[written.team_id])
    return f"{planned.enter_url}?team={written.team_id}"


def _place_of(request: HtmxRequest, written: Written, sent: dict[str, Any]) -> str:
    if "profile" in sent:
        return f"#offer-{sent['profile']}"
    if "ninja" not in sent:
        return ""
    if request.GET.get("view") == "roster":
        return f"#ninja-{sent['ninja']}"
    return f"#offer-{written.state.find(sent['ninja']).profile}"


def _gone(request: HtmxRequest, address: str) -> HttpResponse:
    return HttpResponseClientRedirect(address) if request.htmx else redirect(address)


def _builder(
    request: HtmxRequest,
    team_id: int,
    *,
    said: str = "",
    conflict: Conflict | None = None,
) -> HttpResponse:
    """Render the whole page, or for htmx the part below its navigation."""
    wanted = forms.MarketForm(request.GET).wanted()
    page = get_builder_page(team_id, request.user, wanted=wanted)
    if not page.team.head.is_draft:
        return _gone(request, reverse("teams:scroll", args=[team_id]))
    context = _surroundings(request, team_id) | {
        "offers": get_entry_offers(page.team.head, request.user),
        "page": page,
        "team": page.team,
        "wanted": wanted,
        "said": said,
        "conflict": conflict,
        "again": _again(request) if conflict else None,
    }
    is_part = request.htmx and not request.htmx.history_restore_request
    template = "teams/builder.html" + ("#builder" if is_part else "")
    status = conflict.status if conflict else 200
    response = render(request, template, context, status=status)
    patch_vary_headers(response, ["HX-Request"])
    return response


def _surroundings(request: HtmxRequest, team_id: int) -> dict[str, Any]:
    """Return the context of the builder besides the team."""
    asked = request.GET.get("view")
    return {
        "view": asked if asked in VIEWS else VIEWS[0],
        "base": reverse("teams:build", args=[team_id]),
        "query": request.GET.urlencode(),
        "clans": clan_list(),
        "elements": ELEMENTS,
        "note_length": NOTE_LENGTH,
        "lore_length": LORE_LENGTH,
    }


def _again(request: HtmxRequest) -> dict[str, Any]:
    """Return the sent values of a conflicting action, to offer it again."""
    sent = [
        (name, value)
        for name, values in request.POST.lists()
        for value in values
        if name not in ("csrfmiddlewaretoken", "version")
    ]
    return {"address": request.get_full_path(), "sent": sent}
