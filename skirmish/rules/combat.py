"""Legal targets, and the number of dice in an attack."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernel.elements import OPPOSITE_FACES
from rulebook.rules.entries import RangedAttack
from skirmish.rules.board.grid import EVERYWHERE, WITHIN
from skirmish.rules.board.sight import distance, sees
from skirmish.rules.figure import Figure
from skirmish.rules.hooks import (
    ASSIST,
    ASSISTS_AGAINST,
    AT,
    ATTACK_DICE,
    ATTACKED_DICE,
    BACK_STRIKE,
    BACK_STRUCK,
    DEFENCE_DICE,
    DF,
    MAY_ASSIST,
    MAY_ATTACK,
    MAY_BE_SHOT,
    NO_DEFENCE,
    RANGE,
    RANGED_DICE,
    REACH,
    SEES_HIDDEN,
    STEALTH_STRIKE,
)

if TYPE_CHECKING:
    from skirmish.rules.frames.attack import Attack
    from skirmish.rules.game import Game


# --- targets --------------------------------------------------------------------
def may_attack(game: Game, attacker: Figure, target: Figure, reach: int) -> bool:
    """Return whether a normal attack on the target is possible from here."""
    if not target.foot or target.side == attacker.side:
        return False
    front = attacker.ring() & ~attacker.back()
    if not target.foot & front and (
        reach < 2
        or distance(attacker, target) > reach
        or not sees(game, attacker, target)
    ):
        return False
    if target.is_hidden and not game.modify(SEES_HIDDEN, attacker, attacker, False):
        return False
    return game.modify(MAY_ATTACK, attacker, target, True)


def attack_targets(game: Game, attacker: Figure) -> int:
    """Return the set of figures that the attacker may attack."""
    reach = 1
    if REACH in attacker.active_hooks:
        reach = game.modify(REACH, attacker, attacker, reach)
    found = 0
    near = attacker.around if reach == 1 else EVERYWHERE
    if not game.enemies_on(attacker) & near:
        return 0
    for part in game.compiled.rivals[attacker.side]:
        for target in game.figures[part]:
            if target.foot & near and may_attack(game, attacker, target, reach):
                found |= 1 << target.key
    return found


def targets_by_facing(game: Game, attacker: Figure) -> list[int]:
    """For each facing, return the figures it could attack if it faced that way."""
    before = attacker.facing
    found = []
    for facing in range(8):
        attacker.facing = facing
        found.append(attack_targets(game, attacker))
    attacker.facing = before
    return found


def may_shoot(
    game: Game, shooter: Figure, target: Figure, shot: RangedAttack | None
) -> bool:
    """Return whether a shot can be aimed at the target; None stands for a shuriken."""
    if not target.foot or target.side == shooter.side:
        return False
    if distance(shooter, target) > shot_range(game, shooter, shot):
        return False
    return sees(game, shooter, target) and game.modify(
        MAY_BE_SHOT, target, shooter, True
    )


def shot_range(game: Game, shooter: Figure, shot: RangedAttack | None) -> int:
    base = shot.range if shot else game.compiled.book.basics.shuriken_range
    if RANGE in shooter.active_hooks:
        return game.modify(RANGE, shooter, shot is None, base)
    return base


def shot_targets(game: Game, shooter: Figure, shot: RangedAttack | None) -> int:
    """Return the set of figures that can be shot at."""
    return filter_shootable(game, shooter, in_range(game, shooter, shot))


def in_range(game: Game, shooter: Figure, shot: RangedAttack | None) -> int:
    """Return the set of enemies near enough to be shot at, seen or not."""
    return enemies_within(game, shooter, shot_range(game, shooter, shot))


def enemies_within(game: Game, figure: Figure, far: int) -> int:
    """Return the set of enemies within that many spaces."""
    near = WITHIN[figure.card.size][far][figure.space]
    found = 0
    if game.enemies_on(figure) & near:
        for part in game.compiled.rivals[figure.side]:
            for other in game.figures[part]:
                if other.foot & near:
                    found |= 1 << other.key
    return found


def filter_shootable(game: Game, shooter: Figure, targets: int) -> int:
    """Filter a set of enemies in range down to those that can really be shot at."""
    found = 0
    while targets:
        bit = targets & -targets
        targets ^= bit
        target = game.figures[bit.bit_length() - 1]
        if sees(game, shooter, target) and game.modify(
            MAY_BE_SHOT, target, shooter, True
        ):
            found |= bit
    return found


def is_engaged(game: Game, figure: Figure) -> bool:
    """Return whether the figure stands in an enemy's zone."""
    return bool(figure.foot & game.enemy_zones(figure))


# --- dice -----------------------------------------------------------------------
def assistants(
    game: Game, attack: Attack, helped: Figure, against: Figure
) -> list[Figure]:
    """Return the figures that assist one combatant against the other.

    They stand in the other combatant's zone. A figure with a longer zone of its own
    assists only next to it.
    """
    zone, side = against.zone(), helped.side
    near = [
        figure
        for figure in game.figures
        if figure.side == side
        and figure.foot & (zone if figure.card.reach == 1 else zone & against.ring())
        and figure.key != helped.key
        and not figure.is_hidden
    ]
    if not near:
        return near
    bound = 0
    for other in game.figures:
        if other.side != side and other.foot and other.key != against.key:
            bound |= other.zone()
    return [
        figure
        for figure in near
        if not figure.foot & bound and game.modify(MAY_ASSIST, figure, attack, True)
    ]


def assist_dice(game: Game, attack: Attack, helped: Figure, against: Figure) -> int:
    worth = game.compiled.book.basics.assist_bonus
    return sum(
        game.modify(ASSIST, figure, attack, worth)
        for figure in assistants(game, attack, helped, against)
    )


def normal_dice(game: Game, attack: Attack) -> tuple[int, int]:
    """Return the dice of both sides of a normal attack, all modifiers included."""
    attacker, defender = game.figures[attack.attacker], game.figures[attack.defender]
    basics = game.compiled.book.basics
    help_in = assist_dice(game, attack, attacker, defender)
    attack.assists = game.modify(ASSISTS_AGAINST, defender, attack, help_in)
    attack.defence_assists = assist_dice(game, attack, defender, attacker)
    dice = game.modify(AT, attacker, attack, attacker.card.at) - attack.penalty
    dice += attack.attack_bonus + attack.assists
    if attack.is_back_strike:
        worth = game.modify(BACK_STRIKE, attacker, attack, basics.back_strike_bonus)
        dice += game.modify(BACK_STRUCK, defender, attack, worth)
    if attacker.is_hidden:
        dice += game.modify(STEALTH_STRIKE, attacker, attack, basics.stealth_bonus)
    dice = game.modify(ATTACK_DICE, attacker, attack, dice)
    dice = max(game.modify(ATTACKED_DICE, defender, attack, dice), 0)
    attack.attack_dice = dice
    if game.modify(NO_DEFENCE, defender, attack, False):
        return dice, 0
    guard = game.modify(DF, defender, attack, defender.card.df)
    guard += attack.defence_bonus + attack.defence_assists
    guard = game.modify(DEFENCE_DICE, defender, attack, max(guard, 0))
    return dice, max(guard, 0)


def ranged_dice(game: Game, attack: Attack) -> tuple[int, int]:
    """Return the dice of both sides of a shot; only effects about shots change them."""
    attacker, defender = game.figures[attack.attacker], game.figures[attack.defender]
    shot = attack.profile(game)
    if shot is None:
        dice = game.compiled.book.basics.shuriken_dice
    else:
        dice = attacker.card.at + shot.at_bonus + attack.attack_bonus
        dice = max(game.modify(RANGED_DICE, attacker, attack, dice), 0)
    attack.attack_dice = dice
    return dice, defender.card.df


def guard_alone(game: Game, attack: Attack) -> int:
    """Return the defender's dice in a normal attack if nobody assists it."""
    defender = game.figures[attack.defender]
    guard = game.modify(DF, defender, attack, defender.card.df)
    return max(game.modify(DEFENCE_DICE, defender, attack, max(guard, 0)), 0)


def apply_penalty(dice: int, penalty: int, least: int) -> int:
    """Subtract a penalty down to a minimum, which never raises the dice."""
    return max(dice - penalty, min(dice, least))


def eliminate_opposites(
    attack: tuple[int, ...], defence: tuple[int, ...]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Remove opposite elements in pairs and return what is left of both pools."""
    left = [attack.count(face) for face in range(6)]
    right = [defence.count(face) for face in range(6)]
    for face in range(6):
        opposite = OPPOSITE_FACES[face]
        gone = min(left[face], right[opposite])
        left[face] -= gone
        right[opposite] -= gone
    return _dice(left), _dice(right)


def _dice(counts: list[int]) -> tuple[int, ...]:
    return tuple(face for face, count in enumerate(counts) for _ in range(count))
