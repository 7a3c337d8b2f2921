"""Reports: send, confirm, dispute and rule.

The author has agreed; the other participants confirm. Scrolls change only after that
(LEAGUE-17).
"""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress
from datetime import timedelta

from django.utils import timezone
from msgspec.structs import replace

from challenges.models import Draft, Match, Report, ReportAnswer
from challenges.rules.reports.confirmation import ConfirmationPolicy
from challenges.rules.reports.draft import apply_taps, build_report
from challenges.rules.reports.match_report import (
    Lineup,
    MatchReport,
    as_plain,
    mark_unknown_rounds,
    read_report,
)
from challenges.rules.reports.outcomes import team_reports
from challenges.rules.reports.sheet import build_sheet
from challenges.rules.reports.team_results import is_void_by_absence, void_sentence
from challenges.rules.stages import (
    WRONG_STAGE,
    MatchAction,
    MatchStage,
    ReportKind,
    ReportVerdict,
)
from challenges.selectors.access import get_confirmation_policy, list_confirmers
from challenges.selectors.match_host import MatchEvent
from challenges.selectors.report_drafts import read_taps
from challenges.services.locks import (
    CLOSED,
    Edit,
    LockedMatch,
    check_reason,
    lock_match,
)
from challenges.services.match_start import unlock_rosters
from challenges.services.settlements import queue_settlement
from kernel.errors import Refusal
from kernel.ids import ChallengeSlug
from rulebook.catalogue import catalogue
from teams.rules.reports.team_report import TeamReport
from teams.rules.text_input import REASON_LENGTH, tidy_text

OVERDUE_AT_ONCE = 200


def submit_report(
    edit: Edit, *, report: MatchReport | None = None, note: str = ""
) -> Report:
    """Send a report; without one, send the draft.

    A master who reports a match of others makes a ruling and gives a reason.
    """
    with lock_match(edit, MatchAction.REPORT) as locked:
        locked.refuse_unless_involved()
        is_ruling = locked.is_master and not locked.is_party
        why = check_reason(note, field="note") if is_ruling else ""
        lineup = locked.lineup()
        told = mark_unknown_rounds(report or _drafted(locked, lineup))
        reports = team_reports(told, lineup, catalogue())
        is_counter = locked.stage is MatchStage.DISPUTED
        kind = ReportKind.COUNTER if is_counter else ReportKind.FIRST
        disputed = _disputed(locked.match) if is_counter else ()
        if not is_ruling:
            _refuse_again(told, disputed)
        written = write_report(
            locked, told, ReportKind.RULING if is_ruling else kind, note
        )
        now, days = timezone.now(), timedelta(days=locked.terms.confirmation_days)
        # Silence does not confirm a report for masters, who are reminded instead, nor
        # one that was disputed.
        is_silence_yes = not (_table(locked).is_for_masters or disputed)
        locked.save_and_publish(
            MatchStage.DISPUTED if disputed else MatchStage.REPORTED,
            MatchEvent.REPORTED,
            reason=why,
            reported=now,
            confirm_by=now + days if is_silence_yes else None,
        )
        if is_ruling or not _awaited(locked, written):
            accept_report(locked, written, lineup, reports)
    return written


def _disputed(match: Match) -> tuple[MatchReport, ...]:
    """Return the reports that a person disputed; disputes by the site do not count."""
    found = match.reports.filter(
        answers__verdict=ReportVerdict.DISPUTED, answers__person__isnull=False
    )
    return tuple(read_report(one.content) for one in found.distinct())


def _refuse_again(told: MatchReport, disputed: Collection[MatchReport]) -> None:
    """Refuse a report that was already disputed, even with other notes."""
    if replace(told, notes="") in [replace(one, notes="") for one in disputed]:
        raise Refusal(
            "This report has already been disputed. Correct it, or agree on one of the"
            " reports.",
            code="disputed-already",
        )


def confirm_report(edit: Edit, *, number: int | None = None) -> Match:
    """Confirm a report, by default the last one."""
    with lock_match(edit, MatchAction.CONFIRM) as locked:
        locked.refuse_unless_involved()
        locked.refuse_if_closed()
        report = _report(locked.match, number)
        is_ruling = locked.is_master and not locked.is_party
        if locked.is_site and _table(locked).is_for_masters:
            # A master has to confirm, so the deadline no longer applies.
            locked.save_and_publish(None, None, confirm_by=None)
            return locked.match
        if not locked.is_site:
            if not is_ruling:
                _refuse_yes(locked, report)
            _answer(locked, report, ReportVerdict.CONFIRMED)
        if locked.is_site or is_ruling or not _awaited(locked, report):
            lineup = locked.lineup()
            reports = team_reports(read_report(report.content), lineup, catalogue())
            accept_report(locked, report, lineup, reports)
        else:
            locked.save_and_publish(None, None)
    return locked.match


def _refuse_yes(locked: LockedMatch, report: Report) -> None:
    """Refuse confirming your own report, or in place of a master."""
    if locked.actor is not None and report.author_id == locked.actor.pk:
        raise Refusal(
            "You wrote this report, so the others have to confirm it.",
            code="own-report",
        )
    if _table(locked).is_for_masters:
        raise Refusal(
            "In this league a ninja master confirms reports. If something is wrong,"
            " dispute it.",
            code="masters-confirm",
        )


def dispute_report(
    edit: Edit, *, reason: str, counter: MatchReport | None = None
) -> Match:
    """Dispute a report with a reason, and optionally a counter report."""
    with lock_match(edit, MatchAction.DISPUTE) as locked:
        locked.refuse_unless_involved()
        report = _report(locked.match, None)
        why = tidy_text(reason, length=REASON_LENGTH, field="reason")
        if not why:
            raise Refusal(
                "Say what is wrong with the report.", code="no-reason", field="reason"
            )
        if locked.actor is not None and report.author_id == locked.actor.pk:
            raise Refusal("You wrote this report yourself.", code="own-report")
        _answer(locked, report, ReportVerdict.DISPUTED, reason=why)
        if counter is not None:
            counter = mark_unknown_rounds(counter)
            team_reports(counter, locked.lineup(), catalogue())
            write_report(locked, counter, ReportKind.COUNTER, why)
        locked.save_and_publish(
            MatchStage.DISPUTED, MatchEvent.DISPUTED, reason=why, confirm_by=None
        )
    return locked.match


def rule_on_report(
    edit: Edit,
    *,
    reason: str,
    number: int | None = None,
    report: MatchReport | None = None,
) -> Match:
    """Rule on a dispute: choose a report or write one."""
    with lock_match(edit, MatchAction.RULE) as locked:
        locked.refuse_unless_judge()
        why = check_reason(reason)
        told = report or read_report(_report(locked.match, number).content)
        told = mark_unknown_rounds(told)
        lineup = locked.lineup()
        reports = team_reports(told, lineup, catalogue())
        written = write_report(locked, told, ReportKind.RULING, why)
        locked.save_and_publish(None, MatchEvent.RULED, reason=why)
        accept_report(locked, written, lineup, reports)
    return locked.match


def ask_opponents(locked: LockedMatch, report: Report) -> None:
    """Let the opponents confirm or dispute a report, whatever the league's policy."""
    now, days = timezone.now(), timedelta(days=locked.terms.confirmation_days)
    locked.save_and_publish(
        MatchStage.REPORTED,
        MatchEvent.REPORTED,
        reason=report.note,
        reported=now,
        confirm_by=now + days,
    )


def confirm_overdue_reports() -> int:
    """Confirm reports whose deadline has passed.

    A report that no longer fits its teams is disputed instead, so that everyone is
    notified once and can write the next one.
    """
    late = Match.objects.filter(
        stage=MatchStage.REPORTED, confirm_by__lte=timezone.now()
    )
    confirmed = 0
    for uid in late.order_by("confirm_by").values_list("uid", flat=True):
        edit = Edit(uid=uid, actor=None)
        try:
            confirmed += confirm_report(edit).stage == MatchStage.CONFIRMED
        except Refusal as refusal:
            if refusal.code not in (WRONG_STAGE, CLOSED):
                _dispute_overdue(edit, refusal)
        if confirmed == OVERDUE_AT_ONCE:
            break
    return confirmed


def _dispute_overdue(edit: Edit, refusal: Refusal) -> None:
    why = " ".join(part.sentence for part in refusal.parts)
    with suppress(Refusal):  # someone else was faster
        dispute_report(edit, reason=why[:REASON_LENGTH])


def _awaited(locked: LockedMatch, report: Report) -> frozenset[int]:
    """Return the people who still have to confirm."""
    return _table(locked).awaited(list_confirmers(report))


def _table(locked: LockedMatch) -> ConfirmationPolicy:
    return get_confirmation_policy(locked.match, locked.places, locked.terms)


def _drafted(locked: LockedMatch, lineup: Lineup) -> MatchReport:
    slug = ChallengeSlug(locked.match.challenge) or None
    sheet = build_sheet(lineup, slug, catalogue())
    draft = Draft.objects.filter(match=locked.match).first()
    return build_report(apply_taps(read_taps(draft), sheet), sheet)


def write_report(
    locked: LockedMatch, told: MatchReport, kind: ReportKind, note: str
) -> Report:
    return Report.objects.create(
        match=locked.match,
        number=locked.match.reports.count() + 1,
        kind=kind,
        content=as_plain(replace(told, notes=told.notes.strip())),
        author=locked.actor,
        note=tidy_text(note, length=REASON_LENGTH, field="note"),
    )


def _report(match: Match, number: int | None) -> Report:
    reports = match.reports.order_by("-number")
    found = reports.first() if number is None else reports.filter(number=number).first()
    if found is None:
        raise Refusal("There is no such report.", code="no-report", field="number")
    return found


def _answer(
    locked: LockedMatch, report: Report, verdict: ReportVerdict, *, reason: str = ""
) -> None:
    """Store an answer in place of an earlier one; the reason of a dispute is kept."""
    said = {"verdict": verdict, "created": timezone.now()}
    if reason:
        said["reason"] = reason
    ReportAnswer.objects.update_or_create(
        report=report, person=locked.actor, defaults=said
    )


def accept_report(
    locked: LockedMatch, report: Report, lineup: Lineup, reports: tuple[TeamReport, ...]
) -> None:
    """Accept a report and queue its settlement.

    A no-show may make the match void instead (LEAGUE-12).
    """
    told = read_report(report.content)
    if is_void_by_absence(told, lineup):
        unlock_rosters(locked)
        why = void_sentence(told, lineup)
        locked.save_and_publish(
            MatchStage.VOID, MatchEvent.VOIDED, reason=why, confirm_by=None
        )
        return
    # First, so that receivers can find the accepted report.
    queue_settlement(
        locked.match, report, reports, decision_days=locked.terms.decision_days
    )
    locked.save_and_publish(
        MatchStage.CONFIRMED,
        MatchEvent.CONFIRMED,
        confirmed=timezone.now(),
        confirm_by=None,
    )
