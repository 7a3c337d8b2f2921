"""The keywords, one small class each.

Files are named after the book's categories, or after what several keywords of different
categories have in common.
"""

from __future__ import annotations

from skirmish.rules.keywords import (
    activation_tests,
    air,
    assists,
    blink,
    earth,
    extra_attacks,
    fire,
    footwork,
    general,
    mastery,
    redirection,
    stealth,
    tanchyos_wings,
    tested_actions,
    unchosen_dice,
    unlearnable,
    void,
    water,
    wind_in_the_forest,
)

__all__ = [
    "activation_tests",
    "air",
    "assists",
    "blink",
    "earth",
    "extra_attacks",
    "fire",
    "footwork",
    "general",
    "mastery",
    "redirection",
    "stealth",
    "tanchyos_wings",
    "tested_actions",
    "unchosen_dice",
    "unlearnable",
    "void",
    "water",
    "wind_in_the_forest",
]
