"""The nine statuses. Each affects its bearer as long as it has a token."""

from __future__ import annotations

from skirmish.rules.statuses import (
    curse,
    delay,
    haste,
    lucky,
    moon_power,
    poison,
    protect,
    slow,
    stun,
)

__all__ = [
    "curse",
    "delay",
    "haste",
    "lucky",
    "moon_power",
    "poison",
    "protect",
    "slow",
    "stun",
]
