"""Matches outside of leagues: their people are told of them as well."""

from __future__ import annotations

import pytest

from challenges.rules.reports.match_report import MatchReport, TeamPart
from challenges.services.corrections import answer_correction, correct_result
from challenges.services.reports import dispute_report
from league.models.communication import Notification, NotificationKind
from league.selectors.home_page import get_todo_list
from people.models import Person
from tests.cast import browser_of
from tests.challenges.verbs import Meeting, arranged, opened

pytestmark = pytest.mark.django_db

TURNED = MatchReport(teams=(TeamPart(score=1), TeamPart(score=3)))


def told(person: Person, kind: NotificationKind) -> list[str]:
    found = Notification.objects.filter(person=person, kind=kind, league=None)
    return list(found.order_by("pk").values_list("words", flat=True))


@pytest.fixture
def settled(alice: Person, bob: Person) -> Meeting:
    return opened(alice, bob).report(3, 1).confirm().settle()


def propose(meeting: Meeting, person: Person) -> int:
    report = TURNED
    done = correct_result(
        meeting.by(person), report=report, reason="The scores were swapped."
    )
    return done.number


def test_an_invitation_is_told(alice: Person, bob: Person) -> None:
    meeting = arranged(alice, bob)
    (words,) = told(bob, NotificationKind.DRAWN)
    assert words.startswith("Alice invited you to a match:")
    assert told(alice, NotificationKind.DRAWN) == []
    assert Notification.objects.get(person=bob).address == f"/matches/{meeting.uid}/"


def test_who_has_to_confirm_a_report_learns_of_it(alice: Person, bob: Person) -> None:
    opened(alice, bob).report(3, 1)
    (words,) = told(bob, NotificationKind.REPORTED)
    assert "Confirm it or say what is wrong" in words
    assert told(alice, NotificationKind.REPORTED) == []


def test_a_dispute_reaches_who_reported(alice: Person, bob: Person) -> None:
    meeting = opened(alice, bob).report(3, 1)
    dispute_report(meeting.by(bob), reason="It was a draw.")
    (words,) = told(alice, NotificationKind.DISPUTED)
    assert "“It was a draw.”" in words


def test_both_are_told_what_they_may_choose_and_when_it_is_settled(
    alice: Person, bob: Person
) -> None:
    meeting = opened(alice, bob).report(3, 1, all_stars=False).confirm()
    meeting.run()
    for person in (alice, bob):
        assert "choices to make" in told(person, NotificationKind.SETTLED)[0]
    meeting.settle()
    for person in (alice, bob):
        assert "has been settled" in told(person, NotificationKind.SETTLED)[-1]


def test_a_proposed_correction_asks_and_shows_on_the_first_page(
    settled: Meeting, alice: Person, bob: Person
) -> None:
    assert get_todo_list(bob).matches == ()
    number = propose(settled, alice)
    (words,) = told(bob, NotificationKind.AMENDED)
    assert "Alice wants to correct" in words
    assert "The scores were swapped." in words
    assert "Without an answer nothing changes" in words
    (line,) = get_todo_list(bob).matches
    assert (line.uid, line.asks_for_correction) == (settled.uid, True)
    assert get_todo_list(alice).matches == ()
    assert "Answer a correction" in browser_of(bob).get("/").content.decode()
    page = browser_of(alice).get(f"/matches/{settled.uid}/").content.decode()
    assert "Withdraw it" in page
    assert "Everyone in the match has to agree." in page
    answer_correction(settled.by(bob), number=number, is_yes=True)
    assert get_todo_list(bob).matches == ()
    for person in (alice, bob):
        assert "Alice corrected" in told(person, NotificationKind.AMENDED)[-1]


def test_both_hear_that_a_correction_was_withdrawn(
    settled: Meeting, alice: Person, bob: Person
) -> None:
    number = propose(settled, alice)
    sent = {"number": number, "is_yes": "no", "version": settled.match.version}
    browser_of(alice).post(f"/matches/{settled.uid}/correct/answer/", sent)
    for person in (alice, bob):
        assert (
            "was not corrected: Alice withdrew the correction."
            in (told(person, NotificationKind.AMENDED)[-1])
        )
    assert get_todo_list(bob).matches == ()
