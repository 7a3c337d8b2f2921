"""The moon, its deck and its cards."""

from __future__ import annotations

from collections import Counter

from kernel.elements import Element
from rulebook.catalogue import Catalogue
from rulebook.rules.entries import (
    BonusMode,
    Source,
)
from tests.ledger import rule


@rule("OCR-10")
def test_each_moon_phase_lies_opposite_the_element_it_cancels(book: Catalogue) -> None:
    order = book.moon.track.order
    assert order == ("spirit", "water", "earth", "void", "fire", "air")
    assert [order[(place + 3) % 6] for place in range(6)] == [
        element.opposite for element in order
    ]
    assert book.moon.track.provenance["order"].source is Source.EXTERNAL


@rule("CARD-23")
def test_the_moon_deck_has_52_cards(book: Catalogue) -> None:
    assert sum(card.copies for card in book.cards.values()) == 52
    assert book.moon.deck.size == 52


@rule("CARD-24")
def test_the_copies_are_those_of_the_ruling(book: Catalogue) -> None:
    by_copies: dict[int, set[str]] = {}
    for card in book.cards.values():
        by_copies.setdefault(card.copies, set()).add(card.slug)
    assert by_copies[1] == {"tumble", "incredible-luck", "mamoru", "rushing-river"}
    assert by_copies[2] == {
        "fire-aura",
        "pressure-point",
        "stellar-alignment",
        "third-eye",
        "ikas-depths",
        "sidestep",
    }
    assert len(by_copies[3]) == 12
    assert set(by_copies) == {1, 2, 3}
    for card in book.cards.values():
        assert card.provenance["copies"].source is Source.HOUSE


@rule("CARD-25")
def test_no_phase_of_the_moon_is_favoured_by_the_deck(book: Catalogue) -> None:
    count: Counter[Element] = Counter()
    for card in book.cards.values():
        count[card.element] += card.copies
    assert count == {
        "air": 9,
        "earth": 9,
        "void": 9,
        "water": 9,
        "fire": 8,
        "spirit": 8,
    }
    assert book.moon.deck.provenance["per_element"].source is Source.HOUSE


def test_cards_tell_the_engine_what_the_moon_changes(book: Catalogue) -> None:
    assert book.cards["decoy"].numbers == {"range": 6, "moon_range": 8}
    assert book.cards["tumble"].numbers == {"mv_bonus": 2, "moon_mv_bonus": 4}
    gaze = book.cards["ameratsus-gaze"]
    assert gaze.elements == {"rerolls": Element.VOID, "adds": Element.SPIRIT}
    assert gaze.bonus_mode is BonusMode.ALTERNATIVE
