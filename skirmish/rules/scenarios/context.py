"""The context of a check, and the form of its answer.

A check gets the words after its name. It returns the actual value as a sentence if it
fails, and None if it holds.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from skirmish.rules import log
from skirmish.rules.game import Game
from skirmish.rules.storage.notation import SEAT_LETTERS
from skirmish.rules.text_format.boards import SEATS
from skirmish.rules.text_format.document import Line

NONE = "none"


class ScenarioContext(NamedTuple):
    """The game as it stands, the current line, and what the last decision caused."""

    game: Game
    line: Line
    since: Sequence[log.Entry]

    def seat(self, words: list[str]) -> int:
        """Return the seat that the first of some words names."""
        letters = SEAT_LETTERS[: len(self.game.seats)]
        known = {letter: SEATS[letter] for letter in letters}
        return self.line.one_of("seat", known, words[0] if words else "")


# The actual state, if it differs from the expected one; None if the check holds.
Claim = Callable[[ScenarioContext, list[str]], str | None]


def difference_sentence(found: object, wanted: object, what: str) -> str | None:
    return None if found == wanted else f"{what} is {found}, not {wanted}."
