"""Playoff matches that are decided at the same moment."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection

from challenges import services as matches
from challenges.models import Match
from challenges.rules.match_report import MatchReport, TeamPart
from challenges.selectors import Change
from kernel.errors import Refusal
from league.models import Season
from league.rules.templates import Kind
from league.services import hosting
from people.models import Person
from tests.at_once import at_once
from tests.cast import cast
from tests.league.stories import founded
from tests.league.test_competitions import begun, crowd
from tests.league.test_playoff_corrections import match_of
from tests.league.test_rounds import to_play
from tests.ledger import rule


@rule("LEAGUE-06")
@pytest.mark.usefixtures("real_file")
def test_semifinals_confirmed_at_once_lead_to_the_final(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """On PostgreSQL each waits until the other has written its result: neither sees
    that of the other yet. On SQLite writers queue anyway."""
    dana = cast("dana")
    season = _reported_semifinals(dana)
    semifinals = Match.objects.filter(fixture__competition__season=season)
    if connection.vendor != "sqlite":
        _meet_before(monkeypatch, Change.CONFIRMED, parties=2)
    met_with = at_once([_confirm(one) for one in semifinals], expected=Refusal)
    assert met_with == [None, None]
    (final,) = to_play(season)
    assert final.round is not None
    assert final.round.number == 2
    assert final.sides.filter(entrant__isnull=False).count() == 2


def _reported_semifinals(master: Person) -> Season:
    league = founded(master)
    crowd(league, 4)
    season = begun(league, master, kind=Kind.PLAYOFFS, reach=4)
    report = MatchReport(teams=(TeamPart(score=3), TeamPart(score=1)))
    for fixture in to_play(season):
        match = match_of(fixture)
        edit = matches.Edit(uid=match.uid, actor=match.places.get(number=0).person)
        matches.match_set_challenge(edit, challenge="brawl", together=True)
        matches.match_open(edit)
        matches.report_submit(edit, report=report)
    return season


def _confirm(match: Match) -> Callable[[], object]:
    person = match.places.get(number=1).person
    return lambda: matches.report_confirm(matches.Edit(uid=match.uid, actor=person))


def _meet_before(
    monkeypatch: pytest.MonkeyPatch, change: Change, *, parties: int
) -> None:
    """What follows from a change waits until all have written theirs."""
    gate = threading.Barrier(parties, timeout=30)
    told = hosting.match_told

    def waits(*args: Any, **kwargs: Any) -> None:
        told(*args, **kwargs)
        if change in args:
            gate.wait()

    monkeypatch.setattr(hosting, "match_told", waits)
