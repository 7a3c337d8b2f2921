"""A correction that reaches far asks and reckons no more often than it must."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from msgspec.structs import replace

from challenges.rules.reports.match_report import Deed, MatchReport
from challenges.services.corrections import correct_result
from challenges.services.locks import Edit
from teams.models import JournalLine
from teams.rules.journal import journal, replay, resettlement
from teams.rules.settlement import responders
from tests.challenges.past import History
from tests.league.laid_down import LaidDown, history

TEAMS = 4
SHORT, LONG = 20, 40  # few enough that no worker is needed


@dataclass(frozen=True, slots=True, kw_only=True)
class Counted:
    """What one correction of the first match took."""

    changed: int
    lines: int  # in all journals before it
    queries: int
    applied: int
    settled: int
    read: int


class Counter:
    """In the place of a function or class; counts how often it is called."""

    def __init__(self, real: Callable[..., Any]) -> None:
        self.real, self.calls = real, 0

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        self.calls += 1
        return self.real(*args, **kwargs)


def better(told: History) -> MatchReport:
    """The first match won so high that everything after it is another."""
    report = told.matches[0].report
    deed = Deed(event="injures_enemy", times=6, against=1)
    rows = tuple(replace(row, deeds=(deed,)) for row in report.teams[0].ninja)
    first = replace(report.teams[0], score=9, ninja=rows)
    return replace(report, teams=(first, report.teams[1]))


def corrected(
    matches: int, monkeypatch: pytest.MonkeyPatch, *, is_void: bool
) -> Counted:
    told = history(TEAMS, matches)
    applying = Counter(replay.apply_entry)
    settling = Counter(replay.Resettlement)
    reading = Counter(journal.decode_entry)
    with transaction.atomic(), monkeypatch.context() as patched:
        laid = LaidDown(told)
        lines = JournalLine.objects.count()
        for module in (replay, resettlement, responders):
            patched.setattr(module, "apply_entry", applying)
        patched.setattr(replay, "Resettlement", settling)
        patched.setattr(journal, "decode_entry", reading)
        edit = Edit(uid=laid.first.uid, actor=laid.master)
        with CaptureQueriesContext(connection) as asked:
            done = correct_result(
                edit, report=None if is_void else better(told), reason="For the count."
            )
        # The next one is laid down in the same place.
        transaction.set_rollback(True)
    return Counted(
        changed=len(done.consequences["matches"]),
        lines=lines,
        queries=len(asked),
        applied=applying.calls,
        settled=settling.calls,
        read=reading.calls,
    )


@pytest.mark.django_db
@pytest.mark.parametrize("is_void", [False, True])
def test_twice_as_many_matches_are_not_one_query_more(
    monkeypatch: pytest.MonkeyPatch, is_void: bool
) -> None:
    few = corrected(SHORT, monkeypatch, is_void=is_void)
    many = corrected(LONG, monkeypatch, is_void=is_void)
    assert few.changed < many.changed
    assert few.queries == many.queries


@pytest.mark.django_db
@pytest.mark.parametrize("is_void", [False, True])
@pytest.mark.parametrize("matches", [SHORT, LONG])
def test_every_game_is_settled_once_and_every_line_applied_once(
    monkeypatch: pytest.MonkeyPatch, matches: int, is_void: bool
) -> None:
    found = corrected(matches, monkeypatch, is_void=is_void)
    assert 0 < found.settled <= 2 * matches
    # A line of memory that no longer fits is tried in vain; that is rare.
    assert found.applied <= found.lines * 1.1
    # Journals are read to go through them, and what is left of them for statistics.
    assert found.read <= found.lines * 2.5
