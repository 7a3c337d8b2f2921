"""A match from its arrangement to its settlement, and one's own list of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import patch_vary_headers
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from challenges import forms
from challenges.selectors.match_list import matches_of
from challenges.selectors.match_page import match_page, match_pulse
from challenges.services.absences import agree_to_call_off, match_forfeit
from challenges.services.challenge_choice import (
    match_roll_challenge,
    match_set_challenge,
)
from challenges.services.invitations import match_accept, match_arrange, match_decline
from challenges.services.locks import Edit
from challenges.services.match_start import match_call_off, match_open
from challenges.services.reports import report_confirm, report_dispute, report_rule
from challenges.services.settlements import dice_witness
from challenges.services.side_proposals import decline_sides, propose_sides
from kernel.errors import Conflict, Refusal
from people.selectors import signed_in
from teams.rules.state import Stage
from teams.selectors.team_list import list_teams
from teams.views.decorators import HtmxRequest, for_people, for_readers


class Act(NamedTuple):
    """What a button of a match sends, who does it, and what is said then."""

    form: type[forms.ActForm]
    service: Callable[..., object]
    said: str


ACTS = {
    "accept": Act(forms.AcceptForm, match_accept, "You're in."),
    "decline": Act(forms.ActForm, match_decline, "You declined the invitation."),
    "choose": Act(forms.ChallengeForm, match_set_challenge, "Saved."),
    "roll": Act(forms.RollForm, match_roll_challenge, "Saved."),
    "sides": Act(forms.SidesForm, propose_sides, "Saved."),
    "decline-sides": Act(forms.ActForm, decline_sides, "The sides stay as they are."),
    "begin": Act(forms.ActForm, match_open, "The match has started. Have fun!"),
    "call-off": Act(forms.ActForm, match_call_off, "The match is called off."),
    "confirm": Act(forms.NumberForm, report_confirm, "You confirmed the report."),
    "witness": Act(forms.PlaceForm, dice_witness, "You confirmed the dice."),
    "dispute": Act(forms.DisputeForm, report_dispute, "You disputed the report."),
    "rule": Act(forms.RuleForm, report_rule, "Your ruling is saved."),
    "forfeit": Act(forms.ForfeitForm, match_forfeit, "Saved."),
    "agree-to-call-off": Act(forms.AgreeToCallOffForm, agree_to_call_off, "Saved."),
}


@for_people
@never_cache
@require_safe
def own(request: HtmxRequest) -> HttpResponse:
    lines = matches_of(signed_in(request.user))
    context = {
        "now": [line for line in lines if not line.is_over],
        "over": [line for line in lines if line.is_over],
    }
    return render(request, "challenges/match_list.html", context)


@for_people
@never_cache
def new(request: HtmxRequest) -> HttpResponse:
    """Invite somebody to a match outside every league."""
    person = signed_in(request.user)
    teams = [one for one in list_teams(person) if one.stage is Stage.REGISTERED]
    posted = request.POST if request.method == "POST" else None
    form = forms.ArrangeForm(posted, teams=teams, initial=request.GET.dict())
    if form.is_bound and form.is_valid():
        try:
            match = match_arrange(actor=person, **form.sent())
            messages.success(request, "Invitation sent.")
            return redirect("challenges:match", match.uid)
        except Conflict:
            raise
        except Refusal as refusal:
            form.refuse(refusal)
    status = form.status if form.errors else 200
    context = {"form": form, "teams": teams}
    return render(request, "challenges/match_new.html", context, status=status)


@for_readers
@never_cache
@require_safe
def match(request: HtmxRequest, uid: UUID) -> HttpResponse:
    """The whole page, its changed part for htmx, or nothing where nothing changed."""
    is_part = request.htmx and not request.htmx.history_restore_request
    seen = request.GET.get("pulse")
    if is_part and seen and seen == match_pulse(uid, request.user):
        return HttpResponse(status=204)
    return _page(request, uid, is_part=bool(is_part))


@for_people
@require_POST
def act(request: HtmxRequest, uid: UUID, name: str) -> HttpResponse:
    """The changed page for htmx; a browser without scripts is sent back to it."""
    if name not in ACTS:
        raise Http404("A match has no such action.")
    form = ACTS[name].form(request.POST)
    sent = form.sent()
    edit = Edit(uid=uid, actor=signed_in(request.user), version=form.seen)
    ACTS[name].service(edit, **sent)
    if request.htmx:
        return _page(request, uid, is_part=True, said=ACTS[name].said)
    messages.success(request, ACTS[name].said)
    return redirect("challenges:match", uid)


def _page(
    request: HttpRequest, uid: UUID, *, is_part: bool, said: str = ""
) -> HttpResponse:
    page = match_page(uid, request.user)
    context: dict[str, Any] = {"page": page, "said": said}
    template = "challenges/match.html" + ("#match" if is_part else "")
    response = render(request, template, context)
    patch_vary_headers(response, ["HX-Request"])
    return response
