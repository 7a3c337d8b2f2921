"""Background tasks: bots, clocks and clean-up."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from celery import shared_task
from django.db import transaction

from tables.models import Table
from tables.services import bots, matches
from tables.services.bots import list_tables_waiting_for_bots, pass_due_windows
from tables.services.cleanup import delete_abandoned_tables
from tables.services.matches import close_tables_of_ended_matches, list_due_results


@shared_task(name="tables.answer_for_bots")
def answer_for_bots(uid: str) -> None:
    bots.answer_for_bots(UUID(uid))


def on_bot_needed(uid: UUID, **_kwargs: Any) -> None:
    """Hint that a bot has to answer. The sweeper finds tables whose hint was lost."""
    answer_for_bots.delay(str(uid))


@shared_task(name="tables.enter_match_result")
def enter_match_result(uid: str) -> None:
    matches.enter_match_result(UUID(uid))


def on_table_finished(table: Table, **_kwargs: Any) -> None:
    """Hint that a result is due. The sweeper finds results whose hint was lost."""
    if table.match_id is not None:
        uid = str(table.uid)
        transaction.on_commit(lambda: enter_match_result.delay(uid), robust=True)


@shared_task(name="tables.sweep")
def sweep() -> None:
    """Repeat lost hints, and pass card windows that have timed out."""
    for uid in list_tables_waiting_for_bots():
        answer_for_bots.delay(str(uid))
    pass_due_windows()
    close_tables_of_ended_matches()
    for uid in list_due_results():
        enter_match_result.delay(str(uid))


@shared_task(name="tables.delete_abandoned")
def delete_abandoned() -> None:
    delete_abandoned_tables()
