"""What matches hear of: journals that were written."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.db import transaction
from django.dispatch import receiver

from challenges import services
from teams.rules.entries import StepEntry
from teams.services import Written
from teams.signals import journal_written


@receiver(journal_written)
def look_whether_it_is_over(written: Written, **_kwargs: Any) -> None:
    """A team has taken the last step of a settlement, whoever took it."""
    if written.state.settling is not None:
        return
    matches = {
        line.entry.match for line in written.lines if isinstance(line.entry, StepEntry)
    }
    for match in matches:
        transaction.on_commit(partial(_finish, written.team_id, match))


def _finish(team_id: int, match: str) -> None:
    for settlement_id in services.settlements_of_team(team_id, match):
        services.settlement_finish(settlement_id=settlement_id)
