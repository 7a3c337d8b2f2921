"""Choices as one line of text each, and back.

    A go E7            a space
    A stop NE          a facing
    B attack a3        a figure
    B use nimble b2 1+3    dice, counted from 1, of figure b2
    A choose void      an element
    A play sidestep moon
    B concede

The seat comes first, then the verb, then the figure the verb belongs to where there is
one, then the argument. The form of an argument shows its kind, so a line can be read
without knowing the position.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kernel.elements import ELEMENTS
from kernel.errors import Unreadable
from skirmish.rules.behaviours import ABILITY, COMMON_RULE, KEYWORD
from skirmish.rules.behaviours import CARD as CARD_KIND
from skirmish.rules.behaviours import STATUS as STATUS_KIND
from skirmish.rules.board.grid import DIRECTION_NAMES, SPACES, name_of, space_named
from skirmish.rules.board.ground import EDGE_NAMES
from skirmish.rules.decision import (
    CARD,
    DICE,
    DIE,
    EDGE,
    ELEMENT,
    FACING,
    FIGURE,
    NOBODY,
    NUMBER,
    PLAIN,
    SEAT,
    SPACE,
    STATUS,
    Choice,
)
from skirmish.rules.figure import STATUSES

if TYPE_CHECKING:
    from skirmish.rules.compiled_setup import CompiledSetup

SEAT_LETTERS = "ABCD"
# Dice, cards and other things that are counted from 1.
_COUNTED = re.compile("[1-9][0-9]?")
VERBS = {
    "activate": FIGURE,
    "affinity": ELEMENT,
    "all-star": FIGURE,
    "at": PLAIN,
    "attack": FIGURE,
    "choose": ELEMENT,
    "clear": FIGURE,
    "concede": PLAIN,
    "count": NUMBER,
    "deploy": FIGURE,
    "df": PLAIN,
    "discard": CARD,
    "draw": PLAIN,
    "edge": EDGE,
    "end": PLAIN,
    "face": FACING,
    "go": SPACE,
    "hide": PLAIN,
    "lantern": SPACE,
    "name": SEAT,
    "no": PLAIN,
    "pass": PLAIN,
    "pause": FACING,
    "pick": FIGURE,
    "pray": SPACE,
    "radiate": STATUS,
    "recover": FIGURE,
    "reroll": DICE,
    "resume": PLAIN,
    "run": PLAIN,
    "search": PLAIN,
    "shoot": FIGURE,
    "shoot-2": FIGURE,
    "show": NUMBER,
    "shrine": SPACE,
    "stay": PLAIN,
    "stop": FACING,
    "tester": FIGURE,
    "throw": FIGURE,
    "yes": PLAIN,
}
BEHAVIOUR_HEADS = ("use", "spend", "play", "do")


def mode_of(compiled: CompiledSetup, verb: str) -> int | None:
    """Return the kind of the verb's argument; None for a verb that does not exist."""
    if verb in VERBS:
        return VERBS[verb]
    head, _, rest = verb.partition(" ")
    slug, _, version = rest.partition(" ")
    if head == "do":
        return compiled.challenge.verbs.get(slug)
    kinds = _KINDS.get(head, ())
    behaviour = next(
        (
            compiled.behaviours[kind, slug]
            for kind in kinds
            if (kind, slug) in compiled.behaviours
        ),
        None,
    )
    if behaviour is None:
        return None
    return behaviour.takes_moon if version == "moon" else behaviour.takes


_KINDS = {
    "use": (ABILITY, KEYWORD),
    "spend": (STATUS_KIND, COMMON_RULE),
    "play": (CARD_KIND,),
}


def write_choice(compiled: CompiledSetup, seat: int, choice: Choice) -> str:
    """Return the line for a choice."""
    verb, owner, arg = choice.verb, choice.owner, choice.arg
    words = [SEAT_LETTERS[arg if verb == "concede" else seat], verb]
    if owner != NOBODY:
        words.append(_argument(compiled, FIGURE, owner))
    mode = mode_of(compiled, verb) or PLAIN
    if mode != PLAIN:
        words.append(_argument(compiled, mode, arg))
    return " ".join(words)


def _argument(compiled: CompiledSetup, mode: int, arg: int) -> str:
    """Return the word for an argument; `#` and a number if it can stand for nothing."""
    if mode == DICE and arg > 0:
        return "+".join(
            str(die + 1) for die in range(arg.bit_length()) if arg >> die & 1
        )
    if mode == SPACE and 0 <= arg < SPACES:
        return name_of(arg)
    if mode == FIGURE and 0 <= arg < len(compiled.cards):
        return compiled.cards[arg].label
    names = _NAMES.get(mode, ())
    if 0 <= arg < len(names):
        return names[arg]
    if mode in (DIE, NUMBER, CARD) and arg >= 0:
        return str(arg + 1)
    return f"#{arg}"


_NAMES: dict[int, tuple[str, ...]] = {
    FACING: DIRECTION_NAMES,
    ELEMENT: tuple(element.value for element in ELEMENTS),
    STATUS: STATUSES,
    EDGE: EDGE_NAMES,
    SEAT: tuple(SEAT_LETTERS),
}


def read_choice(compiled: CompiledSetup, line: str) -> tuple[int, Choice]:
    """Parse a line into a seat and a choice."""
    words = line.split()
    if len(words) < 2 or words[0] not in set(SEAT_LETTERS):
        raise Unreadable(f"“{line}” does not begin with a seat letter and a verb.")
    seat = SEAT_LETTERS.index(words[0])
    verb, rest = split_verb(words[1:])
    if verb == "concede":
        if rest:
            raise Unreadable(f"“{line}” has too many words.")
        return seat, Choice(verb, NOBODY, seat)
    mode = mode_of(compiled, verb)
    if mode is None:
        raise Unreadable(f"This game has no verb “{verb}”.")
    owner = NOBODY
    wanted = 0 if mode == PLAIN else 1
    if len(rest) == wanted + 1 and rest[0] in compiled.labels:
        owner, rest = compiled.labels[rest[0]], rest[1:]
    if len(rest) != wanted:
        raise Unreadable(f"“{line}” has {'too few' if wanted else 'too many'} words.")
    arg = _value(compiled, mode, rest[0]) if rest else 0
    if arg is None:
        raise Unreadable(f"“{rest[0]}” cannot follow “{verb}”.")
    return seat, Choice(verb, owner, arg)


def split_verb(words: list[str]) -> tuple[str, list[str]]:
    """Split words into the verb they begin with, and the rest."""
    if words[0] not in BEHAVIOUR_HEADS or len(words) < 2:
        return words[0], words[1:]
    length = 2
    if (words[0] == "play" and words[2:3] == ["moon"]) or words[:2] == [
        "spend",
        "reroll-token",
    ]:
        length = 3
    return " ".join(words[:length]), words[length:]


def _value(compiled: CompiledSetup, mode: int, word: str) -> int | None:
    if mode == SPACE:
        return space_named(word)
    if mode == FIGURE:
        return compiled.labels.get(word)
    if mode == DICE:
        parts = word.split("+")
        if not all(_COUNTED.fullmatch(part) for part in parts):
            return None
        return sum(1 << int(part) - 1 for part in set(parts))
    if mode in (DIE, NUMBER, CARD):
        return int(word) - 1 if _COUNTED.fullmatch(word) else None
    names = _NAMES[mode]
    return names.index(word) if word in names else None
