"""Background tasks: bots, clocks and clean-up."""

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
    """Hint that a bot has to answer. The sweeper finds tables whose hint was lost."""
    answer_for_bots.delay(str(uid))


@shared_task(name="tables.enter_match_result")
def enter_match_result(uid: str) -> None:
    services.enter_match_result(UUID(uid))


def on_table_finished(table: Table, **_kwargs: Any) -> None:
    """Hint that a result is due. The sweeper finds results whose hint was lost."""
    if table.match_id is not None:
        uid = str(table.uid)
        transaction.on_commit(lambda: enter_match_result.delay(uid), robust=True)


@shared_task(name="tables.sweep")
def sweep() -> None:
    """Repeat lost hints, and pass card windows that have timed out."""
    for uid in services.list_tables_waiting_for_bots():
        answer_for_bots.delay(str(uid))
    services.pass_due_windows()
    services.close_tables_of_ended_matches()
    for uid in services.list_due_results():
        enter_match_result.delay(str(uid))


@shared_task(name="tables.delete_abandoned")
def delete_abandoned() -> None:
    services.delete_abandoned_tables()
