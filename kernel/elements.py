"""The six elements: the faces of a die, and which element cancels which."""

from __future__ import annotations

from enum import StrEnum


class Element(StrEnum):
    """One element, in the order in which the book lists die results."""

    SPIRIT = "spirit"
    VOID = "void"
    EARTH = "earth"
    AIR = "air"
    WATER = "water"
    FIRE = "fire"

    @property
    def opposite(self) -> Element:
        """Return the element that this one eliminates, one die for one die."""
        return _OPPOSITES[self]

    @property
    def face(self) -> int:
        """Return the number of this element's face on a die, 0 to 5."""
        return _FACES[self]


ELEMENTS: tuple[Element, ...] = tuple(Element)
_FACES = {element: face for face, element in enumerate(ELEMENTS)}

_PAIRS = (
    (Element.SPIRIT, Element.VOID),
    (Element.EARTH, Element.AIR),
    (Element.WATER, Element.FIRE),
)
_OPPOSITES = {a: b for pair in _PAIRS for a, b in (pair, pair[::-1])}

# The same for code that counts faces as plain ints.
OPPOSITE_FACES: tuple[int, ...] = tuple(e.opposite.face for e in ELEMENTS)
