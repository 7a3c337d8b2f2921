"""The moon cards, one small class each, in files by the moment they are played."""

from __future__ import annotations

from skirmish.rules.cards import (
    attacking,
    choosing,
    defending,
    dodging,
    rolling,
)

__all__ = [
    "attacking",
    "choosing",
    "defending",
    "dodging",
    "rolling",
]
