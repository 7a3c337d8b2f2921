"""Receivers: finish settlements when journals are written."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.db import transaction
from django.dispatch import receiver

from challenges.services.settlements import finish_settlement, list_open_settlements
from teams.rules.journal.entries import StepEntry
from teams.services.journal import Written
from teams.signals import journal_written


@receiver(journal_written)
def on_journal_written(written: Written, **_kwargs: Any) -> None:
    """Finish the settlement after a team's last step."""
    if written.state.settling is not None:
        return
    matches = {
        line.entry.match for line in written.lines if isinstance(line.entry, StepEntry)
    }
    for match in matches:
        transaction.on_commit(partial(_finish, written.team_id, match))


def _finish(team_id: int, match: str) -> None:
    for settlement_id in list_open_settlements(team_id, match):
        finish_settlement(settlement_id=settlement_id)
