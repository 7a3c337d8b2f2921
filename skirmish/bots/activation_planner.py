"""Plans of a figure in its activation: every way to move and act has a worth.

A plan is a space to end on and something to do there. Plans are made again at every
decision, so that they take into account what happened on the way.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from skirmish.bots.assessment import STUN_WORTH, Assessment
from skirmish.bots.attack_value import NEVER, attack_worth, best_shot, shot_worth
from skirmish.bots.space_value import SpaceValue
from skirmish.rules.board.grid import (
    DIRECTIONS,
    FOOT,
    WIDTH,
    ZONE,
    column_of,
    row_of,
    spaces_in,
    spread,
)
from skirmish.rules.board.steps import targets
from skirmish.rules.combat import attack_targets
from skirmish.rules.decision import FIGURE, Choice, OptionGroup
from skirmish.rules.figure import Figure
from skirmish.rules.frames.activation import RUN
from skirmish.rules.frames.attack import SHURIKEN
from skirmish.rules.frames.movement import Movement
from skirmish.rules.objectives import DO
from skirmish.rules.odds.affinity import affinity_chance, dodge_chance

# Moving on must be better than staying by this much.
MARGIN = 0.02
RUN_SHARE = 0.9
HIDE_SHARE = 0.8
FIND_WORTH = 0.25
PRAY_WORTH = 0.2
ABILITY_WORTH = 0.3
LOST_TURN = 0.1
SHOTS_LOOKED_AT = 8
_MIDDLE = WIDTH // 2


Question = Callable[[], float]


class Plan(NamedTuple):
    """The next choice of a plan, and the plan's worth."""

    worth: float
    choice: Choice


class ActivationPlanner:
    """One figure of ours in the middle of its activation."""

    __slots__ = (
        "_run_worth",
        "assessment",
        "figure",
        "groups",
        "runs_on",
        "space_value",
    )

    def __init__(self, assessment: Assessment, figure: Figure) -> None:
        self.assessment = assessment
        self.figure = figure
        under_way = assessment.sandbox.stack[-1]
        start = under_way.start if isinstance(under_way, Movement) else -1
        self.space_value = SpaceValue(assessment, figure, start)
        self.groups = assessment.view.options
        # Whether running on is worth considering from here.
        self.runs_on = False
        self._run_worth: float | None = None

    # --- the menu ----------------------------------------------------------------
    def best(self) -> Choice:
        """Return the best answer to the menu of the activation."""
        plans = [*self._deeds_here(), *self._ways(self._may_act_after_moving())]
        return max(plans, key=self._preference).choice

    def _preference(self, plan: Plan) -> tuple[float, int]:
        """Return a sort key: higher worth first, then the nearer space."""
        choice = plan.choice
        space = self.figure.space if choice.verb != "go" else choice.arg
        dx = column_of(space) - column_of(self.figure.space)
        dy = row_of(space) - row_of(self.figure.space)
        return round(plan.worth, 6), -(dx * dx + dy * dy)

    def _deeds_here(self) -> list[Plan]:
        """Return plans to act from here, to turn first, or to do nothing."""
        here = self.space_value.worth(self.figure.space)
        plans = [Plan(here, Choice("end"))]
        for group in self.groups:
            if group.verb == "face":
                plans += self._turns(group, here)
            elif group.verb not in ("go", "end"):
                plans += self._options(group, here)
        return plans

    def _options(self, group: OptionGroup, here: float) -> list[Plan]:
        return [
            Plan(here + worth, choice)
            for choice in map(group.nth, range(min(group.size(), 64)))
            if (worth := self.worth_of(group, choice)) > 0
        ]

    def worth_of(self, group: OptionGroup, choice: Choice) -> float:
        """Return what an option adds to the worth of standing here."""
        verb = group.verb
        if group.mode == FIGURE:
            target = self.assessment.figure(choice.arg)
            if verb == "attack":
                return attack_worth(self.assessment, self.figure, target)
            if verb == "throw":
                return shot_worth(self.assessment, self.figure, target, SHURIKEN)
            if verb.startswith("shoot"):
                number = int(verb.partition("-")[2] or "1") - 1
                return shot_worth(self.assessment, self.figure, target, number)
            if verb.startswith("use ") and not self.assessment.is_friend(target):
                return ABILITY_WORTH * self.assessment.injury(target, self.figure)
            return NEVER
        if verb.startswith("do "):
            return self._errand(choice)
        return self._plain(verb)

    def _plain(self, verb: str) -> float:
        space_value, space = self.space_value, self.figure.space
        if verb == "run":
            return self._run()
        if verb == "hide":
            seen = space_value.danger(space, is_hidden=False)
            unseen = space_value.danger(space, is_hidden=True)
            return HIDE_SHARE * (seen - unseen)
        if verb == "search":
            return FIND_WORTH * affinity_chance() * self._hidden_near()
        if verb == "pray":
            return PRAY_WORTH * affinity_chance()
        if verb.startswith("use ") and self._foes_near(self.figure.around):
            return ABILITY_WORTH * STUN_WORTH
        return NEVER

    def _run(self) -> float:
        """Return the worth of a run from here, computed once."""
        if self._run_worth is None:
            self._run_worth = self._best_run()
        return self._run_worth

    def _best_run(self) -> float:
        """Return the worth of the best space a run can reach, seen by every enemy."""
        game, space_value = self.assessment.sandbox, self.space_value
        activation = game.activation_of(self.figure.key)
        if activation is None:
            return NEVER
        reached = targets(game, self.figure, activation.movement(game, RUN))
        plans = [
            Plan(
                space_value.pull(space) - space_value.danger(space, is_hidden=False),
                Choice("go", arg=space),
            )
            for space in spaces_in(reached)
        ]
        best = max((p.worth for p in self._with_dodges(plans)), default=NEVER)
        return best - space_value.worth(self.figure.space) - MARGIN

    def _errand(self, choice: Choice) -> float:
        return max(
            (
                aim.worth
                for aim in self.assessment.objectives
                if aim.kind == DO
                and aim.verb == choice.verb
                and aim.concerns(self.figure.key)
                and (not aim.spaces or aim.spaces >> choice.arg & 1)
            ),
            default=NEVER,
        )

    def _hidden_near(self) -> int:
        return sum(
            1
            for foe in self.assessment.rivals()
            if foe.is_hidden and foe.foot & self.figure.around
        )

    def _foes_near(self, spaces: int) -> bool:
        return any(foe.foot & spaces for foe in self.assessment.foes())

    def _turns(self, group: OptionGroup, here: float) -> list[Plan]:
        """Return plans to turn towards an enemy in order to attack it."""
        facing = self.figure.facing
        now = attack_targets(self.assessment.sandbox, self.figure)
        plans = []
        for foe in self.assessment.foes():
            if now >> foe.key & 1 or not foe.foot & self.figure.around:
                continue
            towards = direction_to(self.figure.space, foe.space)
            worth = self._attack_from(self.figure.space, foe)
            if group.allows(towards) and towards != facing and worth > 0:
                plans.append(Plan(here + worth, Choice("face", arg=towards)))
        return plans

    # --- moving --------------------------------------------------------------------
    def _may_act_after_moving(self) -> bool:
        activation = self.assessment.sandbox.activation_of(self.figure.key)
        if activation is None or activation.began_stunned:
            return False
        return activation.actions > 0 or activation.extras > 0

    def _ways(self, acts_after: bool) -> list[Plan]:
        """Return plans for every space to go to, with the best follow-up there."""
        reached = next((g.bits for g in self.groups if g.verb == "go"), 0)
        if not reached:
            return []
        self.runs_on = acts_after and self._run() > 0
        plans = [
            Plan(self._arrival(space, acts_after), Choice("go", arg=space))
            for space in spaces_in(reached)
        ]
        if acts_after:
            plans += self._shooting(plans)
        return self._with_dodges(plans)

    def _arrival(self, space: int, acts_after: bool) -> float:
        worth = self.space_value.worth(space)
        if acts_after:
            worth += max(0.0, *self._deeds_at(space))
        return worth

    def _deeds_at(self, space: int) -> list[float]:
        """Return the worths of what could be done on a space: attack, errand, run."""
        found = [self._errand_at(space)]
        if self.runs_on:
            pull = self.space_value.pull
            found.append(RUN_SHARE * (pull(space, self.figure.card.mv) - pull(space)))
        around = ZONE[self.figure.card.size][1][space]
        if self.assessment.sandbox.occupied & around:
            found += (
                self._attack_from(space, foe)
                for foe in self.assessment.foes()
                if foe.foot & around and not foe.is_hidden
            )
        return found

    def _errand_at(self, space: int) -> float:
        near = spread(FOOT[self.figure.card.size][space])
        return max(
            (
                aim.worth
                for aim in self.assessment.objectives
                if aim.kind == DO
                and aim.spaces & near
                and aim.concerns(self.figure.key)
            ),
            default=0.0,
        )

    def _attack_from(self, space: int, foe: Figure) -> float:
        """Return the worth of an attack from that space, facing the enemy."""
        if foe.is_hidden:
            return NEVER
        towards = direction_to(space, foe.space)
        return self._tried(
            space, towards, lambda: attack_worth(self.assessment, self.figure, foe)
        )

    def _shooting(self, plans: list[Plan]) -> list[Plan]:
        """Return plans to shoot from the best few of the spaces."""
        if not self.figure.card.shots:
            return []
        plans = sorted(plans, key=lambda plan: -plan.worth)[:SHOTS_LOOKED_AT]
        found = []
        for plan in plans:
            space = plan.choice.arg
            worth = self._tried(
                space,
                self.facing_at(space),
                lambda: best_shot(self.assessment, self.figure),
            )
            found.append(Plan(self.space_value.worth(space) + worth, plan.choice))
        return found

    def _tried(self, space: int, facing: int, question: Question) -> float:
        """Evaluate a question with the figure temporarily on another space."""
        game, figure = self.assessment.sandbox, self.figure
        before, before_facing = figure.space, figure.facing
        game.put(figure, space, facing)
        answer = question()
        game.put(figure, before, before_facing)
        return answer

    def _with_dodges(self, plans: list[Plan]) -> list[Plan]:
        """Lower the worth of plans that need a dodge, which may fail."""
        game, figure = self.assessment.sandbox, self.figure
        if not figure.foot & game.enemy_zones(figure):
            return plans
        chance = dodge_chance()
        failed = self.space_value.worth(figure.space) - STUN_WORTH - LOST_TURN
        return [
            Plan(chance * plan.worth + (1 - chance) * failed, plan.choice)
            for plan in plans
        ]

    def on_the_way(self) -> Choice:
        """Return the best answer during a movement: go on, stop, or run an errand."""
        activation = self.assessment.sandbox.activation_of(self.figure.key)
        acts_after = activation is not None and (
            not activation.began_stunned
            and (activation.actions > 0 or activation.extras > 0)
        )
        for group in self.groups:
            if group.verb.startswith(("do ", "use ")):
                found = self._options(group, 0.0)
                if found:
                    return max(found, key=lambda plan: plan.worth).choice
        stop = next((g for g in self.groups if g.verb == "stop"), None)
        ways = self._ways(acts_after)
        if stop is None:
            return max(ways, key=self._preference).choice
        here = self._arrival(self.figure.space, acts_after) + MARGIN
        best = max(ways, key=self._preference, default=None)
        if best is not None and best.worth > here:
            return best.choice
        return Choice("stop", arg=self._stopping(stop, acts_after))

    def _stopping(self, stop: OptionGroup, acts_after: bool) -> int:
        """Return the facing to stop with: towards a target, or towards the enemies."""
        facing = self.facing_at(self.figure.space)
        if acts_after:
            attacks = [
                (self._attack_from(self.figure.space, foe), foe.space)
                for foe in self.assessment.foes()
                if foe.foot & self.figure.around
            ]
            worth, space = max(attacks, default=(NEVER, -1))
            if worth > 0:
                facing = direction_to(self.figure.space, space)
        return facing if stop.allows(facing) else stop.nth(0).arg

    def facing_at(self, space: int) -> int:
        """Return the facing towards the nearest enemy or, with none, the middle."""
        return facing_from(self.assessment, space)


def facing_from(assessment: Assessment, space: int) -> int:
    foes = assessment.foes()
    if not foes:
        return direction_to(space, _MIDDLE * WIDTH + _MIDDLE)
    nearest = min(foes, key=lambda foe: (steps_between(space, foe.space), foe.key))
    return direction_to(space, nearest.space)


def steps_between(space: int, other: int) -> int:
    return max(
        abs(column_of(space) - column_of(other)), abs(row_of(space) - row_of(other))
    )


def direction_to(space: int, other: int) -> int:
    """Return the facing that looks most nearly from one space to another."""
    dx, dy = column_of(other) - column_of(space), row_of(other) - row_of(space)

    def likeness(facing: int) -> float:
        fx, fy = DIRECTIONS[facing]
        return float((dx * fx + dy * fy) / (fx * fx + fy * fy) ** 0.5)

    return max(range(8), key=likeness)
