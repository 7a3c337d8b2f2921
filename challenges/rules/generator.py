"""The random challenge: a die for the column, a die for the row."""

from __future__ import annotations

from dataclasses import dataclass

from kernel.dice import Dice, elements_of
from kernel.elements import Element
from kernel.ids import ChallengeSlug
from rulebook.rules.entries import RandomChallenge


@dataclass(frozen=True, slots=True)
class DrawnChallenge:
    """What both dice came to: a challenge, or the number of the player who chooses.

    Players are counted from 1 in order of initiative; whoever chooses may take any
    challenge.
    """

    column: Element
    row: Element
    challenge: ChallengeSlug | None
    chooser: int | None


def draw_challenge(table: RandomChallenge, dice: Dice) -> DrawnChallenge:
    """Roll both dice and read the table."""
    column, row = elements_of(dice.roll(2))
    rows = next(found.rows for found in table.columns if column in found.faces)
    line = next(found for found in rows if found.element is row)
    return DrawnChallenge(column, row, line.challenge, line.chooser)
