"""The worth of attacks and shots, by exact odds."""

from __future__ import annotations

from skirmish.bots.assessment import PUSH_WORTH, Assessment
from skirmish.rules.attack_preview import preview_dice
from skirmish.rules.board.grid import spaces_in
from skirmish.rules.combat import is_engaged, shot_targets
from skirmish.rules.figure import Figure
from skirmish.rules.frames.attack import (
    AIR,
    EARTH,
    FIRE,
    SHURIKEN,
    SPIRIT,
    VOID,
    WATER,
)
from skirmish.rules.odds.combat import Role, Stakes, chooser_of, combat_odds
from skirmish.rules.odds.ranged import ranged_odds

MOST_DICE = 12
# Worse than anything: an option that a bot never takes.
NEVER = -99.0


def stakes_of(assessment: Assessment, attacker: Figure, defender: Figure) -> Stakes:
    """Return the worth of each face to our seat, whichever figure is ours."""
    faces = [0.0] * 6
    faces[VOID] = assessment.injury(defender, attacker)
    faces[SPIRIT] = assessment.injury(attacker, defender)
    faces[EARTH] = assessment.stun(defender, attacker)
    faces[FIRE] = _burning(assessment, attacker, defender)
    push = PUSH_WORTH if assessment.is_friend(attacker) else -PUSH_WORTH
    faces[AIR] = push
    faces[WATER] = push / 2
    return Stakes(tuple(faces))


def _burning(assessment: Assessment, attacker: Figure, defender: Figure) -> float:
    """Return the worth of Fire, which stuns the attacker and all figures around it."""
    total = 0.0
    for figure in assessment.sandbox.figures:
        if figure.key == attacker.key or figure.foot & attacker.around:
            source = defender if assessment.is_friend(figure) else attacker
            total += assessment.stun(figure, source)
    return total


def attack_worth(assessment: Assessment, attacker: Figure, defender: Figure) -> float:
    """Return the worth of a normal attack of ours, from where the figures stand.

    The side with more dice chooses the result, which is known before the roll: if that
    is the enemy, the attack is worth nothing to us.
    """
    dice, guard = preview_dice(assessment.sandbox, attacker, defender)
    if chooser_of(dice, guard) is not Role.ATTACKER:
        return NEVER
    stakes = stakes_of(assessment, attacker, defender)
    odds = combat_odds(min(dice, MOST_DICE), min(guard, MOST_DICE))
    return odds.expected(stakes)


def shot_worth(
    assessment: Assessment, shooter: Figure, target: Figure, shot: int
) -> float:
    dice, guard = preview_dice(assessment.sandbox, shooter, target, shot)
    profile = None if shot == SHURIKEN else shooter.card.shots[shot]
    odds = ranged_odds(min(dice, MOST_DICE), min(guard, MOST_DICE), profile)
    return odds.injured * assessment.injury(target, shooter) + odds.stunned * (
        assessment.stun(target, shooter)
    )


def best_shot(assessment: Assessment, shooter: Figure) -> float:
    """Return the worth of the best shot or shuriken from where the shooter stands."""
    game = assessment.sandbox
    if is_engaged(game, shooter):
        return NEVER
    best = NEVER
    for shot in range(SHURIKEN, len(shooter.card.shots)):
        profile = None if shot == SHURIKEN else shooter.card.shots[shot]
        for key in spaces_in(shot_targets(game, shooter, profile)):
            worth = shot_worth(assessment, shooter, assessment.figure(key), shot)
            best = max(best, worth)
    return best
