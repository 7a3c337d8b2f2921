"""What runs later: bots, clocks and cleaning up."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from celery import shared_task

from tables import services


@shared_task(name="tables.answer_for_bots")
def answer_for_bots(uid: str) -> None:
    services.answer_for_bots(UUID(uid))


def on_bot_needed(uid: UUID, **_kwargs: Any) -> None:
    """Only a hint: the sweeper finds tables whose hint got lost."""
    answer_for_bots.delay(str(uid))


@shared_task(name="tables.sweep")
def sweep() -> None:
    """Send again what got lost, and pass windows that nobody answered."""
    for uid in services.list_tables_waiting_for_bots():
        answer_for_bots.delay(str(uid))
    services.pass_due_windows()


@shared_task(name="tables.delete_abandoned")
def delete_abandoned() -> None:
    services.delete_abandoned_tables()
