"""The shapes of the rulebook's entries: what a profile, a keyword, a card is.

Frozen values decoded from the files under fixtures/. `slug` names an entry in
files, URLs, stored rows and tests alike. A value that is not plainly from the book
has its provenance in `provenance`, keyed by the field it speaks of (`"*"` for the
entry as a whole).
"""

from __future__ import annotations

from enum import StrEnum

import msgspec

from kernel.elements import Element
from kernel.ids import (
    AbilitySlug,
    CardSlug,
    ChallengeSlug,
    ClanSlug,
    KeywordSlug,
    ProfileSlug,
)


class Source(StrEnum):
    BOOK = "book"
    EXTERNAL = "external"  # public card data; the book's text is lost or silent
    HOUSE = "house"  # ours, and any league may change it


class Confidence(StrEnum):
    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What all entries share: decoding is strict, values never change."""


class Provenance(Entry, frozen=True, kw_only=True):
    source: Source
    why: str
    confidence: Confidence | None = None


class NamedEntry(Entry, frozen=True, kw_only=True):
    slug: str
    name: str
    page: int | None = None
    provenance: dict[str, Provenance] = {}
    doubts: tuple[str, ...] = ()


class NinjaType(StrEnum):
    CHUNIN = "chunin"
    KAIKEN = "kaiken"
    YAJIRI = "yajiri"
    KUNOICHI = "kunoichi"
    MADOUSHI = "madoushi"
    ONI = "oni"
    HERO = "hero"
    RONIN = "ronin"
    SENTRY = "sentry"


class Base(StrEnum):
    SMALL = "small"
    LARGE = "large"


class Allowance(Entry, frozen=True, kw_only=True):
    """How many of a profile a team must and may hold."""

    minimum: int
    maximum: int


class RangedAttack(Entry, frozen=True, kw_only=True):
    range: int
    at_bonus: int = 0
    stealthy: bool = False
    note: str | None = None


class Ability(NamedEntry, frozen=True, kw_only=True):
    """A special ability printed on a profile; slugs are unique over all profiles."""

    slug: AbilitySlug
    use: str
    effect: str
    ranged: RangedAttack | None = None
    # Numbers and elements that the ability's code needs, kept out of that code.
    numbers: dict[str, int] = {}
    elements: tuple[Element, ...] = ()


class Profile(NamedEntry, frozen=True, kw_only=True):
    """A stat line that can be recruited or put on a board."""

    slug: ProfileSlug
    type: NinjaType
    clan: ClanSlug | None  # None for ronin and sentries
    mv: int
    at: int
    df: int
    koban: int
    allowance: Allowance
    affinities: tuple[Element, ...]
    base: Base
    upkeep: int | None = None  # ronin only
    keywords: tuple[KeywordSlug, ...] = ()
    ranged: RangedAttack | None = None
    # Of `ability_options` exactly `abilities_to_choose` are chosen when recruiting.
    abilities_to_choose: int = 0
    ability_options: tuple[Ability, ...] = ()
    abilities: tuple[Ability, ...] = ()
    is_extra: bool = False  # a ronin from outside the book

    @property
    def is_named(self) -> bool:
        """A hero or a ronin: one copy a team, no experience, counts in the rating."""
        return self.type in (NinjaType.HERO, NinjaType.RONIN)


class Sentry(NamedEntry, frozen=True, kw_only=True):
    """The guards of a challenge. Their affinities are those of whoever moves them."""

    slug: ProfileSlug
    mv: int
    at: int
    df: int
    base: Base
    count: int
    detection_range: int
    wander_spaces: int
    deploy_within: int
    delay_tokens_on_injury: int
    keywords: tuple[KeywordSlug, ...] = ()


class Clan(NamedEntry, frozen=True, kw_only=True):
    slug: ClanSlug
    element: Element
    profiles: tuple[Profile, ...]
    heroes: tuple[Profile, ...]
    plays_like: str  # our own words
    motto: str


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
    use: str
    effect: str
    element: Element | None = None
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


class ElementResults(NamedEntry, frozen=True, kw_only=True):
    """What a die face does in combat and at range."""

    slug: Element
    opposes: Element
    combat_result: str
    ranged_result: str


class BonusMode(StrEnum):
    ADDS = "adds"
    REPLACES = "replaces"
    ALTERNATIVE = "alternative"


class MoonCard(NamedEntry, frozen=True, kw_only=True):
    slug: CardSlug
    element: Element
    timing: str
    effect: str
    bonus: str
    bonus_mode: BonusMode
    copies: int
    bonus_timing: str | None = None
    ruling: str | None = None
    numbers: dict[str, int] = {}


class ScoringEvent(Entry, frozen=True, kw_only=True):
    event: str
    points: int
    replaces: str | None = None
    is_additional: bool = False


class XpAward(Entry, frozen=True, kw_only=True):
    event: str
    xp: int
    note: str | None = None
    except_when: str | None = None


class StealthStart(StrEnum):
    NONE = "none"
    SMALL_BASE = "small_base"
    ALL = "all"


class Challenge(NamedEntry, frozen=True, kw_only=True):
    """A scenario."""

    slug: ChallengeSlug
    ninjas_allowed: int
    rounds: int
    start_in_stealth: StealthStart
    uses_sentries: bool
    setup: str
    scoring: tuple[ScoringEvent, ...]
    xp_awards: tuple[XpAward, ...]
    winner: str
    summary: str
    multiplayer: str | None = None
    is_asymmetric: bool = False
    # Distances, counts and coordinates that the scenario's code needs.
    numbers: dict[str, int] = {}
    spaces: dict[str, tuple[int, int]] = {}
