"""A report that was answered with a no, until everybody agrees or a master rules."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from challenges.models import Report
from challenges.rules.stages import MatchStage, ReportVerdict
from challenges.selectors.match_page import get_match_page
from challenges.services.reports import (
    confirm_overdue_reports,
    confirm_report,
    dispute_report,
    submit_report,
)
from people.models import Person
from tests.challenges.test_reporting import code_of
from tests.challenges.verbs import Meeting, fixture, hosted, opened, told
from tests.ledger import rule

pytestmark = pytest.mark.django_db


@pytest.fixture
def meeting(alice: Person, bob: Person) -> Meeting:
    return opened(alice, bob)


@rule("LEAGUE-17")
def test_nobodys_silence_ends_a_dispute(
    meeting: Meeting, alice: Person, bob: Person
) -> None:
    meeting.report(3, 1)
    counter = told(meeting, 1, 3)
    dispute_report(meeting.by(bob), reason="No.", counter=counter)
    submit_report(meeting.by(alice), report=told(meeting, 3, 2))
    assert meeting.match.confirm_by is None
    with time_machine.travel(timezone.now() + timedelta(days=90)):
        assert confirm_overdue_reports() == 0
    page = get_match_page(meeting.uid, alice)
    assert page.stage == MatchStage.DISPUTED
    assert page.may.confirm, "the other's story, though one's own is newer"
    confirm_report(meeting.by(alice), number=2)
    assert meeting.settlement.report.number == 2


@pytest.mark.parametrize("notes", ["", "Really."])
def test_what_was_disputed_is_not_reported_once_more(
    meeting: Meeting, alice: Person, bob: Person, notes: str
) -> None:
    meeting.report(3, 1)
    dispute_report(meeting.by(bob), reason="No.")
    again = told(meeting, 3, 1, notes=notes)
    for person in (alice, bob):
        send = lambda who: submit_report(meeting.by(who), report=again)  # noqa: E731
        assert code_of(lambda: send(person)) == "disputed-already"  # noqa: B023
    assert Report.objects.count() == 1
    assert meeting.stage == MatchStage.DISPUTED


def test_a_master_may_still_write_the_same(
    alice: Person, bob: Person, dana: Person
) -> None:
    with hosted(dana):
        meeting = fixture(alice, bob).open().report(3, 1)
        dispute_report(meeting.by(bob), reason="No.")
        same = told(meeting, 3, 1)
        submit_report(meeting.by(dana), report=same, note="I saw it.")
    assert meeting.stage == MatchStage.CONFIRMED


def test_after_a_no_of_the_site_alone_silence_is_a_yes_again(
    meeting: Meeting, alice: Person
) -> None:
    meeting.report(3, 1)
    dispute_report(meeting.by(None), reason="It cannot count.")
    submit_report(meeting.by(alice), report=told(meeting, 3, 2))
    assert meeting.stage == MatchStage.REPORTED
    assert meeting.match.confirm_by is not None


def test_who_said_no_and_then_yes_has_still_said_why(
    meeting: Meeting, bob: Person
) -> None:
    meeting.report(3, 1)
    dispute_report(meeting.by(bob), reason="Two of them.")
    confirm_report(meeting.by(bob), number=1)
    page = get_match_page(meeting.uid, bob)
    assert page.report is not None
    (answer,) = page.report.answers
    assert (answer.verdict, answer.reason) == (ReportVerdict.CONFIRMED, "Two of them.")
