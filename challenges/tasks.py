"""What runs later: settlements, their deadlines, and the sweeper behind them all."""

from __future__ import annotations

from typing import Any

from celery import shared_task
from django.db import transaction

from challenges import services


@shared_task(name="challenges.settle")
def settle(settlement_id: int) -> None:
    services.settlement_run(settlement_id=settlement_id)


def hint_to_a_worker(settlement_id: int, **_kwargs: Any) -> None:
    """Only a hint, once everything is committed: the sweeper finds what no broker
    took."""

    def send() -> None:
        settle.delay(settlement_id)

    transaction.on_commit(send, robust=True)


@shared_task(name="challenges.sweep")
def sweep() -> None:
    """Send again what got lost, and notice what is done."""
    for settlement_id in services.settlements_due():
        settle.delay(settlement_id)
    for settlement_id in services.settlements_open():
        services.settlement_finish(settlement_id=settlement_id)


@shared_task(name="challenges.keep_deadlines")
def keep_deadlines() -> None:
    """Silence is a yes, and an unanswered question gets its default."""
    services.reports_confirm_overdue()
    for settlement_id in services.settlements_overdue():
        services.settlement_take_defaults(settlement_id=settlement_id)
