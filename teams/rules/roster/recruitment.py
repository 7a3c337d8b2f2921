"""Recruiting and dismissing: who, when, and for how much (RECRUIT, TEAM, RONIN).

A draft may recruit anyone; `legality` lists what is wrong with it. A registered team
recruits only what keeps it legal; a refusal lists every reason.
"""

from __future__ import annotations

from collections.abc import Iterator

from kernel.dice import Dice, shuffled
from kernel.errors import Refusal, Refusals
from kernel.ids import AbilitySlug, NinjaId, ProfileSlug
from kernel.phrases import count_noun
from rulebook.rules.book import Catalogue
from rulebook.rules.entries import NinjaType, Profile
from rulebook.rules.league_book import book_under
from rulebook.rules.rule_setting_values import PostGameStep, RecruitWindow, RoninAllowed
from teams.rules.journal.entries import Dismissed, Recruited, RoninOffered
from teams.rules.journal.reducer import apply_entry
from teams.rules.journal.state_changes import NotEnoughKoban
from teams.rules.phrases import ninja_name
from teams.rules.roster.legality import ability_problem, missing_profiles, ronin_problem
from teams.rules.roster.names import name_problem
from teams.rules.roster.statline import profile_of
from teams.rules.state import NinjaState, Stage, TeamState

NOBODY: frozenset[ProfileSlug] = frozenset()
# Reasons against the time of recruiting, not against the recruit.
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
    """Recruit a ninja, or refuse with every reason against it."""
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
    """Yield why a registered team cannot recruit this profile now."""
    book = book_under(book, state.rules)
    profile = profile_of(book, profile.slug)
    yield from window_problem(state)
    yield from _belonging(state, profile, book)
    yield from _numbers(state, profile, book)
    if profile.type is NinjaType.RONIN:
        yield from _hiring(state, profile)
    if state.rules.unique_named_across_league and profile.slug in taken_elsewhere:
        yield Refusal(
            f"{profile.name} already plays for another team of the league.",
            code="taken-elsewhere",
        )
    if state.koban < profile.koban and not state.rules.allow_debt:
        yield NotEnoughKoban(price=profile.koban, koban=state.koban)


def window_problem(state: TeamState) -> Iterator[Refusal]:
    """Yield why a team cannot recruit or dismiss now (RECRUIT-01, UND-09)."""
    if state.stage is Stage.DRAFT:
        return
    if state.open_game and state.rules.roster_lock:
        yield Refusal(
            "The roster is locked during a game. You can change it after the report.",
            code="roster-locked",
        )
    settling = state.settling
    if settling is not None:
        if settling.step is not PostGameStep.RECRUIT:
            yield Refusal(
                "Finish the earlier steps of the settlement before you recruit or"
                " dismiss ninja.",
                code="not-at-this-step",
            )
        return
    is_new = state.games == 0
    if state.rules.recruit_window is RecruitWindow.POST_GAME and not is_new:
        yield Refusal(
            "In this league you can recruit and dismiss ninja only in the settlement"
            " after a game.",
            code="window-closed",
        )


def _belonging(
    state: TeamState, profile: Profile, book: Catalogue
) -> Iterator[Refusal]:
    if profile.clan is not None and profile.clan != state.clan:
        yield Refusal(
            f"{profile.name} belongs to another clan. This team recruits from"
            f" {book.clans[state.clan].name} and the ronin.",
            code="foreign-clan",
        )
    reason = ronin_problem(state, profile)
    if reason:
        yield Refusal(reason, code="ronin-not-allowed")


def _numbers(state: TeamState, profile: Profile, book: Catalogue) -> Iterator[Refusal]:
    """Yield the limits that the new ninja would break."""
    count = sum(one.profile == profile.slug for one in state.members)
    most = profile.allowance.maximum
    if profile.is_named and count:
        yield Refusal(
            f"A team can have {profile.name} only once.", code="above-maximum"
        )
    elif not profile.is_named and count >= most:
        yield Refusal(
            f"A team can have at most {most} {profile.name}.", code="above-maximum"
        )
    types = [profile_of(book, one.profile).type for one in state.members]
    rules = state.rules
    heroes, ronin = types.count(NinjaType.HERO), types.count(NinjaType.RONIN)
    is_hero, is_ronin = (
        profile.type is NinjaType.HERO,
        profile.type is NinjaType.RONIN,
    )
    if is_hero and rules.max_heroes is not None and heroes >= rules.max_heroes:
        allowed = count_noun(rules.max_heroes, "hero", "heroes")
        yield Refusal(f"This league allows {allowed} per team.", code="too-many-heroes")
    if is_ronin and rules.max_ronin is not None and ronin >= rules.max_ronin:
        yield Refusal(
            f"This league allows {rules.max_ronin} ronin per team.",
            code="too-many-ronin",
        )
    if rules.max_roster_size is not None and len(types) >= rules.max_roster_size:
        yield Refusal(
            f"This league allows {rules.max_roster_size} ninja per team.",
            code="roster-too-large",
        )


def _hiring(state: TeamState, profile: Profile) -> Iterator[Refusal]:
    """Yield what keeps a ronin from being hired (RECRUIT-07, RONIN-09).

    The pool may not offer it, or it has left the team too recently.
    """
    is_pooled = state.rules.ronin_allowed is RoninAllowed.POOL
    if is_pooled and profile.slug not in state.offered:
        yield Refusal(
            f"{profile.name} is not one of the ronin that this team can hire now.",
            code="not-offered",
        )
    left = [one.after_games for one in state.departures if one.profile == profile.slug]
    back_after = max(left, default=state.games) + state.rules.rehire_delay_games
    if left and state.games < back_after:
        wait = count_noun(back_after - state.games, "more game", "more games")
        yield Refusal(
            f"{profile.name} left this team recently and can be hired again after"
            f" {wait}.",
            code="left-lately",
        )


def due_recruits(state: TeamState, book: Catalogue) -> tuple[Profile, ...]:
    """Return the profiles a team must recruit and can pay for (RECRUIT-09)."""
    book = book_under(book, state.rules)
    due = []
    for slug in missing_profiles(state, book):
        profile = profile_of(book, slug)
        against = {reason.code for reason in reasons_against(state, profile, book)}
        if against <= WINDOW_CODES:
            due.append(profile)
    return tuple(due)


def dismiss(state: TeamState, ninja: NinjaId, *, book: Catalogue) -> Dismissed:
    """Dismiss a ninja, or refuse with every reason (RECRUIT-05, RECRUIT-06)."""
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
    """Return why a registered team cannot dismiss a ninja at any time."""
    if ninja.is_loan:
        sentence = "This ninja is on loan and leaves after the game."
        return (Refusal(sentence, code="only-lent"),)
    profile = profile_of(book_under(book, state.rules), ninja.profile)
    count = sum(one.profile == ninja.profile for one in state.members)
    least, most = profile.allowance.minimum, profile.allowance.maximum
    if count > least:
        return ()
    name = ninja_name(state, ninja.id, book)
    sentence = (
        f"The team needs at least {least} {profile.name}. You can only replace {name}."
    )
    if most > least:
        sentence = (
            f"The team needs at least {least} {profile.name}. Recruit another one"
            f" before you dismiss {name}."
        )
    return (Refusal(sentence, code="below-minimum"),)


def refund(state: TeamState, ninja: NinjaState) -> int:
    """Return the koban that a dismissal pays back, rounded down."""
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
    """Dismiss a ninja and recruit another one in the same step."""
    who = state.find(ninja)
    old, new = profile_of(book, who.profile), profile_of(book, slug)
    is_chunin = old.type is NinjaType.CHUNIN
    if is_chunin and state.stage is not Stage.DRAFT and not state.rules.chunin_swap:
        raise Refusal(
            "In this league you cannot replace your chunin.", code="chunin-stays"
        )
    if state.stage is Stage.DRAFT or old.slug != new.slug:
        dismissed = dismiss(state, ninja, book=book)
    else:
        dismissed = Dismissed(ninja=ninja, refund=refund(state, who))
    recruited = recruit(
        apply_entry(state, dismissed, book),
        slug,
        book=book,
        name=name,
        abilities=abilities,
        taken_elsewhere=taken_elsewhere,
    )
    return dismissed, recruited


def offer_ronin(state: TeamState, *, dice: Dice, book: Catalogue) -> RoninOffered:
    """Draw the ronin that the pool offers this team (RONIN-09)."""
    held = {one.profile for one in state.members}
    free = [one for one in book.ronin if not one.is_extra and one.slug not in held]
    drawn = shuffled(free, dice)[: state.rules.ronin_pool]
    return RoninOffered(profiles=tuple(one.slug for one in drawn))
