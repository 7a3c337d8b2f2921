"""Options of a figure that is forced to approach or attack."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from msgspec import structs

from skirmish.rules.behaviours import (
    ABILITY,
    ACTION,
    CARD,
    KEYWORD,
    MOVE,
    NOTHING,
    STRIKE,
)
from skirmish.rules.board.grid import SMALL, WITHIN
from skirmish.rules.combat import targets_by_facing
from skirmish.rules.decision import OptionGroup
from skirmish.rules.figure import Figure

if TYPE_CHECKING:
    from skirmish.rules.game import Game

# As a set of figures.
EVERYBODY = -1
_PLAIN_VERBS = {
    "attack": STRIKE,
    "go": MOVE,
    "face": NOTHING,
    "resume": NOTHING,
    "spend": NOTHING,
}


def counts_as(game: Game, verb: str) -> int:
    """Classify an option of the menu: an action, the move, an attack or nothing."""
    head, _, rest = verb.partition(" ")
    slug, _, version = rest.partition(" ")
    if head == "use":
        behaviour = (
            game.behaviours.get((ABILITY, slug)) or game.behaviours[KEYWORD, slug]
        )
        return behaviour.counts_as
    if head == "play":
        card = game.behaviours[CARD, slug]
        return card.counts_as_moon if version else card.counts_as
    if head == "do":
        return game.compiled.challenge.counts_as
    return _PLAIN_VERBS.get(head, ACTION)


def facings_towards(game: Game, figure: Figure, foes: int) -> int:
    """Return the facings from which the figure could attack one of the foes."""
    found = 0
    for facing, targets in enumerate(targets_by_facing(game, figure)):
        if targets & foes:
            found |= 1 << facing
    return found


def narrow_menu(menu: list[OptionGroup], verb: str, bits: int) -> list[OptionGroup]:
    """Return the menu with fewer arguments for one of its verbs."""
    return [
        structs.replace(group, bits=group.bits & bits) if group.verb == verb else group
        for group in menu
    ]


def find_promising_spaces(
    figure: Figure, points: int, goal: Callable[[int], int]
) -> int:
    """Return the spaces from which a figure can still reach where it is forced to go.

    `goal` returns the anchors that would do with that many points left. Ways there and
    onward are taken to be straight and flat.
    """
    found = 0
    for steps in range(1, points + 1):
        # A base of any size moves as far as its anchor does.
        found |= WITHIN[SMALL][steps][figure.space] & goal(points - steps)
    return found
