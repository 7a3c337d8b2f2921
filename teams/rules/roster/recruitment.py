"""Who joins and leaves a team, when, and for how much (RECRUIT, TEAM, RONIN).

A draft takes on anybody; `legality` says what is wrong with it. A registered team
recruits only what keeps it legal, and every reason against it is given at once.
"""

from __future__ import annotations

from collections.abc import Iterator

from kernel.dice import Dice, shuffled
from kernel.errors import Refusal, Refusals
from kernel.ids import AbilitySlug, NinjaId, ProfileSlug
from rulebook.rules.book import Catalogue
from rulebook.rules.entries import NinjaType, Profile
from rulebook.rules.league_book import book_under
from rulebook.rules.rule_setting_values import PostGameStep, RecruitWindow, RoninAllowed
from teams.rules.journal.entries import Dismissed, Recruited, RoninOffered
from teams.rules.journal.reducer import apply
from teams.rules.journal.state_changes import NotEnoughKoban
from teams.rules.phrases import ninja_name
from teams.rules.roster.legality import ability_problem, missing_profiles, ronin_problem
from teams.rules.roster.names import name_problem
from teams.rules.roster.statline import profile_of
from teams.rules.state import NinjaState, Stage, TeamState

NOBODY: frozenset[ProfileSlug] = frozenset()
# Reasons that speak against the moment and not against the recruit.
WINDOW_CODES = {"roster-locked", "not-at-this-step", "window-closed"}


def recruit(
    state: TeamState,
    slug: ProfileSlug,
    *,
    book: Catalogue,
    name: str = "",
    abilities: tuple[AbilitySlug, ...] = (),
    taken_elsewhere: frozenset[ProfileSlug] = NOBODY,
) -> Recruited:
    """Take somebody on, or say everything that stands against it."""
    book = book_under(book, state.rules)
    profile = profile_of(book, slug)
    entry = Recruited(
        ninja=state.next_id,
        profile=slug,
        price=profile.koban,
        name=name,
        abilities=abilities,
    )
    refusals = list(name_problem(state, entry.ninja, name, profile))
    if state.stage is not Stage.DRAFT:
        newcomer = NinjaState(
            id=entry.ninja, profile=slug, price=0, name=name, abilities=abilities
        )
        refusals += reasons_against(state, profile, book, taken_elsewhere)
        sentence = ability_problem(newcomer, profile)
        if sentence:
            refusals.append(Refusal(sentence, code="abilities", field="abilities"))
    if refusals:
        raise Refusals(refusals)
    return entry


def reasons_against(
    state: TeamState,
    profile: Profile,
    book: Catalogue,
    taken_elsewhere: frozenset[ProfileSlug] = NOBODY,
) -> Iterator[Refusal]:
    """Why a registered team cannot recruit this profile now; nothing if it can."""
    book = book_under(book, state.rules)
    profile = profile_of(book, profile.slug)
    yield from window_problem(state)
    yield from _belonging(state, profile, book)
    yield from _numbers(state, profile, book)
    if profile.type is NinjaType.RONIN:
        yield from _hiring(state, profile)
    if state.rules.unique_named_across_league and profile.slug in taken_elsewhere:
        yield Refusal(
            f"{profile.name} serves another team of the league.", code="taken-elsewhere"
        )
    if state.koban < profile.koban and not state.rules.allow_debt:
        yield NotEnoughKoban(price=profile.koban, koban=state.koban)


def window_problem(state: TeamState) -> Iterator[Refusal]:
    """Why nobody joins or leaves just now (RECRUIT-01, UND-09)."""
    if state.stage is Stage.DRAFT:
        return
    if state.open_game and state.rules.roster_lock:
        yield Refusal(
            "The roster is locked while a game is open; wait for its report.",
            code="roster-locked",
        )
    settling = state.settling
    if settling is not None:
        if settling.step is not PostGameStep.RECRUIT:
            yield Refusal(
                "Recruiting is a later step of the settlement; finish those before it.",
                code="not-at-this-step",
            )
        return
    is_new = state.games == 0
    if state.rules.recruit_window is RecruitWindow.POST_GAME and not is_new:
        yield Refusal(
            "In this league teams recruit only in the settlement of a game.",
            code="window-closed",
        )


def _belonging(
    state: TeamState, profile: Profile, book: Catalogue
) -> Iterator[Refusal]:
    if profile.clan is not None and profile.clan != state.clan:
        yield Refusal(
            f"{profile.name} belongs to another clan; this team recruits from"
            f" {book.clans[state.clan].name} and from the ronin.",
            code="foreign-clan",
        )
    reason = ronin_problem(state, profile)
    if reason:
        yield Refusal(reason, code="ronin-not-allowed")


def _numbers(state: TeamState, profile: Profile, book: Catalogue) -> Iterator[Refusal]:
    """Allowances and limits, as they would stand with the newcomer."""
    count = sum(one.profile == profile.slug for one in state.members)
    most = 1 if profile.is_named else profile.allowance.maximum
    if count >= most:
        what = "There is only one" if profile.is_named else f"{most} is the most of"
        yield Refusal(f"{what} {profile.name} a team may hold.", code="above-maximum")
    types = [profile_of(book, one.profile).type for one in state.members]
    rules = state.rules
    limits = (
        ("heroes", NinjaType.HERO, rules.max_heroes),
        ("ronin", NinjaType.RONIN, rules.max_ronin),
    )
    for what, type_, limit in limits:
        is_full = limit is not None and types.count(type_) >= limit
        if profile.type is type_ and is_full:
            yield Refusal(
                f"The league allows a team {limit} {what}.", code=f"too-many-{what}"
            )
    if rules.max_roster_size is not None and len(types) >= rules.max_roster_size:
        yield Refusal(
            f"The league allows a team {rules.max_roster_size} ninja.",
            code="roster-too-large",
        )


def _hiring(state: TeamState, profile: Profile) -> Iterator[Refusal]:
    """A pool's offer, and the time before a ronin comes back (RECRUIT-07, RONIN-09)."""
    is_pooled = state.rules.ronin_allowed is RoninAllowed.POOL
    if is_pooled and profile.slug not in state.offered:
        yield Refusal(
            f"{profile.name} is not among the ronin this team is offered.",
            code="not-offered",
        )
    left = [one.after_games for one in state.departures if one.profile == profile.slug]
    back_after = max(left, default=state.games) + state.rules.rehire_delay_games
    if left and state.games < back_after:
        yield Refusal(
            f"{profile.name} left this team; after {back_after - state.games} more"
            " of its games the ronin can be hired again.",
            code="left-lately",
        )


def due_recruits(state: TeamState, book: Catalogue) -> tuple[Profile, ...]:
    """Whom a team below a minimum must take on and can pay for (RECRUIT-09)."""
    book = book_under(book, state.rules)
    due = []
    for slug in missing_profiles(state, book):
        profile = profile_of(book, slug)
        against = {reason.code for reason in reasons_against(state, profile, book)}
        if against <= WINDOW_CODES:
            due.append(profile)
    return tuple(due)


def dismiss(state: TeamState, ninja: NinjaId, *, book: Catalogue) -> Dismissed:
    """Let somebody go (RECRUIT-05, RECRUIT-06)."""
    who = state.find(ninja)
    if state.stage is Stage.DRAFT:
        return Dismissed(ninja=ninja, refund=who.price)
    refusals = [*window_problem(state), *reasons_to_stay(state, who, book)]
    if refusals:
        raise Refusals(refusals)
    return Dismissed(ninja=ninja, refund=refund(state, who))


def reasons_to_stay(
    state: TeamState, ninja: NinjaState, book: Catalogue
) -> tuple[Refusal, ...]:
    """Why a registered team cannot let somebody go, whenever it is."""
    if ninja.is_loan:
        words = "A guest goes home by itself after the game."
        return (Refusal(words, code="only-lent"),)
    profile = profile_of(book_under(book, state.rules), ninja.profile)
    count = sum(one.profile == ninja.profile for one in state.members)
    least, most = profile.allowance.minimum, profile.allowance.maximum
    if count > least:
        return ()
    name = ninja_name(state, ninja.id, book)
    needs = f"The team needs {least} {profile.name}"
    words = f"{needs}, so {name} stays until a new one takes the place."
    if most > least:
        words = f"{needs}; recruit another one in the place of {name}."
    return (Refusal(words, code="below-minimum"),)


def refund(state: TeamState, ninja: NinjaState) -> int:
    """What comes back for a dismissal, rounded down."""
    return int(ninja.price * state.rules.dismissal_refund)


def replace_ninja(
    state: TeamState,
    ninja: NinjaId,
    slug: ProfileSlug,
    *,
    book: Catalogue,
    name: str = "",
    abilities: tuple[AbilitySlug, ...] = (),
    taken_elsewhere: frozenset[ProfileSlug] = NOBODY,
) -> tuple[Dismissed, Recruited]:
    """Let somebody go and take somebody else on in the same step."""
    who = state.find(ninja)
    old, new = profile_of(book, who.profile), profile_of(book, slug)
    is_chunin = old.type is NinjaType.CHUNIN
    if is_chunin and state.stage is not Stage.DRAFT and not state.rules.chunin_swap:
        raise Refusal(
            "In this league a chunin leads its team for good.", code="chunin-stays"
        )
    if state.stage is Stage.DRAFT or old.slug != new.slug:
        dismissed = dismiss(state, ninja, book=book)
    else:
        dismissed = Dismissed(ninja=ninja, refund=refund(state, who))
    recruited = recruit(
        apply(state, dismissed, book),
        slug,
        book=book,
        name=name,
        abilities=abilities,
        taken_elsewhere=taken_elsewhere,
    )
    return dismissed, recruited


def offer_ronin(state: TeamState, *, dice: Dice, book: Catalogue) -> RoninOffered:
    """Draw the ronin that a pool offers this team (RONIN-09)."""
    held = {one.profile for one in state.members}
    free = [one for one in book.ronin if not one.is_extra and one.slug not in held]
    drawn = shuffled(free, dice)[: state.rules.ronin_pool]
    return RoninOffered(profiles=tuple(one.slug for one in drawn))
