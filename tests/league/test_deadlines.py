"""How long a league waits for answers, and whom it reminds meanwhile."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from challenges.models import Match, Settlement
from challenges.rules.reports.match_report import MatchReport, TeamPart
from challenges.rules.stages import MatchStage
from challenges.services.challenge_choice import choose_challenge
from challenges.services.locks import Edit
from challenges.services.match_start import start_match
from challenges.services.reports import confirm_overdue_reports, submit_report
from kernel.errors import Refusal
from league.models.communication import Notification, NotificationKind
from league.models.leagues import League
from league.selectors.home_page import get_todo_list
from league.services import leagues
from league.services.communication.reminders import send_due_reminders
from people.models import Person
from tests.league.stories import entered, founded
from tests.league.test_competitions import begun
from tests.ledger import rule

pytestmark = pytest.mark.django_db


def wait(league: League, master: Person, **days: int) -> None:
    leagues.edit_league(
        uid=league.uid,
        actor=master,
        name=league.name,
        blurb="",
        visibility="public",
        admission="open",
        **days,
    )


def reported(league: League, master: Person, alice: Person, bob: Person) -> Match:
    for person in (alice, bob):
        entered(league, person)
    begun(league, master)
    match = Match.objects.get()
    edit = Edit(uid=match.uid, actor=alice)
    choose_challenge(edit, challenge="brawl", together=True)
    start_match(edit)
    scores = MatchReport(teams=(TeamPart(score=2), TeamPart(score=1)))
    submit_report(edit, report=scores)
    match.refresh_from_db()
    return match


def told(person: Person, kind: NotificationKind) -> list[str]:
    found = Notification.objects.filter(person=person, kind=kind).order_by("pk")
    return list(found.values_list("words", flat=True))


class TestSettings:
    @rule("LEAGUE-17")
    def test_a_league_says_how_long_silence_lasts(
        self, dana: Person, alice: Person, bob: Person
    ) -> None:
        league = founded(dana)
        wait(league, dana, confirmation_days=10, decision_days=2)
        match = reported(league, dana, alice, bob)
        assert match.confirm_by is not None
        assert match.reported is not None
        assert match.confirm_by - match.reported == timedelta(days=10)
        (words,) = told(bob, NotificationKind.REPORTED)
        assert f"{match.confirm_by:%-d %b}" in words
        with time_machine.travel(match.confirm_by - timedelta(minutes=1)):
            assert confirm_overdue_reports() == 0
        with time_machine.travel(match.confirm_by + timedelta(minutes=1)):
            assert confirm_overdue_reports() == 1
            left = Settlement.objects.get().decide_by - timezone.now()
        assert timedelta(days=1) < left <= timedelta(days=2)

    def test_the_form_saves_it_and_the_log_tells(
        self, dana: Person, dana_client: Client
    ) -> None:
        league = founded(dana)
        sent = {
            "name": league.name,
            "blurb": "",
            "visibility": "public",
            "admission": "open",
            "confirmation_days": 5,
            "decision_days": 7,
            "version": league.version,
        }
        address = f"/leagues/{league.uid}/settings/"
        assert dana_client.post(address, sent).status_code == 302
        league.refresh_from_db()
        assert (league.confirmation_days, league.decision_days) == (5, 7)
        newest = league.audit_lines.all()[0]
        assert newest.wording == "Dana set the time to confirm a report to 5 days."

    @pytest.mark.parametrize("days", [0, 31])
    def test_there_are_limits(self, dana: Person, days: int) -> None:
        league = founded(dana)
        with pytest.raises(Refusal, match="1 to 30 days"):
            wait(league, dana, confirmation_days=days)


class TestReminders:
    def test_who_has_a_day_left_is_reminded_once(
        self, dana: Person, alice: Person, bob: Person
    ) -> None:
        match = reported(founded(dana), dana, alice, bob)
        assert match.confirm_by is not None
        assert send_due_reminders() == 0
        with time_machine.travel(match.confirm_by - timedelta(hours=20)):
            assert send_due_reminders() == 1
            assert send_due_reminders() == 0
        (words,) = told(bob, NotificationKind.REMINDER)
        assert "Without an answer it counts after" in words
        for person in (alice, dana):
            assert told(person, NotificationKind.REMINDER) == []

    @rule("LEAGUE-17")
    def test_where_a_master_confirms_masters_are_asked_and_reminded(
        self, dana: Person, alice: Person, bob: Person
    ) -> None:
        league = founded(dana, result_confirmation="ninja_master")
        match = reported(league, dana, alice, bob)
        (asked,) = told(dana, NotificationKind.REPORTED)
        assert "once you or another master confirms it" in asked
        (news,) = told(bob, NotificationKind.REPORTED)
        assert "A ninja master will confirm it" in news
        (line,) = get_todo_list(dana).disputes
        assert (line.match, line.is_report) == (match.uid, True)
        assert get_todo_list(bob).matches == ()
        start = timezone.now()
        for days, reminders in ((2, 0), (3, 1), (4, 1), (7, 2)):
            with time_machine.travel(start + timedelta(days=days, hours=1)):
                assert confirm_overdue_reports() == 0
                send_due_reminders()
                assert len(told(dana, NotificationKind.REMINDER)) == reminders
        assert told(bob, NotificationKind.REMINDER) == []
        match.refresh_from_db()
        assert match.stage == MatchStage.REPORTED

    def test_where_nobody_confirms_nobody_is_asked_to(
        self, dana: Person, alice: Person, bob: Person
    ) -> None:
        league = founded(dana, result_confirmation="none")
        reported(league, dana, alice, bob)
        (words,) = told(bob, NotificationKind.REPORTED)
        assert words.endswith("In this league, results count at once.")
