"""Objectives: what a challenge rewards, in terms that fit all challenges.

A bot knows no challenge by name. It reads the objectives of its seat: where to go, what
to do there, which figures to harm and which to protect, each with its worth in points
of the score. Worths of the same thing add up.
"""

from __future__ import annotations

from typing import NamedTuple

from skirmish.rules.decision import NOBODY

REACH, HOLD, DO, HARM, KEEP = "reach", "hold", "do", "harm", "keep"


class Objective(NamedTuple):
    """One thing worth doing.

    * reach: `figure` should reach one of the `spaces`; once is enough
    * hold: as many figures as possible should stand on the `spaces` when a round ends
    * do: choosing the `verb` is worth it whenever it is offered
    * harm: `figure` should Injure the `target`, or Stun it for the worth of `stun`
    * keep: our own figure `target` should not be Injured
    """

    kind: str
    worth: float
    # The one figure this applies to, or NOBODY if any of our figures will do.
    figure: int = NOBODY
    target: int = NOBODY
    spaces: int = 0
    verb: str = ""
    stun: float = 0.0

    def concerns(self, figure: int) -> bool:
        return self.figure in (NOBODY, figure)
