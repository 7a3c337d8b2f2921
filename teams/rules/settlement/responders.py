"""Responders: objects that supply dice and answers during a settlement.

`AutomaticResponder` rolls the site's dice and can also take the defaults, as after a
deadline.
`EarlierAnswers` repeats the rolls and choices of an earlier settlement where they
still fit, so that a correction changes no more than it must.
"""

from __future__ import annotations

from collections.abc import Iterable

from kernel.dice import Dice, Face
from kernel.elements import Element
from kernel.errors import Refusal
from rulebook.rules.book import Catalogue
from rulebook.rules.rule_setting_values import DiceSource
from teams.rules.journal import entries as e
from teams.rules.journal.entries import AnyEntry
from teams.rules.journal.reducer import apply_entry
from teams.rules.settlement.decisions import CLOSE, NOBODY, PAY, RELEASE, ninja_key
from teams.rules.settlement.needs import (
    DecisionKind,
    DecisionNeeded,
    RollKind,
    RollNeeded,
)
from teams.rules.settlement.settlement import Responder, answer_decision, roll_needed
from teams.rules.state import TeamState


class AutomaticResponder:
    """Roll the site's dice and, with `answers`, take the default of every decision.

    In leagues that roll by hand it rolls only what is overdue (POST-07).
    """

    def __init__(
        self, dice: Dice, *, answers: bool = False, is_overdue: bool = False
    ) -> None:
        self._dice = dice
        self._answers = answers
        self._is_overdue = is_overdue

    def respond(
        self, state: TeamState, need: RollNeeded | DecisionNeeded, book: Catalogue
    ) -> AnyEntry | None:
        if isinstance(need, DecisionNeeded):
            if not self._answers:
                return None
            return answer_decision(
                state, need, need.default, dice=self._dice, book=book
            )
        is_roll = need.kind is not RollKind.RONIN_OFFER
        is_for_tables = is_roll and state.rules.dice_source is DiceSource.TABLE
        if is_for_tables and not self._is_overdue:
            return None
        return roll_needed(
            state,
            need,
            dice=self._dice,
            source=DiceSource.SERVER,
            book=book,
            is_overdue=self._is_overdue,
        )


class NoResponder:
    """Answer nothing: every roll and decision stays open."""

    def respond(
        self,
        state: TeamState,  # noqa: ARG002
        need: RollNeeded | DecisionNeeded,  # noqa: ARG002
        book: Catalogue,  # noqa: ARG002
    ) -> AnyEntry | None:
        return None


class KnownDice:
    """Dice that first show known faces, then those of other dice."""

    def __init__(self, known: Iterable[Element], then: Dice) -> None:
        self._known = [element.face for element in known]
        self._then = then

    def roll(self, count: int) -> tuple[Face, ...]:
        known, self._known = self._known[:count], self._known[count:]
        missing = count - len(known)
        # Without missing faces the other dice must not record a roll of zero dice.
        return (*known, *self._then.roll(missing)) if missing else tuple(known)

    def below(self, limit: int) -> int:
        return self._then.below(limit)

    def copy(self) -> KnownDice:
        twin = KnownDice((), self._then.copy())
        twin._known = list(self._known)
        return twin


class EarlierAnswers:
    """Repeat earlier rolls and choices; leave the rest to another responder.

    `memory` holds unused entries. `after` is the team after the last reused entry,
    which was applied to see whether it fits.
    """

    def __init__(
        self, entries: Iterable[AnyEntry], *, dice: Dice, then: Responder
    ) -> None:
        self.memory = list(entries)
        self.after: TeamState | None = None
        self._dice = dice
        self._then = then

    def respond(
        self, state: TeamState, need: RollNeeded | DecisionNeeded, book: Catalogue
    ) -> AnyEntry | None:
        self.after = None
        for number, old in enumerate(self.memory):
            try:
                entry = self._again(old, state, need, book)
                if entry is None:
                    continue
                self.after = apply_entry(state, entry, book)
            except Refusal:
                continue  # no longer possible
            del self.memory[number]
            return entry
        return self._then.respond(state, need, book)

    def _again(
        self,
        old: AnyEntry,
        state: TeamState,
        need: RollNeeded | DecisionNeeded,
        book: Catalogue,
    ) -> AnyEntry | None:
        """Return what the old entry would be now; None if it is about another need."""
        if isinstance(need, RollNeeded):
            return self._roll_again(old, state, need, book)
        if need.kind is DecisionKind.ADVANCE:
            is_meant = isinstance(old, e.AdvancementChosen) and old.ninja == need.ninja
            return old if is_meant else None
        key = _answer_in(old, need)
        if key is None:
            return None
        return answer_decision(state, need, key, dice=self._dice, book=book)

    def _roll_again(
        self, old: AnyEntry, state: TeamState, need: RollNeeded, book: Catalogue
    ) -> AnyEntry | None:
        if need.kind is RollKind.RONIN_OFFER:
            return old if isinstance(old, e.RoninOffered) else None
        if not isinstance(old, e.DowntimeRolled | e.AdvancementRolled):
            return None
        is_downtime = isinstance(old, e.DowntimeRolled)
        if is_downtime is not (need.kind is RollKind.DOWNTIME):
            return None
        if old.ninja not in need.candidates:
            return None
        dice = KnownDice(old.dice, self._dice)
        return roll_needed(
            state, need, ninja=old.ninja, dice=dice, source=old.source, book=book
        )


def _answer_in(old: AnyEntry, need: DecisionNeeded) -> str | None:
    """Return the key that an old entry chose; None if it answers another question."""
    match old:
        case e.AllStarNamed() if need.kind is DecisionKind.ALL_STAR:
            return NOBODY if old.ninja is None else ninja_key(old.ninja)
        case e.UpkeepPaid() if need.kind is DecisionKind.UPKEEP:
            return PAY if old.ninja == need.ninja else None
        case e.RoninReleased() if need.kind is DecisionKind.UPKEEP:
            is_choice = old.was_affordable and old.ninja == need.ninja
            return RELEASE if is_choice else None
        case e.DowntimeExcused() if need.kind is DecisionKind.EXCUSAL:
            named = NOBODY if old.ninja is None else ninja_key(old.ninja)
            return named if old.by == need.ninja else None
        case e.RecruitingClosed() if need.kind is DecisionKind.RECRUITING:
            return CLOSE
        case e.Recruited() if need.kind is DecisionKind.RECRUITING:
            return ":".join(("recruit", old.profile, *old.abilities))
        case _:
            return None
