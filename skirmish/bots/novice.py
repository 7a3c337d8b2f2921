"""A simple bot: pursues objectives, and fights only when it chooses the result.

It goes for what the challenge rewards, attacks where it will choose the result, shoots,
hides from stronger enemies, and plays cards in obvious situations.
"""

from __future__ import annotations

from collections.abc import Callable

from kernel.dice import Dice
from skirmish.bots.activation_planner import (
    ActivationPlanner,
    facing_from,
    steps_between,
)
from skirmish.bots.assessment import Assessment
from skirmish.bots.attack_value import NEVER, attack_worth, stakes_of
from skirmish.bots.reroll_choices import best_reroll
from skirmish.bots.space_value import SpaceValue, injury_chance
from skirmish.bots.window_choices import PASS, answer_window, best_figure
from skirmish.rules.board.grid import EVERYWHERE, WIDTH, spaces_in
from skirmish.rules.decision import ELEMENT, FIGURE, Choice, OptionGroup
from skirmish.rules.figure import STUN, Figure
from skirmish.rules.frames.attack import Attack
from skirmish.rules.frames.deployment import Deploy
from skirmish.rules.frames.rolls import Roll
from skirmish.rules.hooks import OFFER_REROLL
from skirmish.rules.objectives import HOLD, REACH
from skirmish.rules.view import View

Answer = Callable[[Assessment], Choice | None]
_MIDDLE = WIDTH // 2 * WIDTH + WIDTH // 2


class Novice:
    """Answers by the kind of the decision; draws at random where it has no rule."""

    name = "novice"

    def __init__(self, dice: Dice) -> None:
        self.dice = dice

    def choose(self, view: View) -> Choice:
        assessment = Assessment(view)
        choice = self._answer(assessment)
        return self._drawn(view) if choice is None else choice

    def _answer(self, assessment: Assessment) -> Choice | None:
        kind = assessment.view.asked_kind
        if kind == OFFER_REROLL.name:
            roll = assessment.sandbox.stack[-1]
            found = (
                best_reroll(assessment, roll, self.dice)
                if isinstance(roll, Roll)
                else None
            )
            return found or PASS
        if kind.startswith("offer."):
            return answer_window(assessment)
        known = ANSWERS.get(kind)
        return answer_question(assessment) if known is None else known(assessment)

    def _drawn(self, view: View) -> Choice:
        groups = view.options
        group = groups[self.dice.below(len(groups))]
        return group.nth(self.dice.below(group.size()))


# --- turns ------------------------------------------------------------------------
def choose_active_figure(assessment: Assessment) -> Choice:
    """Activate the figure with most to win or most to lose."""

    def urgency(figure: Figure) -> float:
        space_value = SpaceValue(assessment, figure)
        space, reach = figure.space, figure.card.mv
        prey = max(
            (
                injury_chance(figure.card.at, foe.card.df)
                * assessment.injury(foe, figure)
                for foe in assessment.rivals()
                if not foe.is_hidden and steps_between(space, foe.space) <= reach + 1
            ),
            default=0.0,
        )
        progress = space_value.pull(space, reach) - space_value.pull(space)
        fear = space_value.danger(space, is_hidden=figure.is_hidden)
        return prey + progress + fear / 2

    group = assessment.view.options[0]
    figures = [assessment.figure(key) for key in spaces_in(group.bits)]
    best = max(figures, key=lambda figure: (urgency(figure), -figure.key))
    return Choice(group.verb, group.owner, best.key)


def choose_action(assessment: Assessment) -> Choice | None:
    figure = assessment.figure(assessment.view.asked_figure)
    if not assessment.is_mine(figure):
        return choose_sentry_attack(assessment)
    return ActivationPlanner(assessment, figure).best()


def choose_step(assessment: Assessment) -> Choice | None:
    figure = assessment.figure(assessment.view.asked_figure)
    if not assessment.is_mine(figure):
        return None
    return ActivationPlanner(assessment, figure).on_the_way()


def choose_sentry_attack(assessment: Assessment) -> Choice | None:
    """Let a sentry that we control attack other teams, never our own."""
    for group in assessment.view.options:
        if group.verb == "attack":
            choice = best_figure(assessment, group)
            if not assessment.is_friend(assessment.figure(choice.arg)):
                return choice
    return None


def choose_result(assessment: Assessment) -> Choice:
    """Choose the remaining die that serves us best."""
    attack = assessment.sandbox.stack[-1]
    group = assessment.view.options[0]
    if not isinstance(attack, Attack) or group.mode != ELEMENT:
        return group.nth(0)
    attacker, defender = attack.attacker, attack.defender
    stakes = stakes_of(
        assessment, assessment.figure(attacker), assessment.figure(defender)
    )
    return max(map(group.nth, range(group.size())), key=lambda c: stakes.faces[c.arg])


# --- setting up -------------------------------------------------------------------
def choose_space(assessment: Assessment) -> Choice | None:
    """Place a figure as near as possible to an objective."""
    goal = 0
    for aim in assessment.objectives:
        if aim.kind in (REACH, HOLD):
            goal |= aim.spaces
    goals = spaces_in(goal & EVERYWHERE) or [_MIDDLE]
    return _best_space(
        assessment, lambda space: -min(steps_between(space, one) for one in goals)
    )


def _best_space(assessment: Assessment, worth: Callable[[int], float]) -> Choice | None:
    group = next((g for g in assessment.view.options if g.verb == "go"), None)
    if group is None:
        return None
    space = max(spaces_in(group.bits), key=worth)
    return Choice("go", group.owner, space)


def choose_shift(assessment: Assessment) -> Choice | None:
    """Move our own figures to better spaces; leave others to chance."""
    figure = assessment.figure(assessment.view.asked_figure)
    if not assessment.is_mine(figure):
        return None
    space_value = SpaceValue(assessment, figure)
    choice = _best_space(assessment, space_value.worth)
    if choice is None or space_value.worth(choice.arg) > space_value.worth(
        figure.space
    ):
        return choice
    stay = next((g for g in assessment.view.options if g.verb == "stay"), None)
    return choice if stay is None else stay.nth(0)


def choose_facing(assessment: Assessment) -> Choice | None:
    """Face the enemy, whether the figure is on the board or being placed."""
    figure = assessment.figure(assessment.view.asked_figure)
    frame = assessment.sandbox.stack[-1]
    space = frame.space if isinstance(frame, Deploy) else figure.space
    if space < 0 or not assessment.is_mine(figure):
        return None
    towards = facing_from(assessment, space)
    group = next(g for g in assessment.view.options if g.verb == "face")
    return Choice("face", group.owner, towards) if group.allows(towards) else None


def choose_tokens(assessment: Assessment) -> Choice | None:
    """Pass as soon as there are enough lanterns and shrines."""
    return PASS if any(g.verb == "pass" for g in assessment.view.options) else None


# --- between rounds -----------------------------------------------------------------
def choose_upkeep(assessment: Assessment) -> Choice | None:
    """Recover figures from the Healing House or from Stuns before drawing a card."""
    groups = {group.verb: group for group in assessment.view.options}
    if "recover" in groups:
        return best_own(assessment, groups["recover"])
    stunned = groups.get("clear")
    if stunned is not None:
        keys = spaces_in(stunned.bits)
        key = max(keys, key=lambda k: (assessment.figure(k).tokens[STUN], -k))
        return Choice("clear", stunned.owner, key)
    return None


def best_own(assessment: Assessment, group: OptionGroup) -> Choice:
    """Return the choice of our strongest figure."""
    keys = spaces_in(group.bits)
    return Choice(
        group.verb, group.owner, max(keys, key=lambda k: strength(assessment, k))
    )


def strength(assessment: Assessment, key: int) -> tuple[int, int]:
    card = assessment.figure(key).card
    return card.at + card.df + card.mv, -key


def choose_all_star(assessment: Assessment) -> Choice:
    """Name the figure that earned most so far, among those that can learn."""
    group = assessment.view.options[0]
    earned: dict[int, int] = {}
    for key, xp, _ in assessment.sandbox.xp:
        earned[key] = earned.get(key, 0) + xp
    keys = spaces_in(group.bits)
    best = max(keys, key=lambda key: (earned.get(key, 0), -key))
    return Choice(group.verb, group.owner, best)


# --- questions of behaviours --------------------------------------------------------
def answer_question(assessment: Assessment) -> Choice | None:
    """Answer the question of an ability, a card or the challenge."""
    groups = {group.verb: group for group in assessment.view.options}
    if "attack" in groups:
        return _attack_or_pass(assessment, groups)
    for verb in ("pick", "shoot", "deploy", "tester", "activate"):
        group = groups.get(verb)
        if group is not None and group.mode == FIGURE:
            figures = [assessment.figure(key) for key in spaces_in(group.bits)]
            if all(assessment.is_friend(figure) for figure in figures):
                return best_own(assessment, group)
            return best_figure(assessment, group)
    return groups["yes"].nth(0) if "yes" in groups else None


def _attack_or_pass(assessment: Assessment, groups: dict[str, OptionGroup]) -> Choice:
    group = groups["attack"]
    attacker = assessment.view.asked_figure
    if attacker < 0:
        attacker = assessment.sandbox.active
    figure = assessment.figure(attacker)
    best = max(
        map(group.nth, range(group.size())),
        key=lambda c: attack_worth(assessment, figure, assessment.figure(c.arg)),
    )
    worth = attack_worth(assessment, figure, assessment.figure(best.arg))
    refused = groups.get("pass")
    return best if worth > NEVER / 2 or refused is None else refused.nth(0)


ANSWERS: dict[str, Answer] = {
    "turn": choose_active_figure,
    "activation": choose_action,
    "move": choose_step,
    "result": choose_result,
    "place": choose_space,
    "shift": choose_shift,
    "facing": choose_facing,
    "tokens": choose_tokens,
    "recover": choose_upkeep,
    "upkeep": choose_upkeep,
    "all-star": choose_all_star,
}
