"""Pages of clans and profiles."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from kernel.elements import Element
from kernel.ids import ClanSlug, ProfileSlug
from rulebook.catalogue import Catalogue, catalogue
from rulebook.rules import labels
from rulebook.rules.entries import (
    WHOLE_ENTRY,
    Ability,
    Base,
    Clan,
    NinjaType,
    Profile,
    RangedAttack,
    Sentry,
)
from rulebook.selectors.filters import (
    Filter,
    addressed,
    element_filter,
    filter_of,
    query_of,
)
from rulebook.selectors.provenance_marks import (
    Chip,
    Link,
    Mark,
    keyword_chips,
    marks_of,
)
from rulebook.selectors.rulings import RuleText, rules_for


@dataclass(frozen=True, slots=True)
class AbilityText:
    slug: str
    name: str
    when: str
    effect: str
    ruling: str
    marks: tuple[Mark, ...]


@dataclass(frozen=True, slots=True)
class RangedText:
    range: int
    text: str


@dataclass(frozen=True, slots=True)
class ProfileCard:
    """A profile with everything that is printed on its card."""

    slug: str
    name: str
    type: NinjaType
    type_name: str
    clan: str
    clan_name: str
    page: int | None
    other_pages: tuple[tuple[int, str], ...]  # (page, what is printed there)
    mv: int
    at: int
    df: int
    koban: int
    upkeep: int | None
    allowance: str
    affinities: tuple[Element, ...]
    base: Base
    base_name: str
    keywords: tuple[Chip, ...]
    ranged: RangedText | None
    to_choose: int
    options: tuple[AbilityText, ...]
    abilities: tuple[AbilityText, ...]
    is_extra: bool
    marks: dict[str, Mark]
    whole_mark: Mark | None
    doubts: tuple[str, ...]

    @property
    def is_large(self) -> bool:
        return self.base is Base.LARGE


@dataclass(frozen=True, slots=True)
class ClanCard:
    slug: str
    name: str
    element: Element
    motto: str
    plays_like: str
    page: int | None
    mark: Mark | None


@dataclass(frozen=True, slots=True)
class ClanPage:
    clan: ClanCard
    types: tuple[ProfileCard, ...]
    heroes: tuple[ProfileCard, ...]
    previous: Link
    following: Link


@dataclass(frozen=True, slots=True)
class ProfilePage:
    profile: ProfileCard
    clan: ClanCard | None
    rules: tuple[RuleText, ...]
    siblings: tuple[Link, ...]


@dataclass(frozen=True, slots=True)
class ProfileList:
    profiles: tuple[ProfileCard, ...]
    filters: tuple[Filter, ...]
    sort: str
    sort_queries: dict[str, str]  # the address of each way to sort
    total: int


@dataclass(frozen=True, slots=True)
class RoninPage:
    book: tuple[ProfileCard, ...]
    extra: tuple[ProfileCard, ...]


def profile_card(profile: Profile) -> ProfileCard:
    book = catalogue()
    marks = marks_of(profile, profile.slug)
    return ProfileCard(
        slug=profile.slug,
        name=profile.name,
        type=profile.type,
        type_name=labels.TYPE[profile.type],
        clan=profile.clan or "",
        clan_name=book.clans[profile.clan].name if profile.clan else "",
        page=profile.page,
        other_pages=_other_pages(profile),
        mv=profile.mv,
        at=profile.at,
        df=profile.df,
        koban=profile.koban,
        upkeep=profile.upkeep,
        allowance=_allowance(profile),
        affinities=profile.affinities,
        base=profile.base,
        base_name=labels.BASE[profile.base],
        keywords=keyword_chips(profile),
        ranged=_ranged(profile.ranged) if profile.ranged else None,
        to_choose=profile.abilities_to_choose,
        options=tuple(map(ability_text, profile.ability_options)),
        abilities=tuple(map(ability_text, profile.abilities)),
        is_extra=profile.is_extra,
        marks=marks,
        whole_mark=marks.get(WHOLE_ENTRY),
        doubts=profile.doubts,
    )


def _other_pages(profile: Profile) -> tuple[tuple[int, str], ...]:
    """Return the other pages that values are printed on, each with their names."""
    names_by_page: dict[int, list[str]] = {}
    for field, page in profile.pages.items():
        names_by_page.setdefault(page, []).append(labels.FIELD[field])
    return tuple((page, ", ".join(names)) for page, names in names_by_page.items())


def _allowance(profile: Profile) -> str:
    low, high = profile.allowance.minimum, profile.allowance.maximum
    return str(low) if low == high else f"{low} to {high}"


def _ranged(ranged: RangedAttack) -> RangedText:
    sentences = [
        f"{abs(ranged.at_bonus)} {'more' if ranged.at_bonus > 0 else 'less'} AT."
        if ranged.at_bonus
        else "",
        "Stealthy." if ranged.stealthy else "",
        ranged.note or "",
    ]
    return RangedText(ranged.range, " ".join(filter(None, sentences)))


def ability_text(ability: Ability) -> AbilityText:
    return AbilityText(
        slug=ability.slug,
        name=ability.name,
        when=labels.USE[ability.use],
        effect=ability.effect,
        ruling=ability.ruling or "",
        marks=tuple(marks_of(ability, ability.slug).values()),
    )


def clan_card(clan: Clan) -> ClanCard:
    return ClanCard(
        slug=clan.slug,
        name=clan.name,
        element=clan.element,
        motto=clan.motto,
        plays_like=clan.plays_like,
        page=clan.page,
        mark=marks_of(clan, clan.slug).get("element"),
    )


def clan_list() -> tuple[ClanCard, ...]:
    return tuple(map(clan_card, catalogue().clans.values()))


def clan_page(slug: str, book: Catalogue | None = None) -> ClanPage | None:
    """Return a clan as printed, or as it is in the book of a league."""
    clan = (book or catalogue()).clans.get(ClanSlug(slug))
    if clan is None:
        return None
    order = clan_list()
    place = [card.slug for card in order].index(slug)
    previous, following = order[place - 1], order[(place + 1) % len(order)]
    return ClanPage(
        clan=clan_card(clan),
        types=tuple(map(profile_card, clan.profiles)),
        heroes=tuple(map(profile_card, clan.heroes)),
        previous=Link("clans", previous.slug, previous.name),
        following=Link("clans", following.slug, following.name),
    )


def profile_page(slug: str) -> ProfilePage | None:
    book = catalogue()
    profile = book.profiles.get(ProfileSlug(slug))
    if profile is None:
        return None
    family = book.profiles_of(profile.clan) if profile.clan else book.ronin
    return ProfilePage(
        profile=profile_card(profile),
        clan=clan_card(book.clans[profile.clan]) if profile.clan else None,
        rules=_rules(profile),
        siblings=tuple(Link("profiles", p.slug, p.name) for p in family),
    )


def _rules(profile: Profile) -> tuple[RuleText, ...]:
    """Return the rules about the profile and its abilities, once each."""
    # In a sentence the type is a common noun: "the Tora chunin".
    clan, _, kind = profile.name.rpartition(" ")
    names = [profile.name, f"{clan} {kind.lower()}"] if clan else [profile.name]
    found = [rule for name in names for rule in rules_for(name)]
    for ability in profile.all_abilities:
        found += rules_for(ability.name, "ABIL")
    return tuple({rule.id: rule for rule in found}.values())


def ronin_page() -> RoninPage:
    cards = [profile_card(profile) for profile in catalogue().ronin]
    return RoninPage(
        book=tuple(card for card in cards if not card.is_extra),
        extra=tuple(card for card in cards if card.is_extra),
    )


def sentry_list() -> tuple[Sentry, ...]:
    return tuple(catalogue().sentries.values())


# ---- the list of everybody -----------------------------------------------------

_SORTS: dict[str, Callable[[Profile], tuple[int, str]]] = {
    "name": lambda profile: (0, profile.name),
    "mv": lambda profile: (-profile.mv, profile.name),
    "at": lambda profile: (-profile.at, profile.name),
    "df": lambda profile: (-profile.df, profile.name),
    "koban": lambda profile: (-profile.koban, profile.name),
}


def profile_list(
    *, element: str = "", type_: str = "", clan: str = "", sort: str = ""
) -> ProfileList:
    """Return the profiles that match; without a sort, in the book's order."""
    everybody = list(catalogue().profiles.values())
    sort = sort if sort in _SORTS else ""
    filters = addressed(_filters(element=element, type_=type_, clan=clan), sort=sort)
    fitting = [p for p in everybody if all(f.admits(_values(p, f)) for f in filters)]
    if sort:
        fitting.sort(key=_SORTS[sort])
    return ProfileList(
        profiles=tuple(map(profile_card, fitting)),
        filters=filters,
        sort=sort,
        sort_queries={name: query_of(filters, sort=name) for name in _SORTS},
        total=len(everybody),
    )


def _filters(*, element: str, type_: str, clan: str) -> tuple[Filter, ...]:
    clans = [(card.slug, card.name) for card in clan_list()]
    types = [(kind, labels.TYPE[kind]) for kind in NinjaType if kind != "sentry"]
    return (
        element_filter(element),
        filter_of("type", "Type", types, type_),
        filter_of("clan", "Clan", clans, clan),
    )


def _values(profile: Profile, wanted: Filter) -> Iterable[str]:
    return {
        "element": profile.affinities,
        "type": (profile.type,),
        "clan": (profile.clan or "",),
    }[wanted.name]
