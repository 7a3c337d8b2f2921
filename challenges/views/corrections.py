"""Pages for correcting a result: form, preview, confirmation."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from challenges.forms import AnswerForm, CorrectionForm, SheetForm, UndoForm
from challenges.rules.correction_summary import summarise_correction
from challenges.rules.stages import CorrectionStage
from challenges.selectors.correction_pages import (
    CorrectionPage,
    UndoPage,
    get_correction_page,
    get_undo_page,
)
from challenges.services.correction_plan import CorrectionPreview
from challenges.services.corrections import (
    answer_correction,
    correct_result,
    preview_correction,
    preview_undo,
    undo_correction,
)
from challenges.services.locks import Edit
from kernel.errors import Conflict, Refusal
from people.selectors import signed_in
from teams.views.decorators import HtmxRequest, for_people

SAID = {
    CorrectionStage.DONE: "The result is corrected. Everyone affected has been"
    " notified.",
    CorrectionStage.OWED: "The correction is being worked out. This page updates when"
    " it is done.",
    CorrectionStage.PROPOSED: "Saved. It counts once the others agree.",
}


@for_people
@never_cache
def amend(request: HtmxRequest, uid: UUID) -> HttpResponse:
    """Show the form, then the preview, then correct the result."""
    refusal: Refusal | None = None
    page = get_correction_page(uid, request.user)
    if request.method == "POST":
        try:
            return _taken(request, page)
        except Conflict:
            raise
        except Refusal as no:
            refusal = no
            sent = SheetForm(page.layout, request.POST).sent()
            page = get_correction_page(uid, request.user, sent)
    context = {
        "page": page,
        "refusal": refusal,
        "reason": request.POST.get("reason", ""),
    }
    status = refusal.status if refusal else 200
    return render(request, "challenges/correction.html", context, status=status)


def _taken(request: HtmxRequest, page: CorrectionPage) -> HttpResponse:
    form = CorrectionForm(request.POST)
    sent = form.sent()
    fields = SheetForm(page.layout, request.POST).sent()
    report = None if sent["is_void"] else page.told(fields, sent["absent"])
    edit = Edit(uid=page.uid, actor=signed_in(request.user), version=form.seen)
    if not sent["is_sure"]:
        preview = preview_correction(edit, report=report)
        kept = [(name, request.POST[name]) for name in fields if name in request.POST]
        kept += [("absent", number) for number in sent["absent"]]
        return _show_preview(request, page, preview, reason=sent["reason"], fields=kept)
    done = correct_result(edit, report=report, reason=sent["reason"])
    messages.success(request, SAID[CorrectionStage(done.stage)])
    return redirect("challenges:match", page.uid)


def _show_preview(
    request: HtmxRequest,
    page: CorrectionPage,
    preview: CorrectionPreview,
    **context: object,
) -> HttpResponse:
    summary = summarise_correction(preview.teams, preview.matches, preview.table)
    context |= {"page": page, "preview": preview, "follows": summary}
    return render(request, "challenges/correction_preview.html", context)


@for_people
@never_cache
def undo(request: HtmxRequest, uid: UUID, number: int) -> HttpResponse:
    """Show the consequences of undoing the last correction, then undo it."""
    page = get_undo_page(uid, request.user, number)
    edit = Edit(uid=uid, actor=signed_in(request.user), version=page.version)
    refusal: Refusal | None = None
    if request.method == "POST":
        try:
            return _undone(request, page)
        except Conflict:
            raise
        except Refusal as no:
            refusal = no
    preview = preview_undo(edit, number=number)
    context = {
        "page": page,
        "preview": preview,
        "follows": summarise_correction(preview.teams, preview.matches, preview.table),
        "refusal": refusal,
    }
    status = refusal.status if refusal else 200
    return render(request, "challenges/correction_undo.html", context, status=status)


def _undone(request: HtmxRequest, page: UndoPage) -> HttpResponse:
    form = UndoForm(request.POST)
    reason = form.sent()["reason"]
    edit = Edit(uid=page.uid, actor=signed_in(request.user), version=form.seen)
    number = page.undone.number
    done = undo_correction(edit, number=number, reason=reason)
    messages.success(request, SAID[CorrectionStage(done.stage)])
    return redirect("challenges:match", page.uid)


@for_people
@require_POST
def answer(request: HtmxRequest, uid: UUID) -> HttpResponse:
    """Accept or decline a proposed correction."""
    form = AnswerForm(request.POST)
    sent = form.sent()
    edit = Edit(uid=uid, actor=signed_in(request.user), version=form.seen)
    is_yes = sent["is_yes"]
    answer_correction(edit, number=sent["number"], is_yes=is_yes)
    said = "The result is corrected." if is_yes else "The result stays as it was."
    messages.success(request, said)
    return redirect("challenges:match", uid)
