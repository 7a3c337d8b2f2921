"""Correcting a report that had its consequences: preview, amend, declare void, undo.

In a league its master does this, as far back as the house rules allow. A master who
plays in the match needs the consent of all opponents or of one co-master who does not
play (NM-07). Outside of leagues everybody at the table has to agree. A large correction
is left to a worker.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

from django.db import transaction
from django.http import Http404
from django.utils import timezone
from msgspec.structs import replace

from challenges.models import Amendment, Match
from challenges.rules.reports.match_report import (
    MatchReport,
    as_plain,
    mark_unknown_rounds,
    read,
)
from challenges.rules.stages import Act, AmendmentStage, MatchStage, refuse_unless
from challenges.selectors.corrections import (
    NEVER_WAS,
    WAITING,
    Reach,
    amendment_uid,
    is_let_go,
    last_before,
    last_done,
    reach_of,
    version_before,
)
from challenges.services.correction_consent import (
    has_consent,
    refuse_former_master,
    refuse_without_say,
)
from challenges.services.correction_plan import AmendPreview, Correction
from challenges.services.correction_writer import correction_of, correction_write
from challenges.services.gc_pause import collector_paused
from challenges.services.locks import Edit, Opened, match_seen_to, ruling_reason
from challenges.signals import amendment_changed, amendment_owed
from kernel.errors import Conflict, Refusal
from teams.models import Team

# More matches than this are gone through by a worker.
AT_ONCE = 60
DUE_AT_ONCE = 20
TRIES = 5
FIRST_PAUSE = timedelta(minutes=1)


@collector_paused()
def report_amend_preview(edit: Edit, *, report: MatchReport | None) -> AmendPreview:
    """What would follow, for every team and every later match. Writes nothing."""
    opened, reach = _looked_far(edit, Act.AMEND)
    return _preview(opened, reach, _as_told(opened, report))


def report_amend(edit: Edit, *, report: MatchReport | None, reason: str) -> Amendment:
    """Put a past report right, or without one declare the match void.

    Sent twice, it is done once. Outside of leagues it waits for the others' yes.
    """
    why = ruling_reason(reason)
    report = mark_unknown_rounds(report) if report else None
    if (done := _done_already(edit, report)) is not None:
        return done
    with _opened_far(edit, Act.AMEND) as (opened, reach):
        return _begin(opened, reach, _as_told(opened, report), why)


@collector_paused()
def amendment_undo_preview(edit: Edit, *, number: int) -> AmendPreview:
    """What would follow if the last correction had never been made."""
    opened, reach = _looked_far(edit, Act.UNDO)
    return _preview(opened, reach, _before(opened, number))


def amendment_undo(edit: Edit, *, number: int, reason: str) -> Amendment:
    """Let what stood before the last correction count again: the report before it,
    or the match that was declared void, or that it is void.

    It is a correction itself, and can be undone. Sent twice, it is done once.
    """
    why = ruling_reason(reason)
    if (done := _undone_already(edit, number)) is not None:
        return done
    with _opened_far(edit, Act.UNDO) as (opened, reach):
        return _begin(opened, reach, _before(opened, number), why)


def amendment_answer(edit: Edit, *, number: int, is_yes: bool) -> Amendment:
    """Say yes or no to what somebody at the table wants to put right. The no of
    whoever proposed it takes it back."""
    with _opened_far(edit, Act.UNDO, is_answer=True) as (opened, reach):
        amendment = opened.match.amendments.filter(
            number=number, stage=AmendmentStage.PROPOSED
        ).first()
        if amendment is None or opened.actor is None:
            raise Refusal(
                "This proposal is no longer open. Reload the match page.",
                code="no-proposal",
            )
        if not is_yes:
            is_own = amendment.author_id == opened.actor.pk
            text = (
                f"{opened.actor} withdrew the correction."
                if is_own
                else f"{opened.actor} declined the correction."
            )
            _end(amendment, AmendmentStage.DECLINED, text)
            return amendment
        amendment.agreed = sorted({*amendment.agreed, opened.actor.pk})
        amendment.save()
        if has_consent(opened, amendment):
            refuse_former_master(opened, amendment)
            _carry_out(opened, reach, amendment)
    return amendment


@collector_paused()
def amendment_run(*, amendment_id: int) -> Amendment:
    """What a worker does. What has become impossible is told, and done with; what
    breaks is tried again, with longer pauses, and not for ever."""
    if not _claimed(amendment_id):
        return Amendment.objects.get(pk=amendment_id)
    edit = Edit(uid=amendment_uid(amendment_id), actor=None)
    try:
        with _opened_far(edit, Act.UNDO) as (opened, reach):
            amendment = Amendment.objects.select_for_update().get(pk=amendment_id)
            if amendment.stage != AmendmentStage.OWED:
                return amendment
            if amendment.version != opened.match.version:
                raise _changed_meanwhile()
            _carry_out(opened, reach, amendment)
    except Refusal as refusal:
        amendment = Amendment.objects.get(pk=amendment_id)
        _end(amendment, AmendmentStage.FAILED, str(refusal))
    return amendment


def amendments_due() -> list[int]:
    """Those that wait for a worker."""
    owed = Amendment.objects.filter(
        stage=AmendmentStage.OWED, next_try__lte=timezone.now()
    )
    return list(owed.order_by("pk").values_list("pk", flat=True)[:DUE_AT_ONCE])


def amendments_decline_overdue() -> int:
    """A correction that not everybody agreed to in time does not happen."""
    overdue = Amendment.objects.filter(
        stage=AmendmentStage.PROPOSED, answer_by__lte=timezone.now()
    )
    ids = list(overdue.order_by("pk").values_list("pk", flat=True)[:DUE_AT_ONCE])
    for one in ids:
        with transaction.atomic():
            found = overdue.select_for_update().filter(pk=one).first()
            if found is not None:
                why = "Not everyone agreed in time, so the result stays as it was."
                _end(found, AmendmentStage.DECLINED, why)
    return len(ids)


def _claimed(amendment_id: int) -> bool:
    """Whether to try it now. Counted before it is tried, so that what kills a worker
    is counted too."""
    now = timezone.now()
    with transaction.atomic():
        owed = Amendment.objects.select_for_update().filter(
            pk=amendment_id, stage=AmendmentStage.OWED, next_try__lte=now
        )
        amendment = owed.first()
        if amendment is None:
            return False
        if amendment.attempts >= TRIES:
            why = (
                f"The correction failed {TRIES} times, so nothing was changed. Please"
                " tell the people who run this site."
            )
            _end(amendment, AmendmentStage.FAILED, why)
            return False
        amendment.next_try = now + FIRST_PAUSE * 4**amendment.attempts
        amendment.attempts += 1
        amendment.save(update_fields=["attempts", "next_try"])
    return True


@transaction.atomic
def _end(amendment: Amendment, stage: AmendmentStage, why: str) -> None:
    """It will not be made, and those whom it concerns are told why."""
    amendment.stage, amendment.error = stage, why
    amendment.finished = timezone.now()
    amendment.save(update_fields=["stage", "error", "finished"])
    amendment_changed.send(sender=Amendment, amendment=amendment)


def _looked_far(
    edit: Edit, act: Act, *, is_answer: bool = False
) -> tuple[Opened, Reach]:
    """A match and all that its correction may reach, as they are this moment. Nothing
    is locked: a preview takes seconds, in which others go on playing."""
    match = Match.objects.filter(uid=edit.uid).first()
    if match is None:
        raise Http404("There is no such match.")
    opened = match_seen_to(match, edit.actor)
    refuse_without_say(opened, is_answer=is_answer)
    if edit.actor is not None:
        opened.refuse_closed()
    refuse_unless(act, opened.stage)
    if edit.version is not None and edit.version != match.version:
        raise _changed_meanwhile()
    return opened, reach_of(match)


@contextmanager
def _opened_far(
    edit: Edit, act: Act, *, is_answer: bool = False
) -> Iterator[tuple[Opened, Reach]]:
    """Lock a match, all that its correction may reach, and all their teams, each by
    ascending id."""
    with transaction.atomic():
        opened, reach = _looked_far(edit, act, is_answer=is_answer)
        rows = Match.objects.select_for_update().filter(pk__in=reach.locked)
        list(rows.order_by("pk").values_list("pk", flat=True))
        opened.match.refresh_from_db()
        if edit.version is not None and edit.version != opened.match.version:
            raise _changed_meanwhile()
        refuse_unless(act, opened.stage)
        ids = Team.objects.select_for_update().filter(pk__in=reach.teams)
        list(ids.order_by("pk").values_list("pk", flat=True))
        if reach_of(opened.match) != reach:
            raise _changed_meanwhile()
        yield opened, reach


def _preview(opened: Opened, reach: Reach, told: MatchReport | None) -> AmendPreview:
    found = _worked_out(opened, reach, told, is_preview=True).consequences
    match = opened.match
    return AmendPreview(
        uid=match.uid, version=match.version, is_void=told is None, **found
    )


def _begin(
    opened: Opened, reach: Reach, told: MatchReport | None, why: str
) -> Amendment:
    """Ask the others, leave it to a worker, or do it."""
    amendment = _new(opened, told, why)
    if not has_consent(opened, amendment):
        amendment.stage = AmendmentStage.PROPOSED
        found = _worked_out(opened, reach, told, is_preview=True)
        amendment.consequences = found.consequences
        amendment.answer_by = timezone.now() + timedelta(
            days=opened.terms.confirmation_days
        )
        amendment.save()
        amendment_changed.send(sender=Amendment, amendment=amendment)
    elif len(reach.matches) > AT_ONCE:
        amendment.stage = AmendmentStage.OWED
        amendment.save()
        amendment_owed.send(sender=Amendment, amendment_id=amendment.pk)
    else:
        _carry_out(opened, reach, amendment)
    return amendment


def _worked_out(
    opened: Opened,
    reach: Reach,
    told: MatchReport | None,
    *,
    reason: str = "",
    is_preview: bool = False,
) -> Correction:
    """What counted before the last correction has counted, and need not be checked."""
    last = last_done(opened.match)
    is_restored = last is not None and told == version_before(opened.match, last.number)
    return correction_of(
        opened,
        reach,
        told,
        reason=reason,
        is_restored=is_restored,
        is_preview=is_preview,
    )


def _refuse_while_waiting(match: Match) -> None:
    if match.amendments.filter(stage__in=WAITING).exists():
        raise Refusal(
            "Another correction of this match is still pending. Finish that one first.",
            code="correction-waits",
        )


def _before(opened: Opened, number: int) -> MatchReport | None:
    """What stood before a correction, which must be the last one."""
    _refuse_while_waiting(opened.match)
    if is_let_go(opened.match):
        raise Refusal(
            "The league has reopened this fixture, so this match stays void.",
            code="played-again",
        )
    last = last_done(opened.match)
    if last is None or last.number != number:
        raise Refusal(
            "You can undo only the last correction of a match. Reload the match page.",
            code="not-the-last",
        )
    return version_before(opened.match, number)


def _undone_already(edit: Edit, number: int) -> Amendment | None:
    """The same correction undone by the same person, sent once more."""
    found = Amendment.objects.filter(match__uid=edit.uid).select_related("match")
    last = found.order_by("number").last()
    if last is None or last.number <= number or edit.actor is None:
        return None
    is_own = last.author_id == edit.actor.pk
    is_alive = last.stage in (*WAITING, AmendmentStage.DONE)
    if not (is_own and is_alive and last_before(last) == number):
        return None
    told = None if last.content is None else read(last.content)
    return last if told == version_before(last.match, number) else None


def _as_told(opened: Opened, report: MatchReport | None) -> MatchReport | None:
    _refuse_while_waiting(opened.match)
    if report is None:
        return None
    told = mark_unknown_rounds(replace(report, notes=report.notes.strip()))
    if told == _current(opened.match):
        raise Refusal(
            "This is the same as the current result. Change something first.",
            code="nothing-changes",
        )
    return told


def _current(match: Match) -> MatchReport:
    return read(match.settlements.latest("revision").report.content)


def _done_already(edit: Edit, report: MatchReport | None) -> Amendment | None:
    """The same correction by the same person, sent once more."""
    last = Amendment.objects.filter(match__uid=edit.uid).select_related("match").last()
    if last is None or edit.actor is None or last.author_id != edit.actor.pk:
        return None
    is_waiting = last.stage in WAITING
    told = None if last.content is None else read(last.content)
    if told != report:
        return None
    is_void = last.match.stage == MatchStage.VOID
    is_there = is_void or (told is not None and _current(last.match) == told)
    return last if is_waiting or is_there else None


def _new(opened: Opened, told: MatchReport | None, reason: str) -> Amendment:
    last = opened.match.amendments.order_by("-number").first()
    actor = opened.actor
    return Amendment(
        match=opened.match,
        number=last.number + 1 if last else 1,
        content=None if told is None else as_plain(told),
        reason=reason,
        author=actor,
        version=opened.match.version,
        agreed=[actor.pk] if actor else [],
    )


def _carry_out(opened: Opened, reach: Reach, amendment: Amendment) -> None:
    told = None if amendment.content is None else read(amendment.content)
    correction = _worked_out(opened, reach, told, reason=amendment.reason)
    correction_write(correction, actor=amendment.author, reason=amendment.reason)
    amendment.stage, amendment.finished = AmendmentStage.DONE, timezone.now()
    amendment.consequences = correction.consequences
    if correction.is_void and told is not None:
        amendment.consequences |= {NEVER_WAS: True}
    amendment.save()
    amendment_changed.send(sender=Amendment, amendment=amendment)


def _changed_meanwhile() -> Conflict:
    return Conflict(
        "The match has changed since you loaded it. Reload it and try again.",
        field="version",
    )
