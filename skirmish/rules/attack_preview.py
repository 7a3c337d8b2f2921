"""The dice of an attack before it is declared."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skirmish.rules.combat import normal_dice, ranged_dice
from skirmish.rules.frames.attack import NORMAL, Attack

if TYPE_CHECKING:
    from skirmish.rules.figure import Figure
    from skirmish.rules.game import Game


def preview_dice(
    game: Game, attacker: Figure, defender: Figure, shot: int = NORMAL
) -> tuple[int, int]:
    """Return the dice of both sides as things stand; cards and tokens may change them.

    `shot` is that of `Attack`: a normal attack, a shuriken or a ranged profile.
    """
    attack = Attack(attacker=attacker.key, defender=defender.key, shot=shot)
    attack.was_hidden = attacker.is_hidden
    attack.is_back_strike = bool(shot == NORMAL and attacker.foot & defender.back())
    if shot == NORMAL:
        return normal_dice(game, attack)
    return ranged_dice(game, attack)
