"""What a correction asks of the database, and what it does not."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from msgspec.structs import replace

from challenges.rules.reports.match_report import Deed
from challenges.selectors.corrections import find_affected_matches
from challenges.services.corrections import preview_correction, preview_undo
from people.models import Person
from tests.challenges.test_amending import ANY, amend, met, report_of, with_scores
from tests.challenges.verbs import fixture, hosted

pytestmark = pytest.mark.django_db

LOCKS = ("BEGIN", "SAVEPOINT", "FOR UPDATE", "UPDATE ", "INSERT ")


def test_a_preview_locks_nothing(alice: Person, bob: Person, dana: Person) -> None:
    """It takes seconds in a large league, and SQLite has one lock for everybody."""
    with hosted(dana, rollback_policy=ANY):
        meeting = fixture(alice, bob).open().report(3, 1).confirm().settle()
        report = with_scores(report_of(meeting), 1, 3)
        with CaptureQueriesContext(connection) as asked:
            preview_correction(meeting.by(dana), report=report)
        amend(meeting, dana, report)
        with CaptureQueriesContext(connection) as undone:
            preview_undo(meeting.by(dana), number=1)
    for one in (*asked.captured_queries, *undone.captured_queries):
        assert not any(word in one["sql"] for word in LOCKS), one["sql"]


def test_it_takes_as_many_queries_for_many_matches_as_for_a_few(
    alice: Person, bob: Person, dana: Person
) -> None:
    counts = []
    with hosted(dana, rollback_policy=ANY):
        meeting = fixture(alice, bob).open().report(3, 1).confirm().settle()
        report = report_of(meeting)
        for more, times in ((2, 1), (0, 0), (0, 1), (5, 0), (0, 1)):
            for _ in range(more):
                met(*meeting.tales)
            deed = Deed(event="injures_enemy", times=times, against=1)
            rows = tuple(
                replace(row, deeds=(deed,) if times and row.ninja == 5 else ())
                for row in report.teams[0].ninja
            )
            part = replace(report.teams[0], ninja=rows)
            told = replace(report, teams=(part, report.teams[1]))
            with CaptureQueriesContext(connection) as asked:
                amend(meeting, dana, told)
            counts.append(
                (len(find_affected_matches(meeting.match).matches), len(asked))
            )
    assert [reached for reached, _ in counts] == [3, 3, 3, 8, 8]
    # The first two corrections of a match look up how it was told at first.
    assert len({asked for _, asked in counts[2:]}) == 1
