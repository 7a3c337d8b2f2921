"""Reducer for the entries of games and advancements."""

from __future__ import annotations

from functools import cache, singledispatch

from msgspec.structs import replace

from kernel.errors import Refusal
from rulebook.rules.book import Catalogue
from rulebook.rules.rule_setting_values import PostGameStep
from teams.rules.journal import entries as e
from teams.rules.journal.entry_base import JournalEntry
from teams.rules.journal.state_changes import (
    with_changed_ninja,
    with_ninja,
    without_ninja,
)
from teams.rules.reports.team_report import GameKind, MatchType
from teams.rules.roster.statline import profile_of
from teams.rules.settlement.absences import clear_healing_house
from teams.rules.settlement.advancement import refuse_growth, refuse_roll
from teams.rules.settlement.steps import begin_settlement, has_consequences
from teams.rules.state import Learn, NinjaState, TeamState


def apply_play_entry(
    entry: JournalEntry, state: TeamState, book: Catalogue
) -> TeamState:
    return _rule_for(type(entry))(entry, state, book)


@singledispatch
def _apply(entry: JournalEntry, state: TeamState, book: Catalogue) -> TeamState:
    raise AssertionError(f"No rule applies {type(entry).__name__}.")


@_apply.register
def _(entry: e.LoanJoined, state: TeamState, book: Catalogue) -> TeamState:
    profile_of(book, entry.profile)
    guest = NinjaState(id=entry.ninja, profile=entry.profile, price=0, is_loan=True)
    return with_ninja(state, guest)


@_apply.register
def _(entry: e.GameOpened, state: TeamState, book: Catalogue) -> TeamState:
    if state.open_game:
        raise Refusal("The team is already in another game.", code="game-open")
    if entry.standing is not MatchType.FRIENDLY:
        _refuse_while_settling(state)
    return replace(state, open_game=entry.match, rating_frozen=entry.rating)


def _refuse_while_settling(state: TeamState) -> None:
    if state.settling is not None:
        raise Refusal(
            "The last game is not settled yet. Finish its steps first.",
            code="settlement-open",
        )


def _refuse_other_game(state: TeamState, match: str) -> None:
    if state.open_game != match:
        raise Refusal("The team is not in that game.", code="game-not-open")


def _closed(state: TeamState) -> TeamState:
    """Close the open game and remove the ninja on loan."""
    for guest in state.ninja:
        if guest.is_loan:
            state = without_ninja(state, guest, is_remembered=False)
    return replace(state, open_game="", rating_frozen=None)


@_apply.register
def _(entry: e.GameCalledOff, state: TeamState, book: Catalogue) -> TeamState:
    _refuse_other_game(state, entry.match)
    return _closed(state)


@_apply.register
def _(entry: e.GameReported, state: TeamState, book: Catalogue) -> TeamState:
    report = entry.report
    if state.open_game:
        _refuse_other_game(state, report.match)
    for row in report.ninja:
        state.find(row.ninja)
    state = _closed(state)
    if report.kind is GameKind.CALLED_OFF:
        return state
    if report.standing is MatchType.FRIENDLY:
        return replace(state, friendlies=state.friendlies + 1)
    _refuse_while_settling(state)
    if not has_consequences(report, state.rules):
        return state
    settling = begin_settlement(state, report, book)
    ninja = state.ninja
    if report.kind is GameKind.PLAYED:
        ninja = tuple(clear_healing_house(one) for one in ninja)
    is_free = report.standing is MatchType.FREE
    return replace(
        state,
        ninja=ninja,
        games=state.games + 1,
        free_games=state.free_games + is_free,
        settling=settling,
    )


def _refuse_out_of_step(state: TeamState) -> None:
    """Refuse advancements while earlier steps of a settlement are open."""
    settling = state.settling
    if settling is not None and settling.step is not PostGameStep.ADVANCEMENT:
        raise Refusal(
            "Finish the earlier steps of the settlement first.",
            code="not-at-this-step",
        )


@_apply.register
def _(entry: e.AdvancementRolled, state: TeamState, book: Catalogue) -> TeamState:
    ninja = state.find(entry.ninja)
    refuse_roll(ninja, state.rules, book)
    _refuse_out_of_step(state)
    if len(entry.dice) != book.advancement.dice:
        raise Refusal(
            f"Roll {book.advancement.dice} dice for an advancement.",
            code="wrong-dice",
            field="dice",
        )
    return with_changed_ninja(state, replace(ninja, advancement_roll=entry.dice))


@_apply.register
def _(entry: e.AdvancementChosen, state: TeamState, book: Catalogue) -> TeamState:
    ninja = state.find(entry.ninja)
    refuse_growth(ninja, entry.growth, state.rules, book)
    _refuse_out_of_step(state)
    taken = ninja.keywords_taken
    if isinstance(entry.growth, Learn):
        # A keyword that an adjustment took away can be learnt again.
        taken = tuple(one for one in taken if one != entry.growth.keyword)
    ninja = replace(
        ninja,
        growth=(*ninja.growth, entry.growth),
        advancement_roll=(),
        keywords_taken=taken,
    )
    return with_changed_ninja(state, ninja)


# The handler is looked up once for each kind of entry.
_rule_for = cache(_apply.dispatch)
