from __future__ import annotations

import pytest

from kernel.elements import ELEMENTS, OPPOSITE_FACES, Element


def test_there_are_six_elements_in_the_books_order() -> None:
    assert [*ELEMENTS] == ["spirit", "void", "earth", "air", "water", "fire"]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (Element.SPIRIT, Element.VOID),
        (Element.EARTH, Element.AIR),
        (Element.WATER, Element.FIRE),
    ],
)
def test_each_pair_opposes_both_ways(one: Element, other: Element) -> None:
    assert one.opposite is other
    assert other.opposite is one


@pytest.mark.parametrize("element", ELEMENTS)
def test_no_element_opposes_itself_and_each_opposes_exactly_one(
    element: Element,
) -> None:
    assert element.opposite is not element
    assert element.opposite.opposite is element
    assert sum(other.opposite is element for other in ELEMENTS) == 1


@pytest.mark.parametrize("element", ELEMENTS)
def test_faces_number_the_elements_in_their_order(element: Element) -> None:
    assert ELEMENTS[element.face] is element
    assert OPPOSITE_FACES[element.face] == element.opposite.face


def test_an_element_is_written_as_its_name() -> None:
    assert f"{Element.FIRE}" == "fire"
    assert Element("fire") is Element.FIRE
