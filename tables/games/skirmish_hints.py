"""Hints that explain options on the page: reach, attacks and chances.

They are computed from a game without secrets, so they reveal nothing that the viewer
may not know.
"""

from __future__ import annotations

from skirmish.rules.board.grid import spaces_in
from skirmish.rules.decision import FIGURE, Choice, Decision, OptionGroup
from skirmish.rules.figure import Figure
from skirmish.rules.game import Game
from skirmish.rules.hooks import AFFINITIES
from skirmish.rules.odds.affinity import affinity_chance
from tables.games.base import JSON
from tables.games.skirmish_attacks import attack_hint
from tables.games.skirmish_reach import reach_hints

STRIKES = ("attack", "throw", "shoot")
TESTS = ("search", "pray")


def hints_payload(
    game: Game, decision: Decision, groups: tuple[OptionGroup, ...]
) -> JSON:
    """Return the hints for the seat that has to decide."""
    hints: JSON = {"reach": [], "attacks": [], "tests": []}
    if decision.figure < 0 or decision.kind not in ("activation", "move"):
        return hints
    figure = game.figures[decision.figure]
    for group in groups:
        verb = group.verb
        if verb == "go":
            hints["reach"] = reach_hints(game, figure)
        elif verb.startswith(STRIKES) and group.mode == FIGURE:
            hints["attacks"] += [
                attack_hint(game, decision.seat, figure, Choice(verb, group.owner, key))
                for key in spaces_in(group.bits)
            ]
        elif verb in TESTS:
            hints["tests"].append({"verb": verb, "chance": _test_chance(game, figure)})
    return hints


def _test_chance(game: Game, figure: Figure) -> float:
    faces = game.modify(AFFINITIES, figure, figure, figure.card.affinities)
    return round(affinity_chance(), 4) if faces else 0.0
