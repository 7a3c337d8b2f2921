"""The special abilities, one small class each, in files by clan and by subject."""

from __future__ import annotations

from skirmish.rules.abilities import (
    hanzo,
    ijin,
    ika,
    kitsune,
    ronin_attack_dice,
    ronin_curses,
    ronin_friends,
    ronin_koban,
    ronin_reactions,
    ronin_rounds,
    ronin_senses,
    ronin_shots,
    ronin_smooth_moves,
    ronin_strikes,
    shared_effects,
    supreme_master,
    tanchyo,
    tora,
    wind_walk,
    yamazaru,
)

__all__ = [
    "hanzo",
    "ijin",
    "ika",
    "kitsune",
    "ronin_attack_dice",
    "ronin_curses",
    "ronin_friends",
    "ronin_koban",
    "ronin_reactions",
    "ronin_rounds",
    "ronin_senses",
    "ronin_shots",
    "ronin_smooth_moves",
    "ronin_strikes",
    "shared_effects",
    "supreme_master",
    "tanchyo",
    "tora",
    "wind_walk",
    "yamazaru",
]
