"""Labels for the codes in rulebook files."""

from __future__ import annotations

from rulebook.rules.entries import (
    Base,
    BonusMode,
    KeywordCategory,
    NinjaType,
    Polarity,
    Source,
    StealthStart,
    Use,
)

USE = {
    Use.PASSIVE: "Always on",
    Use.AURA: "Aura",
    Use.RESTRICTION: "Restriction",
    Use.GAME_START: "When the game starts",
    Use.ROUND_START: "When a round starts",
    Use.ONCE_PER_ROUND: "Once a round",
    Use.ACTIVATION_START: "When it activates",
    Use.ACTIVATION: "Every activation",
    Use.BEFORE_MOVE: "Before moving",
    Use.MOVEMENT: "While moving",
    Use.REPLACES_MOVE: "In place of moving",
    Use.AFTER_MOVE: "After moving",
    Use.RUN: "When running",
    Use.DODGE: "When dodging",
    Use.STEALTH: "Stealth",
    Use.ACTION: "Action",
    Use.BEFORE_ATTACK: "Before an attack",
    Use.ATTACK: "When attacking",
    Use.REPLACES_ATTACK: "In place of an attack",
    Use.RANGED_ATTACK: "Ranged attack",
    Use.COMBAT_ROLL: "In combat",
    Use.DEFEND: "When defending",
    Use.ASSIST: "When assisting",
    Use.AFTER_ATTACK: "After an attack",
    Use.AFTER_INJURING: "After injuring",
    Use.AFTER_STUNNING_OR_INJURING: "After stunning or injuring",
    Use.REACTION: "Reaction",
    Use.UPKEEP: "In upkeep",
    Use.POST_GAME: "After the game",
    Use.LEAGUE: "In a league",
}

CATEGORY = {category: category.value.capitalize() for category in KeywordCategory}

TYPE = {kind: kind.value.capitalize() for kind in NinjaType}

BASE = {Base.SMALL: "Small base", Base.LARGE: "Large base, 2 by 2"}

POLARITY = {Polarity.POSITIVE: "Helpful", Polarity.DETRIMENTAL: "Harmful"}

STEALTH_START = {
    StealthStart.NONE: "Nobody",
    StealthStart.SMALL_BASE: "All on small bases",
    StealthStart.ALL: "Everybody",
}

MOON_VERSION = {
    BonusMode.ADDS: "as well",
    BonusMode.REPLACES: "instead",
    BonusMode.ALTERNATIVE: "instead, if you like",
}

SOURCE = {
    Source.BOOK: "From the book",
    Source.EXTERNAL: "From public card data",
    Source.HOUSE: "Our own",
}

# Fields that a provenance may speak of.
FIELD = {
    "*": "Everything here",
    "affinities": "Affinities",
    "at": "AT",
    "base": "Base",
    "board_columns": "Board, columns",
    "board_rows": "Board, rows",
    "columns": "Both dice",
    "copies": "Copies in the deck",
    "df": "DF",
    "draw": "A draw",
    "element": "Element",
    "koban": "Price",
    "mv": "MV",
    "note": "How often it counts",
    "numbers": "Numbers",
    "order": "Order",
    "per_element": "Cards of each element",
    "rows": "Rows",
    "teams": "Teams",
    "upkeep": "Upkeep",
}
