"""Abilities, keywords and statuses: what a figure can do beyond its numbers."""

from __future__ import annotations

from enum import StrEnum

from kernel.elements import Element
from kernel.ids import AbilitySlug, KeywordSlug
from rulebook.rules.entry_base import Entry, NamedEntry


class Use(StrEnum):
    """When an ability or a keyword applies."""

    PASSIVE = "passive"
    AURA = "aura"
    RESTRICTION = "restriction"
    GAME_START = "game_start"
    ROUND_START = "round_start"
    ONCE_PER_ROUND = "once_per_round"
    ACTIVATION_START = "activation_start"
    ACTIVATION = "activation"
    BEFORE_MOVE = "before_move"
    MOVEMENT = "movement"
    REPLACES_MOVE = "replaces_move"
    AFTER_MOVE = "after_move"
    RUN = "run"
    DODGE = "dodge"
    STEALTH = "stealth"
    ACTION = "action"
    BEFORE_ATTACK = "before_attack"
    ATTACK = "attack"
    REPLACES_ATTACK = "replaces_attack"
    RANGED_ATTACK = "ranged_attack"
    COMBAT_ROLL = "combat_roll"
    DEFEND = "defend"
    ASSIST = "assist"
    AFTER_ATTACK = "after_attack"
    AFTER_INJURING = "after_injuring"
    AFTER_STUNNING_OR_INJURING = "after_stunning_or_injuring"
    REACTION = "reaction"
    UPKEEP = "upkeep"
    POST_GAME = "post_game"
    LEAGUE = "league"


class RangedAttack(Entry, frozen=True, kw_only=True):
    range: int
    at_bonus: int = 0
    stealthy: bool = False
    note: str | None = None
    # The shooter's dice poison the target when one of them shows this element.
    poisons_on: Element | None = None
    # Results that work at range besides those that always do.
    also_works: tuple[Element, ...] = ()
    # Results that stun the target, whatever they do otherwise.
    stuns_on: tuple[Element, ...] = ()


class Ability(NamedEntry, frozen=True, kw_only=True):
    """A special ability printed on a profile; slugs are unique across profiles."""

    slug: AbilitySlug
    use: Use
    effect: str
    ranged: RangedAttack | None = None
    ruling: str | None = None
    # Numbers and elements that the ability's code needs, kept out of that code.
    numbers: dict[str, int] = {}
    elements: tuple[Element, ...] = ()


class KeywordCategory(StrEnum):
    GENERAL = "general"
    UNIQUE = "unique"
    SPIRIT = "spirit"
    VOID = "void"
    EARTH = "earth"
    AIR = "air"
    WATER = "water"
    FIRE = "fire"


class Keyword(NamedEntry, frozen=True, kw_only=True):
    slug: KeywordSlug
    category: KeywordCategory
    use: Use
    effect: str
    # The face of the dice that the keyword looks for, where it looks for one.
    element: Element | None = None
    ruling: str | None = None
    numbers: dict[str, int] = {}

    @property
    def is_learnable(self) -> bool:
        return self.category is not KeywordCategory.UNIQUE


class Polarity(StrEnum):
    POSITIVE = "positive"
    DETRIMENTAL = "detrimental"


class Status(NamedEntry, frozen=True, kw_only=True):
    polarity: Polarity
    effect: str
    removal: str
    numbers: dict[str, int] = {}
    elements: dict[str, Element] = {}
    # Whether a shrine may radiate it.
    at_shrines: bool = False
