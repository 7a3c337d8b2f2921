"""The challenges and the dice that pick one."""

from __future__ import annotations

import pytest

from kernel.elements import ELEMENTS
from rulebook.catalogue import Catalogue
from rulebook.rules.entries import (
    StealthStart,
)
from tests.ledger import rule


@rule("SETUP-06")
def test_the_random_generator_has_every_challenge_once(book: Catalogue) -> None:
    first, second = book.random_challenge.columns
    assert first.faces == ("spirit", "void", "earth")
    assert second.faces == ("air", "water", "fire")
    assert [row.challenge for row in first.rows] == [
        None,
        "assassination",
        "intercept-the-messenger",
        "champion",
        "king-of-the-hill",
        None,
    ]
    assert [row.challenge for row in second.rows[1:5]] == [
        "infiltration",
        "brawl",
        "search",
        "capture-the-medal",
    ]
    for column in (first, second):
        assert [row.element for row in column.rows] == list(ELEMENTS)
        assert (column.rows[0].chooser, column.rows[5].chooser) == (1, 2)


@pytest.mark.parametrize(
    ("slug", "ninjas", "rounds", "stealth"),
    [
        ("assassination", 6, 7, StealthStart.NONE),
        ("intercept-the-messenger", 7, 9, StealthStart.SMALL_BASE),
        ("champion", 7, 8, StealthStart.NONE),
        ("king-of-the-hill", 6, 8, StealthStart.SMALL_BASE),
        ("infiltration", 6, 8, StealthStart.ALL),
        ("brawl", 7, 6, StealthStart.NONE),
        ("search", 7, 9, StealthStart.ALL),
        ("capture-the-medal", 7, 9, StealthStart.SMALL_BASE),
    ],
)
def test_challenges_have_the_sizes_of_their_pages(
    book: Catalogue, slug: str, ninjas: int, rounds: int, stealth: StealthStart
) -> None:
    challenge = book.challenges[slug]
    assert (challenge.ninjas_allowed, challenge.rounds) == (ninjas, rounds)
    assert challenge.start_in_stealth is stealth
    assert challenge.uses_sentries == (slug in {"infiltration", "search"})
