"""A bot's assessment of a view: who is on which side, and the worth of harm.

Everything is counted in points of the score. What the challenge does not reward still
has a small worth: a figure in the Healing House does nothing for a while.
"""

from __future__ import annotations

from skirmish.rules.figure import STUN, Figure
from skirmish.rules.objectives import HARM, KEEP, Objective
from skirmish.rules.view import View

# The worth of an Injury, a Stun and a push that the challenge does not reward.
INJURY_WORTH = 0.35
STUN_WORTH = 0.15
PUSH_WORTH = 0.03
STUNS_TO_INJURE = 3


class Assessment:
    """One seat's view with its objectives sorted, and a board to try things out on."""

    __slots__ = ("guard", "harm", "objectives", "sandbox", "seat", "side", "view")

    def __init__(self, view: View) -> None:
        self.view = view
        self.seat = view.seat
        # A copy: figures are moved around on it to see what they could do.
        self.sandbox = view.known_game.copy()
        self.side = self.sandbox.seats[view.seat].side
        self.objectives = view.objectives
        self.harm: dict[int, list[Objective]] = {}
        self.guard: dict[int, float] = {}
        for aim in self.objectives:
            if aim.kind == HARM:
                self.harm.setdefault(aim.target, []).append(aim)
            elif aim.kind == KEEP:
                self.guard[aim.target] = self.guard.get(aim.target, 0.0) + aim.worth

    def is_leading(self) -> bool:
        """Return whether our side would win if the game ended now."""
        scores = {seat.side: seat.score for seat in self.view.seats}
        ours = scores.pop(self.side)
        return all(ours > score for score in scores.values())

    # --- who is who ------------------------------------------------------------
    def figure(self, key: int) -> Figure:
        return self.sandbox.figures[key]

    def is_mine(self, figure: Figure) -> bool:
        return figure.seat == self.seat

    def is_friend(self, figure: Figure) -> bool:
        return figure.side == self.side

    def rivals(self) -> list[Figure]:
        """Return the enemies on the board that a player moves."""
        return [
            f
            for f in self.sandbox.figures
            if f.foot and f.seat >= 0 and f.side != self.side
        ]

    def foes(self) -> list[Figure]:
        """Return every figure on the board that may attack us, sentries included."""
        return [f for f in self.sandbox.figures if f.foot and f.side != self.side]

    def own(self) -> list[Figure]:
        return [f for f in self.sandbox.figures if f.foot and f.seat == self.seat]

    def own_or(self, other: Figure) -> Figure:
        """Return any figure of ours on the board, to represent the whole team."""
        return next(iter(self.own()), other)

    # --- what harm is worth ----------------------------------------------------
    def injury(self, victim: Figure, source: Figure) -> float:
        """Return the worth to our seat if the source Injures the victim."""
        if self.is_friend(victim):
            return -self.loss(victim)
        worth = INJURY_WORTH if victim.seat >= 0 else INJURY_WORTH / 2
        if not self.is_friend(source):
            return worth
        return worth + sum(
            aim.worth for aim in self._rewards(victim) if aim.concerns(source.key)
        )

    def stun(self, victim: Figure, source: Figure) -> float:
        """Return the same for a Stun; the third one is an Injury."""
        if victim.tokens[STUN] + 1 >= STUNS_TO_INJURE:
            return self.injury(victim, source)
        if self.is_friend(victim):
            return -STUN_WORTH
        worth = STUN_WORTH if victim.seat >= 0 else STUN_WORTH / 2
        if not self.is_friend(source):
            return worth
        return worth + sum(
            aim.stun for aim in self._rewards(victim) if aim.concerns(source.key)
        )

    def loss(self, figure: Figure) -> float:
        """Return the cost to us if one of our figures is Injured."""
        return INJURY_WORTH + self.guard.get(figure.key, 0.0)

    def _rewards(self, victim: Figure) -> list[Objective]:
        return self.harm.get(victim.key, [])
