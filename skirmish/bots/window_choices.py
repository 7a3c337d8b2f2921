"""What to use, spend and play in a window: abilities, tokens and cards.

A bot knows none of them by name, but it can tell who owns them and what the moment is:
it accepts help for a figure of its own that fights or would be hurt, and plays a card
where that can change who chooses the result.
"""

from __future__ import annotations

from skirmish.bots.activation_planner import steps_between
from skirmish.bots.assessment import Assessment
from skirmish.rules.attack_preview import preview_dice
from skirmish.rules.decision import FIGURE, PLAIN, Choice, OptionGroup
from skirmish.rules.figure import Figure
from skirmish.rules.frames.attack import Attack
from skirmish.rules.hooks import (
    OFFER_ACTIVATION,
    OFFER_ATTACK,
    OFFER_DODGE,
    OFFER_EXTRA,
    OFFER_HARM,
    OFFER_ROUND,
    OFFER_SHOT,
)

PASS = Choice("pass")
# A card can change who chooses while the pools are about equal.
CLOSE = 1
CARD = "play "


def answer_window(assessment: Assessment) -> Choice:
    """Answer a window, except those about rerolls."""
    view = assessment.view
    kind = view.asked_kind
    groups = [group for group in view.options if group.verb != "pass"]
    about = assessment.figure(view.asked_figure) if view.asked_figure >= 0 else None
    if kind == OFFER_ATTACK.name:
        groups = [group for group in groups if _turns_the_fight(assessment, group)]
    elif kind in (OFFER_HARM.name, OFFER_DODGE.name, OFFER_SHOT.name):
        groups = groups if about is not None and assessment.is_mine(about) else []
    elif kind in (OFFER_ACTIVATION.name, OFFER_EXTRA.name):
        groups = _while_waking(assessment, groups, about)
    elif kind == OFFER_ROUND.name:
        groups = [group for group in groups if not group.verb.startswith(CARD)]
    else:
        groups = []
    for group in groups:
        choice = _target(assessment, group)
        if choice is not None:
            return choice
    return PASS


def _attack(assessment: Assessment) -> Attack | None:
    for frame in reversed(assessment.sandbox.stack):
        if isinstance(frame, Attack):
            return frame
    return None


def _turns_the_fight(assessment: Assessment, group: OptionGroup) -> bool:
    """Accept abilities, which are free; keep cards for close fights."""
    attack = _attack(assessment)
    if attack is None:
        return False
    attacker = assessment.figure(attack.attacker)
    defender = assessment.figure(attack.defender)
    if not (assessment.is_mine(attacker) or assessment.is_mine(defender)):
        return False
    dice, guard = preview_dice(assessment.sandbox, attacker, defender, attack.shot)
    if not group.verb.startswith(CARD):
        return True
    if assessment.is_mine(attacker):
        return guard - dice <= 2 * CLOSE
    return 0 <= dice - guard <= CLOSE


def _while_waking(
    assessment: Assessment, groups: list[OptionGroup], about: Figure | None
) -> list[OptionGroup]:
    """Accept help for a figure of ours that has an enemy within reach."""
    if about is None or not assessment.is_mine(about):
        return []
    reach = about.card.mv + 1
    if not any(
        steps_between(foe.space, about.space) <= reach for foe in assessment.foes()
    ):
        groups = [group for group in groups if group.verb.startswith("use ")]
    return [group for group in groups if group.mode == PLAIN or group.mode == FIGURE]


def _target(assessment: Assessment, group: OptionGroup) -> Choice | None:
    if group.mode == PLAIN:
        return group.nth(0)
    if group.mode != FIGURE or group.verb.startswith(CARD):
        return None
    return best_figure(assessment, group)


def best_figure(assessment: Assessment, group: OptionGroup) -> Choice:
    """Return the enemy that suffers most or, if all are friends, our best figure."""

    def appeal(choice: Choice) -> tuple[bool, float, int]:
        figure = assessment.figure(choice.arg)
        if assessment.is_friend(figure):
            return False, assessment.loss(figure), -figure.key
        weakness = -0.01 * figure.card.df
        return True, assessment.injury(figure, assessment.own_or(figure)) + weakness, 0

    return max(map(group.nth, range(group.size())), key=appeal)
