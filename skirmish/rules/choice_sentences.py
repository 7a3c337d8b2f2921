"""Choices in words, for players who read the log.

`notation` writes them shorter, for files and machines.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from kernel.elements import ELEMENTS
from skirmish.rules.behaviours import ABILITY, COMMON_RULE, KEYWORD
from skirmish.rules.behaviours import CARD as CARD_KIND
from skirmish.rules.behaviours import STATUS as STATUS_KIND
from skirmish.rules.board.grid import DIRECTION_NAMES, name_of
from skirmish.rules.board.ground import EDGE_NAMES
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
)
from skirmish.rules.frames.initiative import HANDS
from skirmish.rules.storage.notation import SEAT_LETTERS, mode_of

if TYPE_CHECKING:
    from skirmish.rules.compiled_setup import CompiledSetup

# The phrase for each verb; the braces are for its argument.
SAYINGS = {
    "activate": "activate {}",
    "affinity": "use {} for the test",
    "all-star": "name {} a Ninja All-Star",
    "at": "take the Attack bonus",
    "attack": "attack {}",
    "choose": "choose {}",
    "clear": "remove all Stun tokens from {}",
    "concede": "concede",
    "count": "{}",
    "deploy": "deploy {}",
    "df": "take the Defence bonus",
    "discard": "discard card {}",
    "draw": "draw a card",
    "edge": "take the {} edge",
    "end": "end the activation",
    "face": "face {}",
    "go": "go to {}",
    "hide": "go into Stealth",
    "lantern": "place a lantern on {}",
    "name": "let {} go first",
    "no": "no",
    "pass": "pass",
    "pause": "pause to act, facing {}",
    "pick": "pick {}",
    "pray": "pray at {}",
    "radiate": "choose {} for the shrine",
    "recover": "bring {} back from the Healing House",
    "reroll": "reroll {}",
    "resume": "continue moving",
    "run": "run",
    "search": "search",
    "shoot": "shoot at {}",
    "shoot-2": "use the second shot on {}",
    "show": "show {}",
    "shrine": "place a shrine on {}",
    "stay": "stay",
    "stop": "stop, facing {}",
    "tester": "let {} make the test",
    "throw": "throw a shuriken at {}",
    "yes": "yes",
}
# How the argument of a behaviour's option is joined to its name.
JOINTS = {SPACE: "on", FIGURE: "on", DIE: "on", DICE: "on", ELEMENT: "for", SEAT: "for"}
_KINDS = (ABILITY, KEYWORD, CARD_KIND, STATUS_KIND, COMMON_RULE)


class GameNames:
    """Names of figures, seats and things of one game."""

    def __init__(self, compiled: CompiledSetup) -> None:
        self.compiled = compiled

    def figure(self, key: int) -> str:
        if key < 0:
            return "nobody"
        card = self.compiled.cards[key]
        return f"{card.name} ({card.label})"

    def seat(self, index: int) -> str:
        if index < 0:
            return "nobody"
        return f"{self.compiled.setup.seats[index].name} ({SEAT_LETTERS[index]})"

    def side(self, index: int) -> int:
        side = self.compiled.setup.seats[index].side
        return index if side is None else side

    def faces(self, faces: tuple[int, ...]) -> str:
        return ", ".join(ELEMENTS[face].value for face in faces) or "nothing"

    def tokens(self, status: int, amount: int) -> str:
        return counted(amount, f"{self.compiled.status_behaviours[status].name} token")

    def card(self, slug: str) -> str:
        return self.compiled.book.cards[slug].name if slug else "a card"

    def thing(self, slug: str) -> str:
        """Return the name of a keyword, ability, card or status; else words."""
        for kind in _KINDS:
            behaviour = self.compiled.behaviours.get((kind, slug))
            if behaviour is not None and behaviour.name != slug:
                return behaviour.name
        return slug.replace("-", " ").replace("_", " ")

    def argument(self, mode: int, arg: int) -> str:
        if mode == FIGURE:
            return self.figure(arg)
        if mode == SEAT:
            return self.seat(arg)
        if mode == SPACE:
            return name_of(arg)
        if mode == DICE:
            dice = [str(die + 1) for die in range(arg.bit_length()) if arg >> die & 1]
            return f"{'die' if len(dice) == 1 else 'dice'} {listed(dice)}"
        if mode == DIE:
            return f"die {arg + 1}"
        if mode == STATUS:
            return self.compiled.status_behaviours[arg].name
        if mode in (NUMBER, CARD):
            return str(arg + 1)
        return _NAMES[mode][arg]


_NAMES: dict[int, tuple[str, ...]] = {
    FACING: DIRECTION_NAMES,
    ELEMENT: tuple(element.value for element in ELEMENTS),
    EDGE: EDGE_NAMES,
}


def counted(amount: int, noun: str) -> str:
    """Return a number of things: 1 point, 2 points."""
    return f"{amount} {noun}" if amount == 1 else f"{amount} {noun}s"


def listed(words: Sequence[str]) -> str:
    """Join several things: this, that and the other."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"


def choice_label(words: GameNames, choice: Choice) -> str:
    """Return what the player chose, without the player's name."""
    verb, owner, arg = choice.verb, choice.owner, choice.arg
    mode = mode_of(words.compiled, verb) or PLAIN
    said = "" if mode == PLAIN else words.argument(mode, arg)
    if verb == "show":
        return f"show {HANDS[arg]}"
    if verb in SAYINGS:
        return SAYINGS[verb].format(said)
    head, _, rest = verb.partition(" ")
    slug, _, version = rest.partition(" ")
    what = f"{head} {words.thing(slug)}"
    if head == "do":
        return f"{words.thing(slug)} {said}".rstrip()
    if version == "moon":
        what += " with its moon effect"
    elif version:
        what += f" on roll {version}"
    if owner >= 0:
        what += f" of {words.figure(owner)}"
    return f"{what} {JOINTS.get(mode, 'with')} {said}" if said else what
