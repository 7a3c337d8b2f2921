"""Roster legality: all violations of a roster, as sentences (TEAM, RECRUIT).

A draft may have violations, but it cannot be registered with them. A registered team
is checked again after every game and every change of the house rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from kernel.errors import Refusal, Refusals
from kernel.ids import NinjaId, ProfileSlug
from kernel.phrases import count_noun, list_words
from rulebook.rules.book import Catalogue
from rulebook.rules.entries import NinjaType, Profile, ShrineTeam
from rulebook.rules.league_book import book_under
from rulebook.rules.rule_setting_values import RoninAllowed
from teams.rules.journal.entries import Registered
from teams.rules.phrases import ninja_labels
from teams.rules.roster.statline import profile_of
from teams.rules.state import NinjaState, Stage, TeamState


class Violation(msgspec.Struct, frozen=True, kw_only=True):
    code: str
    sentence: str
    ninja: NinjaId | None = None
    profile: ProfileSlug | None = None

    def as_refusal(self) -> Refusal:
        return Refusal(self.sentence, code=self.code)


# A legal team can get this violation between games and must then recruit (RECRUIT-09).
BELOW_MINIMUM = "below-minimum"


# All ninja on a roster, with their profiles.
_Held = Sequence[tuple[NinjaState, Profile]]


def violations(
    state: TeamState,
    book: Catalogue,
    *,
    taken_elsewhere: frozenset[ProfileSlug] = frozenset(),
) -> tuple[Violation, ...]:
    """Return every violation of the roster.

    `taken_elsewhere` are the heroes and ronin on other teams of the league.
    """
    book = book_under(book, state.rules)
    shrine = _shrine_of(state, book)
    held = [(one, profile_of(book, one.profile)) for one in state.members]
    found = [*_names(state), *_treasury(state), *_allowances(state, book, shrine)]
    if shrine is not None and state.stage is Stage.DRAFT:
        found += _shrine(state, shrine)
    else:
        found += _abilities(held, ninja_labels(state, book))
    found += _prices(state, held)
    found += _origins(state, held, book)
    found += _named(state, book, taken_elsewhere)
    found += _caps(state, held)
    return tuple(found)


def _shrine_of(state: TeamState, book: Catalogue) -> ShrineTeam | None:
    return book.shrine_teams.get(state.shrine) if state.shrine else None


def missing_profiles(state: TeamState, book: Catalogue) -> tuple[ProfileSlug, ...]:
    """Return the profiles of which the team has fewer than the minimum."""
    book = book_under(book, state.rules)
    shrine = _shrine_of(state, book)
    return tuple(
        one.profile
        for one in _allowances(state, book, shrine)
        if one.code == BELOW_MINIMUM and one.profile is not None
    )


def register(
    state: TeamState,
    book: Catalogue,
    *,
    taken_elsewhere: frozenset[ProfileSlug] = frozenset(),
) -> Registered:
    """Register the draft, or refuse with every violation."""
    if state.stage is not Stage.DRAFT:
        raise Refusal("This team is already registered.", code="not-a-draft")
    found = violations(state, book, taken_elsewhere=taken_elsewhere)
    if found:
        raise Refusals([one.as_refusal() for one in found])
    return Registered(koban_lapsed=state.koban - koban_kept(state))


def koban_kept(state: TeamState) -> int:
    """Return how much of a draft's budget stays when it registers."""
    keeps = state.rules.keep_unspent_koban and not state.shrine
    return state.koban if keeps else 0


def _names(state: TeamState) -> Iterator[Violation]:
    if not state.name.strip():
        yield Violation(code="no-name", sentence="The team needs a name.")
    if not state.rules.unique_model_names:
        return
    names = Counter(one.name.casefold() for one in state.members if one.name)
    for one in state.members:
        if names[one.name.casefold()] > 1:
            yield Violation(
                code="same-name",
                sentence=f"Two ninja are called {one.name}. Rename one of them.",
                ninja=one.id,
            )


def _treasury(state: TeamState) -> Iterator[Violation]:
    if state.stage is Stage.DRAFT:
        if state.koban < 0 and not state.shrine:
            yield Violation(
                code="over-budget",
                sentence=f"You are {-state.koban} koban over budget. Dismiss a ninja or"
                " choose a cheaper one.",
            )
    elif state.koban < 0 and not state.rules.allow_debt:
        yield Violation(
            code="in-debt", sentence=f"The team is {-state.koban} koban in debt."
        )


def _allowances(
    state: TeamState, book: Catalogue, shrine: ShrineTeam | None
) -> Iterator[Violation]:
    """Yield profiles of the clan with too few or too many ninja (TEAM-06 to TEAM-08).

    The draft of a shrine team is exempt.
    """
    if shrine is not None and state.stage is Stage.DRAFT:
        return
    clan = book.clans[state.clan]
    counts = _counts(state)
    # A shrine team may keep more of a profile than its clan allows.
    founding = {one.profile: one.count for one in shrine.members} if shrine else {}
    for profile in clan.profiles:
        count = counts.get(profile.slug, 0)
        least = profile.allowance.minimum
        most = max(profile.allowance.maximum, founding.get(profile.slug, 0))
        if count < least:
            yield Violation(
                code=BELOW_MINIMUM,
                sentence=f"The team needs at least {least} {profile.name} and has"
                f" {count}. Recruit {least - count} more.",
                profile=profile.slug,
            )
        if count > most:
            yield Violation(
                code="above-maximum",
                sentence=f"A team can have at most {most} {profile.name}, and this one"
                f" has {count}. Dismiss {count - most}.",
                profile=profile.slug,
            )


def _counts(state: TeamState) -> dict[ProfileSlug, int]:
    """Return how many ninja of each profile a team has."""
    counts: dict[ProfileSlug, int] = {}
    for one in state.members:
        counts[one.profile] = counts.get(one.profile, 0) + 1
    return counts


def _abilities(held: _Held, labels: Mapping[NinjaId, str]) -> Iterator[Violation]:
    """Yield ninja with the wrong number of special abilities (TEAM-09)."""
    for one, profile in held:
        sentence = ability_problem(one, profile, labels[one.id])
        if sentence:
            yield Violation(code="abilities", sentence=sentence, ninja=one.id)


def ability_problem(ninja: NinjaState, profile: Profile, name: str = "") -> str | None:
    wanted = profile.abilities_to_choose
    if not wanted and not ninja.abilities:
        return None
    options = {ability.slug for ability in profile.ability_options}
    chosen = set(ninja.abilities)
    is_right = len(ninja.abilities) == len(chosen) == wanted and chosen <= options
    if is_right:
        return None
    name = name or ninja.name or profile.name
    if not wanted:
        return f"{name} cannot choose a special ability. Remove the chosen ones."
    names = list_words([one.name for one in profile.ability_options], last="or")
    if wanted == 1:
        return f"Choose a special ability for {name}: {names}."
    return f"Choose {wanted} special abilities for {name}: {names}."


def _prices(state: TeamState, held: _Held) -> Iterator[Violation]:
    """Yield ninja of a draft that were recruited at other prices (TEAM-02)."""
    if state.stage is not Stage.DRAFT or state.shrine:
        return
    yield from price_problems(held)


def price_problems(held: _Held) -> Iterator[Violation]:
    """Yield ninja whose price differs from that of their profile."""
    for one, profile in held:
        if one.price != profile.koban:
            name = one.name or profile.name
            yield Violation(
                code="other-price",
                sentence=f"{name} was recruited for {one.price} koban but costs"
                f" {profile.koban} koban here. Dismiss the ninja and recruit it again.",
                ninja=one.id,
                profile=profile.slug,
            )


def _origins(state: TeamState, held: _Held, book: Catalogue) -> Iterator[Violation]:
    """Yield ninja of other clans and ronin not allowed here (TEAM-04, TEAM-05)."""
    for one, profile in held:
        if profile.clan is not None and profile.clan != state.clan:
            yield Violation(
                code="foreign-clan",
                sentence=f"{profile.name} belongs to another clan. This team recruits"
                f" from {book.clans[state.clan].name}.",
                ninja=one.id,
                profile=profile.slug,
            )
        reason = ronin_problem(state, profile)
        if reason:
            yield Violation(
                code="ronin-not-allowed",
                sentence=reason,
                ninja=one.id,
                profile=profile.slug,
            )


def ronin_problem(state: TeamState, profile: Profile) -> str | None:
    """Return why the house rules do not allow this ronin, or None.

    The offer of a pool changes, so it only limits drafts and new recruits, not ronin
    hired from an earlier offer.
    """
    if profile.type is not NinjaType.RONIN:
        return None
    allowed = state.rules.ronin_allowed
    if allowed is RoninAllowed.NONE:
        return f"{profile.name} is a ronin, and this league does not allow ronin."
    if profile.is_extra and allowed is not RoninAllowed.ALL_WITH_EXTRA:
        return (
            f"{profile.name} is not a ronin of the rulebook, and this league only"
            " allows those."
        )
    is_draft = state.stage is Stage.DRAFT
    if allowed is RoninAllowed.POOL and is_draft and profile.slug not in state.offered:
        return f"{profile.name} is not one of the ronin that this team can hire now."
    return None


def _named(
    state: TeamState, book: Catalogue, taken_elsewhere: frozenset[ProfileSlug]
) -> Iterator[Violation]:
    """Yield duplicate heroes and ronin, in the team or across the league."""
    for slug, count in _counts(state).items():
        profile = profile_of(book, slug)
        if not profile.is_named:
            continue
        if count > 1:
            yield Violation(
                code="duplicate-named",
                sentence=f"A team can have {profile.name} only once. Dismiss the"
                " others.",
                profile=slug,
            )
        if state.rules.unique_named_across_league and slug in taken_elsewhere:
            yield Violation(
                code="taken-elsewhere",
                sentence=f"{profile.name} already plays for another team of the"
                " league.",
                profile=slug,
            )


def _caps(state: TeamState, held: _Held) -> Iterator[Violation]:
    types = [profile.type for _, profile in held]
    heroes, ronin = types.count(NinjaType.HERO), types.count(NinjaType.RONIN)
    rules = state.rules
    if rules.max_heroes is not None and heroes > rules.max_heroes:
        allowed = count_noun(rules.max_heroes, "hero", "heroes")
        yield Violation(
            code="too-many-heroes",
            sentence=f"This league allows {allowed} per team, and this one has"
            f" {heroes}.",
        )
    if rules.max_ronin is not None and ronin > rules.max_ronin:
        yield Violation(
            code="too-many-ronin",
            sentence=f"This league allows {rules.max_ronin} ronin per team, and this"
            f" one has {ronin}.",
        )
    if rules.max_roster_size is not None and len(types) > rules.max_roster_size:
        yield Violation(
            code="roster-too-large",
            sentence=f"This league allows {rules.max_roster_size} ninja per team, and"
            f" this one has {len(types)}.",
        )


def _shrine(state: TeamState, shrine: ShrineTeam) -> Iterator[Violation]:
    """Yield a violation if a shrine team differs from the printed one (TEAM-18)."""
    printed = Counter(
        (one.profile, (one.ability,) if one.ability else ())
        for one in shrine.members
        for _ in range(one.count)
    )
    held = Counter((one.profile, one.abilities) for one in state.members)
    if held != printed:
        yield Violation(
            code="shrine-changed",
            sentence=f"{shrine.name} is a shrine team and cannot be changed. Build a"
            " clan team if you want to choose its ninja.",
        )
