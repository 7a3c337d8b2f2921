"""A master who plays in a match decides nothing about its result alone (NM-07)."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine
from django.core.exceptions import PermissionDenied

from challenges import tasks
from challenges.models import Correction
from challenges.rules.reports.match_report import Presence, as_plain
from challenges.rules.stages import CorrectionStage, MatchStage, ReportKind
from challenges.selectors.match_page import get_match_page
from challenges.services.absences import forfeit_match
from challenges.services.corrections import answer_correction, undo_correction
from challenges.services.match_start import call_off_match
from challenges.services.reports import (
    confirm_overdue_reports,
    confirm_report,
    dispute_report,
    rule_on_report,
    submit_report,
)
from people.models import Person
from tests.cast import browser_of
from tests.challenges.test_amending import (
    amend,
    assert_sound,
    koban,
    report_of,
    with_scores,
)
from tests.challenges.test_match_api import act
from tests.challenges.test_reporting import code_of
from tests.challenges.verbs import Meeting, fixture, hosted, told
from tests.ledger import rule

pytestmark = [pytest.mark.django_db, rule("NM-07")]


def settled(*people: Person) -> Meeting:
    return fixture(*people).open().report(3, 1).confirm().settle()


def reversed_scores(meeting: Meeting, master: Person) -> Correction:
    return amend(meeting, master, with_scores(report_of(meeting), 1, 3))


def no_show(meeting: Meeting, person: Person, *absent: int) -> None:
    forfeit_match(
        meeting.by(person),
        absent=absent,
        presence=Presence.NO_SHOW,
        reason="I waited an hour.",
    )


class TestDispute:
    def test_only_master_cannot_rule_on_her_own_dispute(
        self, alice: Person, bob: Person
    ) -> None:
        with hosted(alice):
            meeting = fixture(alice, bob).open().report(3, 1)
            dispute_report(meeting.by(bob), reason="It was a draw.")
            own = {"reason": "I know.", "report": told(meeting, 5, 0)}
            for version in ({"reason": "I know.", "number": 1}, own):
                send: Callable[[], object] = lambda: rule_on_report(  # noqa: E731
                    meeting.by(alice),
                    **version,  # noqa: B023
                )
                assert code_of(send) == "own-match"
            assert meeting.stage == MatchStage.DISPUTED
            page = get_match_page(meeting.uid, alice)
            assert (page.may.rule, page.needs_consent) == (False, True)
            text = browser_of(alice).get(f"/matches/{meeting.uid}/").content.decode()
            assert "rule on it. It stays disputed until" in text

    def test_opponent_accepts_another_version_of_the_only_master(
        self, alice: Person, bob: Person
    ) -> None:
        with hosted(alice):
            meeting = fixture(alice, bob).open().report(3, 1)
            dispute_report(meeting.by(bob), reason="It was a draw.")
            submit_report(meeting.by(alice), report=told(meeting, 2, 2))
            assert meeting.stage == MatchStage.DISPUTED
            confirm_report(meeting.by(bob), number=2)
        assert meeting.stage == MatchStage.CONFIRMED

    def test_api_refuses_the_ruling_too(self, alice: Person, bob: Person) -> None:
        with hosted(alice):
            meeting = fixture(alice, bob).open().report(3, 1)
            dispute_report(meeting.by(bob), reason="It was a draw.")
            answer = act(browser_of(alice), meeting, "rule", reason="Mine.", number=1)
        assert answer.status_code == 422
        assert answer.json()["code"] == "own-match"

    def test_started_match_is_not_called_off_by_the_master_who_plays(
        self, alice: Person, bob: Person
    ) -> None:
        with hosted(alice):
            meeting = fixture(alice, bob)
            assert get_match_page(meeting.uid, alice).may.call_off
            meeting.open()
            assert not get_match_page(meeting.uid, alice).may.call_off
            call_off = lambda: call_off_match(meeting.by(alice))  # noqa: E731
            assert code_of(call_off) == "own-match"
        assert meeting.stage == MatchStage.OPEN


class TestCorrection:
    @pytest.mark.parametrize("is_void", [True, False])
    def test_correction_waits_for_the_opponent(
        self, alice: Person, bob: Person, is_void: bool
    ) -> None:
        with hosted(alice, rollback_policy="any_with_replay"):
            meeting = settled(alice, bob)
            before = koban(*meeting.tales)
            report = None if is_void else with_scores(report_of(meeting), 1, 3)
            asked = amend(meeting, alice, report)
            assert asked.stage == CorrectionStage.PROPOSED
            assert koban(*meeting.tales) == before
            again = lambda: answer_correction(  # noqa: E731
                meeting.by(alice), number=asked.number, is_yes=True
            )
            assert again().stage == CorrectionStage.PROPOSED, "her own yes adds nothing"
            shown = get_match_page(meeting.uid, bob).corrections.amendments[0]
            assert shown.may_answer
            done = answer_correction(meeting.by(bob), number=asked.number, is_yes=True)
        assert done.stage == CorrectionStage.DONE
        assert (meeting.stage == MatchStage.VOID) is is_void
        assert_sound()

    def test_opponent_declines_and_the_result_stays(
        self, alice: Person, bob: Person
    ) -> None:
        with hosted(alice, rollback_policy="any_with_replay"):
            meeting = settled(alice, bob)
            before = koban(*meeting.tales)
            asked = reversed_scores(meeting, alice)
            answer_correction(meeting.by(bob), number=asked.number, is_yes=False)
        asked.refresh_from_db()
        assert asked.stage == CorrectionStage.DECLINED
        assert koban(*meeting.tales) == before

    def test_silence_leaves_the_result(self, alice: Person, bob: Person) -> None:
        with hosted(alice, rollback_policy="any_with_replay"):
            meeting = settled(alice, bob)
            asked = reversed_scores(meeting, alice)
            with time_machine.travel(asked.answer_by + timedelta(minutes=1)):
                tasks.keep_deadlines()
        asked.refresh_from_db()
        assert asked.stage == CorrectionStage.DECLINED

    def test_one_comaster_who_does_not_play_is_enough(
        self, alice: Person, bob: Person, dana: Person
    ) -> None:
        with hosted(alice, dana, rollback_policy="any_with_replay"):
            meeting = settled(alice, bob)
            asked = reversed_scores(meeting, alice)
            assert asked.stage == CorrectionStage.PROPOSED
            shown = get_match_page(meeting.uid, dana).corrections.amendments[0]
            assert shown.may_answer
            done = answer_correction(meeting.by(dana), number=asked.number, is_yes=True)
        assert done.stage == CorrectionStage.DONE

    def test_comaster_who_plays_too_is_an_opponent(
        self, alice: Person, bob: Person
    ) -> None:
        with hosted(alice, bob, rollback_policy="any_with_replay"):
            meeting = settled(alice, bob)
            assert reversed_scores(meeting, bob).stage == CorrectionStage.PROPOSED
            done = answer_correction(meeting.by(alice), number=1, is_yes=True)
        assert done.stage == CorrectionStage.DONE

    def test_undoing_a_correction_needs_consent_as_well(
        self, alice: Person, bob: Person, dana: Person
    ) -> None:
        with hosted(alice, dana, rollback_policy="any_with_replay"):
            meeting = settled(alice, bob)
            amend(meeting, dana, None)
            assert meeting.stage == MatchStage.VOID
            undone = undo_correction(meeting.by(alice), number=1, reason="I won it.")
            assert undone.stage == CorrectionStage.PROPOSED
            assert meeting.stage == MatchStage.VOID

    def test_player_without_office_still_corrects_nothing(
        self, alice: Person, bob: Person
    ) -> None:
        with hosted(alice, rollback_policy="any_with_replay"):
            meeting = settled(alice, bob)
            with pytest.raises(PermissionDenied):
                reversed_scores(meeting, bob)

    def test_players_do_not_accept_what_a_former_master_proposed(
        self, alice: Person, bob: Person, dana: Person
    ) -> None:
        with hosted(alice, rollback_policy="any_with_replay"):
            meeting = settled(alice, bob)
            asked = reversed_scores(meeting, alice)
        with hosted(dana, rollback_policy="any_with_replay"):
            agree = lambda: answer_correction(  # noqa: E731
                meeting.by(bob), number=asked.number, is_yes=True
            )
            assert code_of(agree) == "author-not-master"

    def test_api_only_proposes(self, alice: Person, bob: Person) -> None:
        with hosted(alice, rollback_policy="any_with_replay"):
            meeting = settled(alice, bob)
            client = browser_of(alice)
            body = {"report": as_plain(with_scores(report_of(meeting), 1, 3))}
            for name, more in (("amend", body), ("void", {})):
                answer = act(client, meeting, name, reason="Mine.", **more).json()
                assert answer["corrections"]["amendments"][0]["stage"] == "proposed"
                act(client, meeting, "amend-answer", number=1, is_yes=False)
                if name == "amend":
                    meeting.match.corrections.all().delete()
        assert meeting.stage == MatchStage.SETTLED

    def test_pages_say_whose_consent_is_missing(
        self, alice: Person, bob: Person
    ) -> None:
        terms = {"name": "Moon Cup", "address": "/leagues/"}
        with hosted(alice, rollback_policy="any_with_replay", terms=terms):
            meeting = settled(alice, bob)
            client, address = browser_of(alice), f"/matches/{meeting.uid}/"
            preview = client.post(
                f"{address}correct/",
                {
                    "is_void": "on",
                    "reason": "Never played.",
                    "version": meeting.match.version,
                },
            ).content.decode()
            assert "so Bob has to agree first" in preview
            assert "Ask for consent" in preview
            amend(meeting, alice, None)
            page = browser_of(bob).get(address).content.decode()
            assert "once every opponent or a co-master agrees" in page
            assert "Yes, correct it" in page


class TestNoShow:
    def test_only_master_reports_a_no_show_for_the_opponent_to_confirm(
        self, alice: Person, bob: Person
    ) -> None:
        with hosted(alice):
            meeting = fixture(alice, bob)
            no_show(meeting, alice, 1)
            assert meeting.stage == MatchStage.REPORTED
            assert meeting.match.reports.get().kind == ReportKind.FIRST
            confirm_report(meeting.by(bob))
        assert meeting.stage == MatchStage.CONFIRMED

    def test_opponent_disputes_the_no_show(self, alice: Person, bob: Person) -> None:
        with hosted(alice):
            meeting = fixture(alice, bob)
            no_show(meeting, alice, 1)
            dispute_report(meeting.by(bob), reason="I was there.")
            send = lambda: rule_on_report(  # noqa: E731
                meeting.by(alice), reason="You were not.", number=1
            )
            assert code_of(send) == "own-match"
            assert meeting.stage == MatchStage.DISPUTED
            submit_report(meeting.by(bob), report=told(meeting, 1, 3))
            confirm_report(meeting.by(alice), number=2)
        assert meeting.stage == MatchStage.CONFIRMED

    def test_unanswered_no_show_counts_after_the_deadline(
        self, alice: Person, bob: Person
    ) -> None:
        with hosted(alice, result_confirmation="none"):
            meeting = fixture(alice, bob)
            no_show(meeting, alice, 1)
            assert meeting.stage == MatchStage.REPORTED
            late = meeting.match.confirm_by + timedelta(minutes=1)
            with time_machine.travel(late):
                assert confirm_overdue_reports() == 1
        assert meeting.stage == MatchStage.CONFIRMED

    def test_page_says_that_it_is_only_a_report(
        self, alice: Person, bob: Person
    ) -> None:
        with hosted(alice):
            meeting = fixture(alice, bob)
            page = browser_of(alice).get(f"/matches/{meeting.uid}/").content.decode()
        assert "your opponent can confirm or dispute it" in page
