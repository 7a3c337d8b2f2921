"""What is printed on a figure, read from the set-up instead of the engine."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from rulebook.rules.entries import Ability
from skirmish.rules.compiled_setup import CompiledSetup
from skirmish.rules.figure import Figure
from skirmish.rules.game import Game
from skirmish.rules.setup import FigureSetup

UNKNOWN = "nobody has it"


@lru_cache(maxsize=2_000)
def sheet_of(table: CompiledSetup, key: int) -> FigureSetup:
    """The figure as it was entered for the game."""
    card = table.cards[key]
    number = int(card.label[1:]) - 1
    if card.seat < 0:
        return table.challenge.guards(table.book)[number]
    return table.setup.seats[card.seat].figures[number]


@lru_cache(maxsize=2_000)
def slugs_of(table: CompiledSetup, key: int) -> frozenset[str]:
    sheet = sheet_of(table, key)
    return frozenset(
        (*map(str, sheet.keywords), *(str(entry.slug) for entry in sheet.abilities))
    )


def has(game: Game, figure: Figure, slug: str) -> bool:
    """Whether a keyword or an ability is printed on it."""
    return slug in slugs_of(game.compiled, figure.key)


def everybody_with(game: Game, slug: str) -> Iterator[Figure]:
    """On the board or not."""
    return (figure for figure in game.figures if has(game, figure, slug))


@lru_cache(maxsize=500)
def entry_of(table: CompiledSetup, slug: str) -> Ability | None:
    """An ability's entry, from any figure that has it."""
    for card in table.cards:
        for ability in sheet_of(table, card.key).abilities:
            if ability.slug == slug:
                return ability
    return None


def number(game: Game, slug: str, name: str) -> int:
    """A number of a keyword or an ability."""
    ability = entry_of(game.compiled, slug)
    if ability is not None:
        return ability.numbers[name]
    return game.compiled.book.keywords[slug].numbers[name]


def faces(game: Game, slug: str) -> set[int]:
    """The elements that a keyword or an ability names."""
    ability = entry_of(game.compiled, slug)
    if ability is not None:
        return {element.face for element in ability.elements}
    element = game.compiled.book.keywords[slug].element
    return set() if element is None else {element.face}


def affinities(game: Game, figure: Figure) -> set[int]:
    """Those printed on it."""
    return {element.face for element in sheet_of(game.compiled, figure.key).affinities}
