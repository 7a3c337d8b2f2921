"""The worth of attacks and shots, by exact odds."""

from __future__ import annotations

from skirmish.bots.assessment import PUSH_WORTH, Reading
from skirmish.rules.attack_preview import dice_of
from skirmish.rules.board.grid import spaces_in
from skirmish.rules.combat import attack_targets, is_engaged, shot_targets
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


def stakes_of(reading: Reading, attacker: Figure, defender: Figure) -> Stakes:
    """Return the worth of each face to our seat, whichever figure is ours."""
    faces = [0.0] * 6
    faces[VOID] = reading.injury(defender, attacker)
    faces[SPIRIT] = reading.injury(attacker, defender)
    faces[EARTH] = reading.stun(defender, attacker)
    faces[FIRE] = _burning(reading, attacker, defender)
    push = PUSH_WORTH if reading.is_friend(attacker) else -PUSH_WORTH
    faces[AIR] = push
    faces[WATER] = push / 2
    return Stakes(tuple(faces))


def _burning(reading: Reading, attacker: Figure, defender: Figure) -> float:
    """Return the worth of Fire, which stuns the attacker and all figures around it."""
    total = 0.0
    for figure in reading.trial.figures:
        if figure.key == attacker.key or figure.foot & attacker.around:
            source = defender if reading.is_friend(figure) else attacker
            total += reading.stun(figure, source)
    return total


def attack_worth(reading: Reading, attacker: Figure, defender: Figure) -> float:
    """Return the worth of a normal attack of ours, from where the figures stand.

    The side with more dice chooses the result, which is known before the roll: if that
    is the enemy, the attack is worth nothing to us.
    """
    dice, guard = dice_of(reading.trial, attacker, defender)
    if chooser_of(dice, guard) is not Role.ATTACKER:
        return NEVER
    stakes = stakes_of(reading, attacker, defender)
    odds = combat_odds(min(dice, MOST_DICE), min(guard, MOST_DICE))
    return odds.expected(stakes)


def best_attack(reading: Reading, attacker: Figure) -> tuple[float, int]:
    """Return the best of the attacks that can be made from here, and its target."""
    return max(
        (
            (attack_worth(reading, attacker, reading.figure(key)), key)
            for key in spaces_in(attack_targets(reading.trial, attacker))
        ),
        default=(NEVER, -1),
    )


def shot_worth(reading: Reading, shooter: Figure, target: Figure, shot: int) -> float:
    dice, guard = dice_of(reading.trial, shooter, target, shot)
    profile = None if shot == SHURIKEN else shooter.card.shots[shot]
    odds = ranged_odds(min(dice, MOST_DICE), min(guard, MOST_DICE), profile)
    return odds.injured * reading.injury(target, shooter) + odds.stunned * (
        reading.stun(target, shooter)
    )


def best_shot(reading: Reading, shooter: Figure) -> float:
    """Return the worth of the best shot or shuriken from where the shooter stands."""
    game = reading.trial
    if is_engaged(game, shooter):
        return NEVER
    best = NEVER
    for shot in range(SHURIKEN, len(shooter.card.shots)):
        profile = None if shot == SHURIKEN else shooter.card.shots[shot]
        for key in spaces_in(shot_targets(game, shooter, profile)):
            worth = shot_worth(reading, shooter, reading.figure(key), shot)
            best = max(best, worth)
    return best
