"""Grounds drawn as maps in the text itself.

    [ground]            [elements]          [deployment]
    ..~~%               .....               NNN..
    .^^##               .AABB               .....

A map's first line is its northernmost row, its last line row 1; a row begins with
column A. Spaces that are not drawn are open. Without `[elements]`, elevated spaces that
touch belong together; without `[deployment]`, everybody deploys in the middle of an
edge.
"""

from __future__ import annotations

from collections.abc import Iterator

from kernel.errors import Refusal
from skirmish.rules.board.grid import SPACES, WIDTH, space_at, spaces_in, spread
from skirmish.rules.board.ground import (
    EAST,
    NORTH,
    SOUTH,
    WEST,
    Ground,
    middle_of_edges,
)
from skirmish.rules.text_format.document import Document, Line

OPEN, OUTSIDE = ".", "x"
# Rough, obscuring, elevated, foliage: what each letter stands for.
LETTERS = {
    OPEN: (False, False, False, False),
    "~": (True, False, False, False),
    "%": (False, True, False, False),
    '"': (True, True, False, True),
    "^": (False, False, True, False),
    "#": (False, True, True, False),
}
_EDGES = {"N": NORTH, "E": EAST, "S": SOUTH, "W": WEST}
_DEPTH = 2
_NAMES = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"


# --- reading ---------------------------------------------------------------------
def read_ground(document: Document, slug: str) -> Ground:
    masks = dict.fromkeys(("rough", "obscuring", "elevated", "foliage"), 0)
    outside = 0
    for line, space, letter in _letters(document, "ground"):
        bit = 1 << space
        if letter == OUTSIDE:
            outside |= bit
        elif letter in LETTERS:
            for key, is_so in zip(masks, LETTERS[letter], strict=True):
                masks[key] |= bit * is_so
        else:
            known = " ".join((*LETTERS, OUTSIDE))
            raise line.fault(f"“{letter}” is not a terrain. Draw with {known}")
    elements = _read_elements(document, masks["elevated"])
    return Ground(
        slug=slug,
        name=slug.replace("-", " ").capitalize(),
        elements=elements,
        deployment=_read_deployment(document),
        outside=outside,
        **masks,
    )


def _letters(document: Document, name: str) -> Iterator[tuple[Line, int, str]]:
    lines = document.block(name)
    if len(lines) > WIDTH:
        raise lines[WIDTH].fault(f"[{name}] has more than {WIDTH} rows.")
    for row, line in enumerate(reversed(lines)):
        if len(line.text) > WIDTH:
            raise line.fault(f"This row has more than {WIDTH} spaces.")
        for column, letter in enumerate(line.text):
            yield line, space_at(column, row), letter


def _read_elements(document: Document, elevated: int) -> list[int]:
    if not document.has("elements"):
        return list(_touching(elevated))
    elements: dict[str, int] = {}
    lines = document.block("elements")
    for line, space, letter in _letters(document, "elements"):
        if letter == OPEN:
            continue
        if not elevated >> space & 1:
            raise line.fault(f"“{letter}” is on a space that is not elevated.")
        elements[letter] = elements.get(letter, 0) | 1 << space
    if sum(elements.values()) != elevated:
        last = lines[-1] if lines else document.blocks["elements", ""].opening
        raise last.fault("Every elevated space must belong to an element.")
    return [elements[letter] for letter in sorted(elements, key=_NAMES.find)]


def _touching(elevated: int) -> Iterator[int]:
    while elevated:
        element = elevated & -elevated
        while (grown := spread(element) & elevated) != element:
            element = grown
        elevated &= ~element
        yield element


def _read_deployment(document: Document) -> tuple[int, int, int, int]:
    if not document.has("deployment"):
        return middle_of_edges(_DEPTH)
    edges = [0, 0, 0, 0]
    for line, space, letter in _letters(document, "deployment"):
        if letter in _EDGES:
            edges[_EDGES[letter]] |= 1 << space
        elif letter != OPEN:
            raise line.fault(f"“{letter}” is not one of N, E, S, W.")
    return edges[0], edges[1], edges[2], edges[3]


# --- writing ---------------------------------------------------------------------
def write_ground_maps(ground: Ground) -> list[str]:
    """Write the three blocks that draw a ground."""
    if len(ground.elements) > len(_NAMES):
        raise _not_drawable(ground)
    element_of = {
        space: _NAMES[number]
        for number, element in enumerate(ground.elements)
        for space in spaces_in(element)
    }
    edge_of = {
        space: letter
        for letter, edge in _EDGES.items()
        for space in spaces_in(ground.deployment[edge])
    }
    terrain = {space: _letter(ground, space) for space in range(SPACES)}
    return [
        "[ground]",
        *_rows(terrain),
        "",
        "[elements]",
        *_rows(element_of),
        "",
        "[deployment]",
        *_rows(edge_of),
    ]


def _letter(ground: Ground, space: int) -> str:
    if not ground.enterable >> space & 1:
        return OUTSIDE
    masks = (ground.rough, ground.obscuring, ground.elevated, ground.foliage)
    kinds = tuple(bool(mask >> space & 1) for mask in masks)
    for letter, known in LETTERS.items():
        if known == kinds:
            return letter
    raise _not_drawable(ground)


def _not_drawable(ground: Ground) -> Refusal:
    return Refusal(
        f"{ground.name} has terrain without a letter, so the game cannot be"
        " written as text.",
        code="not-writable",
    )


def _rows(letters: dict[int, str]) -> list[str]:
    return [
        "".join(letters.get(space_at(column, row), OPEN) for column in range(WIDTH))
        for row in reversed(range(WIDTH))
    ]


def is_same(ground: Ground, other: Ground) -> bool:
    """Return whether two grounds are alike in everything that the rules look at."""
    return all(
        getattr(ground, name) == getattr(other, name)
        for name in (
            "slug",
            "rough",
            "obscuring",
            "elevated",
            "foliage",
            "elements",
            "deployment",
            "enterable",
        )
    )
