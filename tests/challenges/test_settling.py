"""What follows from a report: once, whatever dies on the way."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.db import connection, transaction
from django.utils import timezone
from pytest_django import DjangoCaptureOnCommitCallbacks

from challenges import tasks
from challenges.models import Match, Settlement, SettlementStep
from challenges.rules.stages import MatchStage, SettlementStage
from challenges.selectors.match_host import MatchEvent
from challenges.selectors.match_page import get_match_page
from challenges.services.settlements import (
    confirm_dice,
    finish_settlement,
    list_due_settlements,
)
from kernel.ids import NinjaId
from people.models import Person
from teams.models import JournalLine
from teams.rules.journal.entries import Retired, RulesAdopted
from teams.rules.reports.team_report import MatchType
from teams.services.games import enter_dice
from teams.services.journal import Edit, Role, write_journal
from teams.services.reconciliation import reconcile_teams
from tests.challenges.verbs import Meeting, fixture, hosted, opened
from tests.ledger import rule
from tests.verbs import Tale

pytestmark = pytest.mark.django_db


class Killed(BaseException):
    """What a worker's death looks like from inside."""


@contextmanager
def dying_at(query: int) -> Iterator[None]:
    """Die instead of sending the query of this number."""
    sent = 0

    def watch(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        nonlocal sent
        sent += 1
        if sent == query:
            raise Killed
        return execute(sql, params, many, context)

    with connection.execute_wrapper(watch):
        yield


@contextmanager
def dying_before_commit() -> Iterator[None]:
    with transaction.atomic():
        yield
        raise Killed


def confirmed(alice: Person, bob: Person, **more: Any) -> Meeting:
    more.setdefault("injuries", {2: 3, 3: 1})
    return opened(alice, bob).report(3, 1, **more).confirm()


def told(tale: Tale) -> list[tuple[str, str]]:
    """The journal without its dice, which differ from try to try."""
    rows = JournalLine.objects.filter(team=tale.team_id).order_by("number")
    return [(row.kind, row.wording) for row in rows]


class TestOnce:
    @rule("POST-02", "REV-01")
    def test_every_team_gets_what_it_is_owed(self, alice: Person, bob: Person) -> None:
        meeting = confirmed(alice, bob)
        before = [tale.state.koban for tale in meeting.tales]
        meeting.run()
        after = [tale.state.koban for tale in meeting.tales]
        assert [b - a for a, b in zip(before, after, strict=True)] == [10, 6]
        winner = meeting.tales[0].state
        # Three injuries in a brawl are worth two each, and the All-Star three.
        assert tuple(winner.find(NinjaId(one)).xp for one in (2, 3)) == (9, 2)

    def test_running_it_again_changes_nothing(self, alice: Person, bob: Person) -> None:
        meeting = confirmed(alice, bob)
        meeting.run()
        versions = [tale.version for tale in meeting.tales]
        meeting.run()
        assert [tale.version for tale in meeting.tales] == versions

    @pytest.mark.slow
    def test_a_worker_may_die_at_any_query(self, alice: Person, bob: Person) -> None:
        meeting = confirmed(alice, bob, hurt=[4])
        point = transaction.savepoint()
        meeting.run()
        expected = [told(tale) for tale in meeting.tales]
        transaction.savepoint_rollback(point)
        deaths = 0
        for query in range(1, 500):
            point = transaction.savepoint()
            try:
                with dying_at(query):
                    meeting.run()
            except Killed:
                deaths += 1
            else:
                break
            meeting.run()
            assert [told(tale) for tale in meeting.tales] == expected, query
            assert SettlementStep.objects.filter(step="report").count() == 2
            transaction.savepoint_rollback(point)
        assert deaths > 30

    def test_reports_are_worked_out_with_the_treasuries_of_the_match(
        self, alice: Person, bob: Person
    ) -> None:
        """A robber takes what the others had, not what they have just earned."""
        meeting = confirmed(alice, bob)
        kept = meeting.settlement.reports
        meeting.run()
        assert meeting.settlement.reports == kept
        assert [one["match"] for one in kept] == [meeting.uid.hex] * 2

    def test_a_team_that_refuses_is_tried_again_and_holds_up_nobody(
        self, alice: Person, bob: Person
    ) -> None:
        meeting = confirmed(alice, bob)
        stuck = meeting.tales[0]
        write_journal(
            Edit(team_id=stuck.team_id, actor=None, role=Role.SITE),
            entries=[Retired(reason="Gone fishing.")],
        )
        settlement = meeting.run()
        assert settlement.stage == SettlementStage.OWED
        assert "not registered" in settlement.error
        assert settlement.next_try > timezone.now()
        assert meeting.tales[1].state.games == 1
        assert settlement.pk not in list_due_settlements()


class TestOutbox:
    def test_the_report_and_what_it_owes_are_committed_together(
        self, alice: Person, bob: Person
    ) -> None:
        meeting = opened(alice, bob).report()
        with pytest.raises(Killed), dying_before_commit():
            meeting.confirm()
        assert meeting.stage == MatchStage.REPORTED
        assert not Settlement.objects.exists()

    def test_the_hint_is_sent_after_the_commit(
        self,
        alice: Person,
        bob: Person,
        monkeypatch: pytest.MonkeyPatch,
        django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
    ) -> None:
        hints: list[int] = []
        monkeypatch.setattr(tasks.settle, "delay", hints.append)
        meeting = opened(alice, bob).report()
        with django_capture_on_commit_callbacks(execute=True):
            meeting.confirm()
            assert hints == []
        assert hints == [meeting.settlement.pk]

    def test_without_a_broker_celery_settles_in_the_same_process(
        self,
        alice: Person,
        bob: Person,
        monkeypatch: pytest.MonkeyPatch,
        django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
    ) -> None:
        """From the yes to the end by way of the real task, message and all."""
        monkeypatch.setitem(tasks.settle.app.conf, "task_always_eager", True)
        monkeypatch.setitem(tasks.settle.app.conf, "task_eager_propagates", True)
        meeting = opened(alice, bob).report()
        with django_capture_on_commit_callbacks(execute=True):
            meeting.confirm()
        assert meeting.stage == MatchStage.SETTLED
        assert meeting.settlement.steps.count() == 4
        assert [tale.state.games for tale in meeting.tales] == [1, 1]

    def test_a_hint_that_no_broker_takes_is_no_failure(
        self,
        alice: Person,
        bob: Person,
        monkeypatch: pytest.MonkeyPatch,
        django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
    ) -> None:
        def unreachable(_settlement_id: int) -> None:
            raise OSError("No broker.")

        monkeypatch.setattr(tasks.settle, "delay", unreachable)
        meeting = opened(alice, bob).report()
        with django_capture_on_commit_callbacks(execute=True):
            meeting.confirm()
        assert meeting.stage == MatchStage.CONFIRMED
        assert list_due_settlements() == [meeting.settlement.pk]

    def test_the_hint_goes_to_our_broker_from_any_thread(self) -> None:
        """Pages are served by threads that did not import the application."""
        with ThreadPoolExecutor(1) as thread:
            app = thread.submit(lambda: tasks.settle.app).result()
        assert app.main == "moonlight"
        assert app.conf.broker_url == settings.CELERY_BROKER_URL

    def test_the_sweeper_sends_again_what_got_lost(
        self, alice: Person, bob: Person, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(tasks.settle, "delay", tasks.settle.run)
        meeting = confirmed(alice, bob)
        with pytest.raises(Killed), dying_at(9):
            meeting.run()
        tasks.sweep()
        assert meeting.tales[0].state.games == 0, "its worker may still be at it"
        long_ago = timezone.now() - timedelta(minutes=5)
        Settlement.objects.update(next_try=long_ago)
        tasks.sweep()
        assert meeting.tales[0].state.games == 1


class TestDecisions:
    def test_dice_and_questions_wait_for_their_player(
        self, alice: Person, bob: Person
    ) -> None:
        meeting = confirmed(alice, bob, hurt=[4])
        settlement = meeting.run()
        assert settlement.stage == SettlementStage.OPEN
        assert meeting.stage == MatchStage.CONFIRMED
        assert meeting.tales[0].state.settling is not None
        assert meeting.tales[1].state.settling is None

    def test_with_the_last_answer_the_match_is_settled(
        self,
        alice: Person,
        bob: Person,
        django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
    ) -> None:
        meeting = confirmed(alice, bob, hurt=[4])
        meeting.run()
        tale = meeting.tales[0]
        with django_capture_on_commit_callbacks(execute=True):
            tale.settle()
        assert tale.state.settling is None
        assert meeting.stage == MatchStage.SETTLED
        assert meeting.settlement.stage == SettlementStage.DONE

    def test_the_sweeper_notices_what_nobody_told(
        self, alice: Person, bob: Person
    ) -> None:
        meeting = confirmed(alice, bob, hurt=[4])
        meeting.run()
        meeting.tales[0].settle()
        assert meeting.stage == MatchStage.CONFIRMED
        tasks.sweep()
        assert meeting.stage == MatchStage.SETTLED

    def test_a_passed_deadline_rolls_and_takes_the_defaults(
        self, alice: Person, bob: Person
    ) -> None:
        meeting = confirmed(alice, bob, hurt=[4], all_stars=False)
        meeting.run()
        tasks.keep_deadlines()
        assert meeting.stage == MatchStage.CONFIRMED
        Settlement.objects.update(decide_by=timezone.now() - timedelta(minutes=1))
        tasks.keep_deadlines()
        assert meeting.stage == MatchStage.SETTLED
        assert list(reconcile_teams()) == []

    @rule("POST-07")
    def test_where_only_the_site_rolls_nobody_is_waited_for(
        self, alice: Person, bob: Person, dana: Person
    ) -> None:
        with hosted(dana, dice_source="server") as league:
            meeting = adopting(fixture(alice, bob), dice_source="server")
            meeting.open().report(3, 1, hurt=[4]).confirm().run()
            rolled = [kind for kind, _ in told(meeting.tales[0])]
            assert "downtime-rolled" in rolled
            meeting.settle()
            assert league.heard[-1] == (MatchEvent.SETTLED, None)

    @rule("POST-07")
    def test_where_only_tables_roll_the_site_does_it_after_the_deadline_and_says_so(
        self, alice: Person, bob: Person, dana: Person
    ) -> None:
        with hosted(dana, dice_source="table"):
            meeting = adopting(fixture(alice, bob), dice_source="table")
            meeting.open().report(3, 1, hurt=[4]).confirm().run()
            meeting.tales[0].settle()
            assert meeting.tales[0].state.settling, "its player does not roll here"
            late = timezone.now() - timedelta(minutes=1)
            Settlement.objects.update(decide_by=late)
            tasks.keep_deadlines()
            assert meeting.stage == MatchStage.SETTLED
            progress = get_match_page(meeting.uid, bob).progress
        assert progress is not None
        (rolled,) = [line for line in progress.teams[0].lines if line.faces]
        assert (rolled.is_overdue, rolled.is_from_table) == (True, False)
        assert list(reconcile_teams()) == []


def adopting(meeting: Meeting, **knobs: Any) -> Meeting:
    """Bring its teams under these rules, as their league does."""
    for tale in meeting.tales:
        edit = Edit(team_id=tale.team_id, actor=None, role=Role.SITE)
        write_journal(edit, entries=[RulesAdopted(changes=knobs)])
    return meeting


@rule("EXP-10")
def test_only_matches_that_count_are_settled(alice: Person, bob: Person) -> None:
    meeting = opened(alice, bob, standing=MatchType.FRIENDLY).report(injuries={2: 9})
    meeting.confirm().run()
    assert meeting.tales[0].state.find(NinjaId(2)).xp == 0
    assert Match.objects.get(uid=meeting.uid).settled is not None


class TestEnteredDice:
    """POST-07: what was rolled at a table needs somebody else's word."""

    def entered(self, meeting: Meeting) -> Meeting:
        """Alice's downtime roll is entered; everything else follows."""
        meeting.open().report(3, 1, hurt=[4]).confirm().run()
        tale = meeting.tales[0]
        enter_dice(tale.edit, dice=["fire"])
        for one in meeting.tales:
            one.settle()
        finish_settlement(settlement_id=meeting.settlement.pk)
        return meeting

    @rule("POST-07")
    def test_an_opponent_confirms_them_before_the_match_is_settled(
        self, alice: Person, bob: Person, dana: Person
    ) -> None:
        with hosted(dana):
            meeting = self.entered(fixture(alice, bob))
            assert meeting.stage == MatchStage.CONFIRMED
            with pytest.raises(PermissionDenied):
                confirm_dice(meeting.by(alice), number=0)
            confirm_dice(meeting.by(bob), number=0)
            assert meeting.stage == MatchStage.SETTLED

    @rule("POST-07")
    def test_silence_until_the_deadline_is_a_yes(
        self, alice: Person, bob: Person, dana: Person
    ) -> None:
        with hosted(dana):
            meeting = self.entered(fixture(alice, bob))
            tasks.keep_deadlines()
            assert meeting.stage == MatchStage.CONFIRMED
            Settlement.objects.update(decide_by=timezone.now() - timedelta(minutes=1))
            tasks.keep_deadlines()
            assert meeting.stage == MatchStage.SETTLED

    @rule("POST-07")
    def test_dice_of_the_site_need_nobody(
        self, alice: Person, bob: Person, dana: Person
    ) -> None:
        with hosted(dana):
            meeting = fixture(alice, bob).open().report(3, 1, hurt=[4]).confirm()
            meeting.run()
            for tale in meeting.tales:
                tale.settle()
            finish_settlement(settlement_id=meeting.settlement.pk)
            assert meeting.stage == MatchStage.SETTLED
