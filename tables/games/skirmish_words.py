"""Spaces, figures, faces and seats as words for the API."""

from __future__ import annotations

from kernel.elements import ELEMENTS
from skirmish.rules.board.grid import DIRECTION_NAMES, SPACES, name_of, spaces_in
from skirmish.rules.board.ground import EDGE_NAMES
from skirmish.rules.choice_sentences import GameNames, choice_label
from skirmish.rules.compiled_setup import CompiledSetup
from skirmish.rules.decision import (
    CARD,
    DICE,
    DIE,
    EDGE,
    ELEMENT,
    FACING,
    FIGURE,
    NUMBER,
    PLAIN,
    SEAT,
    SPACE,
    STATUS,
    Choice,
    OptionGroup,
)
from skirmish.rules.figure import STATUSES
from skirmish.rules.storage.notation import mode_of
from tables.games.base import SEAT_LETTERS

SPACE_NAMES = tuple(name_of(space) for space in range(SPACES))
ELEMENT_NAMES = tuple(element.value for element in ELEMENTS)
# In the order of DIRECTION_NAMES.
FACING_WORDS = (
    *("north", "north-east", "east", "south-east"),
    *("south", "south-west", "west", "north-west"),
)
PLACES = ("board", "training-ground", "healing-house", "away")
MODES = {
    PLAIN: "plain",
    SPACE: "space",
    FIGURE: "figure",
    FACING: "facing",
    DIE: "die",
    DICE: "dice",
    ELEMENT: "element",
    NUMBER: "number",
    SEAT: "seat",
    EDGE: "edge",
    STATUS: "status",
    CARD: "card",
}
_NAMES: dict[int, tuple[str, ...]] = {
    SPACE: SPACE_NAMES,
    FACING: DIRECTION_NAMES,
    ELEMENT: ELEMENT_NAMES,
    STATUS: STATUSES,
    EDGE: EDGE_NAMES,
    SEAT: tuple(SEAT_LETTERS),
}


def space_names(mask: int) -> list[str]:
    """Return the names of a set of spaces."""
    return [SPACE_NAMES[space] for space in spaces_in(mask)]


def space_word(space: int) -> str | None:
    return SPACE_NAMES[space] if 0 <= space < SPACES else None


def figure_word(table: CompiledSetup, key: int) -> str | None:
    return table.cards[key].label if key >= 0 else None


def seat_word(seat: int) -> str | None:
    return SEAT_LETTERS[seat] if seat >= 0 else None


def face_words(faces: tuple[int, ...]) -> list[str]:
    return [ELEMENT_NAMES[face] for face in faces]


def describe_choice(table: CompiledSetup, choice: Choice) -> str:
    """Describe a choice in words, without the person who made it."""
    if mode_of(table, choice.verb) != FACING:
        return choice_label(GameNames(table), choice)
    facing = FACING_WORDS[choice.arg]
    return f"turn to the {facing}" if choice.verb == "face" else f"stop facing {facing}"


def argument_words(table: CompiledSetup, group: OptionGroup) -> list[str]:
    """Return the arguments of a group of options as the notation writes them."""
    if group.mode == PLAIN:
        return []
    numbers = spaces_in(group.bits)
    if group.mode == FIGURE:
        return [table.cards[key].label for key in numbers]
    names = _NAMES.get(group.mode)
    if names is not None:
        return [names[number] for number in numbers]
    return [str(number + 1) for number in numbers]
