"""The worth of spaces for a figure: near objectives, but not too near enemies.

Worth falls with the distance to walk. Danger is what the enemies that could come and
attack would do, by the odds of a plain attack.
"""

from __future__ import annotations

from skirmish.bots.assessment import Assessment
from skirmish.bots.distances import distances
from skirmish.rules.board.grid import FOOT, WITHIN, ZONE
from skirmish.rules.figure import Figure
from skirmish.rules.frames.attack import VOID
from skirmish.rules.objectives import HOLD, KEEP, REACH, Objective
from skirmish.rules.odds.combat import Role, chooser_of, combat_odds

FADE = 0.93
# Applies if another figure of ours is nearer to what needs only one of us.
SECOND = 0.4
# Approaching an enemy counts for this part of what harming it would bring.
APPROACH = 0.8
# Being near figures that must be guarded; shared among all of them.
COMPANY = 0.15
# How much danger counts: a leader has something to lose, the others must take risks.
CAUTION = 0.5
DARING = 0.25
ALREADY_ACTED = 0.6
UNSEEN = 0.25
_FADES = tuple(FADE**steps for steps in range(128))


def injury_chance(at: int, df: int) -> float:
    """Return how likely a plain attack injures, if the attacker may choose."""
    if chooser_of(at, df) is not Role.ATTACKER:
        return 0.0
    return combat_odds(at, df).chance_of(VOID)


class SpaceValue:
    """The worth of every space for one figure, in one situation."""

    __slots__ = ("_caution", "_pulls", "_threats", "assessment", "figure", "origin")

    def __init__(
        self, assessment: Assessment, figure: Figure, origin: int = -1
    ) -> None:
        self.assessment = assessment
        self.figure = figure
        # The enemy to go for is decided from here, so that no step changes the
        # decision.
        self.origin = figure.space if origin < 0 else origin
        self._pulls = [*self._of_aims(), *self._of_enemies()]
        self._threats = self._enemies_near()
        self._caution = self._how_cautious()

    def _how_cautious(self) -> float:
        """Return the weight of danger, which falls each round unless our side leads."""
        if self.assessment.is_leading():
            return CAUTION
        view = self.assessment.view
        return DARING * (1 - view.round / view.rounds)

    # --- what draws it ---------------------------------------------------------
    def _of_aims(self) -> list[tuple[float, list[int]]]:
        pulls = []
        for aim in self.assessment.objectives:
            is_place = aim.kind in (REACH, HOLD) and aim.spaces
            if is_place and aim.concerns(self.figure.key):
                steps = distances(self.assessment.sandbox, aim.spaces)
                pulls.append((aim.worth * self._share(aim, steps), steps))
            elif aim.kind == KEEP and aim.target != self.figure.key:
                friend = self.assessment.figure(aim.target)
                if friend.foot:
                    steps = distances(self.assessment.sandbox, friend.foot)
                    share = COMPANY / len(self.assessment.guard)
                    pulls.append((aim.worth * share, steps))
        return pulls

    def _share(self, aim: Objective, steps: list[int]) -> float:
        if aim.kind == HOLD or aim.figure == self.figure.key:
            return 1.0
        mine = steps[self.origin]
        nearer = any(
            steps[other.space] < mine
            for other in self.assessment.own()
            if other.key != self.figure.key
        )
        return SECOND if nearer else 1.0

    def _of_enemies(self) -> list[tuple[float, list[int]]]:
        """Return the one enemy that is best to go for from here."""
        best: tuple[float, list[int]] | None = None
        best_now = 0.0
        for enemy in self.assessment.rivals():
            chance = injury_chance(self.figure.card.at, enemy.card.df)
            worth = self.assessment.injury(enemy, self.figure) * chance * APPROACH
            if enemy.is_hidden:
                worth *= UNSEEN
            if worth <= 0:
                continue
            steps = distances(
                self.assessment.sandbox, ZONE[enemy.card.size][1][enemy.space]
            )
            now = worth * _FADES[steps[self.origin]]
            if now > best_now:
                best, best_now = (worth, steps), now
        return [] if best is None else [best]

    def pull(self, space: int, more: int = 0) -> float:
        """Return the pull of nearby objectives on a space, given points to walk on."""
        return sum(
            worth * _FADES[max(steps[space] - more, 0)] for worth, steps in self._pulls
        )

    # --- what it fears -----------------------------------------------------------
    def _enemies_near(self) -> list[tuple[int, float]]:
        """Return the spaces that each enemy can strike at, and the cost to us."""
        threats = []
        loss = self.assessment.loss(self.figure)
        for enemy in self.assessment.foes():
            chance = injury_chance(enemy.card.at, self.figure.card.df)
            if enemy.is_activated:
                chance *= ALREADY_ACTED
            reach = WITHIN[enemy.card.size][min(enemy.card.mv, 20) + 1][enemy.space]
            if chance:
                threats.append((reach, chance * loss))
        return threats

    def danger(self, space: int, *, is_hidden: bool) -> float:
        foot = FOOT[self.figure.card.size][space]
        harm = [worth for reach, worth in self._threats if reach & foot]
        if not harm:
            return 0.0
        # The worst threat counts fully, one more in half; the others have other
        # targets.
        worst, second = sorted((0.0, *harm))[:-3:-1]
        danger = self._caution * (worst + second / 2)
        return danger * UNSEEN if is_hidden else danger

    def worth(self, space: int) -> float:
        return self.pull(space) - self.danger(space, is_hidden=self.figure.is_hidden)
