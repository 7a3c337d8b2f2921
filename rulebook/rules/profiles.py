"""Profiles, clans, sentries and shrine teams."""

from __future__ import annotations

from enum import StrEnum

from kernel.elements import Element
from kernel.ids import AbilitySlug, ClanSlug, KeywordSlug, ProfileSlug
from rulebook.rules.abilities import Ability, RangedAttack
from rulebook.rules.entry_base import Entry, NamedEntry, TracedEntry


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

    @property
    def width(self) -> int:
        """Number of spaces along one side."""
        return 2 if self is Base.LARGE else 1


class Allowance(Entry, frozen=True, kw_only=True):
    """How many of a profile a team needs and can have."""

    minimum: int
    maximum: int


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
        """Whether this is a hero or a ronin: one copy per team, no experience, counts
        in the rating.
        """
        return self.type in (NinjaType.HERO, NinjaType.RONIN)

    @property
    def all_abilities(self) -> tuple[Ability, ...]:
        """Abilities to choose from, then those it always has."""
        return self.ability_options + self.abilities


class Sentry(NamedEntry, frozen=True, kw_only=True):
    """The guards of a challenge. Their affinities are those of the player who moves
    them.
    """

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
    effect: str
    keywords: tuple[KeywordSlug, ...] = ()


class Clan(NamedEntry, frozen=True, kw_only=True):
    slug: ClanSlug
    element: Element
    profiles: tuple[Profile, ...]
    heroes: tuple[Profile, ...]
    plays_like: str  # our own words
    motto: str


class ShrineMember(Entry, frozen=True, kw_only=True):
    profile: ProfileSlug
    count: int
    ability: AbilitySlug | None = None


class ShrineTeam(NamedEntry, frozen=True, kw_only=True):
    """A ready-made team: nine ninja of one element."""

    element: Element
    clan: ClanSlug  # whose profiles it borrows
    members: tuple[ShrineMember, ...]


class ShrineTeams(TracedEntry, frozen=True, kw_only=True):
    composition: dict[NinjaType, int]
    first_game: tuple[str, ...]  # the two that a first game is suggested with
    teams: tuple[ShrineTeam, ...]
