"""What a challenge makes worth doing, in words that fit all challenges.

A bot knows no challenge by name. It reads the aims of its seat: where to go, what to
do there, whom to harm and whom to keep from harm, each with its worth in points of
the score. Worths of the same thing add up.
"""

from __future__ import annotations

from typing import NamedTuple

from skirmish.rules.decision import NOBODY

REACH, HOLD, DO, HARM, KEEP = "reach", "hold", "do", "harm", "keep"


class Aim(NamedTuple):
    """One thing worth doing.

    * reach: `figure` should come to one of the `spaces`; once is enough
    * hold: `spaces` should be stood on when a round ends, by many
    * do: the `verb` is worth saying whenever it is offered
    * harm: `figure` should Injure the `target`, or Stun it for the worth of `stun`
    * keep: the own figure `target` should not be Injured
    """

    kind: str
    worth: float
    # Whose business it is: one own figure's or, if nobody is named, anybody's.
    figure: int = NOBODY
    target: int = NOBODY
    spaces: int = 0
    verb: str = ""
    stun: float = 0.0

    def concerns(self, figure: int) -> bool:
        return self.figure in (NOBODY, figure)
