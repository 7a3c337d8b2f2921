"""An archived league stays as it is, its matches too."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from challenges.models import Match, Settlement
from challenges.rules.reports.draft import Tap
from challenges.rules.reports.match_report import MatchReport, TeamPart
from challenges.rules.stages import MatchStage
from challenges.selectors.match_page import get_match_page
from challenges.services.absences import forfeit_match
from challenges.services.challenge_choice import choose_challenge
from challenges.services.corrections import correct_result
from challenges.services.locks import Edit
from challenges.services.match_start import call_off_match, start_match
from challenges.services.report_drafts import add_taps
from challenges.services.reports import (
    confirm_overdue_reports,
    confirm_report,
    dispute_report,
    submit_report,
)
from challenges.services.settlements import apply_defaults, run_settlement
from kernel.errors import Refusal
from league.models.competitions import Round
from league.models.leagues import League
from league.services import leagues
from league.services.communication.reminders import send_due_reminders
from league.services.competitions import rounds
from people.models import Person
from tests.league.stories import entered, founded
from tests.league.test_competitions import begun

pytestmark = pytest.mark.django_db

Act = Callable[[Edit], object]
REPORT = MatchReport(teams=(TeamPart(score=2), TeamPart(score=1)))


def _choose(edit: Edit) -> object:
    return choose_challenge(edit, challenge="brawl", together=True)


def _report(edit: Edit) -> object:
    return submit_report(edit, report=REPORT)


BEFORE: dict[MatchStage, tuple[Act, ...]] = {
    MatchStage.ARRANGED: (),
    MatchStage.OPEN: (_choose, start_match),
    MatchStage.REPORTED: (_choose, start_match, _report),
}
ACTS: tuple[tuple[MatchStage, Act], ...] = (
    (MatchStage.ARRANGED, _choose),
    (MatchStage.ARRANGED, lambda edit: forfeit_match(edit, absent=[0, 1])),
    (MatchStage.OPEN, _report),
    (MatchStage.OPEN, call_off_match),
    (
        MatchStage.OPEN,
        lambda edit: add_taps(edit, taps=[Tap(id="a", field="t0.score", add=1)]),
    ),
    (MatchStage.REPORTED, confirm_report),
    (MatchStage.REPORTED, lambda edit: dispute_report(edit, reason="No.")),
)


@pytest.fixture
def league(dana: Person, alice: Person, bob: Person) -> League:
    found = founded(dana)
    for person in (alice, bob):
        entered(found, person)
    begun(found, dana)
    return found


def brought_to(stage: MatchStage, alice: Person) -> Match:
    match = Match.objects.get()
    for act in BEFORE[stage]:
        act(Edit(uid=match.uid, actor=alice))
    return match


@pytest.mark.parametrize(("stage", "act"), ACTS)
def test_nobody_does_anything_with_its_matches(
    league: League,
    stage: MatchStage,
    act: Act,
    alice: Person,
    bob: Person,
    dana: Person,
) -> None:
    match = brought_to(stage, alice)
    leagues.archive_league(uid=league.uid, actor=dana)
    for person in (bob, dana):
        with pytest.raises(Refusal, match="can reopen it"):
            act(Edit(uid=match.uid, actor=person))
    match.refresh_from_db()
    assert match.stage == stage


def test_the_page_says_so_and_offers_nothing(
    league: League, alice: Person, dana: Person
) -> None:
    match = brought_to(MatchStage.ARRANGED, alice)
    assert get_match_page(match.uid, alice).may.choose
    leagues.archive_league(uid=league.uid, actor=dana)
    for person in (alice, dana):
        page = get_match_page(match.uid, person)
        assert "is archived" in page.closed
        assert not any(getattr(page.may, name) for name in page.may.__slots__)


def test_the_clock_waits_until_it_is_taken_out_again(
    league: League, alice: Person, dana: Person
) -> None:
    match = brought_to(MatchStage.REPORTED, alice)
    leagues.archive_league(uid=league.uid, actor=dana)
    with time_machine.travel(timezone.now() + timedelta(days=60)):
        for _ in range(2):
            assert confirm_overdue_reports() == 0
            assert send_due_reminders() == 0
        match.refresh_from_db()
        assert match.stage == MatchStage.REPORTED
        leagues.unarchive_league(uid=league.uid, actor=dana)
        assert confirm_overdue_reports() == 1


def test_its_rounds_neither_open_nor_close_and_nobody_is_reminded(
    dana: Person, alice: Person, bob: Person, charlie: Person
) -> None:
    league = founded(dana)
    tales = [entered(league, person) for person in (alice, bob, charlie)]
    begun(league, dana)
    versions = [tale.version for tale in tales]
    first, second, _ = Round.objects.order_by("number")
    assert first.closes is not None
    assert second.closes is not None
    leagues.archive_league(uid=league.uid, actor=dana)
    for moment in (first.closes - timedelta(hours=20), second.closes):
        with time_machine.travel(moment, tick=False):
            assert send_due_reminders() == 0
            assert rounds.open_due_rounds() == rounds.close_due_rounds() == 0
    assert [tale.version for tale in tales] == versions, "no bye is credited"
    assert not Round.objects.exclude(closed=None).exists()
    with time_machine.travel(second.closes, tick=False):
        leagues.unarchive_league(uid=league.uid, actor=dana)
        assert rounds.open_due_rounds() == 2
        assert rounds.close_due_rounds() == 2
    assert [tale.version for tale in tales] != versions


def test_a_settlement_that_has_begun_is_ended_and_not_corrected(
    league: League, alice: Person, bob: Person, dana: Person
) -> None:
    match = brought_to(MatchStage.REPORTED, alice)
    confirm_report(Edit(uid=match.uid, actor=bob))
    leagues.archive_league(uid=league.uid, actor=dana)
    owed = Settlement.objects.get().pk
    run_settlement(settlement_id=owed)
    apply_defaults(settlement_id=owed)
    match.refresh_from_db()
    assert match.stage == MatchStage.SETTLED
    edit = Edit(uid=match.uid, actor=dana)
    with pytest.raises(Refusal, match="is archived"):
        correct_result(edit, report=None, reason="It never was.")
    page = get_match_page(match.uid, dana)
    assert not page.corrections.may_correct


def test_its_settings_offer_what_can_be_done(
    league: League, dana: Person, dana_client: Client
) -> None:
    settings = f"/leagues/{league.uid}/settings/"
    assert "Create a new code" in dana_client.get(settings).content.decode()
    leagues.archive_league(uid=league.uid, actor=dana)
    page = dana_client.get(settings).content.decode()
    assert "Create a new code" not in page
    assert "Reopen the league" in page
