"""What fell and was chosen before a correction, brought back as a settlement goes on.

A correction may leave a question open in the middle of a settlement that was over.
Whatever came after that question the first time counts again once it is answered,
wherever it still fits: nobody gets other dice by a correction.
"""

from __future__ import annotations

from typing import Any

from teams.models import JournalLine
from teams.rules.games_in_journal import taken_back_by_correction
from teams.rules.needs import ToDecide, ToRoll
from teams.rules.resettlement import number_of_dice
from teams.rules.respondents import Nobody, Remembered
from teams.services.journal import Journal


def remembered_write(journal: Journal, need: ToRoll | ToDecide) -> bool:
    """Write what was rolled or chosen the first time, if there is such a thing.

    One query; two more where the game was corrected.
    """
    settling = journal.state.settling
    if settling is None or not _was_corrected(journal, settling.report.match):
        return False
    known = taken_back_by_correction(journal.lines, settling.report.match)
    dice = journal.dice()
    memory = Remembered((one.entry for one in known), dice=dice, then=Nobody())
    entry = memory.respond(journal.state, need, journal.book)
    if entry is None:
        return False
    kept = _dice_kept(journal, number_of_dice(entry, known))
    journal.write(entry, dice=dice, kept=kept)
    return True


def _was_corrected(journal: Journal, match: str) -> bool:
    """A game that is settled once more stands at the place of its first telling."""
    found = JournalLine.objects.filter(team=journal.team, kind="game-reported")
    return found.filter(place__gt=0, entry__report__match=match).exists()


def _dice_kept(journal: Journal, number: int) -> dict[str, Any] | None:
    rows = JournalLine.objects.filter(team=journal.team, number=number)
    return rows.values_list("dice", flat=True).first()
