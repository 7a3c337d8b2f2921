"""What all entries share."""

from __future__ import annotations

import pytest

from rulebook.catalogue import Catalogue
from rulebook.rules.entries import (
    WHOLE_ENTRY,
    Confidence,
    Source,
)
from rulebook.rules.entry_base import SLUG_PATTERN


def test_extra_ronin_are_marked_as_a_whole(book: Catalogue) -> None:
    for profile in book.ronin:
        assert (WHOLE_ENTRY in profile.provenance) == profile.is_extra
        assert (profile.page is None) == profile.is_extra
        assert profile.source is (Source.EXTERNAL if profile.is_extra else Source.BOOK)


def test_low_confidence_is_admitted_where_it_is_due(book: Catalogue) -> None:
    affinity = book.profiles["dark-kitsune"].provenance["affinities"]
    assert affinity.confidence is Confidence.LOW
    for reading in book.advancement.readings:
        assert reading.provenance["rows"].confidence is Confidence.LOW


def test_an_entry_cannot_be_changed(book: Catalogue) -> None:
    with pytest.raises(AttributeError):
        book.keywords["nimble"].name = "Clumsy"


def test_an_entry_without_provenance_is_from_the_book(book: Catalogue) -> None:
    assert book.keywords["nimble"].source is Source.BOOK
    assert book.profiles["tora-oni"].source is Source.BOOK
    assert book.cards["decoy"].source is Source.EXTERNAL


@pytest.mark.parametrize("slug", ["9-tails", "a", "1000-hand-slap"])
def test_slugs_are_small_letters_digits_and_single_dashes(slug: str) -> None:
    assert SLUG_PATTERN.fullmatch(slug)


@pytest.mark.parametrize("slug", ["", "-a", "a-", "a--b", "A", "a_b", "a b", "ä"])
def test_anything_else_is_no_slug(slug: str) -> None:
    assert not SLUG_PATTERN.fullmatch(slug)
