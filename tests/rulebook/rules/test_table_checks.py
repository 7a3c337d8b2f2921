"""Flaws of tables that no torn page of test_broken_files shows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from rulebook.catalogue import Catalogue
from rulebook.rules.table_checks import table_flaws

changed = msgspec.structs.replace
Plant = Callable[[Catalogue], Catalogue]


def with_level(book: Catalogue, place: int, **values: Any) -> Catalogue:
    levels = list(book.experience.levels)
    levels[place] = changed(levels[place], **values)
    return replace(book, experience=changed(book.experience, levels=tuple(levels)))


def with_row(book: Catalogue, **values: Any) -> Catalogue:
    """The second row of the first column of the random generator, changed."""
    first, second = book.random_challenge.columns
    rows = (first.rows[0], changed(first.rows[1], **values), *first.rows[2:])
    columns = (changed(first, rows=rows), second)
    table = changed(book.random_challenge, columns=columns)
    return replace(book, random_challenge=table)


def with_challenge(book: Catalogue, slug: str, **values: Any) -> Catalogue:
    challenge = changed(book.challenges[slug], **values)
    return replace(book, challenges={**book.challenges, slug: challenge})


PLANTED: list[tuple[str, Plant, str, str]] = [
    (
        "a table that begins late",
        lambda b: with_level(b, 0, min_xp=1),
        "levels",
        "must begin at 0",
    ),
    (
        "a level out of order",
        lambda b: with_level(b, 2, rank=4),
        "levels[veteran]",
        "must have rank 3 and 2 advancements",
    ),
    (
        "help for nothing",
        lambda b: replace(
            b,
            underdog=changed(
                b.underdog,
                bonus_koban=changed(b.underdog.bonus_koban, per_points=0),
            ),
        ),
        "bonus-koban",
        "must be at least 1",
    ),
    (
        "a rating divided by nothing",
        lambda b: replace(b, rating=changed(b.rating, koban_divisor=0)),
        "koban_divisor",
        "must be at least 1",
    ),
    (
        "a draw better than a win",
        lambda b: replace(b, revenue=changed(b.revenue, draw=11)),
        "draw",
        "between loss and win",
    ),
    (
        "a challenge and a chooser at once",
        lambda b: with_row(b, chooser=1),
        "columns[1].rows[void]",
        "not both",
    ),
    (
        "a third player",
        lambda b: with_row(b, challenge=None, chooser=3),
        "columns[1].rows[void]",
        "player 1 or player 2",
    ),
    (
        "a challenge that is never picked",
        lambda b: with_row(b, challenge="brawl"),
        "columns",
        '"assassination" is there 0 times',
    ),
    (
        "a challenge of no length",
        lambda b: with_challenge(b, "brawl", rounds=0),
        "brawl",
        "must be at least 1",
    ),
    (
        "a goal off the board",
        lambda b: with_challenge(b, "infiltration", spaces={"medal_1": (6, 21)}),
        "infiltration.spaces.medal_1",
        "does not lie on the board",
    ),
    (
        "sentries nobody has",
        lambda b: replace(b, sentries={}),
        "search.uses_sentries",
        "there are no sentries",
    ),
    (
        "a card nobody can draw",
        lambda b: replace(
            b, cards={**b.cards, "decoy": changed(b.cards["decoy"], copies=0)}
        ),
        "decoy.copies",
        "must be at least 1",
    ),
    (
        "a first game of nobody",
        lambda b: replace(b, shrine=changed(b.shrine, first_game=("ghosts",))),
        "first_game",
        'no team "ghosts"',
    ),
    (
        "a shrine missing",
        lambda b: replace(b, shrine=changed(b.shrine, teams=b.shrine.teams[1:])),
        "teams",
        "each element must have one team",
    ),
]


def test_a_sound_book_has_no_flaws(book: Catalogue) -> None:
    assert list(table_flaws(book)) == []


@pytest.mark.parametrize(
    ("plant", "key", "reason"),
    [pytest.param(*planted, id=name) for name, *planted in PLANTED],
)
def test_what_was_planted_is_found(
    book: Catalogue, plant: Plant, key: str, reason: str
) -> None:
    found = [(flaw.key, flaw.reason) for flaw in table_flaws(plant(book))]
    assert any(key == at and reason in said for at, said in found), found
