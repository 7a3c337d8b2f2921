"""What runs later: settlements, their deadlines, and the sweeper behind them all."""

from __future__ import annotations

from typing import Any

from celery import shared_task
from django.db import transaction

from challenges.services.corrections import (
    expire_corrections,
    list_due_corrections,
    run_correction,
)
from challenges.services.reports import confirm_overdue_reports
from challenges.services.settlements import (
    apply_overdue_defaults,
    finish_open_settlements,
    is_queued,
    list_due_settlements,
    run_settlement,
)


@shared_task(name="challenges.settle")
def settle(settlement_id: int) -> None:
    run_settlement(settlement_id=settlement_id)


def on_settlement_queued(settlement_id: int, **_kwargs: Any) -> None:
    """Only a hint, once everything is committed: the sweeper finds what no broker
    took. What was settled in the same transaction needs none."""

    def send() -> None:
        if is_queued(settlement_id=settlement_id):
            settle.delay(settlement_id)

    transaction.on_commit(send, robust=True)


@shared_task(name="challenges.amend")
def amend(amendment_id: int) -> None:
    run_correction(correction_id=amendment_id)


def on_correction_queued(correction_id: int, **_kwargs: Any) -> None:
    def send() -> None:
        amend.delay(correction_id)

    transaction.on_commit(send, robust=True)


@shared_task(name="challenges.sweep")
def sweep() -> None:
    """Send again what got lost, and notice what is done."""
    for settlement_id in list_due_settlements():
        settle.delay(settlement_id)
    for correction_id in list_due_corrections():
        amend.delay(correction_id)
    finish_open_settlements()


@shared_task(name="challenges.keep_deadlines")
def keep_deadlines() -> None:
    """Silence is a yes to a report and a no to a correction, and an unanswered
    question gets its default."""
    confirm_overdue_reports()
    expire_corrections()
    apply_overdue_defaults()
