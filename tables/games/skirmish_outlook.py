"""What a figure could do in its next activation: where it can go and whom it can
attack.

It is computed from a game without secrets, so it reveals nothing that the viewer may
not know. Cards, rerolls, tokens gained on the way and second actions are ignored.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from rulebook.rules.entries import RangedAttack
from skirmish.rules.board.grid import DIRECTION_NAMES, spaces_in
from skirmish.rules.board.sight import sees
from skirmish.rules.combat import (
    filter_shootable,
    in_range,
    is_engaged,
    targets_by_facing,
)
from skirmish.rules.figure import Figure
from skirmish.rules.game import Game
from skirmish.rules.path_planner import PlannedPath, plan_paths_of
from tables.games.base import JSON
from tables.games.skirmish_attacks import expect_attack, harm_chance
from tables.games.skirmish_words import SPACE_NAMES

# One attack from one space: the verb, the target, and the facing it needs.
Strike = tuple[str, int, int]


def outlook_payload(game: Game, label: str) -> JSON | None:
    """Return reach, attacks and line of sight of a figure, or None if it is not on the
    board."""
    game = game.copy()
    figure = next((f for f in game.figures if f.card.label == label and f.foot), None)
    if figure is None:
        return None
    seen = [
        other.card.label
        for other in game.figures
        if other.foot and other.side != figure.side and sees(game, figure, other)
    ]
    paths = plan_paths_of(game, figure)
    return {
        "figure": label,
        "sees": seen,
        "reach": [
            {"space": SPACE_NAMES[space], "chance": _rounded(path.chance)}
            for space, path in sorted(paths.items())
        ],
        "attacks": _attacks(game, figure, paths),
        "has_acted": figure.is_activated,
    }


def _rounded(chance: Fraction) -> float | int:
    return 1 if chance == 1 else min(round(float(chance), 4), 0.9999)


def _attacks(
    game: Game, figure: Figure, paths: Mapping[int, PlannedPath]
) -> list[JSON]:
    """Return the best attack on each enemy, the most harmful first."""
    start, facing = figure.space, figure.facing
    chances = {start: Fraction(1)} | {s: path.chance for s, path in paths.items()}
    # Attacks with the same dice have the same odds from every space.
    expected: dict[tuple[str, int, int, bool], JSON] = {}
    best: dict[int, tuple[float, JSON]] = {}
    for space, arrives in chances.items():
        game.put(figure, space)
        for verb, key, turn in _strikes(game, figure):
            game.face(figure, turn)
            target = game.figures[key]
            behind = bool(figure.foot & target.back())
            kind = (verb, key, space if verb == "attack" else 0, behind)
            if kind not in expected:
                expected[kind] = expect_attack(game, figure, target, verb)
            hint = expected[kind]
            worth = float(arrives) * harm_chance(hint)
            if key not in best or worth > best[key][0]:
                told = {**hint, "from": SPACE_NAMES[space], "arrives": float(arrives)}
                best[key] = (worth, told)
    game.put(figure, start)
    game.face(figure, facing)
    ranked = sorted(best.values(), key=lambda entry: -entry[0])
    return [{**hint, "harm": round(worth, 4)} for worth, hint in ranked]


def _strikes(game: Game, figure: Figure) -> Iterator[Strike]:
    """Yield every possible attack from here, whichever way the figure turns."""
    met: set[int] = set()
    for facing, targets in enumerate(targets_by_facing(game, figure)):
        for key in spaces_in(targets):
            if key not in met:
                met.add(key)
                yield "attack", key, facing
    if is_engaged(game, figure):
        return
    shots = [(f"shoot-{n}", shot) for n, shot in enumerate(figure.card.shots, start=1)]
    for verb, shot in (*shots, ("throw", None)):
        yield from ((verb, key, turn) for key, turn in _aimed(game, figure, shot))


def _aimed(
    game: Game, figure: Figure, shot: RangedAttack | None
) -> Iterator[tuple[int, int]]:
    """Yield each enemy that can be shot from here, with a facing that sees it."""
    before, left = figure.facing, in_range(game, figure, shot)
    found = {}
    for facing in range(len(DIRECTION_NAMES)):
        if not left:
            break
        figure.facing = facing
        seen = filter_shootable(game, figure, left)
        left &= ~seen
        found.update(dict.fromkeys(spaces_in(seen), facing))
    figure.facing = before
    yield from found.items()
