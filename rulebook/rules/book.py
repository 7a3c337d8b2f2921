"""The whole rulebook in memory, with lookup by slug."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from kernel.elements import Element
from kernel.ids import (
    AbilitySlug,
    CardSlug,
    ChallengeSlug,
    ClanSlug,
    GroundSlug,
    KeywordSlug,
    ProfileSlug,
)
from rulebook.rules.entries import (
    Ability,
    Advancement,
    Basics,
    Challenge,
    Clan,
    Downtime,
    ElementResults,
    Experience,
    Keyword,
    Moon,
    MoonCard,
    Profile,
    RandomChallenge,
    Rating,
    Revenue,
    Sentry,
    ShrineTeam,
    ShrineTeams,
    Status,
    TerrainKind,
    Underdog,
)
from rulebook.rules.grounds import Ground
from rulebook.rules.house_rules import HouseRuleBook, HouseRules
from rulebook.rules.rule_settings import RuleSetting


@dataclass(frozen=True, slots=True, kw_only=True)
class Catalogue:
    """The rulebook. Every mapping keeps the order of its file."""

    clans: Mapping[ClanSlug, Clan]
    # Clan types and heroes, the ronin of the book, then the extra ones.
    profiles: Mapping[ProfileSlug, Profile]
    abilities: Mapping[AbilitySlug, Ability]
    # Whose ability it is; every ability stands on exactly one profile.
    ability_owners: Mapping[AbilitySlug, ProfileSlug]
    sentries: Mapping[ProfileSlug, Sentry]
    keywords: Mapping[KeywordSlug, Keyword]
    statuses: Mapping[str, Status]
    elements: Mapping[Element, ElementResults]
    terrain: Mapping[str, TerrainKind]
    challenges: Mapping[ChallengeSlug, Challenge]
    random_challenge: RandomChallenge
    moon: Moon
    cards: Mapping[CardSlug, MoonCard]
    experience: Experience
    advancement: Advancement
    downtime: Downtime
    revenue: Revenue
    rating: Rating
    underdog: Underdog
    shrine: ShrineTeams
    basics: Basics
    grounds: Mapping[GroundSlug, Ground]
    house_rules: HouseRuleBook
    # The book as it is printed, where house rules change its tables.
    printed: Catalogue | None = None

    @property
    def shrine_teams(self) -> Mapping[str, ShrineTeam]:
        return {team.slug: team for team in self.shrine.teams}

    @property
    def house_rule_settings(self) -> tuple[RuleSetting, ...]:
        return self.house_rules.knobs

    @property
    def default_house_rules(self) -> HouseRules:
        return self.house_rules.defaults

    @property
    def stored_house_rules(self) -> HouseRules:
        """Return the rules of a journal whose first entry names none."""
        return self.house_rules.stored_defaults

    def profiles_of(self, clan: ClanSlug) -> tuple[Profile, ...]:
        """Return the profiles of a clan, then its heroes."""
        found = self.clans[clan]
        return found.profiles + found.heroes

    @property
    def ronin(self) -> tuple[Profile, ...]:
        return tuple(profile for profile in self.profiles.values() if not profile.clan)

    def bearers(self, keyword: KeywordSlug) -> tuple[Profile, ...]:
        """Return the profiles printed with a keyword."""
        return tuple(
            profile for profile in self.profiles.values() if keyword in profile.keywords
        )
