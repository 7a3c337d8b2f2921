"""Correct results: preview, correct, declare void, undo.

In a league its master does this, as far back as the house rules allow. A master who
plays in the match needs the consent of all opponents or of one co-master who does not
play (NM-07). Outside leagues everyone in the match has to agree. Large corrections are
left to a worker.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

from django.db import transaction
from django.http import Http404
from django.utils import timezone
from msgspec.structs import replace

from challenges.models import Correction, Match
from challenges.rules.reports.match_report import (
    MatchReport,
    as_plain,
    mark_unknown_rounds,
    read_report,
)
from challenges.rules.stages import (
    CorrectionStage,
    MatchAction,
    MatchStage,
    refuse_unless_allowed,
)
from challenges.selectors.corrections import (
    NEVER_WAS,
    WAITING,
    AffectedMatches,
    find_affected_matches,
    find_last_correction,
    find_number_before,
    get_match_uid,
    get_report_before,
    was_detached,
)
from challenges.services.correction_consent import (
    has_consent,
    refuse_if_former_master,
    refuse_unless_entitled,
)
from challenges.services.correction_plan import CorrectionPlan, CorrectionPreview
from challenges.services.correction_writer import apply_correction, plan_correction
from challenges.services.gc_pause import pause_gc
from challenges.services.locks import Edit, LockedMatch, check_reason, load_match_for
from challenges.signals import correction_changed, correction_queued
from kernel.errors import Conflict, Refusal
from teams.models import Team

# More matches than this are gone through by a worker.
AT_ONCE = 60
DUE_AT_ONCE = 20
TRIES = 5
FIRST_PAUSE = timedelta(minutes=1)


@pause_gc()
def preview_correction(edit: Edit, *, report: MatchReport | None) -> CorrectionPreview:
    """Return the consequences of a correction. Writes nothing."""
    locked, affected = _load_with_affected(edit, MatchAction.AMEND)
    return _preview(locked, affected, _checked_report(locked, report))


def correct_result(
    edit: Edit, *, report: MatchReport | None, reason: str
) -> Correction:
    """Correct a result; without a report, declare the match void.

    Sending it twice corrects once. Outside leagues it waits for consent.
    """
    why = check_reason(reason)
    report = mark_unknown_rounds(report) if report else None
    if (done := _find_same_correction(edit, report)) is not None:
        return done
    with _lock_with_affected(edit, MatchAction.AMEND) as (locked, affected):
        return _begin(locked, affected, _checked_report(locked, report), why)


@pause_gc()
def preview_undo(edit: Edit, *, number: int) -> CorrectionPreview:
    """Return the consequences of undoing the last correction."""
    locked, affected = _load_with_affected(edit, MatchAction.UNDO)
    return _preview(locked, affected, _get_report_before(locked, number))


def undo_correction(edit: Edit, *, number: int, reason: str) -> Correction:
    """Undo the last correction, so that the version before counts again.

    Undoing is a correction itself and can be undone. Sending it twice undoes once.
    """
    why = check_reason(reason)
    if (done := _find_same_undo(edit, number)) is not None:
        return done
    with _lock_with_affected(edit, MatchAction.UNDO) as (locked, affected):
        return _begin(locked, affected, _get_report_before(locked, number), why)


def answer_correction(edit: Edit, *, number: int, is_yes: bool) -> Correction:
    """Accept or decline a proposed correction. Its author withdraws it by declining."""
    with _lock_with_affected(edit, MatchAction.UNDO, is_answer=True) as (
        locked,
        affected,
    ):
        correction = locked.match.corrections.filter(
            number=number, stage=CorrectionStage.PROPOSED
        ).first()
        if correction is None or locked.actor is None:
            raise Refusal(
                "This proposal is no longer open. Reload the match page.",
                code="no-proposal",
            )
        if not is_yes:
            is_own = correction.author_id == locked.actor.pk
            text = (
                f"{locked.actor} withdrew the correction."
                if is_own
                else f"{locked.actor} declined the correction."
            )
            _end(correction, CorrectionStage.DECLINED, text)
            return correction
        correction.agreed = sorted({*correction.agreed, locked.actor.pk})
        correction.save()
        if has_consent(locked, correction):
            refuse_if_former_master(locked, correction)
            _apply(locked, affected, correction)
    return correction


@pause_gc()
def run_correction(*, correction_id: int) -> Correction:
    """Apply a queued correction. Refusals end it; errors are retried with pauses."""
    if not _claim(correction_id):
        return Correction.objects.get(pk=correction_id)
    edit = Edit(uid=get_match_uid(correction_id), actor=None)
    try:
        with _lock_with_affected(edit, MatchAction.UNDO) as (locked, affected):
            correction = Correction.objects.select_for_update().get(pk=correction_id)
            if correction.stage != CorrectionStage.OWED:
                return correction
            if correction.version != locked.match.version:
                raise _match_changed()
            _apply(locked, affected, correction)
    except Refusal as refusal:
        correction = Correction.objects.get(pk=correction_id)
        _end(correction, CorrectionStage.FAILED, str(refusal))
    return correction


def list_due_corrections() -> list[int]:
    """Return the ids of corrections due for a worker."""
    owed = Correction.objects.filter(
        stage=CorrectionStage.OWED, next_try__lte=timezone.now()
    )
    return list(owed.order_by("pk").values_list("pk", flat=True)[:DUE_AT_ONCE])


def expire_corrections() -> int:
    """Decline proposals whose deadline has passed. Return their number."""
    overdue = Correction.objects.filter(
        stage=CorrectionStage.PROPOSED, answer_by__lte=timezone.now()
    )
    ids = list(overdue.order_by("pk").values_list("pk", flat=True)[:DUE_AT_ONCE])
    for one in ids:
        with transaction.atomic():
            found = overdue.select_for_update().filter(pk=one).first()
            if found is not None:
                why = "Not everyone agreed in time, so the result stays as it was."
                _end(found, CorrectionStage.DECLINED, why)
    return len(ids)


def _claim(correction_id: int) -> bool:
    """Count an attempt and return whether to make it. Crashes count, too."""
    now = timezone.now()
    with transaction.atomic():
        owed = Correction.objects.select_for_update().filter(
            pk=correction_id, stage=CorrectionStage.OWED, next_try__lte=now
        )
        correction = owed.first()
        if correction is None:
            return False
        if correction.attempts >= TRIES:
            why = (
                f"The correction failed {TRIES} times, so nothing was changed. Please"
                " tell the people who run this site."
            )
            _end(correction, CorrectionStage.FAILED, why)
            return False
        correction.next_try = now + FIRST_PAUSE * 4**correction.attempts
        correction.attempts += 1
        correction.save(update_fields=["attempts", "next_try"])
    return True


@transaction.atomic
def _end(correction: Correction, stage: CorrectionStage, why: str) -> None:
    """End a correction without applying it, and notify."""
    correction.stage, correction.error = stage, why
    correction.finished = timezone.now()
    correction.save(update_fields=["stage", "error", "finished"])
    correction_changed.send(sender=Correction, correction=correction)


def _load_with_affected(
    edit: Edit, act: MatchAction, *, is_answer: bool = False
) -> tuple[LockedMatch, AffectedMatches]:
    """Load a match and what its correction can affect, without locks."""
    match = Match.objects.filter(uid=edit.uid).first()
    if match is None:
        raise Http404("There is no such match.")
    locked = load_match_for(match, edit.actor)
    refuse_unless_entitled(locked, is_answer=is_answer)
    if edit.actor is not None:
        locked.refuse_if_closed()
    refuse_unless_allowed(act, locked.stage)
    if edit.version is not None and edit.version != match.version:
        raise _match_changed()
    return locked, find_affected_matches(match)


@contextmanager
def _lock_with_affected(
    edit: Edit, act: MatchAction, *, is_answer: bool = False
) -> Iterator[tuple[LockedMatch, AffectedMatches]]:
    """Lock a match, the matches its correction can affect, and their teams."""
    with transaction.atomic():
        locked, affected = _load_with_affected(edit, act, is_answer=is_answer)
        rows = Match.objects.select_for_update().filter(pk__in=affected.locked)
        list(rows.order_by("pk").values_list("pk", flat=True))
        locked.match.refresh_from_db()
        if edit.version is not None and edit.version != locked.match.version:
            raise _match_changed()
        refuse_unless_allowed(act, locked.stage)
        ids = Team.objects.select_for_update().filter(pk__in=affected.teams)
        list(ids.order_by("pk").values_list("pk", flat=True))
        if find_affected_matches(locked.match) != affected:
            raise _match_changed()
        yield locked, affected


def _preview(
    locked: LockedMatch, affected: AffectedMatches, report: MatchReport | None
) -> CorrectionPreview:
    found = _plan(locked, affected, report, is_preview=True).consequences
    match = locked.match
    return CorrectionPreview(
        uid=match.uid, version=match.version, is_void=report is None, **found
    )


def _begin(
    locked: LockedMatch, affected: AffectedMatches, report: MatchReport | None, why: str
) -> Correction:
    """Propose the correction, queue it for a worker, or apply it now."""
    correction = _build_correction(locked, report, why)
    if not has_consent(locked, correction):
        correction.stage = CorrectionStage.PROPOSED
        found = _plan(locked, affected, report, is_preview=True)
        correction.consequences = found.consequences
        correction.answer_by = timezone.now() + timedelta(
            days=locked.terms.confirmation_days
        )
        correction.save()
        correction_changed.send(sender=Correction, correction=correction)
    elif len(affected.matches) > AT_ONCE:
        correction.stage = CorrectionStage.OWED
        correction.save()
        correction_queued.send(sender=Correction, correction_id=correction.pk)
    else:
        _apply(locked, affected, correction)
    return correction


def _plan(
    locked: LockedMatch,
    affected: AffectedMatches,
    report: MatchReport | None,
    *,
    reason: str = "",
    is_preview: bool = False,
) -> CorrectionPlan:
    """Plan a correction. A restored report has counted before and is not checked."""
    last = find_last_correction(locked.match)
    is_restored = last is not None and report == get_report_before(
        locked.match, last.number
    )
    return plan_correction(
        locked,
        affected,
        report,
        reason=reason,
        is_restored=is_restored,
        is_preview=is_preview,
    )


def _refuse_while_waiting(match: Match) -> None:
    if match.corrections.filter(stage__in=WAITING).exists():
        raise Refusal(
            "Another correction of this match is still pending. Finish that one first.",
            code="correction-waits",
        )


def _get_report_before(locked: LockedMatch, number: int) -> MatchReport | None:
    """Return the report before a correction; refuse if it is not the last."""
    _refuse_while_waiting(locked.match)
    if was_detached(locked.match):
        raise Refusal(
            "The league has reopened this fixture, so this match stays void.",
            code="played-again",
        )
    last = find_last_correction(locked.match)
    if last is None or last.number != number:
        raise Refusal(
            "You can undo only the last correction of a match. Reload the match page.",
            code="not-the-last",
        )
    return get_report_before(locked.match, number)


def _find_same_undo(edit: Edit, number: int) -> Correction | None:
    """Return the same undo by the same person, if it was sent twice."""
    found = Correction.objects.filter(match__uid=edit.uid).select_related("match")
    last = found.order_by("number").last()
    if last is None or last.number <= number or edit.actor is None:
        return None
    is_own = last.author_id == edit.actor.pk
    is_alive = last.stage in (*WAITING, CorrectionStage.DONE)
    if not (is_own and is_alive and find_number_before(last) == number):
        return None
    report = None if last.content is None else read_report(last.content)
    return last if report == get_report_before(last.match, number) else None


def _checked_report(
    locked: LockedMatch, report: MatchReport | None
) -> MatchReport | None:
    _refuse_while_waiting(locked.match)
    if report is None:
        return None
    report = mark_unknown_rounds(replace(report, notes=report.notes.strip()))
    if report == _current(locked.match):
        raise Refusal(
            "This is the same as the current result. Change something first.",
            code="nothing-changes",
        )
    return report


def _current(match: Match) -> MatchReport:
    return read_report(match.settlements.latest("revision").report.content)


def _find_same_correction(edit: Edit, report: MatchReport | None) -> Correction | None:
    """Return the same correction by the same person, if it was sent twice."""
    last = Correction.objects.filter(match__uid=edit.uid).select_related("match").last()
    if last is None or edit.actor is None or last.author_id != edit.actor.pk:
        return None
    is_waiting = last.stage in WAITING
    proposed = None if last.content is None else read_report(last.content)
    if proposed != report:
        return None
    is_void = last.match.stage == MatchStage.VOID
    is_there = is_void or (proposed is not None and _current(last.match) == proposed)
    return last if is_waiting or is_there else None


def _build_correction(
    locked: LockedMatch, report: MatchReport | None, reason: str
) -> Correction:
    last = locked.match.corrections.order_by("-number").first()
    actor = locked.actor
    return Correction(
        match=locked.match,
        number=last.number + 1 if last else 1,
        content=None if report is None else as_plain(report),
        reason=reason,
        author=actor,
        version=locked.match.version,
        agreed=[actor.pk] if actor else [],
    )


def _apply(
    locked: LockedMatch, affected: AffectedMatches, correction: Correction
) -> None:
    report = None if correction.content is None else read_report(correction.content)
    plan = _plan(locked, affected, report, reason=correction.reason)
    apply_correction(plan, actor=correction.author, reason=correction.reason)
    correction.stage, correction.finished = CorrectionStage.DONE, timezone.now()
    correction.consequences = plan.consequences
    if plan.is_void and report is not None:
        correction.consequences |= {NEVER_WAS: True}
    correction.save()
    correction_changed.send(sender=Correction, correction=correction)


def _match_changed() -> Conflict:
    return Conflict(
        "The match has changed since you loaded it. Reload it and try again.",
        field="version",
    )
