"""Pages for reporting a match, with and without scripts."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from uuid import UUID

import msgspec
from django.contrib import messages
from django.contrib.staticfiles import finders
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from challenges.forms import SheetForm
from challenges.rules.stages import MatchAction, is_allowed
from challenges.selectors.report_drafts import get_report_draft
from challenges.selectors.report_page import ReportPage, get_report_page
from challenges.serializers import taps_sent
from challenges.services.locks import Edit
from challenges.services.report_drafts import add_taps, fill_draft
from challenges.services.reports import submit_report
from kernel.errors import Conflict, Refusal
from people.selectors import signed_in
from teams.views.decorators import HtmxRequest, for_people

# What the button sends that confirms a score of nothing.
WITHOUT_POINTS = "nil"


@for_people
@never_cache
@require_http_methods(["GET", "POST"])
def report(request: HtmxRequest, uid: UUID) -> HttpResponse:
    """Save the sent fields; with `send`, send the report."""
    refusal: Refusal | None = None
    if request.method == "POST":
        try:
            return _taken(request, uid)
        except Conflict:
            raise
        except Refusal as no:
            refusal = no
    page = get_report_page(uid, request.user)
    if not is_allowed(MatchAction.REPORT, page.stage):
        return redirect("challenges:match", uid)
    reason = request.POST.get("reason", "")
    context = {"page": page, "refusal": refusal, "reason": reason}
    status = refusal.status if refusal else 200
    return render(request, "challenges/report.html", context, status=status)


@for_people
@never_cache
@require_http_methods(["GET", "POST"])
def taps(request: HtmxRequest, uid: UUID) -> HttpResponse:
    """Return the draft after adding this phone's taps."""
    if request.method == "POST":
        edit = Edit(uid=uid, actor=signed_in(request.user))
        try:
            sent, odd = taps_sent(request.body)
            refused = (*odd, *add_taps(edit, taps=sent))
        except Refusal as no:
            return JsonResponse({"refusal": no.sentence}, status=no.status)
        now = replace(get_report_draft(uid, request.user), refused=refused)
    else:
        now = get_report_draft(uid, request.user)
        if request.GET.get("since") == str(now.version) and not now.notice:
            return HttpResponse(status=204)
    return JsonResponse(msgspec.to_builtins(now))


@never_cache
@require_safe
def worker(request: HttpRequest) -> HttpResponse:  # noqa: ARG001
    """Return the service worker that keeps the report available offline.

    It is not a static file because a worker controls only paths below its own.
    """
    path = finders.find("js/report-worker.js")
    if path is None:
        raise Http404("There is no such script.")
    script = Path(path).read_text(encoding="utf-8")
    return HttpResponse(script, content_type="text/javascript")


def _taken(request: HttpRequest, uid: UUID) -> HttpResponse:
    edit = Edit(uid=uid, actor=signed_in(request.user))
    form = SheetForm(get_report_page(uid, request.user).blank, request.POST)
    refused = fill_draft(edit, seen=form.seen, sent=form.sent())
    if refused:
        raise Refusal(refused[0].sentence, code="odd-tap")
    if "send" not in request.POST:
        messages.success(request, "Draft saved.")
        return redirect("challenges:report", uid)
    if request.POST["send"] != WITHOUT_POINTS:
        _warn_without_points(get_report_page(uid, request.user))
    submit_report(edit, note=request.POST.get("reason", ""))
    messages.success(request, "Report sent.")
    return redirect("challenges:match", uid)


def _warn_without_points(page: ReportPage) -> None:
    """Ask whether a score of nothing is meant, unless the report explains it."""
    flags = [page.abandoned, page.called_off]
    for team in page.teams:
        flags += [team.conceded, team.stayed_away, team.won_tie]
    is_explained = any(flag and flag.value for flag in flags)
    if is_explained or any(team.score.value for team in page.teams):
        return
    score = " : ".join("0" for _ in page.teams)
    raise Refusal(
        f"The score is {score}. Did you forget to enter it? If there really were no"
        " points, send the report as it is.",
        code="no-score",
    )
