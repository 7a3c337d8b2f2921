"""A report and what the others say to it: yes, no, or nothing until the deadline.

Whoever reports has agreed; the others at the table confirm, each for themselves.
Nothing touches a scroll before that (LEAGUE-17).
"""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress
from datetime import timedelta

from django.utils import timezone
from msgspec.structs import replace

from challenges.models import Answer, Draft, Match, Report
from challenges.rules.reports.confirmation import Table
from challenges.rules.reports.draft import report_of, values_of
from challenges.rules.reports.match_report import (
    Lineup,
    MatchReport,
    as_plain,
    mark_unknown_rounds,
    read,
)
from challenges.rules.reports.outcomes import team_reports
from challenges.rules.reports.sheet import sheet_of
from challenges.rules.reports.team_results import is_void_by_absence, never_was_words
from challenges.rules.stages import (
    WRONG_STAGE,
    Act,
    MatchStage,
    ReportKind,
    ReportVerdict,
)
from challenges.selectors.access import said_yes, table_of
from challenges.selectors.match_host import Change
from challenges.selectors.report_drafts import taps_of
from challenges.services.locks import CLOSED, Edit, Opened, match_opened, ruling_reason
from challenges.services.match_start import rosters_unlock
from challenges.services.settlements import settlement_owe
from kernel.errors import Refusal
from kernel.ids import ChallengeSlug
from rulebook.catalogue import catalogue
from teams.rules.reports.team_report import TeamReport
from teams.rules.text_input import REASON_LENGTH, tidy_text

OVERDUE_AT_ONCE = 200


def report_submit(
    edit: Edit, *, report: MatchReport | None = None, note: str = ""
) -> Report:
    """Say how it went. Without a report of one's own, the draft is sent in.

    What a master writes about a match of others is a ruling, and says why.
    """
    with match_opened(edit, Act.REPORT) as opened:
        opened.refuse_strangers()
        is_ruling = opened.is_master and not opened.is_party
        why = ruling_reason(note, field="note") if is_ruling else ""
        lineup = opened.lineup()
        told = mark_unknown_rounds(report or _drafted(opened, lineup))
        reports = team_reports(told, lineup, catalogue())
        is_counter = opened.stage is MatchStage.DISPUTED
        kind = ReportKind.COUNTER if is_counter else ReportKind.FIRST
        disputed = _disputed(opened.match) if is_counter else ()
        if not is_ruling:
            _refuse_again(told, disputed)
        written = write_report(
            opened, told, ReportKind.RULING if is_ruling else kind, note
        )
        now, days = timezone.now(), timedelta(days=opened.terms.confirmation_days)
        # A master who has to say yes is reminded; their silence is none. Nor is that
        # of somebody who has said no.
        is_silence_yes = not (_table(opened).is_for_masters or disputed)
        opened.go_on(
            MatchStage.DISPUTED if disputed else MatchStage.REPORTED,
            Change.REPORTED,
            reason=why,
            reported=now,
            confirm_by=now + days if is_silence_yes else None,
        )
        if is_ruling or not _awaited(opened, written):
            accept_report(opened, written, lineup, reports)
    return written


def _disputed(match: Match) -> tuple[MatchReport, ...]:
    """What somebody has said no to; a no of the site alone keeps nothing open."""
    found = match.reports.filter(
        answers__verdict=ReportVerdict.DISPUTED, answers__person__isnull=False
    )
    return tuple(read(one.content) for one in found.distinct())


def _refuse_again(told: MatchReport, disputed: Collection[MatchReport]) -> None:
    """Nobody talks a no away by saying the same once more, with other notes or not."""
    if replace(told, notes="") in [replace(one, notes="") for one in disputed]:
        raise Refusal(
            "This report has already been disputed. Correct it, or agree on one of the"
            " reports.",
            code="disputed-already",
        )


def report_confirm(edit: Edit, *, number: int | None = None) -> Match:
    """Say yes to a report, the last one unless told otherwise."""
    with match_opened(edit, Act.CONFIRM) as opened:
        opened.refuse_strangers()
        opened.refuse_closed()
        report = _report(opened.match, number)
        is_ruling = opened.is_master and not opened.is_party
        if opened.is_site and _table(opened).is_for_masters:
            # Nobody's silence is a yes, if it ever was here.
            opened.go_on(None, None, confirm_by=None)
            return opened.match
        if not opened.is_site:
            if not is_ruling:
                _refuse_yes(opened, report)
            _answer(opened, report, ReportVerdict.CONFIRMED)
        if opened.is_site or is_ruling or not _awaited(opened, report):
            lineup = opened.lineup()
            reports = team_reports(read(report.content), lineup, catalogue())
            accept_report(opened, report, lineup, reports)
        else:
            opened.go_on(None, None)
    return opened.match


def _refuse_yes(opened: Opened, report: Report) -> None:
    """Nobody at the table says yes to their own report, or in a master's place."""
    if opened.actor is not None and report.author_id == opened.actor.pk:
        raise Refusal(
            "You wrote this report, so the others have to confirm it.",
            code="own-report",
        )
    if _table(opened).is_for_masters:
        raise Refusal(
            "In this league a ninja master confirms reports. If something is wrong,"
            " dispute it.",
            code="masters-confirm",
        )


def report_dispute(
    edit: Edit, *, reason: str, counter: MatchReport | None = None
) -> Match:
    """Say no, with a reason and, better still, with how it really went."""
    with match_opened(edit, Act.DISPUTE) as opened:
        opened.refuse_strangers()
        report = _report(opened.match, None)
        why = tidy_text(reason, length=REASON_LENGTH, field="reason")
        if not why:
            raise Refusal(
                "Say what is wrong with the report.", code="no-reason", field="reason"
            )
        if opened.actor is not None and report.author_id == opened.actor.pk:
            raise Refusal("You wrote this report yourself.", code="own-report")
        _answer(opened, report, ReportVerdict.DISPUTED, reason=why)
        if counter is not None:
            counter = mark_unknown_rounds(counter)
            team_reports(counter, opened.lineup(), catalogue())
            write_report(opened, counter, ReportKind.COUNTER, why)
        opened.go_on(MatchStage.DISPUTED, Change.DISPUTED, reason=why, confirm_by=None)
    return opened.match


def report_rule(
    edit: Edit,
    *,
    reason: str,
    number: int | None = None,
    report: MatchReport | None = None,
) -> Match:
    """The master's last word: one of the reports as it is, or one of their own."""
    with match_opened(edit, Act.RULE) as opened:
        opened.refuse_unless_judge()
        why = ruling_reason(reason)
        told = report or read(_report(opened.match, number).content)
        told = mark_unknown_rounds(told)
        lineup = opened.lineup()
        reports = team_reports(told, lineup, catalogue())
        written = write_report(opened, told, ReportKind.RULING, why)
        opened.go_on(None, Change.RULED, reason=why)
        accept_report(opened, written, lineup, reports)
    return opened.match


def ask_opponents(opened: Opened, report: Report) -> None:
    """Let the opponents confirm or dispute it, whatever the league's confirmation."""
    now, days = timezone.now(), timedelta(days=opened.terms.confirmation_days)
    opened.go_on(
        MatchStage.REPORTED,
        Change.REPORTED,
        reason=report.note,
        reported=now,
        confirm_by=now + days,
    )


def reports_confirm_overdue() -> int:
    """Silence counts as a yes once the deadline is over.

    A report that cannot count, because its teams have changed since, is disputed by
    the site: everybody is told once what is wrong with it, and can write the next one.
    """
    late = Match.objects.filter(
        stage=MatchStage.REPORTED, confirm_by__lte=timezone.now()
    )
    confirmed = 0
    for uid in late.order_by("confirm_by").values_list("uid", flat=True):
        edit = Edit(uid=uid, actor=None)
        try:
            confirmed += report_confirm(edit).stage == MatchStage.CONFIRMED
        except Refusal as refusal:
            if refusal.code not in (WRONG_STAGE, CLOSED):
                _dispute_overdue(edit, refusal)
        if confirmed == OVERDUE_AT_ONCE:
            break
    return confirmed


def _dispute_overdue(edit: Edit, refusal: Refusal) -> None:
    why = " ".join(part.sentence for part in refusal.parts)
    with suppress(Refusal):  # somebody was faster
        report_dispute(edit, reason=why[:REASON_LENGTH])


def _awaited(opened: Opened, report: Report) -> frozenset[int]:
    """Who has yet to say yes."""
    return _table(opened).awaited(said_yes(report))


def _table(opened: Opened) -> Table:
    return table_of(opened.match, opened.places, opened.terms)


def _drafted(opened: Opened, lineup: Lineup) -> MatchReport:
    slug = ChallengeSlug(opened.match.challenge) or None
    sheet = sheet_of(lineup, slug, catalogue())
    draft = Draft.objects.filter(match=opened.match).first()
    return report_of(values_of(taps_of(draft), sheet), sheet)


def write_report(
    opened: Opened, told: MatchReport, kind: ReportKind, note: str
) -> Report:
    return Report.objects.create(
        match=opened.match,
        number=opened.match.reports.count() + 1,
        kind=kind,
        content=as_plain(replace(told, notes=told.notes.strip())),
        author=opened.actor,
        note=tidy_text(note, length=REASON_LENGTH, field="note"),
    )


def _report(match: Match, number: int | None) -> Report:
    reports = match.reports.order_by("-number")
    found = reports.first() if number is None else reports.filter(number=number).first()
    if found is None:
        raise Refusal("There is no such report.", code="no-report", field="number")
    return found


def _answer(
    opened: Opened, report: Report, verdict: ReportVerdict, *, reason: str = ""
) -> None:
    """What somebody says last counts; why they once said no stays to be read."""
    said = {"verdict": verdict, "created": timezone.now()}
    if reason:
        said["reason"] = reason
    Answer.objects.update_or_create(report=report, person=opened.actor, defaults=said)


def accept_report(
    opened: Opened, report: Report, lineup: Lineup, reports: tuple[TeamReport, ...]
) -> None:
    """The report counts: what follows from it is owed from this moment on. If by it
    the game never was, nothing is (LEAGUE-12)."""
    told = read(report.content)
    if is_void_by_absence(told, lineup):
        rosters_unlock(opened)
        why = never_was_words(told, lineup)
        opened.go_on(MatchStage.VOID, Change.VOIDED, reason=why, confirm_by=None)
        return
    # First, so that whoever hears of it finds which report was accepted.
    settlement_owe(
        opened.match, report, reports, decision_days=opened.terms.decision_days
    )
    opened.go_on(
        MatchStage.CONFIRMED,
        Change.CONFIRMED,
        confirmed=timezone.now(),
        confirm_by=None,
    )
