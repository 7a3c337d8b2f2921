"""The growth page and its actions: settlement and recruiting between games."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import patch_vary_headers
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect

from people.selectors import signed_in
from teams.forms import growth as forms
from teams.forms.builder import EditForm, NinjaForm
from teams.rules.journal.entries import RecruitingClosed
from teams.selectors.growth import (
    get_growth_page,
    get_replacement_page,
    preview_dismissal,
)
from teams.services.games import (
    call_off_game,
    choose_option,
    enter_dice,
    postpone_advancements,
    roll_dice,
    settle_with_defaults,
    start_game,
)
from teams.services.journal import Edit, Written
from teams.services.roster import dismiss_ninja, recruit_ninja, replace_ninja
from teams.views.decorators import HtmxRequest, for_people


class Act(NamedTuple):
    """An action of the growth page: its form and its service."""

    form: type[EditForm]
    service: Callable[..., Written]


ACTS = {
    "roll": Act(forms.RollForm, roll_dice),
    "enter": Act(forms.DiceForm, enter_dice),
    "choose": Act(forms.ChoiceForm, choose_option),
    "postpone": Act(EditForm, postpone_advancements),
    "settle": Act(EditForm, settle_with_defaults),
    "recruit": Act(forms.RecruitForm, recruit_ninja),
    "dismiss": Act(NinjaForm, dismiss_ninja),
    "replace": Act(forms.ReplaceForm, replace_ninja),
    "open": Act(forms.OpenForm, start_game),
    "call-off": Act(EditForm, call_off_game),
}


@for_people
@never_cache
@require_safe
def growth(request: HtmxRequest, team_id: int) -> HttpResponse:
    return _page(request, team_id)


@for_people
@require_POST
def act(request: HtmxRequest, team_id: int, name: str) -> HttpResponse:
    """Run an action; render the page for htmx, otherwise redirect to it."""
    if name not in ACTS:
        raise Http404("The growth page has no such action.")
    form = ACTS[name].form(request.POST)
    sent = form.sent()
    edit = Edit(team_id=team_id, actor=signed_in(request.user), version=form.seen)
    sentence = _sentence(ACTS[name].service(edit, **sent))
    if request.htmx:
        return _page(request, team_id, said=sentence)
    messages.success(request, sentence)
    return redirect("teams:growth", team_id)


def _sentence(written: Written) -> str:
    """Return the message after an action.

    Recruiting stays open between games, so the end of its step gets another sentence.
    """
    return " ".join(
        "This step is done. You can still recruit before the next game."
        if isinstance(line.entry, RecruitingClosed)
        else line.sentence
        for line in written.lines
    )


@for_people
@never_cache
@require_safe
def dismiss(request: HtmxRequest, team_id: int, ninja_id: int) -> HttpResponse:
    """Preview the dismissal of a ninja."""
    preview = preview_dismissal(team_id, ninja_id, request.user)
    context = {"preview": preview, "head": preview.page.head}
    return render(request, "teams/ninja_dismiss.html", context)


@for_people
@never_cache
@require_safe
def replace(request: HtmxRequest, team_id: int, ninja_id: int) -> HttpResponse:
    """Preview the replacement of a chunin."""
    found = get_replacement_page(team_id, ninja_id, request.user)
    context = {"replacement": found, "head": found.page.head}
    return render(request, "teams/ninja_replace.html", context)


def _page(request: HtmxRequest, team_id: int, *, said: str = "") -> HttpResponse:
    page = get_growth_page(team_id, request.user)
    head = page.page.head
    if head.is_draft:
        builder = redirect("teams:build", team_id)
        return HttpResponseClientRedirect(builder.url) if request.htmx else builder
    context: dict[str, Any] = {"growth": page, "head": head, "said": said}
    is_part = request.htmx and not request.htmx.history_restore_request
    template = "teams/growth.html" + ("#growth" if is_part else "")
    response = render(request, template, context)
    patch_vary_headers(response, ["HX-Request"])
    return response
