"""The settlement after a game, worked out step by step (POST-01 to POST-07).

The state of a team alone decides what comes next: `next_need` names it, `rolled`
and `answered` turn dice and choices into journal entries, and `proceed` goes on
until somebody is needed. Nothing is kept between the calls, so a settlement can
be taken up again at any point and always goes the same way.
"""

from __future__ import annotations

from typing import Protocol

import msgspec
from msgspec.structs import replace

from kernel.dice import Dice
from kernel.errors import Refusal
from kernel.ids import NinjaId
from rulebook.rules.book import Catalogue
from rulebook.rules.league_book import book_under
from rulebook.rules.rule_setting_values import DiceSource, PostGameStep
from teams.rules.journal import entries as e
from teams.rules.journal.entries import AnyEntry
from teams.rules.journal.reducer import apply
from teams.rules.roster.recruitment import offer_ronin
from teams.rules.roster.statline import profile_of
from teams.rules.settlement import advancement, downtime
from teams.rules.settlement.decisions import (
    CLOSE,
    RELEASE,
    choice_for,
    ninja_of,
    recruit_of,
)
from teams.rules.settlement.needs import (
    DecisionKind,
    Need,
    Ready,
    RollKind,
    ToDecide,
    ToRoll,
)
from teams.rules.settlement.next_step import all_star_entry, next_need, recruited
from teams.rules.settlement.upkeep import upkeep_of
from teams.rules.state import TeamState


class Respondent(Protocol):
    """Whoever rolls and answers for a team; None means that it has to wait."""

    def respond(
        self, state: TeamState, need: ToRoll | ToDecide, book: Catalogue
    ) -> AnyEntry | None: ...


class Progress(msgspec.Struct, frozen=True, kw_only=True):
    """How far a settlement came: what is new, and what it waits for."""

    state: TeamState
    entries: tuple[tuple[PostGameStep, AnyEntry], ...]
    need: Need | None


def proceed(state: TeamState, book: Catalogue, respondent: Respondent) -> Progress:
    """Go on until the settlement is over or the respondent has no answer."""
    done: list[tuple[PostGameStep, AnyEntry]] = []
    while (need := next_need(state, book)) is not None:
        entry = (
            need.entry
            if isinstance(need, Ready)
            else respondent.respond(state, need, book)
        )
        if entry is None:
            break
        state = apply(state, entry, book)
        done.append((need.step, entry))
    return Progress(state=state, entries=tuple(done), need=need)


def rolled(
    state: TeamState,
    need: ToRoll,
    *,
    dice: Dice,
    source: DiceSource,
    book: Catalogue,
    ninja: NinjaId | None = None,
    is_overdue: bool = False,
) -> AnyEntry:
    """Roll what is needed, for this ninja or for the first of the candidates.

    Once it is overdue it no longer matters who was to roll.
    """
    book = book_under(book, state.rules)
    if is_overdue:
        anybody = replace(state.rules, dice_source=DiceSource.EITHER)
        state = replace(state, rules=anybody)
    if need.kind is RollKind.RONIN_OFFER:
        return offer_ronin(state, dice=dice, book=book)
    who = need.candidates[0] if ninja is None else ninja
    if need.kind is RollKind.ADVANCEMENT:
        return advancement.roll(state, who, dice=dice, source=source, book=book)
    if state.settling is None:
        raise Refusal("There is no settlement to roll for.", code="nothing-to-settle")
    return downtime.roll(
        state, state.settling, who, dice=dice, source=source, book=book
    )


def answered(
    state: TeamState, need: ToDecide, key: str, *, dice: Dice, book: Catalogue
) -> AnyEntry:
    """The entry that a choice leads to; the dice are asked only where chance picks."""
    book = book_under(book, state.rules)
    if key not in {option.key for option in need.options}:
        raise Refusal(
            "That is not one of the choices; look at them again.",
            code="not-offered",
            field="choice",
        )
    if need.kind is DecisionKind.ADVANCE and need.ninja is not None:
        ninja = state.find(need.ninja)
        choice = choice_for(key, ninja, state.rules, book)
        return advancement.choose(
            ninja, choice, dice=dice, rules=state.rules, book=book
        )
    settling = state.settling
    if settling is None:
        raise Refusal("There is nothing to decide.", code="nothing-to-settle")
    match = settling.report.match
    if need.kind is DecisionKind.RECRUITING:
        if key == CLOSE:
            return e.RecruitingClosed(match=match)
        slug, abilities = recruit_of(key)
        return recruited(state, profile_of(book, slug), abilities)
    if need.kind is DecisionKind.ALL_STAR:
        return all_star_entry(state, settling, ninja_of(key), book)
    if need.kind is DecisionKind.EXCUSAL:
        by = settling.excusing
        if by is None:
            raise AssertionError("Somebody rolled Spirit.")
        return e.DowntimeExcused(match=match, ninja=ninja_of(key), by=by)
    return _upkeep(state, need, match, key == RELEASE, book)


def postpone(state: TeamState) -> e.AdvancementsPostponed:
    """Put the advancements off, where the league allows it (ADV-07)."""
    settling = state.settling
    if settling is None or state.rules.advancement_must_resolve:
        raise Refusal(
            "Advancements are rolled before the next game in this league.",
            code="must-resolve",
        )
    return e.AdvancementsPostponed(match=settling.report.match)


def _upkeep(
    state: TeamState, need: ToDecide, match: str, is_release: bool, book: Catalogue
) -> e.UpkeepPaid | e.RoninReleased:
    if need.ninja is None:
        raise AssertionError("Upkeep is due to somebody.")
    if is_release:
        return e.RoninReleased(match=match, ninja=need.ninja, was_affordable=True)
    koban = upkeep_of(state.find(need.ninja), book)
    return e.UpkeepPaid(match=match, ninja=need.ninja, koban=koban)
