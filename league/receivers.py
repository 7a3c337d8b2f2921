"""Receivers: notify players about choices, corrections and free matches, and complete
late entries."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.dispatch import receiver

from challenges.models import Correction, Match
from challenges.selectors.match_host import MatchEvent
from challenges.signals import correction_changed, free_match_changed
from league.services.communication.announcements import notify_correction
from league.services.communication.match_notifications import (
    MatchEventContext,
    notify_decision,
    notify_match_event,
    notify_offer,
    notify_result_problem,
    notify_turn,
)
from league.services.mid_season_changes import enter_registered_team
from people.models import Person
from tables.models import Table
from tables.signals import online_play_changed, result_refused, turn_passed
from teams.rules.journal.entries import Registered
from teams.rules.settlement.needs import DecisionNeeded
from teams.selectors.settlement import find_need
from teams.services.journal import Written
from teams.signals import journal_written


@receiver(journal_written)
def tell_of_choices(written: Written, **_kwargs: Any) -> None:
    """Notify a team's person when a settlement waits for their decision."""
    settling = written.state.settling
    if settling is not None and isinstance(find_need(written.state), DecisionNeeded):
        notify_decision(written.team_id, settling.report.match)


@receiver(free_match_changed)
def tell_of_free_matches(
    match: Match, what: MatchEvent, actor: Person | None, reason: str, **_kwargs: Any
) -> None:
    notify_match_event(MatchEventContext(match, what, actor, reason=reason))


@receiver(correction_changed)
def tell_of_corrections(correction: Correction, **_kwargs: Any) -> None:
    notify_correction(correction)


@receiver(journal_written)
def let_latecomers_play(written: Written, **_kwargs: Any) -> None:
    """Add a late entry to the season once its draft is registered. This waits for the
    commit, because leagues are locked before teams."""
    if any(isinstance(line.entry, Registered) for line in written.lines):
        transaction.on_commit(lambda: enter_registered_team(written.team_id))


@receiver(online_play_changed)
def on_online_play_changed(
    table: Table, what: str, actor: Person, **_kwargs: Any
) -> None:
    notify_offer(table, what, actor)


@receiver(result_refused)
def on_result_refused(table: Table, sentence: str, **_kwargs: Any) -> None:
    notify_result_problem(table, sentence)


@receiver(turn_passed)
def on_turn_passed(table: Table, person_id: int, **_kwargs: Any) -> None:
    notify_turn(table, person_id)
