"""The tables of league play."""

from __future__ import annotations

import pytest

from kernel.elements import ELEMENTS, Element
from rulebook.catalogue import Catalogue
from rulebook.rules.entries import (
    Advance,
)


def test_the_tables_of_the_league_are_those_of_pages_69_to_71(book: Catalogue) -> None:
    levels = [level.min_xp for level in book.experience.levels]
    assert levels == [0, 8, 22, 43, 71, 106, 246]
    assert book.experience.level_at(42).name == "Veteran"
    assert book.experience.level_at(43).name == "Shinobi"
    assert (book.revenue.win, book.revenue.draw, book.revenue.loss) == (10, 8, 6)
    assert book.downtime.row_for(Element.VOID).games == 2
    assert book.downtime.row_for(Element.WATER).xp == 1
    reading = book.advancement.default_reading
    assert reading.advance_for(Element.EARTH).advance is Advance.AFFINITY
    assert book.advancement.printed_order == ("df", "df", "affinity", "mv", "at", "at")


def test_help_for_the_underdog_grows_with_the_gap_and_koban_stop_at_six(
    book: Catalogue,
) -> None:
    underdog = book.underdog
    gaps = (-3, 0, 4, 5, 9, 10, 23)
    assert [underdog.reroll_tokens.amount_for(gap) for gap in gaps] == [
        *(0, 0, 4, 5, 9, 10, 23)
    ]
    assert [underdog.extra_all_stars.amount_for(gap) for gap in gaps] == [
        *(0, 0, 0, 1, 1, 2, 4)
    ]
    assert [underdog.moon_power_tokens.amount_for(gap) for gap in gaps] == [
        *(0, 0, 0, 0, 0, 1, 2)
    ]
    assert [underdog.bonus_koban.amount_for(gap) for gap in gaps] == [
        *(0, 0, 4, 5, 6, 6, 6)
    ]


@pytest.mark.parametrize(
    ("xp", "name"),
    [
        (0, "New Recruit"),
        (7, "New Recruit"),
        (8, "Experienced"),
        (21, "Experienced"),
        (245, "Infamous"),
        (246, "Legendary"),
        (9999, "Legendary"),
    ],
)
def test_a_level_begins_at_its_first_point(book: Catalogue, xp: int, name: str) -> None:
    assert book.experience.level_at(xp).name == name


def test_the_readings_differ_in_four_elements(book: Catalogue) -> None:
    first, second = book.advancement.readings
    assert first is book.advancement.default_reading
    differing = [
        element
        for element in ELEMENTS
        if first.advance_for(element).advance is not second.advance_for(element).advance
    ]
    assert differing == ["spirit", "void", "earth", "water"]
