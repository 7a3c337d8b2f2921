"""What people are told: on the site, by mail, when they want it."""

from __future__ import annotations

from datetime import timedelta
from smtplib import SMTPException
from zoneinfo import ZoneInfo

import pytest
from django.conf import settings
from django.core import mail
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries
from pytest_django.fixtures import DjangoCaptureOnCommitCallbacks

from challenges.models import Match, Settlement
from challenges.rules.reports.match_report import (
    MatchReport,
    NinjaPart,
    Presence,
    TeamPart,
)
from challenges.services.absences import forfeit_match
from challenges.services.challenge_choice import choose_challenge
from challenges.services.corrections import correct_result, run_correction
from challenges.services.locks import Edit
from challenges.services.match_start import start_match
from challenges.services.reports import (
    confirm_report,
    dispute_report,
    rule_on_report,
    submit_report,
)
from challenges.services.settlements import apply_defaults, run_settlement
from kernel.errors import Refusal
from league import tasks
from league.models.communication import Notification, NotificationKind, OutgoingEmail
from league.models.competitions import Fixture
from league.models.leagues import Admission, AuditEntry, League
from league.selectors.communication.notifications import Wish, switches_of
from league.selectors.home_page import get_todo_list
from league.services.communication import notifications
from league.services.communication.reminders import send_due_reminders
from league.services.competitions.match_dates import accept_date, propose_dates
from league.services.house_rules import change_rules
from league.services.members import answer_join_request, request_to_join
from people.models import Person
from people.selectors import moment_words
from teams.selectors.journal_store import get_state
from tests.cast import browser_of
from tests.league.stories import entered, founded
from tests.league.test_competitions import begun, fixtures, play


@pytest.fixture
def league(dana: Person) -> League:
    return founded(dana)


@pytest.fixture
def fixture(league: League, dana: Person, alice: Person, bob: Person) -> Fixture:
    entered(league, alice)
    entered(league, bob)
    (made,) = fixtures(begun(league, dana))
    return made


@pytest.fixture
def match(fixture: Fixture) -> Match:
    assert fixture.match is not None
    return fixture.match


def told(person: Person, kind: NotificationKind) -> list[str]:
    found = Notification.objects.filter(person=person, kind=kind).order_by("pk")
    return list(found.values_list("words", flat=True))


def report(match: Match, author: Person) -> None:
    edit = Edit(uid=match.uid, actor=author)
    choose_challenge(edit, challenge="brawl", together=True)
    start_match(edit)
    scores = MatchReport(teams=(TeamPart(score=2), TeamPart(score=1)))
    submit_report(edit, report=scores)


class TestMatches:
    def test_a_draw_tells_everybody_whom_they_meet(
        self, fixture: Fixture, alice: Person, bob: Person, dana: Person
    ) -> None:
        assert fixture
        assert told(alice, NotificationKind.DRAWN) == [
            "Autumn has been drawn. You meet Bob's Band."
        ]
        assert told(bob, NotificationKind.DRAWN) == [
            "Autumn has been drawn. You meet Alice's Band."
        ]
        assert told(dana, NotificationKind.DRAWN) == []

    def test_a_report_asks_the_other_side_alone(
        self, match: Match, alice: Person, bob: Person
    ) -> None:
        report(match, alice)
        (words,) = told(bob, NotificationKind.REPORTED)
        assert words.startswith("Alice reported ")
        assert "Confirm it" in words
        assert told(alice, NotificationKind.REPORTED) == []
        notice = Notification.objects.get(person=bob, kind=NotificationKind.REPORTED)
        assert notice.address == f"/matches/{match.uid}/"

    def test_a_dispute_reaches_the_master_with_its_reason(
        self, match: Match, alice: Person, bob: Person, dana: Person
    ) -> None:
        report(match, alice)
        edit = Edit(uid=match.uid, actor=bob)
        dispute_report(edit, reason="It was a draw.")
        for person in (alice, dana):
            (words,) = told(person, NotificationKind.DISPUTED)
            assert "“It was a draw.”" in words
        assert told(bob, NotificationKind.DISPUTED) == []
        ruling = Edit(uid=match.uid, actor=dana)
        rule_on_report(ruling, reason="I saw it.", number=1)
        for person in (alice, bob):
            (words,) = told(person, NotificationKind.RULED)
            assert words.endswith("Reason: I saw it.")
        log = AuditEntry.objects.filter(kind__in=("match-disputed", "match-ruled"))
        reasons = [one.wording.partition(" Reason: ")[2] for one in log.order_by("pk")]
        assert reasons == ["It was a draw.", "I saw it."]

    def test_a_declared_no_show_is_told_with_its_reason(
        self, match: Match, alice: Person, dana: Person
    ) -> None:
        forfeit_match(
            Edit(uid=match.uid, actor=dana),
            absent=[0, 1],
            presence=Presence.NO_SHOW,
            reason="The hall was empty.",
        )
        (words,) = told(alice, NotificationKind.RULED)
        assert words.endswith("Reason: The hall was empty.")
        line = AuditEntry.objects.get(kind="match-reported")
        assert line.wording.endswith("Reason: The hall was empty.")

    def test_a_match_that_is_given_up_is_told_as_that(
        self, match: Match, alice: Person, bob: Person
    ) -> None:
        own = match.places.get(person=alice).number
        forfeit_match(Edit(uid=match.uid, actor=alice), absent=[own])
        (words,) = told(bob, NotificationKind.REPORTED)
        assert words.startswith("Alice conceded ")
        assert words.endswith("The result counts at once.")

    def test_a_master_who_reports_for_others_says_why(
        self, match: Match, alice: Person, dana: Person
    ) -> None:
        edit = Edit(uid=match.uid, actor=dana)
        choose_challenge(edit, challenge="brawl")
        start_match(edit)
        scores = MatchReport(teams=(TeamPart(score=2), TeamPart(score=1)))
        with pytest.raises(Refusal, match="Say why"):
            submit_report(edit, report=scores)
        assert not match.reports.exists()
        page = browser_of(dana).get(f"/matches/{match.uid}/report/")
        assert "Why are you reporting for them?" in page.content.decode()
        submit_report(edit, report=scores, note="Neither has a phone.")
        (words,) = told(alice, NotificationKind.RULED)
        assert words.endswith("Reason: Neither has a phone.")
        fixture = Fixture.objects.get(match=match)
        lines = fixture.competition.season.league.audit_lines.filter(is_override=True)
        assert lines.filter(
            kind="match-reported", wording__endswith="Reason: Neither has a phone."
        ).exists()

    def test_who_tells_a_disputed_match_anew_leaves_it_to_the_others(
        self, match: Match, alice: Person, bob: Person, dana: Person
    ) -> None:
        report(match, alice)
        counter = MatchReport(teams=(TeamPart(score=1), TeamPart(score=2)))
        edit = Edit(uid=match.uid, actor=bob)
        dispute_report(edit, reason="No, 1:2.", counter=counter)
        anew = MatchReport(teams=(TeamPart(score=2), TeamPart(score=2)))
        edit = Edit(uid=match.uid, actor=alice)
        submit_report(edit, report=anew)
        assert "“No, 1:2.”" in told(dana, NotificationKind.DISPUTED)[0]
        assert told(bob, NotificationKind.REPORTED)[-1].endswith(
            "Confirm it, or let a master rule."
        )
        assert told(dana, NotificationKind.DISPUTED)[-1].endswith(
            "The match is still disputed."
        )
        assert [one.match for one in get_todo_list(dana).disputes] == [match.uid]

    def test_choices_are_told_of_once_a_match(
        self, match: Match, alice: Person, bob: Person
    ) -> None:
        """Nobody was named as All-Star, so both have to choose one."""
        parts = tuple(
            TeamPart(
                score=place.number,
                ninja=tuple(
                    NinjaPart(ninja=one.id, was_fielded=True)
                    for one in get_state(place.team).available
                ),
            )
            for place in match.places.order_by("number")
        )
        edit = Edit(uid=match.uid, actor=alice)
        choose_challenge(edit, challenge="brawl", together=True)
        start_match(edit)
        submit_report(edit, report=MatchReport(teams=parts))
        confirm_report(Edit(uid=match.uid, actor=bob))
        owed = Settlement.objects.get(match=match).pk
        Person.objects.filter(pk=bob.pk).update(time_zone="Asia/Tokyo")
        run_settlement(settlement_id=owed)
        until = Settlement.objects.get(pk=owed).decide_by
        for person, zone in ((alice, "UTC"), (bob, "Asia/Tokyo")):
            (words,) = told(person, NotificationKind.SETTLED)
            moment = moment_words(until, ZoneInfo(zone))
            assert words.endswith(
                "has choices to make after its match. After"
                f" {moment} Moonlight decides for you."
            )
        apply_defaults(settlement_id=owed)
        for person in (alice, bob):
            _, words = told(person, NotificationKind.SETTLED)
            assert words.endswith("has been settled. See what it brought your team.")

    def test_a_correction_that_fails_later_is_told_to_who_wanted_it(
        self, match: Match, alice: Person, dana: Person, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        play(match, 2, 1)
        monkeypatch.setattr("challenges.services.corrections.AT_ONCE", 0)
        edit = Edit(uid=match.uid, actor=dana)
        owed = correct_result(edit, report=None, reason="Never played.")
        Match.objects.filter(pk=match.pk).update(version=99)
        run_correction(correction_id=owed.pk)
        (words,) = told(dana, NotificationKind.AMENDED)
        assert "was not corrected: The match has changed" in words
        assert told(alice, NotificationKind.AMENDED) == []

    def test_the_log_says_why_a_result_was_corrected(
        self, match: Match, dana: Person
    ) -> None:
        play(match, 2, 1)
        edit = Edit(uid=match.uid, actor=dana)
        correct_result(edit, report=None, reason="Never played.")
        line = AuditEntry.objects.get(kind="match-voided")
        assert line.wording.endswith(". Reason: Never played.")

    def test_a_correction_tells_each_side_what_changed_for_it(
        self, match: Match, alice: Person, bob: Person, dana: Person
    ) -> None:
        play(match, 2, 1)
        turned = MatchReport(teams=(TeamPart(score=1), TeamPart(score=2)))
        edit = Edit(uid=match.uid, actor=dana)
        correct_result(edit, report=turned, reason="The scores were swapped.")
        for person in (alice, bob):
            (words,) = told(person, NotificationKind.AMENDED)
            assert words.startswith("Dana corrected ")
            assert "Reason: The scores were swapped." in words
            assert f"{person}'s Band:" in words


class TestTheLeague:
    def test_dates_are_told_to_the_other_side(
        self, league: League, fixture: Fixture, alice: Person, bob: Person
    ) -> None:
        alice.time_zone = "Asia/Tokyo"
        alice.save()
        date = timezone.now() + timedelta(days=3)
        where = {"uid": league.uid, "fixture_id": fixture.pk}
        propose_dates(**where, actor=alice, dates=[date])
        assert len(told(bob, NotificationKind.DATES)) == 1
        assert told(alice, NotificationKind.DATES) == []
        date = date.replace(microsecond=0)
        accept_date(**where, actor=bob, date=date)
        (words,) = told(alice, NotificationKind.DATES)
        assert f" is on {moment_words(date, ZoneInfo('Asia/Tokyo'))}." in words

    def test_requests_and_answers(self, dana: Person, alice: Person) -> None:
        closed = founded(dana, "Closed")
        closed.admission = Admission.REQUEST
        closed.save()
        asked = request_to_join(uid=closed.uid, person=alice)
        assert told(dana, NotificationKind.JOINING) == [
            "Alice asks to join the league."
        ]
        answer_join_request(
            uid=closed.uid, actor=dana, request_id=asked.pk, is_accepted=True
        )
        (words,) = told(alice, NotificationKind.JOINING)
        assert "You're in" in words

    def test_new_house_rules_reach_all_members_but_their_author(
        self, league: League, dana: Person, alice: Person
    ) -> None:
        entered(league, alice)
        change_rules(uid=league.uid, actor=dana, changes={"games_per_week": 1})
        (words,) = told(alice, NotificationKind.RULES)
        assert "changed the house rules" in words
        assert told(dana, NotificationKind.RULES) == []

    def test_reminders_come_once_a_day_before_the_round_closes(
        self, fixture: Fixture, alice: Person, bob: Person
    ) -> None:
        bob.time_zone = "Asia/Tokyo"
        bob.save()
        assert send_due_reminders() == 0
        window = fixture.round
        assert window is not None
        window.opens = timezone.now() - timedelta(days=6)
        window.closes = timezone.now() + timedelta(hours=20)
        window.save()
        assert send_due_reminders() == 1
        assert send_due_reminders() == 0
        (words,) = told(alice, NotificationKind.REMINDER)
        assert "has no date yet" in words
        assert words.endswith("(UTC).")
        assert told(bob, NotificationKind.REMINDER)[0].endswith("(Asia/Tokyo).")
        letter = OutgoingEmail.objects.get(person=bob, kind=NotificationKind.REMINDER)
        assert letter.body.endswith("(Asia/Tokyo).")

    def test_who_owes_an_answer_is_reminded_and_nobody_else(
        self, league: League, fixture: Fixture, alice: Person, bob: Person
    ) -> None:
        date = timezone.now() + timedelta(days=5)
        propose_dates(uid=league.uid, actor=alice, fixture_id=fixture.pk, dates=[date])
        step = fixture.date_steps.get()
        window = fixture.round
        assert window is not None
        window.opens = timezone.now() - timedelta(days=3)
        window.save()
        assert send_due_reminders() == 0
        step.created = timezone.now() - timedelta(days=2, hours=3)
        step.save()
        assert send_due_reminders() == 1
        (words,) = told(bob, NotificationKind.REMINDER)
        assert "Answer the dates" in words
        assert told(alice, NotificationKind.REMINDER) == []


class TestSwitches:
    def test_nothing_is_told_of_what_is_switched_off(
        self, league: League, alice: Person, bob: Person
    ) -> None:
        off = {"news": Wish(on_site=False, by_mail=False)}
        notifications.set_preferences(person=alice, wanted=off)
        notifications.notify(
            [alice.pk, bob.pk], NotificationKind.NEWS, "News.", "/", league=league
        )
        assert Notification.objects.get().person == bob
        assert OutgoingEmail.objects.get().person == bob

    def test_the_page_shows_and_keeps_them(
        self, alice: Person, alice_client: Client
    ) -> None:
        page = alice_client.get("/leagues/notices/switches/").content.decode()
        assert "A newsletter was published" in page
        typed = {f"{one.kind}-site": "on" for one in switches_of(alice)}
        alice_client.post("/leagues/notices/switches/", {**typed, "sent": "1"})
        assert all(one.on_site and not one.by_mail for one in switches_of(alice))

    def test_a_link_in_the_mail_stops_its_kind_without_logging_in(
        self, visitor: Client, alice: Person
    ) -> None:
        token = notifications.make_unsubscribe_token(alice.pk, NotificationKind.NEWS)
        strict = Client(enforce_csrf_checks=True)
        address = f"/leagues/notices/stop/{token}/"
        assert visitor.get(address).status_code == 200
        by_mail = {one.kind: one.by_mail for one in switches_of(alice)}
        assert by_mail["news"], "Looking alone changes nothing: scanners look."
        assert strict.post(address).status_code == 200
        by_mail = {one.kind: one.by_mail for one in switches_of(alice)}
        assert not by_mail["news"]
        assert by_mail["reported"]
        assert visitor.get(f"{address[:-2]}x/").status_code == 404


class TestLetters:
    @pytest.fixture
    def letter(self, league: League, alice: Person) -> OutgoingEmail:
        notifications.notify(
            [alice.pk],
            NotificationKind.NEWS,
            "News & more.",
            "/leagues/",
            league=league,
        )
        return OutgoingEmail.objects.get()

    def test_a_letter_goes_out_once(self, letter: OutgoingEmail) -> None:
        assert notifications.send_due_emails() == 1
        assert notifications.send_due_emails() == 0
        assert notifications.send_email(letter_id=letter.pk) is False
        (sent,) = mail.outbox
        assert sent.to == ["alice@example.org"]
        assert sent.subject == "Moon Cup: News & more."
        assert f"{settings.SITE_ADDRESS}/leagues/" in sent.body
        assert "News & more." in sent.body
        assert sent.extra_headers["List-Unsubscribe"].startswith("<http")

    @pytest.mark.parametrize("kind", list(NotificationKind))
    def test_a_subject_is_short_and_the_letter_says_all(
        self, league: League, alice: Person, kind: NotificationKind
    ) -> None:
        league.name = "The very long-lived league of the northern valleys"
        words = (
            "Bob proposes another\nday for your match, " + "and why " * 20 + "it is."
        )
        notifications.set_preferences(
            person=alice, wanted={kind: Wish(on_site=True, by_mail=True)}
        )
        notifications.notify([alice.pk], kind, words, "/leagues/", league=league)
        notifications.send_due_emails()
        (sent,) = mail.outbox
        assert sent.subject.startswith("The very long-lived league of the n…: ")
        assert len(sent.subject) <= notifications.SUBJECT_SHOWN
        assert "\n" not in sent.subject
        assert words in sent.body

    def test_a_short_first_sentence_is_the_subject(
        self, league: League, alice: Person
    ) -> None:
        words = (
            "Season 1 has reached its end. " + "Close it, or give it another end. " * 3
        )
        notifications.notify(
            [alice.pk], NotificationKind.SEASON, words, "/leagues/", league=league
        )
        assert (
            OutgoingEmail.objects.get().subject
            == "Moon Cup: Season 1 has reached its end."
        )

    def test_a_mail_server_that_is_down_is_tried_again_and_not_for_ever(
        self, letter: OutgoingEmail, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def down(_self: object) -> None:
            raise SMTPException("Try later.")

        monkeypatch.setattr("django.core.mail.EmailMessage.send", down)
        for attempt in range(1, notifications.TRIES + 1):
            assert notifications.send_due_emails() == 0
            letter.refresh_from_db()
            assert letter.attempts == attempt
            assert letter.failure == "Try later."
            assert notifications.send_due_emails() == 0, "It waits before the next try."
            if letter.next_try is not None:
                letter.next_try = timezone.now()
                letter.save()
        assert letter.next_try is None

    def test_who_has_left_gets_no_mail(
        self, letter: OutgoingEmail, alice: Person
    ) -> None:
        alice.is_active = False
        alice.save()
        assert notifications.send_due_emails() == 0
        assert mail.outbox == []
        letter.refresh_from_db()
        assert letter.next_try is None

    def test_a_worker_hears_of_it_when_all_is_committed(
        self,
        league: League,
        alice: Person,
        monkeypatch: pytest.MonkeyPatch,
        django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
    ) -> None:
        monkeypatch.setattr(tasks.send_letters, "delay", tasks.send_letters)
        with django_capture_on_commit_callbacks(execute=True):
            notifications.notify(
                [alice.pk], NotificationKind.NEWS, "News.", "/", league=league
            )
            assert mail.outbox == []
        assert len(mail.outbox) == 1

    def test_the_clock_calls_every_task_of_ours(self) -> None:
        due = {one["task"] for one in settings.CELERY_BEAT_SCHEDULE.values()}
        assert {"league.letters", "league.remind", "league.rounds"} <= due
        for task in (tasks.remind, tasks.turn_rounds, tasks.forget):
            assert task.name in due


class TestThePage:
    def test_unread_ones_are_counted_and_reading_leads_on(
        self, league: League, alice: Person, alice_client: Client
    ) -> None:
        notifications.notify(
            [alice.pk], NotificationKind.NEWS, "Hear <me>!", "/teams/", league=league
        )
        count = alice_client.get("/leagues/notices/count/").content.decode()
        assert ">1<" in count
        page = alice_client.get("/leagues/notices/").content.decode()
        assert "Hear &lt;me&gt;!" in page
        notice = Notification.objects.get()
        answer = alice_client.post(f"/leagues/notices/{notice.pk}/")
        assert answer["Location"] == "/teams/"
        assert "1" not in alice_client.get("/leagues/notices/count/").content.decode()

    def test_nobody_reads_the_notices_of_others(
        self, alice: Person, bob_client: Client
    ) -> None:
        notifications.notify([alice.pk], NotificationKind.NEWS, "Secret.", "/")
        notice = Notification.objects.get()
        assert bob_client.post(f"/leagues/notices/{notice.pk}/").status_code == 404
        bob_client.post("/leagues/notices/read/")
        notice.refresh_from_db()
        assert notice.read is None
        assert "Secret." not in bob_client.get("/leagues/notices/").content.decode()

    def test_a_visitor_has_none(self, visitor: Client) -> None:
        assert visitor.get("/leagues/notices/count/").status_code == 204
        assert visitor.get("/leagues/notices/").status_code == 302

    def test_many_take_no_more_queries_than_one(
        self,
        league: League,
        bob: Person,
        django_assert_num_queries: DjangoAssertNumQueries,
    ) -> None:
        client = browser_of(bob)
        for times in (1, 40):
            for _ in range(times):
                notifications.notify(
                    [bob.pk], NotificationKind.NEWS, "News.", "/", league=league
                )
            with django_assert_num_queries(5):
                client.get("/leagues/notices/")
