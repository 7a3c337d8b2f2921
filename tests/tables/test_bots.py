"""Bots, standing orders, and what happens when a job or an answer is lost."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from people.models import Person
from tables import tasks
from tables.games.base import Audience
from tables.models import Move, Table
from tables.selectors.access import get_table
from tables.selectors.state import get_state
from tables.services.bots import (
    answer_for_bots,
    list_tables_waiting_for_bots,
    pass_due_windows,
)
from tables.services.cleanup import check_table, delete_abandoned_tables
from tables.services.creation import start_now
from tables.services.play import concede_game, set_orders
from tests.tables.opponents import (
    bot_table,
    live_clock,
    next_line,
    open_table,
    play_on,
    viewer_for,
)

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Answers in windows come after a delay, which tests need not wait for."""
    monkeypatch.setattr("tables.services.bots.WINDOW_ANSWER_SECONDS", 0.0)


def test_bot_plays_until_a_person_has_to_decide(alice: Person) -> None:
    table = bot_table(alice)
    for _ in range(12):
        answer_for_bots(table.uid)
        table = get_table(table.uid)
        assert table.asked_seat == 0
        assert not table.waits_for_bot
        table = play_on(table, {0: alice})
    assert table.moves.filter(source="bot").exists()
    assert check_table(get_table(table.uid)) is None


def test_page_says_that_the_bot_is_thinking(alice: Person) -> None:
    table = bot_table(alice)
    while get_table(table.uid).asked_seat == 0:
        play_on(table, {0: alice})
    state = get_state(table.uid, Audience((0,)))
    assert state["table"]["thinking"]
    assert state["waiting"]["text"].startswith("Novice ")
    assert state["question"]["options"] == []


def test_sweeper_finds_a_table_whose_job_was_lost(
    alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = bot_table(alice)
    while get_table(table.uid).asked_seat == 0:
        play_on(table, {0: alice})
    assert list_tables_waiting_for_bots() == []
    before = timezone.now() - timedelta(minutes=1)
    Table.objects.filter(pk=table.pk).update(asked_at=before)
    sent: list[str] = []
    monkeypatch.setattr(tasks.answer_for_bots, "delay", sent.append)
    tasks.sweep()
    assert sent == [str(table.uid)]
    tasks.answer_for_bots(str(table.uid))
    assert get_table(table.uid).asked_seat == 0
    assert list_tables_waiting_for_bots() == []


def test_two_jobs_for_one_table_play_nothing_twice(alice: Person) -> None:
    table = bot_table(alice)
    while get_table(table.uid).asked_seat == 0:
        play_on(table, {0: alice})
    answer_for_bots(table.uid)
    count = Move.objects.count()
    assert answer_for_bots(table.uid) == 0
    assert Move.objects.count() == count


def test_bots_finish_a_game_with_a_person_who_concedes(alice: Person) -> None:
    table = bot_table(alice)
    concede_game(table.uid, viewer_for(alice))
    assert answer_for_bots(table.uid) in (0, 1)
    assert get_table(table.uid).stage == "over"


def test_lieutenant_answers_in_the_activation_of_the_opponent(
    alice: Person, bob: Person
) -> None:
    table = open_table(alice, bob)
    for person in (alice, bob):
        set_orders(table.uid, viewer_for(person), lieutenant=True, pass_windows=False)
    people = {0: alice, 1: bob}
    for _ in range(300):
        table = play_on(table, people)
        answer_for_bots(table.uid)
        if Move.objects.filter(source="order").exists():
            break
    else:
        pytest.fail("Nobody was asked in an opponent's activation.")
    assert check_table(get_table(table.uid)) is None


def test_orders_are_shown_to_their_own_player_only(alice: Person, bob: Person) -> None:
    table = open_table(alice, bob)
    set_orders(table.uid, viewer_for(alice), lieutenant=True, pass_windows=False)
    own = get_state(table.uid, Audience((0,)))["table"]["seats"][0]
    assert own["orders"]["lieutenant"]
    assert "orders" not in get_state(table.uid, Audience((1,)))["table"]["seats"][0]


def test_window_that_nobody_answers_is_passed_when_its_time_is_up(
    alice: Person, bob: Person
) -> None:
    table = open_table(alice, bob, clock=live_clock())
    people = {0: alice, 1: bob}
    for _ in range(300):
        table = play_on(table, people)
        if table.asks_in_window:
            break
    clocks = [seat.seconds_left for seat in table.seats.all()]
    assert pass_due_windows() == 0
    before = timezone.now() - timedelta(seconds=50)
    Table.objects.filter(pk=table.pk).update(asked_at=before)
    assert pass_due_windows() == 1
    last = table.moves.last()
    assert last is not None
    assert (last.source, last.is_hidden) == ("clock", True)
    assert [seat.seconds_left for seat in table.seats.all()] == clocks


def test_clock_charges_the_player_who_thought(alice: Person, bob: Person) -> None:
    table = open_table(alice, bob, clock=live_clock())
    seat, _ = next_line(table)
    before = timezone.now() - timedelta(seconds=100)
    Table.objects.filter(pk=table.pk).update(asked_at=before)
    play_on(table, {0: alice, 1: bob})
    left = table.seats.get(index=seat).seconds_left
    assert left is not None
    assert 495 < left < 512


def test_abandoned_tables_of_guests_are_deleted(alice: Person) -> None:
    kept = bot_table(alice)
    guest = start_now(viewer_for(alice))
    guest.seats.filter(person=alice).update(person=None, guest="f" * 64)
    old = timezone.now() - timedelta(days=8)
    Table.objects.update(updated_at=old)
    assert delete_abandoned_tables() == 1
    assert list(Table.objects.values_list("uid", flat=True)) == [kept.uid]


def test_setting_orders_charges_nobody(alice: Person, bob: Person) -> None:
    table = open_table(alice, bob, clock=live_clock())
    before = timezone.now() - timedelta(seconds=100)
    Table.objects.filter(pk=table.pk).update(asked_at=before)
    set_orders(table.uid, viewer_for(bob), lieutenant=True, pass_windows=False)
    assert [seat.seconds_left for seat in table.seats.all()] == [600.0, 600.0]
    assert get_table(table.uid).asked_at == before
