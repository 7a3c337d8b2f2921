"""The keywords, one small class each.

Files are named after the book's categories, or after what several keywords of different
categories have in common.
"""

from __future__ import annotations

from skirmish.rules.keywords import (
    actions,
    again,
    air,
    assisting,
    blink,
    earth,
    fire,
    footwork,
    general,
    leftovers,
    mastery,
    redirection,
    stealth,
    unique,
    void,
    waking,
    water,
    wind_in_the_forest,
    wings,
)

__all__ = [
    "actions",
    "again",
    "air",
    "assisting",
    "blink",
    "earth",
    "fire",
    "footwork",
    "general",
    "leftovers",
    "mastery",
    "redirection",
    "stealth",
    "unique",
    "void",
    "waking",
    "water",
    "wind_in_the_forest",
    "wings",
]
