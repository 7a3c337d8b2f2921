"""The reducer of the journal: (state, entry) → next state, or a refusal.

Only entries that cannot have happened are refused, so a journal either folds to one
state or fails. Whether the rules allow an action at this moment is checked before its
entry is written, in `recruiting`, `legality` and others.
"""

from __future__ import annotations

from functools import cache, singledispatch

from msgspec.structs import replace

from kernel.errors import Refusal
from kernel.ids import NinjaId
from rulebook.rules.book import Catalogue
from rulebook.rules.entries import NinjaType
from rulebook.rules.house_rules import HouseRules
from rulebook.rules.league_book import book_under
from teams.rules.journal import entries as e
from teams.rules.journal.entries import AnyEntry, is_roster_entry, is_step_entry
from teams.rules.journal.entry_base import JournalEntry
from teams.rules.journal.game_reducer import apply_play_entry
from teams.rules.journal.settlement_reducer import apply_step_entry
from teams.rules.journal.state_changes import (
    refuse_unless_draft,
    with_changed_ninja,
    with_koban,
    with_ninja,
    without_ninja,
)
from teams.rules.roster.adjustments import apply_adjustment
from teams.rules.roster.statline import profile_of
from teams.rules.settlement.steps import skip_finished_steps
from teams.rules.state import NinjaState, Stage, TeamState


def apply_entry(state: TeamState | None, entry: AnyEntry, book: Catalogue) -> TeamState:
    """Return the team after one more entry. `Voided` alone changes nothing."""
    if isinstance(entry, e.Founded):
        return _founded(state, entry, book)
    if state is None:
        raise Refusal(
            "The journal must start with the founding of the team.", code="not-founded"
        )
    if isinstance(entry, e.Voided):
        return state
    book = book_under(book, state.rules)
    if state.stage is Stage.RETIRED:
        raise Refusal(
            f"{state.name} is retired. A retired team cannot be changed.",
            code="retired",
        )
    if is_roster_entry(entry):
        state = _rule_for(type(entry))(entry, state, book)
    elif state.stage is not Stage.REGISTERED:
        raise Refusal(
            f"{state.name} is still a draft. Register it before it plays.",
            code="still-a-draft",
        )
    elif is_step_entry(entry):
        state = apply_step_entry(state, entry, book)
    else:
        state = apply_play_entry(entry, state, book)
    return skip_finished_steps(state, book)


def _founded(state: TeamState | None, entry: e.Founded, book: Catalogue) -> TeamState:
    if state is not None:
        raise Refusal("This team has already been founded.", code="founded-twice")
    _refuse_unknown_clan(entry.clan, book)
    return TeamState(
        name=entry.name,
        clan=entry.clan,
        rules=book.house_rules.read(entry.changes),
        koban=entry.koban,
        shrine=entry.shrine,
    )


def _refuse_unknown_clan(clan: str, book: Catalogue) -> None:
    if clan not in book.clans:
        raise Refusal(
            f"The rulebook has no clan called {clan}. Choose one of its six clans.",
            code="unknown-clan",
            field="clan",
        )


@singledispatch
def _apply(entry: JournalEntry, state: TeamState, book: Catalogue) -> TeamState:
    raise AssertionError(f"No rule applies {type(entry).__name__}.")


@_apply.register
def _(entry: e.ClanChanged, state: TeamState, book: Catalogue) -> TeamState:
    refuse_unless_draft(state, "The clan")
    _refuse_unknown_clan(entry.clan, book)
    return replace(state, clan=entry.clan)


@_apply.register
def _(entry: e.Renamed, state: TeamState, book: Catalogue) -> TeamState:
    return replace(state, name=entry.name)


@_apply.register
def _(entry: e.Recruited, state: TeamState, book: Catalogue) -> TeamState:
    profile_of(book, entry.profile)
    ninja = NinjaState(
        id=entry.ninja,
        profile=entry.profile,
        price=entry.price,
        name=entry.name,
        abilities=entry.abilities,
    )
    return with_ninja(with_koban(state, -entry.price), ninja)


@_apply.register
def _(entry: e.AbilitiesChosen, state: TeamState, book: Catalogue) -> TeamState:
    refuse_unless_draft(state, "A special ability")
    return with_changed_ninja(
        state, replace(state.find(entry.ninja), abilities=entry.abilities)
    )


@_apply.register
def _(entry: e.Dismissed, state: TeamState, book: Catalogue) -> TeamState:
    ninja = state.find(entry.ninja)
    is_ronin = profile_of(book, ninja.profile).type is NinjaType.RONIN
    is_remembered = is_ronin and state.stage is not Stage.DRAFT
    return with_koban(
        without_ninja(state, ninja, is_remembered=is_remembered), entry.refund
    )


@_apply.register
def _(entry: e.NinjaRenamed, state: TeamState, book: Catalogue) -> TeamState:
    return with_changed_ninja(state, replace(state.find(entry.ninja), name=entry.name))


@_apply.register
def _(entry: e.Reordered, state: TeamState, book: Catalogue) -> TeamState:
    return _reordered(state, entry.order)


@_apply.register
def _(entry: e.Noted, state: TeamState, book: Catalogue) -> TeamState:
    if entry.ninja is None:
        return replace(state, lore=entry.text)
    return with_changed_ninja(state, replace(state.find(entry.ninja), note=entry.text))


@_apply.register
def _(entry: e.LogoSet, state: TeamState, book: Catalogue) -> TeamState:
    return replace(state, logo=entry.logo)


@_apply.register
def _(entry: e.Registered, state: TeamState, book: Catalogue) -> TeamState:
    refuse_unless_draft(state, "Registering")
    state = with_koban(state, -entry.koban_lapsed)
    if state.koban < 0:
        raise Refusal("The team is over its budget.", code="over-budget")
    return replace(state, stage=Stage.REGISTERED)


@_apply.register
def _(entry: e.RulesAdopted, state: TeamState, book: Catalogue) -> TeamState:
    rules = book.house_rules.read(entry.changes)
    expected = budget_change(state, rules)
    if entry.budget_change != expected:
        raise Refusal(
            f"These house rules change the budget by {expected} koban, not by"
            f" {entry.budget_change} koban.",
            code="wrong-budget",
        )
    return replace(
        state,
        rules=rules,
        koban=state.koban + expected,
        planned_league=entry.planned_league,
    )


@_apply.register
def _(entry: e.BudgetGranted, state: TeamState, book: Catalogue) -> TeamState:
    refuse_unless_draft(state, "The budget")
    granted = state.granted + entry.koban
    return replace(state, granted=granted, koban=state.koban + entry.koban)


@_apply.register
def _(entry: e.LeagueEntered, state: TeamState, book: Catalogue) -> TeamState:
    if state.league:
        raise Refusal(
            f"{state.name} already plays in {state.league}.", code="in-a-league"
        )
    return replace(state, league=entry.league)


@_apply.register
def _(entry: e.LeagueLeft, state: TeamState, book: Catalogue) -> TeamState:
    return replace(state, league="")


@_apply.register
def _(entry: e.Retired, state: TeamState, book: Catalogue) -> TeamState:
    return replace(state, stage=Stage.RETIRED, open_game="", settling=None)


@_apply.register
def _(entry: e.RoninOffered, state: TeamState, book: Catalogue) -> TeamState:
    settling = state.settling
    if settling is not None:
        settling = replace(settling, has_offer=True)
    return replace(state, offered=entry.profiles, settling=settling)


@_apply.register
def _(entry: e.Traded, state: TeamState, book: Catalogue) -> TeamState:
    for given in entry.given:
        state = without_ninja(state, state.find(given), is_remembered=False)
    state = with_koban(state, entry.koban)
    for received in entry.received:
        profile_of(book, received.profile)
        state = with_ninja(state, received)
    return state


@_apply.register
def _(entry: e.Adjusted, state: TeamState, book: Catalogue) -> TeamState:
    return apply_adjustment(with_koban(state, entry.koban), entry, book)


# The handler is looked up once for each kind of entry.
_rule_for = cache(_apply.dispatch)


def _reordered(state: TeamState, order: tuple[NinjaId, ...]) -> TeamState:
    """Put the listed ninja first; the others follow in their present order."""
    place = {ninja: number for number, ninja in enumerate(order)}
    last = len(place)
    ninja = sorted(state.ninja, key=lambda one: place.get(one.id, last))
    return replace(state, ninja=tuple(ninja))


def budget_change(state: TeamState, rules: HouseRules) -> int:
    """Return how much more a draft may spend under other rules."""
    if state.stage is not Stage.DRAFT:
        return 0
    return rules.starting_koban - state.rules.starting_koban
