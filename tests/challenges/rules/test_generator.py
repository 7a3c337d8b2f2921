"""The random challenge."""

from __future__ import annotations

from collections import Counter

import pytest

from challenges.rules.challenge_choice import draw_challenge
from kernel.dice import ScriptedDice
from kernel.elements import ELEMENTS
from rulebook.catalogue import catalogue
from tests.ledger import rule

ROWS = ("spirit", "void", "earth", "air", "water", "fire")
FIRST = (
    1,
    "assassination",
    "intercept-the-messenger",
    "champion",
    "king-of-the-hill",
    2,
)
SECOND = (1, "infiltration", "brawl", "search", "capture-the-medal", 2)


@rule("SETUP-06")
@pytest.mark.parametrize("column", ROWS)
def test_the_first_die_picks_the_column_and_the_second_the_row(column: str) -> None:
    expected = FIRST if column in ("spirit", "void", "earth") else SECOND
    for row, result in zip(ROWS, expected, strict=True):
        drawn = draw_challenge(catalogue().random_challenge, ScriptedDice(column, row))
        assert (drawn.column, drawn.row) == (column, row)
        if isinstance(result, int):
            assert (drawn.chooser, drawn.challenge) == (result, None)
        else:
            assert (drawn.chooser, drawn.challenge) == (None, result)


@rule("SETUP-06")
def test_every_challenge_has_the_same_odds() -> None:
    drawn = Counter(
        draw_challenge(catalogue().random_challenge, ScriptedDice(a, b)).challenge
        for a in ELEMENTS
        for b in ELEMENTS
    )
    assert drawn.pop(None) == 12
    assert set(drawn) == set(catalogue().challenges)
    assert set(drawn.values()) == {3}
