"""What spaces and tokens do, and numbers that hold in every game."""

from __future__ import annotations

from kernel.elements import ELEMENTS
from rulebook.catalogue import Catalogue
from rulebook.rules.entries import Source


def test_tokens_let_nobody_enter_and_spaces_let_everybody(book: Catalogue) -> None:
    impassable = {kind.slug for kind in book.terrain.values() if kind.is_impassable}
    assert impassable == {"lantern", "shrine", "crate", "medal", "goal"}
    assert impassable == {kind.slug for kind in book.terrain.values() if kind.is_token}


def test_rough_is_what_costs_two(book: Catalogue) -> None:
    rough = {kind.slug for kind in book.terrain.values() if kind.is_rough}
    assert rough == {"rough", "foliage"}
    assert {book.terrain[slug].enter_cost for slug in rough} == {2}


def test_opposite_faces_cancel_each_other(book: Catalogue) -> None:
    for element in ELEMENTS:
        assert book.elements[element].opposes is element.opposite
        assert book.elements[element.opposite].opposes is element


def test_only_earth_and_void_do_something_at_range(book: Catalogue) -> None:
    working = {
        entry.slug
        for entry in book.elements.values()
        if entry.ranged_result != "Nothing happens."
    }
    assert working == {"earth", "void"}


def test_the_numbers_of_every_game(book: Catalogue) -> None:
    basics = book.basics
    assert (basics.affinity_test_dice, basics.affinity_test_matches) == (3, 1)
    assert (basics.shuriken_range, basics.shuriken_dice) == (3, 1)
    assert basics.starting_koban == 100
    assert (basics.lanterns_min, basics.lanterns_max, basics.shrines_max) == (4, 6, 4)
    assert basics.provenance["board_columns"].source is Source.HOUSE
