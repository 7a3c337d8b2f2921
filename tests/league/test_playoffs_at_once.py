"""Playoff matches that are decided at the same moment."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.http import Http404

from challenges.models import Match
from challenges.rules.reports.match_report import MatchReport, TeamPart
from challenges.selectors.match_host import MatchEvent
from challenges.services import absences
from challenges.services.absences import forfeit_match
from challenges.services.challenge_choice import choose_challenge
from challenges.services.locks import Edit
from challenges.services.match_start import start_match
from challenges.services.reports import confirm_report, submit_report
from kernel.errors import Refusal
from league.models.seasons import Season
from league.rules.league_templates import Kind
from league.services.competitions import match_host
from people.models import Person
from teams.services.reconciliation import reconcile_teams
from tests.at_once import at_once
from tests.cast import cast
from tests.league.stories import founded
from tests.league.test_competitions import begun, crowd, play
from tests.league.test_playoff_corrections import match_of, semifinal, turn_round
from tests.league.test_rounds import to_play
from tests.ledger import rule


@rule("LEAGUE-06")
@pytest.mark.usefixtures("transactional_db")
def test_semifinals_confirmed_at_once_lead_to_the_final(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """On PostgreSQL each waits until the other has written its result: neither sees
    that of the other yet. On SQLite writers queue anyway."""
    dana = cast("dana")
    season = _reported_semifinals(dana)
    semifinals = Match.objects.filter(fixture__competition__season=season)
    if connection.vendor != "sqlite":
        _meet_before(monkeypatch, MatchEvent.CONFIRMED, parties=2)
    met_with = at_once([_confirm(one) for one in semifinals], expected=Refusal)
    assert met_with == [None, None]
    (final,) = to_play(season)
    assert final.round is not None
    assert final.round.number == 2
    assert final.sides.filter(entrant__isnull=False).count() == 2


@rule("LEAGUE-06", "LEAGUE-18")
@pytest.mark.usefixtures("transactional_db")
def test_a_final_is_forfeited_while_a_correction_calls_it_off(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whoever comes first is done. The other is told to look again, or that there is no
    such match any more. Neither waits for what the other has while it has what the
    other waits for."""
    dana = cast("dana")
    season = _played_semifinals(dana)
    (final,) = to_play(season)
    forfeit = Edit(uid=match_of(final).uid, actor=dana)
    deeds = [
        lambda: turn_round(semifinal(season), dana),
        lambda: forfeit_match(forfeit, absent=[0], reason="Ill."),
    ]
    if connection.vendor != "sqlite":
        deeds[0] = _correct_while_forfeiting(monkeypatch, deeds[0])
    met_with = at_once(deeds, expected=(Refusal, Http404))
    assert [one for one in met_with if one is None] == [None]
    assert list(reconcile_teams()) == []


def _correct_while_forfeiting(
    monkeypatch: pytest.MonkeyPatch, correct: Callable[[], object]
) -> Callable[[], object]:
    """The correction begins once the final is locked to be forfeited, which goes on
    when the correction waits for something or has written its result."""
    is_locked, is_written = threading.Event(), threading.Event()
    refuse, told = absences._refuse_forfeit, match_host.notify_match_event

    def holds(*args: Any, **kwargs: Any) -> None:
        refuse(*args, **kwargs)
        is_locked.set()
        while not (is_written.is_set() or _somebody_waits()):
            pass

    def writes(*args: Any, **kwargs: Any) -> None:
        told(*args, **kwargs)
        if MatchEvent.AMENDED in args:
            is_written.set()

    def begins() -> object:
        is_locked.wait(timeout=30)
        try:
            return correct()
        finally:
            is_written.set()

    monkeypatch.setattr(absences, "_refuse_forfeit", holds)
    monkeypatch.setattr(match_host, "notify_match_event", writes)
    return begins


def _somebody_waits() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_locks WHERE NOT granted")
        return bool(cursor.fetchone()[0])


def _played_semifinals(master: Person) -> Season:
    league = founded(master, rollback_policy="any_with_replay")
    crowd(league, 4)
    season = begun(league, master, kind=Kind.PLAYOFFS, reach=4)
    for fixture in to_play(season):
        play(match_of(fixture), 3, 1)
    return season


def _reported_semifinals(master: Person) -> Season:
    league = founded(master)
    crowd(league, 4)
    season = begun(league, master, kind=Kind.PLAYOFFS, reach=4)
    report = MatchReport(teams=(TeamPart(score=3), TeamPart(score=1)))
    for fixture in to_play(season):
        match = match_of(fixture)
        edit = Edit(uid=match.uid, actor=match.places.get(number=0).person)
        choose_challenge(edit, challenge="brawl", together=True)
        start_match(edit)
        submit_report(edit, report=report)
    return season


def _confirm(match: Match) -> Callable[[], object]:
    person = match.places.get(number=1).person
    return lambda: confirm_report(Edit(uid=match.uid, actor=person))


def _meet_before(
    monkeypatch: pytest.MonkeyPatch, change: MatchEvent, *, parties: int
) -> None:
    """What follows from a change waits until all have written theirs."""
    gate = threading.Barrier(parties, timeout=30)
    told = match_host.notify_match_event

    def waits(*args: Any, **kwargs: Any) -> None:
        told(*args, **kwargs)
        if change in args:
            gate.wait()

    monkeypatch.setattr(match_host, "notify_match_event", waits)
