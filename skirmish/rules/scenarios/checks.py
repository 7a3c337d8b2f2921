"""All checks of scenarios by name; `not` before a check reverses it."""

from __future__ import annotations

from skirmish.rules.scenarios.context import ScenarioContext
from skirmish.rules.scenarios.decision_checks import ASKING
from skirmish.rules.scenarios.state_checks import STANDING, of_figure

CLAIMS = {**STANDING, **ASKING}


def find_difference(scene: ScenarioContext) -> str | None:
    """Return how the game differs from the expectation of the current line, or None."""
    words = scene.line.text.split()
    is_negated = words[0] == "not"
    if is_negated:
        words = words[1:]
    if not words:
        raise scene.line.fault("Say what to expect.")
    instead = _answer(scene, words)
    if not is_negated:
        return instead
    return f"This is true: {' '.join(words)}." if instead is None else None


def _answer(scene: ScenarioContext, words: list[str]) -> str | None:
    head, *rest = words
    game = scene.game
    if head in game.compiled.labels:
        return of_figure(scene, game.figures[game.compiled.labels[head]], rest)
    if head in CLAIMS:
        return CLAIMS[head](scene, rest)
    raise scene.line.fault(f"There is no figure and no check called “{head}”.")
