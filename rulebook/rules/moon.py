"""The moon: its track, its deck and the cards."""

from __future__ import annotations

from enum import StrEnum

from kernel.elements import Element
from kernel.ids import CardSlug
from rulebook.rules.entry_base import Entry, NamedEntry, TracedEntry


class CardTiming(StrEnum):
    """When a card can be played."""

    AFTER_ROLL = "after_roll"
    AFTER_ATTACK_ROLL = "after_attack_roll"
    ATTACK_DECLARED = "attack_declared"
    DEFENSE_DECLARED = "defense_declared"
    BEFORE_COMBAT_ROLL = "before_combat_roll"
    ACTIVATION_START = "activation_start"
    BEFORE_MOVE = "before_move"
    BEFORE_DODGE = "before_dodge"
    DODGE_FAILED = "dodge_failed"
    STEP_UP = "step_up"
    STEP_DOWN = "step_down"
    ROUND_START_FIRST = "round_start_first"


class BonusMode(StrEnum):
    """How a card's moon effect relates to its plain one."""

    ADDS = "adds"
    REPLACES = "replaces"
    ALTERNATIVE = "alternative"


class MoonCard(NamedEntry, frozen=True, kw_only=True):
    slug: CardSlug
    element: Element
    timing: CardTiming
    effect: str
    bonus: str
    bonus_mode: BonusMode
    copies: int
    bonus_timing: CardTiming | None = None
    ruling: str | None = None
    # Numbers of the moon's version begin with `moon_`.
    numbers: dict[str, int] = {}
    elements: dict[str, Element] = {}


class MoonTrack(TracedEntry, frozen=True, kw_only=True):
    """The ring of phases; the marker advances at each upkeep."""

    order: tuple[Element, ...]
    steps_per_upkeep: int


class MoonDeck(TracedEntry, frozen=True, kw_only=True):
    size: int
    hand_limit: int
    starting_hand: int
    per_element: dict[Element, int]


class Moon(Entry, frozen=True, kw_only=True):
    track: MoonTrack
    deck: MoonDeck
    timings: dict[CardTiming, str]
    bonus_modes: dict[BonusMode, str]
