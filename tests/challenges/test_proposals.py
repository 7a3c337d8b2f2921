"""Corrections outside of leagues, to which everybody at the table has to agree."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.http import Http404

from challenges import tasks
from challenges.rules.stages import CorrectionStage, MatchStage
from challenges.services.corrections import answer_correction
from kernel.errors import Refusal
from people.models import Person
from tests.challenges.test_amending import (
    amend,
    assert_sound,
    koban,
    report_of,
    with_scores,
)
from tests.challenges.verbs import opened

pytestmark = pytest.mark.django_db


class TestByAgreement:
    """Outside of leagues nobody rules, so everybody at the table has to agree."""

    def test_the_other_side_says_yes(self, alice: Person, bob: Person) -> None:
        meeting = opened(alice, bob).report(3, 1).confirm().settle()
        before = koban(*meeting.tales)
        asked = amend(meeting, alice, with_scores(report_of(meeting), 1, 3))
        assert asked.stage == CorrectionStage.PROPOSED
        assert asked.consequences["teams"]
        assert koban(*meeting.tales) == before
        done = answer_correction(meeting.by(bob), number=asked.number, is_yes=True)
        assert done.stage == CorrectionStage.DONE
        assert koban(*meeting.tales) == [before[0] - 4, before[1] + 4]
        assert_sound()

    def test_or_no(self, alice: Person, bob: Person) -> None:
        meeting = opened(alice, bob).report(3, 1).confirm().settle()
        before = koban(*meeting.tales)
        asked = amend(meeting, alice, None)
        answer_correction(meeting.by(bob), number=asked.number, is_yes=False)
        assert koban(*meeting.tales) == before
        assert meeting.stage == MatchStage.SETTLED

    def test_who_proposed_it_may_take_it_back(self, alice: Person, bob: Person) -> None:
        meeting = opened(alice, bob).report(3, 1).confirm().settle()
        asked = amend(meeting, alice, None)
        with pytest.raises(Refusal, match="Another correction"):
            amend(meeting, bob, with_scores(report_of(meeting), 1, 3))
        answer_correction(meeting.by(alice), number=asked.number, is_yes=False)
        asked.refresh_from_db()
        assert (asked.stage, asked.error) == (
            "declined",
            "Alice withdrew the correction.",
        )
        assert amend(meeting, bob, None).stage == CorrectionStage.PROPOSED

    def test_silence_is_a_no(self, alice: Person, bob: Person) -> None:
        meeting = opened(alice, bob).report(3, 1).confirm().settle()
        before = koban(*meeting.tales)
        asked = amend(meeting, alice, with_scores(report_of(meeting), 1, 3))
        assert asked.answer_by is not None
        with time_machine.travel(asked.answer_by - timedelta(minutes=1)):
            tasks.keep_deadlines()
        asked.refresh_from_db()
        assert asked.stage == CorrectionStage.PROPOSED
        with time_machine.travel(asked.answer_by + timedelta(minutes=1)):
            tasks.keep_deadlines()
        asked.refresh_from_db()
        assert asked.stage == CorrectionStage.DECLINED
        assert "in time" in asked.error
        assert koban(*meeting.tales) == before
        with pytest.raises(Refusal, match="no longer open"):
            answer_correction(meeting.by(bob), number=1, is_yes=True)

    def test_strangers_have_no_say(
        self, alice: Person, bob: Person, dana: Person
    ) -> None:
        meeting = opened(alice, bob).report(3, 1).confirm().settle()
        with pytest.raises(Http404):
            amend(meeting, dana, None)
