"""What runs later: settlements, their deadlines, and the sweeper behind them all."""

from __future__ import annotations

from typing import Any

from celery import shared_task
from django.db import transaction

from challenges.services.corrections import (
    amendment_run,
    amendments_decline_overdue,
    amendments_due,
)
from challenges.services.reports import reports_confirm_overdue
from challenges.services.settlements import (
    is_owed,
    settlement_run,
    settlements_due,
    settlements_finish_open,
    settlements_take_overdue_defaults,
)


@shared_task(name="challenges.settle")
def settle(settlement_id: int) -> None:
    settlement_run(settlement_id=settlement_id)


def hint_to_a_worker(settlement_id: int, **_kwargs: Any) -> None:
    """Only a hint, once everything is committed: the sweeper finds what no broker
    took. What was settled in the same transaction needs none."""

    def send() -> None:
        if is_owed(settlement_id=settlement_id):
            settle.delay(settlement_id)

    transaction.on_commit(send, robust=True)


@shared_task(name="challenges.amend")
def amend(amendment_id: int) -> None:
    amendment_run(amendment_id=amendment_id)


def hint_of_an_amendment(amendment_id: int, **_kwargs: Any) -> None:
    def send() -> None:
        amend.delay(amendment_id)

    transaction.on_commit(send, robust=True)


@shared_task(name="challenges.sweep")
def sweep() -> None:
    """Send again what got lost, and notice what is done."""
    for settlement_id in settlements_due():
        settle.delay(settlement_id)
    for amendment_id in amendments_due():
        amend.delay(amendment_id)
    settlements_finish_open()


@shared_task(name="challenges.keep_deadlines")
def keep_deadlines() -> None:
    """Silence is a yes to a report and a no to a correction, and an unanswered
    question gets its default."""
    reports_confirm_overdue()
    amendments_decline_overdue()
    settlements_take_overdue_defaults()
