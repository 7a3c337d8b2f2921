"""The moon cards, one small class each, in files by the moment they are played."""

from __future__ import annotations

from skirmish.rules.cards import (
    activation_cards,
    attack_cards,
    decoy,
    defence_cards,
    movement_cards,
    result_cards,
    roll_cards,
    rushing_river,
    sidestep,
    stellar_alignment,
)

__all__ = [
    "activation_cards",
    "attack_cards",
    "decoy",
    "defence_cards",
    "movement_cards",
    "result_cards",
    "roll_cards",
    "rushing_river",
    "sidestep",
    "stellar_alignment",
]
