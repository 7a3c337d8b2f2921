"""Replay journals: read them, and append the lines that changed."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any
from uuid import uuid4

from django.utils import timezone

from kernel.dice import RecordedDice, SeededDice
from kernel.errors import Refusal
from people.models import Person
from rulebook.catalogue import catalogue
from teams.models import JournalLine, Team
from teams.rules.journal.replay import JournalReplay, ReplayedLine, ReplayResult
from teams.selectors.journal_store import get_state, list_lines_by_team, stored_values
from teams.services.bulk_write import insert_rows
from teams.services.journal import (
    LINES_MAX,
    NewLine,
    dice_record,
    line_values,
    new_seed,
    stream_name,
)

_DiceKept = dict[tuple[int, int], dict[str, Any] | None]

# Previews use their own dice, because they must not reveal the next roll.
EXAMPLE_SEED = "0" * 64


def start_replays(
    teams: Sequence[Team],
    *,
    arranged: Collection[str],
    reason: str = "",
    revived: str = "",
    is_preview: bool = False,
) -> dict[int, JournalReplay]:
    """Return a replay for each team, at the start of its journal.

    `revived` is a void match to reinstate. The caller holds the locks. Queries: 1.
    """
    book = catalogue()
    lines = list_lines_by_team([team.pk for team in teams])
    return {
        team.pk: JournalReplay(
            lines[team.pk],
            arranged=arranged,
            settling=_settling(team),
            house_rules=book.stored_house_rules,
            book=book,
            dice_of=_dice_of(EXAMPLE_SEED if is_preview else team.next_seed),
            batch_of=_Batches(),
            reason=reason,
            revived=revived,
        )
        for team in teams
    }


def append_replayed_lines(
    teams: Sequence[Team], refolded: Mapping[int, ReplayResult], *, actor: Person | None
) -> None:
    """Append the changed lines to the journals of locked teams.

    `journal_written` is not sent, because only the past has changed.
    """
    changed = [
        (team, found)
        for team in teams
        if (found := refolded.get(team.pk)) is not None and found.lines
    ]
    kept = _dice_kept(changed)
    rows: list[dict[str, Any]] = []
    for team, found in changed:
        rows += _new_rows(team, found, kept, actor)
        _save_team(team, found)
    insert_rows(JournalLine, rows)


class _Batches:
    """Batch ids, one for each part of a replay."""

    def __init__(self) -> None:
        self._names: dict[str, str] = {}

    def __call__(self, part: str) -> str:
        return self._names.setdefault(part, str(uuid4()))


def _settling(team: Team) -> str:
    settling = get_state(team).settling
    return settling.report.match if settling else ""


def _dice_of(seed: str) -> Callable[[int], RecordedDice]:
    return lambda number: RecordedDice(SeededDice(seed, stream_name(number)))


def _new_rows(
    team: Team, refolded: ReplayResult, kept: _DiceKept, actor: Person | None
) -> list[dict[str, Any]]:
    if team.version + len(refolded.lines) > LINES_MAX:
        raise Refusal(
            f"The journal of {team} is full, so its matches cannot be corrected.",
            code="journal-full",
        )
    now = timezone.now()
    return [
        line_values(
            team,
            NewLine(
                line=one.line,
                wording=one.told,
                created=now,
                dice=_dice_shown(team, one) or kept.get((team.pk, one.again)),
            ),
            actor=actor,
        )
        for one in refolded.lines
    ]


def _save_team(team: Team, refolded: ReplayResult) -> None:
    before = team.version
    values = stored_values(refolded.state, version=before + len(refolded.lines))
    if refolded.has_new_dice:
        values["next_seed"] = new_seed()
    Team.objects.filter(pk=team.pk, version=before).update(
        **values, updated=timezone.now()
    )


def _dice_shown(team: Team, one: ReplayedLine) -> dict[str, Any] | None:
    if one.dice is None:
        return None
    return dice_record(team.next_seed, one.line.number, one.dice.record)


def _dice_kept(changed: Sequence[tuple[Team, ReplayResult]]) -> _DiceKept:
    """Return the records of reused dice by team and line. Queries: 1."""
    again = {
        (team.pk, one.again)
        for team, refolded in changed
        for one in refolded.lines
        if one.again
    }
    found = JournalLine.objects.filter(
        team__in={team for team, _ in again}, dice__isnull=False
    )
    rows = found.values_list("team_id", "number", "dice")
    return {
        (team, number): dice for team, number, dice in rows if (team, number) in again
    }
