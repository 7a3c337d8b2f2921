"""Celery tasks: settlements, corrections, deadlines and the sweeper."""

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
    """Ask a worker to settle after commit. The sweeper finds lost messages."""

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
    """Resend lost messages and finish settlements."""
    for settlement_id in list_due_settlements():
        settle.delay(settlement_id)
    for correction_id in list_due_corrections():
        amend.delay(correction_id)
    finish_open_settlements()


@shared_task(name="challenges.keep_deadlines")
def keep_deadlines() -> None:
    """Apply passed deadlines: confirm reports, decline corrections, take defaults."""
    confirm_overdue_reports()
    expire_corrections()
    apply_overdue_defaults()
