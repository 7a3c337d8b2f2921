"""Reminders of what is due: a day before, once, and nobody is forgotten."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

import pytest
import time_machine
from django.utils import timezone

from league.models.communication import Notification, NotificationKind
from league.models.competitions import Fixture, Round
from league.services.communication import reminders
from league.services.communication.reminders import send_due_reminders
from people.models import Person
from tests.challenges.verbs import arranged, opened
from tests.league.stories import entered, founded
from tests.league.test_competitions import begun, fixtures

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)


def told(person: Person) -> list[str]:
    found = Notification.objects.filter(person=person, kind=NotificationKind.REMINDER)
    return list(found.order_by("pk").values_list("words", flat=True))


@contextmanager
def clock_at(moment: datetime | None) -> Iterator[None]:
    assert moment is not None
    with time_machine.travel(moment):
        yield


def test_who_has_not_answered_a_report_is_reminded_before_silence_is_a_yes(
    alice: Person, bob: Person
) -> None:
    meeting = opened(alice, bob).report(3, 1)
    deadline = meeting.match.confirm_by
    assert deadline is not None
    assert send_due_reminders() == 0
    with clock_at(deadline - 20 * HOUR):
        assert [send_due_reminders(), send_due_reminders()] == [1, 0]
    with clock_at(deadline - HOUR):
        assert send_due_reminders() == 0
    (words,) = told(bob)
    assert "Confirm it or say what is wrong" in words
    assert told(alice) == []


def test_who_has_something_to_choose_is_reminded_and_nobody_else(
    alice: Person, bob: Person
) -> None:
    meeting = opened(alice, bob).report(3, 1, all_stars=False).confirm()
    meeting.run()
    meeting.tales[0].settle()
    with clock_at(meeting.settlement.decide_by - HOUR):
        assert [send_due_reminders(), send_due_reminders()] == [1, 0]
    (words,) = told(bob)
    assert "choices to make" in words
    assert told(alice) == []


def test_a_match_that_nobody_reports_is_not_forgotten(
    alice: Person, bob: Person
) -> None:
    meeting = opened(alice, bob)
    with clock_at(timezone.now() + 23 * HOUR):
        assert send_due_reminders() == 0
    with clock_at(timezone.now() + 30 * HOUR):
        assert [send_due_reminders(), send_due_reminders()] == [1, 0]
    for person in (alice, bob):
        (words,) = told(person)
        assert words.endswith("has started, but no one has reported it.")
    meeting.report(3, 1)
    with clock_at(timezone.now() + 31 * HOUR):
        assert send_due_reminders() == 0


def test_what_is_done_or_not_begun_reminds_nobody(alice: Person, bob: Person) -> None:
    arranged(alice, bob)
    opened(alice, bob).report(3, 1).confirm().settle()
    for days in range(10):
        with clock_at(timezone.now() + timedelta(days=days)):
            assert send_due_reminders() == 0


def test_many_that_are_not_due_do_not_hide_the_one_that_is(
    alice: Person, bob: Person, dana: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reminders, "AT_ONCE", 1)
    league = founded(dana)
    for person in (alice, bob, dana):
        entered(league, person)
    found = [one for one in fixtures(begun(league, dana)) if one.match is not None]
    assert len(found) == 3
    now = timezone.now()
    Round.objects.update(opens=now - HOUR, closes=now + 2 * HOUR)
    Fixture.objects.exclude(pk=found[2].pk).update(reminded=now)
    with clock_at(now + HOUR):
        assert send_due_reminders() == 1
