"""What to use, spend and play in a window: abilities, tokens and cards.

A bot knows none of them by name, but it can tell who owns them and what the moment is:
it accepts help for a figure of its own that fights or would be hurt, and plays a card
where that can change who chooses the result.
"""

from __future__ import annotations

from skirmish.bots.activation_planner import steps_between
from skirmish.bots.assessment import Reading
from skirmish.rules.attack_preview import dice_of
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


def answer(reading: Reading) -> Choice:
    """Answer a window, except those about rerolls."""
    view = reading.view
    kind = view.asked_kind
    groups = [group for group in view.options if group.verb != "pass"]
    about = reading.figure(view.asked_figure) if view.asked_figure >= 0 else None
    if kind == OFFER_ATTACK.name:
        groups = [group for group in groups if _turns_the_fight(reading, group)]
    elif kind in (OFFER_HARM.name, OFFER_DODGE.name, OFFER_SHOT.name):
        groups = groups if about is not None and reading.is_mine(about) else []
    elif kind in (OFFER_ACTIVATION.name, OFFER_EXTRA.name):
        groups = _while_waking(reading, groups, about)
    elif kind == OFFER_ROUND.name:
        groups = [group for group in groups if not group.verb.startswith(CARD)]
    else:
        groups = []
    for group in groups:
        choice = _target(reading, group)
        if choice is not None:
            return choice
    return PASS


def _attack(reading: Reading) -> Attack | None:
    for frame in reversed(reading.trial.stack):
        if isinstance(frame, Attack):
            return frame
    return None


def _turns_the_fight(reading: Reading, group: OptionGroup) -> bool:
    """Accept abilities, which are free; keep cards for close fights."""
    attack = _attack(reading)
    if attack is None:
        return False
    attacker = reading.figure(attack.attacker)
    defender = reading.figure(attack.defender)
    if not (reading.is_mine(attacker) or reading.is_mine(defender)):
        return False
    dice, guard = dice_of(reading.trial, attacker, defender, attack.shot)
    if not group.verb.startswith(CARD):
        return True
    if reading.is_mine(attacker):
        return guard - dice <= 2 * CLOSE
    return 0 <= dice - guard <= CLOSE


def _while_waking(
    reading: Reading, groups: list[OptionGroup], about: Figure | None
) -> list[OptionGroup]:
    """Accept help for a figure of ours that has an enemy within reach."""
    if about is None or not reading.is_mine(about):
        return []
    reach = about.card.mv + 1
    if not any(
        steps_between(foe.space, about.space) <= reach for foe in reading.foes()
    ):
        groups = [group for group in groups if group.verb.startswith("use ")]
    return [group for group in groups if group.mode == PLAIN or group.mode == FIGURE]


def _target(reading: Reading, group: OptionGroup) -> Choice | None:
    if group.mode == PLAIN:
        return group.nth(0)
    if group.mode != FIGURE or group.verb.startswith(CARD):
        return None
    return best_figure(reading, group)


def best_figure(reading: Reading, group: OptionGroup) -> Choice:
    """Return the enemy that suffers most or, if all are friends, our best figure."""

    def appeal(choice: Choice) -> tuple[bool, float, int]:
        figure = reading.figure(choice.arg)
        if reading.is_friend(figure):
            return False, reading.loss(figure), -figure.key
        weakness = -0.01 * figure.card.df
        return True, reading.injury(figure, reading.own_or(figure)) + weakness, 0

    return max(map(group.nth, range(group.size())), key=appeal)
