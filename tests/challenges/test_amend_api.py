"""Correcting results as programs do."""

from __future__ import annotations

import pytest

from challenges.rules.reports.match_report import as_plain
from people.models import Person
from tests.cast import browser_of
from tests.challenges.test_amending import report_of, with_scores
from tests.challenges.test_match_api import act
from tests.challenges.verbs import fixture, hosted, opened

pytestmark = pytest.mark.django_db


def test_a_program_looks_corrects_and_declares_void(
    alice: Person, bob: Person, dana: Person
) -> None:
    client = browser_of(dana)
    with hosted(dana, rollback_policy="any_with_replay"):
        meeting = fixture(alice, bob).open().report(3, 1).confirm().settle()
        report = as_plain(with_scores(report_of(meeting), 1, 3))
        preview = act(client, meeting, "amend/preview", report=report).json()
        assert preview["version"] == meeting.match.version
        assert [one["name"] for one in preview["teams"]] == ["Open Furnace"] * 2
        body = {"report": report, "reason": "Upside down."}
        assert act(browser_of(alice), meeting, "amend", **body).status_code == 403
        done = act(client, meeting, "amend", version=preview["version"], **body).json()
        assert done["corrections"]["amendments"][0]["teams"] == preview["teams"]
        late = act(client, meeting, "void", reason="No.", version=preview["version"])
        assert late.status_code == 409
        void = act(client, meeting, "void", reason="Never played.").json()
        assert void["stage"] == "void"


def test_the_other_side_answers(alice: Person, bob: Person) -> None:
    meeting = opened(alice, bob).report(3, 1).confirm().settle()
    asked = act(browser_of(alice), meeting, "void", reason="Never played.").json()
    assert asked["corrections"]["amendments"][0]["stage"] == "proposed"
    said = act(browser_of(bob), meeting, "amend-answer", number=1, is_yes=True).json()
    assert said["stage"] == "void"
