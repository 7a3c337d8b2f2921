"""A ninja's attributes, affinities and keywords: its profile plus its gains."""

from __future__ import annotations

import msgspec

from kernel.elements import Element
from kernel.errors import Refusal
from kernel.ids import KeywordSlug, ProfileSlug
from rulebook.rules.book import Catalogue
from rulebook.rules.entries import Ability, Advance, Profile, RangedAttack
from teams.rules.state import Attune, Learn, NinjaState, Raise

ATTRIBUTES = (Advance.MV, Advance.AT, Advance.DF)


class Statline(msgspec.Struct, frozen=True, kw_only=True):
    mv: int
    at: int
    df: int
    affinities: tuple[Element, ...]
    keywords: tuple[KeywordSlug, ...]
    abilities: tuple[Ability, ...]
    ranged: RangedAttack | None
    # Increases of each attribute over the profile.
    raised: dict[Advance, int]

    def attribute(self, attribute: Advance) -> int:
        return {Advance.MV: self.mv, Advance.AT: self.at, Advance.DF: self.df}[
            attribute
        ]


def profile_of(book: Catalogue, slug: ProfileSlug) -> Profile:
    profile = book.profiles.get(slug)
    if profile is None:
        raise Refusal(
            f"The rulebook has no profile called {slug}. Choose one from its list.",
            code="unknown-profile",
            field="profile",
        )
    return profile


def statline(ninja: NinjaState, profile: Profile) -> Statline:
    raised = {
        attribute: sum(
            1
            for growth in ninja.growth
            if isinstance(growth, Raise) and growth.attribute is attribute
        )
        for attribute in ATTRIBUTES
    }
    return Statline(
        mv=profile.mv + raised[Advance.MV] + ninja.mv_adjusted,
        at=profile.at + raised[Advance.AT] + ninja.at_adjusted,
        df=profile.df + raised[Advance.DF] + ninja.df_adjusted,
        affinities=affinities_of(ninja, profile),
        keywords=keywords_of(ninja, profile),
        abilities=abilities_of(ninja, profile),
        ranged=profile.ranged,
        raised=raised,
    )


def abilities_of(ninja: NinjaState, profile: Profile) -> tuple[Ability, ...]:
    """Return the abilities of the profile and those chosen for this ninja."""
    return tuple(
        ability
        for ability in profile.all_abilities
        if ability.slug in ninja.abilities or ability in profile.abilities
    )


def affinities_of(ninja: NinjaState, profile: Profile) -> tuple[Element, ...]:
    gained = tuple(one.element for one in ninja.growth if isinstance(one, Attune))
    own = dict.fromkeys((*profile.affinities, *gained, *ninja.affinities_granted))
    return tuple(one for one in own if one not in ninja.affinities_taken)


def keywords_of(ninja: NinjaState, profile: Profile) -> tuple[KeywordSlug, ...]:
    """Return the printed keywords, then the learnt ones in the order of learning."""
    learnt = tuple(one.keyword for one in ninja.growth if isinstance(one, Learn))
    return tuple(
        keyword
        for keyword in profile.keywords + learnt + ninja.keywords_granted
        if keyword not in ninja.keywords_taken
    )
