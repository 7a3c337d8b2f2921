"""What runs later: bots, clocks and cleaning up."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from celery import shared_task
from django.db import transaction

from tables import services
from tables.models import Table


@shared_task(name="tables.answer_for_bots")
def answer_for_bots(uid: str) -> None:
    services.answer_for_bots(UUID(uid))


def on_bot_needed(uid: UUID, **_kwargs: Any) -> None:
    """Only a hint: the sweeper finds tables whose hint got lost."""
    answer_for_bots.delay(str(uid))


@shared_task(name="tables.enter_match_result")
def enter_match_result(uid: str) -> None:
    services.enter_match_result(UUID(uid))


def on_table_finished(table: Table, **_kwargs: Any) -> None:
    """Only a hint: the sweeper finds results whose hint got lost."""
    if table.match_id is not None:
        uid = str(table.uid)
        transaction.on_commit(lambda: enter_match_result.delay(uid), robust=True)


@shared_task(name="tables.sweep")
def sweep() -> None:
    """Send again what got lost, and pass windows that nobody answered."""
    for uid in services.list_tables_waiting_for_bots():
        answer_for_bots.delay(str(uid))
    services.pass_due_windows()
    services.close_tables_of_ended_matches()
    for uid in services.list_due_results():
        enter_match_result.delay(str(uid))


@shared_task(name="tables.delete_abandoned")
def delete_abandoned() -> None:
    services.delete_abandoned_tables()
