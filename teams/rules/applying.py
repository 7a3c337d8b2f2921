"""One journal entry applied to a team: the next state, or a refusal.

What is refused here is what cannot have happened, so that a journal folds to one
state or not at all. Whether something was wise or within a window is asked before
an entry is written, by `recruiting`, `legality` and their neighbours.
"""

from __future__ import annotations

from typing import assert_never

from msgspec.structs import replace

from kernel.errors import Refusal
from kernel.ids import NinjaId
from rulebook.rules.book import Catalogue
from rulebook.rules.entries import NinjaType
from rulebook.rules.house_rules import HouseRules
from teams.rules import entries as e
from teams.rules.applying_games import apply_play_entry
from teams.rules.applying_steps import apply_step_entry
from teams.rules.changes import (
    changed,
    departed,
    joined,
    paid,
    refuse_unless_draft,
)
from teams.rules.entries import AnyEntry, PlayEntry, RosterEntry
from teams.rules.state import NinjaState, Stage, TeamState
from teams.rules.statline import keywords_of, profile_of
from teams.rules.steps import moved_on


def apply(state: TeamState | None, entry: AnyEntry, book: Catalogue) -> TeamState:
    """The team after one more entry. A `Voided` changes nothing by itself."""
    if isinstance(entry, e.Founded):
        return _founded(state, entry, book)
    if state is None:
        raise Refusal("A team begins with its founding.", code="not-founded")
    if isinstance(entry, e.Voided):
        return state
    if state.stage is Stage.RETIRED:
        raise Refusal(
            f"{state.name} is retired; its scroll stays as it is.", code="retired"
        )
    if isinstance(entry, RosterEntry):
        state = _apply_roster_entry(state, entry, book)
    elif state.stage is not Stage.REGISTERED:
        raise Refusal(
            f"{state.name} is still a draft; register it before it plays.",
            code="still-a-draft",
        )
    elif isinstance(entry, PlayEntry):
        state = apply_play_entry(state, entry, book)
    else:
        state = apply_step_entry(state, entry, book)
    return moved_on(state, book)


def _founded(state: TeamState | None, entry: e.Founded, book: Catalogue) -> TeamState:
    if state is not None:
        raise Refusal("A team is founded only once.", code="founded-twice")
    _refuse_unknown_clan(entry.clan, book)
    return TeamState(
        name=entry.name,
        clan=entry.clan,
        rules=book.house_rules.defaults,
        koban=entry.koban,
        shrine=entry.shrine,
    )


def _refuse_unknown_clan(clan: str, book: Catalogue) -> None:
    if clan not in book.clans:
        raise Refusal(
            f"The rulebook has no clan called {clan}; choose one of its six.",
            code="unknown-clan",
            field="clan",
        )


def _apply_roster_entry(  # noqa: C901 - one branch for each kind, each a line or two
    state: TeamState, entry: RosterEntry, book: Catalogue
) -> TeamState:
    match entry:
        case e.Founded():
            return _founded(state, entry, book)
        case e.ClanChanged():
            refuse_unless_draft(state, "The clan")
            _refuse_unknown_clan(entry.clan, book)
            return replace(state, clan=entry.clan)
        case e.Renamed():
            return replace(state, name=entry.name)
        case e.Recruited():
            return _recruited(state, entry, book)
        case e.AbilitiesChosen():
            refuse_unless_draft(state, "A special ability")
            ninja = state.find(entry.ninja)
            return changed(state, replace(ninja, abilities=entry.abilities))
        case e.Dismissed():
            return _dismissed(state, entry, book)
        case e.NinjaRenamed():
            return changed(state, replace(state.find(entry.ninja), name=entry.name))
        case e.Reordered():
            return _reordered(state, entry.order)
        case e.Noted():
            if entry.ninja is None:
                return replace(state, lore=entry.text)
            return changed(state, replace(state.find(entry.ninja), note=entry.text))
        case e.LogoSet():
            return replace(state, logo=entry.logo)
        case e.Registered():
            refuse_unless_draft(state, "Registering")
            state = paid(state, -entry.koban_lapsed)
            if state.koban < 0:
                raise Refusal("The team is over its budget.", code="over-budget")
            return replace(state, stage=Stage.REGISTERED)
        case e.RulesAdopted():
            return _rules_adopted(state, entry, book)
        case e.LeagueEntered():
            if state.league:
                raise Refusal(
                    f"{state.name} plays in {state.league} already.", code="in-a-league"
                )
            return replace(state, league=entry.league)
        case e.LeagueLeft():
            return replace(state, league="")
        case e.Retired():
            return replace(state, stage=Stage.RETIRED, open_game="", settling=None)
        case e.RoninOffered():
            return replace(state, offered=entry.profiles)
        case e.Traded():
            return _traded(state, entry, book)
        case e.Corrected():
            return _corrected(state, entry, book)
        case _:
            assert_never(entry)


def _recruited(state: TeamState, entry: e.Recruited, book: Catalogue) -> TeamState:
    profile_of(book, entry.profile)
    state = paid(state, -entry.price)
    return joined(
        state,
        NinjaState(
            id=entry.ninja,
            profile=entry.profile,
            price=entry.price,
            name=entry.name,
            abilities=entry.abilities,
        ),
    )


def _dismissed(state: TeamState, entry: e.Dismissed, book: Catalogue) -> TeamState:
    ninja = state.find(entry.ninja)
    is_ronin = profile_of(book, ninja.profile).type is NinjaType.RONIN
    state = departed(
        state, ninja, is_remembered=is_ronin and state.stage is not Stage.DRAFT
    )
    return paid(state, entry.refund)


def _reordered(state: TeamState, order: tuple[NinjaId, ...]) -> TeamState:
    """Those who are named come first; whoever is not keeps its place behind them."""
    place = {ninja: number for number, ninja in enumerate(order)}
    last = len(place)
    ninja = sorted(state.ninja, key=lambda one: place.get(one.id, last))
    return replace(state, ninja=tuple(ninja))


def _rules_adopted(
    state: TeamState, entry: e.RulesAdopted, book: Catalogue
) -> TeamState:
    rules = book.house_rules.build(entry.changes)
    expected = budget_change(state, rules)
    if entry.budget_change != expected:
        raise Refusal(
            f"These house rules change the budget by {expected} koban,"
            f" not by {entry.budget_change}.",
            code="wrong-budget",
        )
    return replace(state, rules=rules, koban=state.koban + expected)


def budget_change(state: TeamState, rules: HouseRules) -> int:
    """How much more a draft may spend under other rules."""
    if state.stage is not Stage.DRAFT:
        return 0
    return rules.starting_koban - state.rules.starting_koban


def _traded(state: TeamState, entry: e.Traded, book: Catalogue) -> TeamState:
    for given in entry.given:
        state = departed(state, state.find(given), is_remembered=False)
    state = paid(state, entry.koban)
    for received in entry.received:
        profile_of(book, received.profile)
        state = joined(state, received)
    return state


def _corrected(state: TeamState, entry: e.Corrected, book: Catalogue) -> TeamState:
    state = paid(state, entry.koban)
    if entry.ninja is None:
        return state
    ninja = state.find(entry.ninja)
    if ninja.xp + entry.xp < 0:
        raise Refusal(
            f"That would leave less than no experience; at most {ninja.xp} can go.",
            code="negative-xp",
            field="xp",
        )
    growth = ninja.growth
    if entry.last_growth_undone:
        if not growth:
            raise Refusal("There is no advance to undo.", code="no-growth")
        growth = growth[:-1]
    owned = keywords_of(ninja, profile_of(book, ninja.profile))
    granted = tuple(one for one in entry.keywords_granted if one not in owned)
    back = set(entry.keywords_granted)
    taken = tuple(one for one in ninja.keywords_taken if one not in back)
    absent = entry.games_to_miss
    healing = entry.starts_in_healing_house
    ninja = replace(
        ninja,
        xp=ninja.xp + entry.xp,
        growth=growth,
        games_to_miss=ninja.games_to_miss if absent is None else absent,
        starts_in_healing_house=(
            ninja.starts_in_healing_house if healing is None else healing
        ),
        keywords_granted=(
            *(one for one in ninja.keywords_granted if one not in entry.keywords_taken),
            *(one for one in granted if one not in ninja.keywords_taken),
        ),
        keywords_taken=(
            *taken,
            *(one for one in entry.keywords_taken if one in owned),
        ),
    )
    return changed(state, ninja)
