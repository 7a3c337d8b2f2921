"""The moon cards, one small class each, in files by the moment they are played."""

from __future__ import annotations

from skirmish.rules.cards import (
    activating,
    aligning,
    attacking,
    choosing,
    decoy,
    defending,
    dodging,
    moving,
    rolling,
    rushing_river,
)

__all__ = [
    "activating",
    "aligning",
    "attacking",
    "choosing",
    "decoy",
    "defending",
    "dodging",
    "moving",
    "rolling",
    "rushing_river",
]
