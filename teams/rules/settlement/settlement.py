"""The settlement after a game, step by step (POST-01 to POST-07).

The team's state alone decides what comes next: `find_next_need` returns it,
`roll_needed` and `answer_decision` turn dice and choices into journal entries, and
`proceed` continues until a person is needed. Nothing is stored between calls, so a
settlement can be resumed at any point with the same result.
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
from teams.rules.journal.reducer import apply_entry
from teams.rules.roster.recruitment import offer_ronin
from teams.rules.roster.statline import profile_of
from teams.rules.settlement import advancement, downtime
from teams.rules.settlement.decisions import (
    CLOSE,
    RELEASE,
    find_choice,
    parse_ninja_key,
    parse_recruit_key,
)
from teams.rules.settlement.needs import (
    AutomaticStep,
    DecisionKind,
    DecisionNeeded,
    Need,
    RollKind,
    RollNeeded,
)
from teams.rules.settlement.next_step import (
    all_star_entry,
    build_recruit,
    find_next_need,
)
from teams.rules.settlement.upkeep import upkeep_of
from teams.rules.state import TeamState


class Responder(Protocol):
    """Supplies dice and answers in a settlement; None means that it has to wait."""

    def respond(
        self, state: TeamState, need: RollNeeded | DecisionNeeded, book: Catalogue
    ) -> AnyEntry | None: ...


class Progress(msgspec.Struct, frozen=True, kw_only=True):
    """New entries of a settlement, and what it needs next."""

    state: TeamState
    entries: tuple[tuple[PostGameStep, AnyEntry], ...]
    need: Need | None


def proceed(state: TeamState, book: Catalogue, respondent: Responder) -> Progress:
    """Continue until the settlement is finished or the responder has no answer."""
    done: list[tuple[PostGameStep, AnyEntry]] = []
    while (need := find_next_need(state, book)) is not None:
        entry = (
            need.entry
            if isinstance(need, AutomaticStep)
            else respondent.respond(state, need, book)
        )
        if entry is None:
            break
        state = apply_entry(state, entry, book)
        done.append((need.step, entry))
    return Progress(state=state, entries=tuple(done), need=need)


def roll_needed(
    state: TeamState,
    need: RollNeeded,
    *,
    dice: Dice,
    source: DiceSource,
    book: Catalogue,
    ninja: NinjaId | None = None,
    is_overdue: bool = False,
) -> AnyEntry:
    """Roll what is needed, for this ninja or for the first candidate.

    With `is_overdue` the site may roll even if the house rules say "by hand".
    """
    book = book_under(book, state.rules)
    if is_overdue:
        anybody = replace(state.rules, dice_source=DiceSource.EITHER)
        state = replace(state, rules=anybody)
    if need.kind is RollKind.RONIN_OFFER:
        return offer_ronin(state, dice=dice, book=book)
    who = need.candidates[0] if ninja is None else ninja
    if need.kind is RollKind.ADVANCEMENT:
        return advancement.roll_advancement(
            state, who, dice=dice, source=source, book=book
        )
    if state.settling is None:
        raise Refusal("This team has nothing to settle.", code="nothing-to-settle")
    return downtime.roll_downtime(
        state, state.settling, who, dice=dice, source=source, book=book
    )


def answer_decision(
    state: TeamState, need: DecisionNeeded, key: str, *, dice: Dice, book: Catalogue
) -> AnyEntry:
    """Return the entry for a choice. Dice are rolled only for a random choice."""
    book = book_under(book, state.rules)
    if key not in {option.key for option in need.options}:
        raise Refusal(
            "That is not one of the options. Choose one of the listed options.",
            code="not-offered",
            field="choice",
        )
    if need.kind is DecisionKind.ADVANCE and need.ninja is not None:
        ninja = state.find(need.ninja)
        choice = find_choice(key, ninja, state.rules, book)
        return advancement.choose_advancement(
            ninja, choice, dice=dice, rules=state.rules, book=book
        )
    settling = state.settling
    if settling is None:
        raise Refusal("This team has nothing to decide.", code="nothing-to-settle")
    match = settling.report.match
    if need.kind is DecisionKind.RECRUITING:
        if key == CLOSE:
            return e.RecruitingClosed(match=match)
        slug, abilities = parse_recruit_key(key)
        return build_recruit(state, profile_of(book, slug), abilities)
    if need.kind is DecisionKind.ALL_STAR:
        return all_star_entry(state, settling, parse_ninja_key(key), book)
    if need.kind is DecisionKind.EXCUSAL:
        by = settling.excusing
        if by is None:
            raise AssertionError("An excusal needs a ninja that rolled Spirit.")
        return e.DowntimeExcused(match=match, ninja=parse_ninja_key(key), by=by)
    return _upkeep(state, need, match, key == RELEASE, book)


def postpone_advancements(state: TeamState) -> e.AdvancementsPostponed:
    """Postpone the advancements, if the house rules allow it (ADV-07)."""
    settling = state.settling
    if settling is None or state.rules.advancement_must_resolve:
        raise Refusal(
            "In this league you must choose advancements before the next game.",
            code="must-resolve",
        )
    return e.AdvancementsPostponed(match=settling.report.match)


def _upkeep(
    state: TeamState,
    need: DecisionNeeded,
    match: str,
    is_release: bool,
    book: Catalogue,
) -> e.UpkeepPaid | e.RoninReleased:
    if need.ninja is None:
        raise AssertionError("An upkeep decision needs a ninja.")
    if is_release:
        return e.RoninReleased(match=match, ninja=need.ninja, was_affordable=True)
    koban = upkeep_of(state.find(need.ninja), book)
    return e.UpkeepPaid(match=match, ninja=need.ninja, koban=koban)
