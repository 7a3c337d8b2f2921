"""Pages of matches and the list of your own."""

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
from challenges.selectors.match_list import list_matches
from challenges.selectors.match_page import get_match_page, get_match_version
from challenges.services.absences import agree_to_call_off, forfeit_match
from challenges.services.challenge_choice import (
    choose_challenge,
    roll_for_challenge,
)
from challenges.services.invitations import (
    accept_invitation,
    decline_invitation,
    invite_to_match,
)
from challenges.services.locks import Edit
from challenges.services.match_start import call_off_match, start_match
from challenges.services.reports import confirm_report, dispute_report, rule_on_report
from challenges.services.settlements import confirm_dice
from challenges.services.side_proposals import decline_sides, propose_sides
from kernel.errors import Conflict, Refusal
from people.selectors import signed_in
from teams.rules.state import Stage
from teams.selectors.team_list import list_teams
from teams.views.decorators import HtmxRequest, for_people, for_readers


class MatchFormAction(NamedTuple):
    """A form action on a match: form, service and the message afterwards."""

    form: type[forms.MatchActionForm]
    service: Callable[..., object]
    said: str


ACTS = {
    "accept": MatchFormAction(forms.AcceptForm, accept_invitation, "You're in."),
    "decline": MatchFormAction(
        forms.MatchActionForm, decline_invitation, "You declined the invitation."
    ),
    "choose": MatchFormAction(forms.ChallengeForm, choose_challenge, "Saved."),
    "roll": MatchFormAction(forms.RollForm, roll_for_challenge, "Saved."),
    "sides": MatchFormAction(forms.SidesForm, propose_sides, "Saved."),
    "decline-sides": MatchFormAction(
        forms.MatchActionForm, decline_sides, "The sides stay as they are."
    ),
    "begin": MatchFormAction(
        forms.MatchActionForm, start_match, "The match has started. Have fun!"
    ),
    "call-off": MatchFormAction(
        forms.MatchActionForm, call_off_match, "The match is called off."
    ),
    "confirm": MatchFormAction(
        forms.NumberForm, confirm_report, "You confirmed the report."
    ),
    "witness": MatchFormAction(
        forms.PlaceForm, confirm_dice, "You confirmed the dice."
    ),
    "dispute": MatchFormAction(
        forms.DisputeForm, dispute_report, "You disputed the report."
    ),
    "rule": MatchFormAction(forms.RuleForm, rule_on_report, "Your ruling is saved."),
    "forfeit": MatchFormAction(forms.ForfeitForm, forfeit_match, "Saved."),
    "agree-to-call-off": MatchFormAction(
        forms.AgreeToCallOffForm, agree_to_call_off, "Saved."
    ),
}


@for_people
@never_cache
@require_safe
def own(request: HtmxRequest) -> HttpResponse:
    lines = list_matches(signed_in(request.user))
    context = {
        "now": [line for line in lines if not line.is_over],
        "over": [line for line in lines if line.is_over],
    }
    return render(request, "challenges/match_list.html", context)


@for_people
@never_cache
def new(request: HtmxRequest) -> HttpResponse:
    """Show and handle the invitation form."""
    person = signed_in(request.user)
    teams = [one for one in list_teams(person) if one.stage is Stage.REGISTERED]
    posted = request.POST if request.method == "POST" else None
    form = forms.InvitationForm(posted, teams=teams, initial=request.GET.dict())
    if form.is_bound and form.is_valid():
        try:
            match = invite_to_match(actor=person, **form.sent())
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
    """Show the page, its changed part for htmx, or 204 if unchanged."""
    is_part = request.htmx and not request.htmx.history_restore_request
    seen = request.GET.get("pulse")
    if is_part and seen and seen == get_match_version(uid, request.user):
        return HttpResponse(status=204)
    return _page(request, uid, is_part=bool(is_part))


@for_people
@require_POST
def act(request: HtmxRequest, uid: UUID, name: str) -> HttpResponse:
    """Run an action. Return the changed page to htmx, or redirect to it."""
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
    page = get_match_page(uid, request.user)
    context: dict[str, Any] = {"page": page, "said": said}
    template = "challenges/match.html" + ("#match" if is_part else "")
    response = render(request, template, context)
    patch_vary_headers(response, ["HX-Request"])
    return response
