"""Corrections undone: void matches that count again, and versions before the last."""

from __future__ import annotations

import pytest
from django.core.exceptions import PermissionDenied
from django.urls import reverse
from msgspec.structs import replace

from challenges.models import Correction, Settlement
from challenges.rules.stages import CorrectionStage, MatchStage, SettlementStage
from challenges.selectors.match_host import MatchEvent
from challenges.selectors.match_page import get_match_page
from challenges.services.corrections import (
    answer_correction,
    preview_undo,
    run_correction,
    undo_correction,
)
from challenges.services.locks import Edit
from kernel.errors import Conflict, Refusal
from people.models import Person
from teams.models import JournalLine
from teams.rules.state import TeamState
from tests.cast import browser_of
from tests.challenges.test_amend_views import fields_of
from tests.challenges.test_amending import (
    ANY,
    amend,
    assert_sound,
    koban,
    met,
    report_of,
    sentences,
    with_scores,
)
from tests.challenges.test_match_api import act
from tests.challenges.verbs import Meeting, fixture, hosted, opened
from tests.ledger import rule
from tests.verbs import Tale

pytestmark = pytest.mark.django_db


def undo(meeting: Meeting, by: Person, number: int) -> Correction:
    return undo_correction(meeting.by(by), number=number, reason="It was right before.")


def states(*tales: Tale) -> list[TeamState]:
    return [replace(tale.state, last_id=0) for tale in tales]


def played(alice: Person, bob: Person) -> Meeting:
    meeting = fixture(alice, bob).open()
    return meeting.report(3, 1, hurt=[3, 4], injuries={2: 4}).confirm().settle()


class TestReinstating:
    @rule("LEAGUE-18", "POST-02")
    def test_a_void_match_counts_again_with_its_dice(
        self, alice: Person, bob: Person, dana: Person
    ) -> None:
        with hosted(dana, rollback_policy=ANY) as league:
            meeting = played(alice, bob)
            met(*meeting.tales)
            before, report = states(*meeting.tales), report_of(meeting)
            amend(meeting, dana, None)
            foretold = preview_undo(meeting.by(dana), number=1)
            done = undo(meeting, dana, 1)
            assert (MatchEvent.REINSTATED, dana.pk) in league.heard
        assert not foretold.has_new_dice
        assert list(foretold.teams) == done.consequences["teams"]
        assert meeting.stage == MatchStage.SETTLED
        assert states(*meeting.tales) == before
        assert report_of(meeting) == report
        assert "The treasury changes from" in sentences(done)
        last = Settlement.objects.filter(match__uid=meeting.uid).latest("revision")
        assert last.stage == SettlementStage.DONE
        assert last.steps.count() == 4
        assert_sound()

    def test_whoever_says_it_twice_is_heard_once(
        self, alice: Person, bob: Person, dana: Person
    ) -> None:
        with hosted(dana, rollback_policy=ANY):
            meeting = fixture(alice, bob).open().report(3, 1).confirm().settle()
            amend(meeting, dana, None)
            done = undo(meeting, dana, 1)
            lines = JournalLine.objects.count()
            assert undo(meeting, dana, 1) == done
            assert JournalLine.objects.count() == lines
            # To undo that one is to declare it void once more, and so on.
            undo(meeting, dana, 2)
            assert meeting.stage == MatchStage.VOID
            undo(meeting, dana, 3)
            assert meeting.stage == MatchStage.SETTLED
        assert_sound()

    @rule("LEAGUE-18")
    def test_only_as_far_back_as_the_league_allows(
        self, alice: Person, bob: Person, dana: Person
    ) -> None:
        with hosted(dana):
            first = fixture(alice, bob).open().report(3, 1).confirm().settle()
            amend(first, dana, None)
            assert get_match_page(first.uid, dana).corrections.undoable == 1
            met(*first.tales)
            with pytest.raises(Refusal, match="has played since"):
                undo(first, dana, 1)
            assert get_match_page(first.uid, dana).corrections.undoable == 0

    def test_the_last_correction_only_by_the_master_and_with_a_reason(
        self, alice: Person, bob: Person, dana: Person
    ) -> None:
        with hosted(dana, rollback_policy=ANY):
            meeting = fixture(alice, bob).open().report(3, 1).confirm().settle()
            with pytest.raises(Refusal, match="only the last correction"):
                undo(meeting, dana, 1)
            seen = Edit(uid=meeting.uid, actor=dana, version=meeting.match.version)
            amend(meeting, dana, None)
            with pytest.raises(Refusal, match="Say why"):
                undo_correction(meeting.by(dana), number=1, reason=" ")
            with pytest.raises(PermissionDenied):
                undo(meeting, alice, 1)
            with pytest.raises(Conflict):
                undo_correction(seen, number=1, reason="Too late.")


class TestVersions:
    def test_an_amended_amendment_goes_back_step_by_step(
        self, alice: Person, bob: Person, dana: Person
    ) -> None:
        with hosted(dana, rollback_policy=ANY):
            meeting = played(alice, bob)
            first, before = report_of(meeting), states(*meeting.tales)
            second = with_scores(first, 1, 3)
            amend(meeting, dana, second)
            between = states(*meeting.tales)
            amend(meeting, dana, with_scores(first, 2, 2))
            with pytest.raises(Refusal, match="only the last correction"):
                undo(meeting, dana, 1)
            undo(meeting, dana, 2)
            assert (report_of(meeting), states(*meeting.tales)) == (second, between)
            amend(meeting, dana, first)
            assert states(*meeting.tales) == before
        assert_sound()

    def test_a_large_one_is_left_to_a_worker(
        self,
        alice: Person,
        bob: Person,
        dana: Person,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        with hosted(dana, rollback_policy=ANY):
            meeting = fixture(alice, bob).open().report(3, 1).confirm().settle()
            before = koban(*meeting.tales)
            amend(meeting, dana, None)
            monkeypatch.setattr("challenges.services.corrections.AT_ONCE", 0)
            owed = undo(meeting, dana, 1)
            assert owed.stage == CorrectionStage.OWED
            assert undo(meeting, dana, 1) == owed
            run_correction(correction_id=owed.pk)
        assert meeting.stage == MatchStage.SETTLED
        assert koban(*meeting.tales) == before
        assert_sound()

    def test_without_a_league_the_other_has_to_agree(
        self, alice: Person, bob: Person
    ) -> None:
        meeting = opened(alice, bob).report(3, 1).confirm().settle()
        before = koban(*meeting.tales)
        amend(meeting, alice, None)
        answer_correction(meeting.by(bob), number=1, is_yes=True)
        assert meeting.stage == MatchStage.VOID
        undo(meeting, alice, 1)
        assert meeting.stage == MatchStage.VOID
        answer_correction(meeting.by(bob), number=2, is_yes=True)
        assert meeting.stage == MatchStage.SETTLED
        assert koban(*meeting.tales) == before
        assert_sound()


def test_on_its_page(alice: Person, bob: Person, dana: Person) -> None:
    client = browser_of(dana)
    with hosted(dana, rollback_policy=ANY):
        meeting = fixture(alice, bob).open().report(3, 1).confirm().settle()
        before = koban(*meeting.tales)
        amend(meeting, dana, None)
        match = reverse("challenges:match", args=[meeting.uid])
        address = reverse("challenges:amend-undo", args=[meeting.uid, 1])
        assert address in client.get(match).content.decode()
        page = client.get(address).content.decode()
        assert f"to {before[0]} koban" in page
        sent = fields_of(page)
        empty = client.post(address, sent)
        assert empty.status_code == 422
        assert "Say why" in empty.content.decode()
        done = client.post(address, sent | {"reason": "It was played."}, follow=True)
        assert "Counts again" in done.content.decode()
        assert koban(*meeting.tales) == before
        assert client.get(address).status_code == 422
        assert browser_of(alice).get(address).status_code == 422


def test_as_programs_do(alice: Person, bob: Person, dana: Person) -> None:
    client = browser_of(dana)
    with hosted(dana, rollback_policy=ANY):
        meeting = fixture(alice, bob).open().report(3, 1).confirm().settle()
        act(client, meeting, "void", reason="Never played.")
        preview = act(client, meeting, "amend-undo/preview", number=1).json()
        assert preview["is_void"] is False
        body = {"number": 1, "reason": "It was.", "version": preview["version"]}
        done = act(client, meeting, "amend-undo", **body).json()
        shown = done["corrections"]["amendments"][0]
        assert (done["stage"], shown["is_reinstating"]) == ("settled", True)
        assert shown["teams"] == preview["teams"]
