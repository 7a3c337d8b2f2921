"""Reach of the acting figure: the best path to each space, with its risks.

It is computed from a game without secrets, so it reveals nothing that the viewer may
not know.
"""

from __future__ import annotations

from itertools import pairwise

from skirmish.rules.board.grid import FOOT
from skirmish.rules.figure import Figure
from skirmish.rules.game import Game
from skirmish.rules.path_planner import PathStep, PlannedPath, plan_paths
from tables.games.base import JSON
from tables.games.skirmish_words import SPACE_NAMES, figure_word


def reach_hints(game: Game, figure: Figure) -> list[JSON]:
    """Return every space the acting figure can reach, cheapest first."""
    paths = sorted(plan_paths(game).values(), key=lambda path: (path.cost, path.space))
    return [_reach_hint(game, figure, path) for path in paths]


def _reach_hint(game: Game, figure: Figure, path: PlannedPath) -> JSON:
    table = game.compiled
    return {
        "space": SPACE_NAMES[path.space],
        "cost": path.cost,
        "chance": _rounded(float(path.chance)),
        "path": [SPACE_NAMES[step.space] for step in path.steps],
        "dodges": _dodges(figure, path),
        **_exposure(game, figure, path),
        "shrines": [
            SPACE_NAMES[shrine] for step in path.steps for shrine in step.shrines
        ],
        "watchers": sorted(
            {
                figure_word(table, key) or ""
                for step in path.steps
                for key in step.watchers
            }
        ),
        "lines": list(path.lines),
    }


def _rounded(chance: float) -> float | int:
    """Round a chance. 1 means that no roll is needed, so lower chances never round up
    to it."""
    return 1 if chance == 1 else min(round(chance, 4), 0.9999)


def _dodges(figure: Figure, path: PlannedPath) -> list[JSON]:
    """Return each dodge with the space it leaves."""
    start = PathStep(figure.space, 0)
    return [
        {
            "space": SPACE_NAMES[before.space],
            "chance": _rounded(float(step.dodge_chance)),
        }
        for before, step in pairwise((start, *path.steps))
        if step.dodge_needs
    ]


def _exposure(game: Game, figure: Figure, path: PlannedPath) -> JSON:
    """Return where a hidden figure would lose its Stealth: in the light or outside the
    leaves.

    Only the first such space counts, since Stealth is lost once.
    """
    exposed = next((step.space for step in path.steps if step.is_revealing), None)
    if exposed is None:
        return {"lanterns": [], "leaves_cover": []}
    is_lit = bool(FOOT[figure.card.size][exposed] & game.lantern_light)
    names = [SPACE_NAMES[exposed]]
    return {
        "lanterns": names if is_lit else [],
        "leaves_cover": [] if is_lit else names,
    }
