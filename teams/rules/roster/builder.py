"""Building a team: what a draft can recruit, and ways to start one."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from kernel.dice import Dice, shuffled
from kernel.errors import Refusal
from kernel.ids import AbilitySlug, ClanSlug, ProfileSlug
from rulebook.rules.book import Catalogue
from rulebook.rules.entries import NinjaType, Profile
from rulebook.rules.entry_base import Entry
from rulebook.rules.house_rules import HouseRules
from rulebook.rules.league_book import book_under
from rulebook.rules.rule_setting_values import RoninAllowed
from teams.rules.journal.entries import AnyEntry, Dismissed, Founded, Recruited
from teams.rules.journal.reducer import apply_entry
from teams.rules.roster.legality import ronin_problem
from teams.rules.roster.names import NameBook
from teams.rules.roster.recruitment import NOBODY, reasons_against, refund
from teams.rules.roster.statline import profile_of
from teams.rules.state import NinjaState, TeamState


class SampleMember(Entry, frozen=True, kw_only=True):
    profile: ProfileSlug
    count: int = 1
    ability: AbilitySlug | None = None


class SampleTeam(Entry, frozen=True, kw_only=True):
    """A legal team to start from, and the idea behind it."""

    slug: str
    name: str
    clan: ClanSlug
    idea: str
    members: tuple[SampleMember, ...]


class Offer(msgspec.Struct, frozen=True, kw_only=True):
    """A profile that the builder offers, and why it may not join."""

    profile: Profile
    held: int
    least: int
    most: int
    reasons: tuple[Refusal, ...]

    @property
    def is_open(self) -> bool:
        """Whether it can join without breaking a rule."""
        return not self.reasons


def list_offers(
    state: TeamState,
    book: Catalogue,
    *,
    taken_elsewhere: frozenset[ProfileSlug] = NOBODY,
) -> tuple[Offer, ...]:
    """Return an offer for each profile of the clan and each ronin of the league.

    A draft may recruit despite the reasons against it; a registered team may not.
    """
    book = book_under(book, state.rules)
    return tuple(
        Offer(
            profile=profile,
            held=sum(one.profile == profile.slug for one in state.members),
            least=profile.allowance.minimum,
            most=1 if profile.is_named else profile.allowance.maximum,
            reasons=tuple(reasons_against(state, profile, book, taken_elsewhere)),
        )
        for profile in list_hireable(state, book)
    )


def find_replacement(
    state: TeamState,
    ninja: NinjaState,
    book: Catalogue,
    *,
    taken_elsewhere: frozenset[ProfileSlug] = NOBODY,
) -> Offer | None:
    """Return the offer to replace a chunin, or None (RECRUIT-06).

    None for other ninja, and where the house rules do not allow the swap.
    """
    book = book_under(book, state.rules)
    profile = profile_of(book, ninja.profile)
    if profile.type is not NinjaType.CHUNIN or not state.rules.chunin_swap:
        return None
    gone = Dismissed(ninja=ninja.id, refund=refund(state, ninja))
    after = apply_entry(state, gone, book)
    return Offer(
        profile=profile,
        held=0,
        least=profile.allowance.minimum,
        most=profile.allowance.maximum,
        reasons=tuple(reasons_against(after, profile, book, taken_elsewhere)),
    )


def list_hireable(state: TeamState, book: Catalogue) -> tuple[Profile, ...]:
    """Return every profile for hire: the clan, its heroes and the league's ronin."""
    book = book_under(book, state.rules)
    ronin = tuple(one for one in book.ronin if ronin_problem(state, one) is None)
    if state.rules.ronin_allowed is RoninAllowed.POOL:
        ronin = tuple(one for one in ronin if one.slug in state.offered)
    return book.profiles_of(state.clan) + ronin


def build_founding(
    name: str,
    clan: ClanSlug,
    rules: HouseRules,
    book: Catalogue,
    *,
    shrine: str = "",
) -> Founded:
    return Founded(
        name=name,
        clan=clan,
        koban=rules.starting_koban,
        shrine=shrine,
        changes=book.house_rules.changes_to_store(rules),
    )


class _Draft:
    """A draft, and the entries that have filled it so far."""

    def __init__(self, founded: Founded, rules: HouseRules, book: Catalogue) -> None:
        self._book = book_under(book, rules)
        empty = apply_entry(None, founded, book)
        self.state = msgspec.structs.replace(empty, rules=rules)
        self.entries: list[AnyEntry] = [founded]

    def take(
        self,
        printed: Profile,
        *,
        abilities: tuple[AbilitySlug, ...] = (),
        name: str = "",
    ) -> None:
        profile = self._book.profiles[printed.slug]
        entry = Recruited(
            ninja=self.state.next_id,
            profile=profile.slug,
            price=profile.koban,
            abilities=abilities,
            name=name,
        )
        self.state = apply_entry(self.state, entry, self._book)
        self.entries.append(entry)


def sample_entries(
    sample: SampleTeam, name: str, rules: HouseRules, book: Catalogue
) -> tuple[AnyEntry, ...]:
    """Return the entries of a draft with a sample team."""
    draft = _Draft(build_founding(name, sample.clan, rules, book), rules, book)
    _fill(draft, sample.members, book)
    return tuple(draft.entries)


def shrine_entries(
    slug: str, name: str, rules: HouseRules, book: Catalogue
) -> tuple[AnyEntry, ...]:
    """Return the entries of a draft with a shrine team as printed."""
    shrine = book.shrine_teams.get(slug)
    if shrine is None:
        raise Refusal(
            f"The rulebook has no shrine team called {slug}.", code="unknown-shrine"
        )
    founded = build_founding(name, shrine.clan, rules, book, shrine=slug)
    draft = _Draft(founded, rules, book)
    members = (
        SampleMember(profile=one.profile, count=one.count, ability=one.ability)
        for one in shrine.members
    )
    _fill(draft, members, book)
    return tuple(draft.entries)


def _fill(draft: _Draft, members: Iterable[SampleMember], book: Catalogue) -> None:
    for member in members:
        abilities = (member.ability,) if member.ability else ()
        for _ in range(member.count):
            draft.take(book.profiles[member.profile], abilities=abilities)


def copy_entries(
    state: TeamState, name: str, rules: HouseRules, book: Catalogue
) -> tuple[AnyEntry, ...]:
    """Return the entries of a draft with another team's ninja, newly recruited."""
    draft = _Draft(build_founding(name, state.clan, rules, book), rules, book)
    for one in state.members:
        profile = book.profiles[one.profile]
        draft.take(profile, abilities=one.abilities, name=one.name)
    return tuple(draft.entries)


def random_entries(
    clan: ClanSlug,
    rules: HouseRules,
    book: Catalogue,
    *,
    dice: Dice,
    names: NameBook,
    name: str = "",
) -> tuple[AnyEntry, ...]:
    """Return the entries of a random legal team: the minima, then what it can pay.

    At most one ronin joins, since a new team can seldom pay upkeep for two.
    """
    called = name or names.team_name(clan, dice)
    draft = _Draft(build_founding(called, clan, rules, book), rules, book)
    for profile in book_under(book, rules).clans[clan].profiles:
        for _ in range(profile.allowance.minimum):
            _take_random(draft, profile, dice, names)
    while pool := _affordable(draft.state, book):
        # Draw the type first: there are so many ronin that they would crowd out the
        # rest.
        types = sorted({one.type for one in pool})
        drawn = types[dice.below(len(types))]
        alike = [one for one in pool if one.type is drawn]
        _take_random(draft, alike[dice.below(len(alike))], dice, names)
    if draft.state.koban < 0:
        raise Refusal(
            f"A legal team of this clan costs more than {rules.starting_koban} koban.",
            code="over-budget",
        )
    return tuple(draft.entries)


def _affordable(state: TeamState, book: Catalogue) -> list[Profile]:
    held = {book.profiles[one.profile].type for one in state.members}
    return [
        offer.profile
        for offer in list_offers(state, book)
        if offer.is_open
        and offer.profile.koban <= state.koban
        and not (offer.profile.type is NinjaType.RONIN and NinjaType.RONIN in held)
    ]


def _take_random(draft: _Draft, profile: Profile, dice: Dice, names: NameBook) -> None:
    options = shuffled([one.slug for one in profile.ability_options], dice)
    draft.take(
        profile,
        abilities=tuple(options[: profile.abilities_to_choose]),
        name="" if profile.is_named else names.free_name(draft.state, dice),
    )
