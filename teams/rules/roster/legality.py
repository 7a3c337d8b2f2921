"""Whether a roster is legal: every violation at once, as sentences (TEAM, RECRUIT).

A draft may be as illegal as it likes; registering asks for none of these. A team
that is registered is looked at again after every game and every change of rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from kernel.errors import Refusal, Refusals
from kernel.ids import NinjaId, ProfileSlug
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


# Codes of what a legal team can fall into between games, and must mend (RECRUIT-09).
BELOW_MINIMUM = "below-minimum"


# Everybody on a roster, with their profiles.
_Held = Sequence[tuple[NinjaState, Profile]]


def violations(
    state: TeamState,
    book: Catalogue,
    *,
    taken_elsewhere: frozenset[ProfileSlug] = frozenset(),
) -> tuple[Violation, ...]:
    """Everything that is wrong with the roster.

    `taken_elsewhere` names heroes and ronin who serve other teams of the league.
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
    """The types of which the team holds fewer than it must."""
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
    """Make a team of the draft, or say everything that stands against it."""
    if state.stage is not Stage.DRAFT:
        raise Refusal("This team is registered already.", code="not-a-draft")
    found = violations(state, book, taken_elsewhere=taken_elsewhere)
    if found:
        raise Refusals([one.as_refusal() for one in found])
    return Registered(koban_lapsed=state.koban - koban_kept(state))


def koban_kept(state: TeamState) -> int:
    """What stays of a draft's budget when it registers; the rest lapses."""
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
                sentence=f"Two ninja are called {one.name}; rename one of them.",
                ninja=one.id,
            )


def _treasury(state: TeamState) -> Iterator[Violation]:
    if state.stage is Stage.DRAFT:
        if state.koban < 0 and not state.shrine:
            yield Violation(
                code="over-budget",
                sentence=f"The team costs {-state.koban} koban more than it may;"
                " let somebody go.",
            )
    elif state.koban < 0 and not state.rules.allow_debt:
        yield Violation(
            code="in-debt", sentence=f"The treasury lacks {-state.koban} koban."
        )


def _allowances(
    state: TeamState, book: Catalogue, shrine: ShrineTeam | None
) -> Iterator[Violation]:
    """Too few or too many of a type of the clan (TEAM-06 to TEAM-08). A ready-made
    team enters as it is."""
    if shrine is not None and state.stage is Stage.DRAFT:
        return
    clan = book.clans[state.clan]
    counts = _counts(state)
    # A shrine team may keep more of a type than its clan would take on.
    founding = {one.profile: one.count for one in shrine.members} if shrine else {}
    for profile in clan.profiles:
        count = counts.get(profile.slug, 0)
        least = profile.allowance.minimum
        most = max(profile.allowance.maximum, founding.get(profile.slug, 0))
        if count < least:
            yield Violation(
                code=BELOW_MINIMUM,
                sentence=f"The team has {count} of at least {least} {profile.name};"
                f" recruit {least - count} more.",
                profile=profile.slug,
            )
        if count > most:
            yield Violation(
                code="above-maximum",
                sentence=f"The team has {count} of at most {most} {profile.name};"
                f" let {count - most} go.",
                profile=profile.slug,
            )


def _counts(state: TeamState) -> dict[ProfileSlug, int]:
    """How many of each profile a team holds."""
    counts: dict[ProfileSlug, int] = {}
    for one in state.members:
        counts[one.profile] = counts.get(one.profile, 0) + 1
    return counts


def _abilities(held: _Held, labels: Mapping[NinjaId, str]) -> Iterator[Violation]:
    """Exactly as many special abilities as the profile asks for (TEAM-09)."""
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
        return f"{name} has no special ability to choose; take the choice back."
    names = " or ".join(ability.name for ability in profile.ability_options)
    return f"{name} needs exactly {wanted} of its special abilities: {names}."


def _prices(state: TeamState, held: _Held) -> Iterator[Violation]:
    """Ninja of a draft who were recruited under another price list (TEAM-02)."""
    if state.stage is not Stage.DRAFT or state.shrine:
        return
    yield from price_problems(held)


def price_problems(held: _Held) -> Iterator[Violation]:
    """Ninja whose price is not the one of the list they are held against."""
    for one, profile in held:
        if one.price != profile.koban:
            name = one.name or profile.name
            yield Violation(
                code="other-price",
                sentence=f"{name} joined for {one.price} koban but costs"
                f" {profile.koban} here. Let it go and recruit it again.",
                ninja=one.id,
                profile=profile.slug,
            )


def _origins(state: TeamState, held: _Held, book: Catalogue) -> Iterator[Violation]:
    """Clan ninja of the own clan, ronin the league lets in (TEAM-04, TEAM-05)."""
    for one, profile in held:
        if profile.clan is not None and profile.clan != state.clan:
            yield Violation(
                code="foreign-clan",
                sentence=f"{profile.name} belongs to another clan;"
                f" the team recruits from {book.clans[state.clan].name}.",
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
    """Why the league does not let this ronin in, if it does not.

    What a pool offers changes from step to step, so it binds a hiring and a draft,
    not somebody who was hired from an earlier offer.
    """
    if profile.type is not NinjaType.RONIN:
        return None
    allowed = state.rules.ronin_allowed
    if allowed is RoninAllowed.NONE:
        return f"{profile.name} is a ronin, and this league has none."
    if profile.is_extra and allowed is not RoninAllowed.ALL_WITH_EXTRA:
        return f"{profile.name} is not one of the book's ronin, who alone are for hire."
    is_draft = state.stage is Stage.DRAFT
    if allowed is RoninAllowed.POOL and is_draft and profile.slug not in state.offered:
        return f"{profile.name} is not among the ronin this team is offered."
    return None


def _named(
    state: TeamState, book: Catalogue, taken_elsewhere: frozenset[ProfileSlug]
) -> Iterator[Violation]:
    """One copy of each hero and ronin; in some leagues one for all teams."""
    for slug, count in _counts(state).items():
        profile = profile_of(book, slug)
        if not profile.is_named:
            continue
        if count > 1:
            yield Violation(
                code="duplicate-named",
                sentence=f"There is only one {profile.name}; let the other go.",
                profile=slug,
            )
        if state.rules.unique_named_across_league and slug in taken_elsewhere:
            yield Violation(
                code="taken-elsewhere",
                sentence=f"{profile.name} serves another team of the league.",
                profile=slug,
            )


def _caps(state: TeamState, held: _Held) -> Iterator[Violation]:
    types = [profile.type for _, profile in held]
    rules = state.rules
    limits = (
        ("too-many-heroes", "heroes", types.count(NinjaType.HERO), rules.max_heroes),
        ("too-many-ronin", "ronin", types.count(NinjaType.RONIN), rules.max_ronin),
        ("roster-too-large", "ninja", len(types), rules.max_roster_size),
    )
    for code, what, count, limit in limits:
        if limit is not None and count > limit:
            yield Violation(
                code=code,
                sentence=f"The team has {count} {what} and the league allows {limit}.",
            )


def _shrine(state: TeamState, shrine: ShrineTeam) -> Iterator[Violation]:
    """A ready-made team enters as it is (TEAM-18)."""
    printed = Counter(
        (one.profile, (one.ability,) if one.ability else ())
        for one in shrine.members
        for _ in range(one.count)
    )
    held = Counter((one.profile, one.abilities) for one in state.members)
    if held != printed:
        yield Violation(
            code="shrine-changed",
            sentence=f"{shrine.name} plays as it comes; build a clan team instead"
            " to choose for yourself.",
        )
