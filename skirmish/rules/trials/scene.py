"""What a claim is about, and how it answers.

A claim gets the words after its name. It answers with what is so instead, or with
nothing if what it claims is so.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from skirmish.rules import log
from skirmish.rules.game import Game
from skirmish.rules.notation import SEAT_LETTERS
from skirmish.rules.texts.boards import SEATS
from skirmish.rules.texts.document import Line

NONE = "none"


class Scene(NamedTuple):
    """The game as it stands, the line at hand, what the last decision set off."""

    game: Game
    line: Line
    since: Sequence[log.Entry]

    def seat(self, words: list[str]) -> int:
        """The seat that the first of some words names."""
        letters = SEAT_LETTERS[: len(self.game.seats)]
        known = {letter: SEATS[letter] for letter in letters}
        return self.line.one_of("seat", known, words[0] if words else "")


# What is so instead of what was claimed; None if the claim is true.
Claim = Callable[[Scene, list[str]], str | None]


def told(found: object, wanted: object, what: str) -> str | None:
    return None if found == wanted else f"{what} is {found}, not {wanted}."
