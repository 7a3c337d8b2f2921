"""Resettle one past game during the replay of a journal.

Earlier rolls and choices are kept where they still fit. A new question stays open for
its player, unless a later game has followed: then it takes its default, and the player
is notified (decision 16). A new advancement waits for its player as long as it may.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import msgspec
from msgspec.structs import replace

from kernel.dice import Face, RecordedDice
from rulebook.rules.book import Catalogue
from rulebook.rules.rule_setting_values import DiceSource, PostGameStep
from teams.rules.journal import entries as e
from teams.rules.journal.entries import AnyEntry
from teams.rules.journal.journal import Line
from teams.rules.journal.line_index import JournalGame
from teams.rules.journal.reducer import apply_entry
from teams.rules.reports.team_report import TeamReport
from teams.rules.settlement.needs import AutomaticStep, DecisionNeeded, RollNeeded
from teams.rules.settlement.next_step import find_next_need
from teams.rules.settlement.responders import AutomaticResponder, EarlierAnswers
from teams.rules.settlement.settlement import answer_decision, roll_needed
from teams.rules.state import TeamState

# Entries that come from dice or from a person; all others are automatic.
_CHOSEN = (
    e.AllStarNamed,
    e.UpkeepPaid,
    e.RoninReleased,
    e.DowntimeRolled,
    e.DowntimeExcused,
    e.AdvancementRolled,
    e.AdvancementChosen,
    e.RecruitingClosed,
    e.RoninOffered,
    e.Recruited,
)
_GROWTH = (e.AdvancementRolled, e.AdvancementChosen)


class NewEntry(msgspec.Struct, kw_only=True, gc=False):
    """An entry that will become a line.

    `before` is the team before it. `is_default`: its player could not be asked.
    """

    entry: AnyEntry
    place: int
    before: TeamState
    batch: str = ""
    told: str = ""
    again: int = 0
    dice: RecordedDice | None = None
    is_default: bool = False


class LineDice:
    """The dice of the line that is written next."""

    def __init__(self, dice_of: Callable[[int], RecordedDice]) -> None:
        self._dice_of = dice_of
        self._number = 0
        self._dice: RecordedDice | None = None

    def turn_to(self, number: int) -> None:
        self._number, self._dice = number, None

    @property
    def fallen(self) -> RecordedDice | None:
        """The dice rolled since the last turn."""
        return self._dice if self._dice and self._dice.record else None

    def roll(self, count: int) -> tuple[Face, ...]:
        return self._now.roll(count) if count else ()

    def below(self, limit: int) -> int:
        return self._now.below(limit)

    def copy(self) -> LineDice:
        twin = LineDice(self._dice_of)
        twin._number = self._number
        twin._dice = self._dice.copy() if self._dice else None
        return twin

    @property
    def _now(self) -> RecordedDice:
        if self._dice is None:
            self._dice = self._dice_of(self._number)
        return self._dice


class Resettlement:
    """A game that is being resettled, stretch by stretch.

    `is_past`: later games have followed or at least started. `was_over`: its settlement
    was finished. `was_void`: it did not count until now. `carried` are advancements of
    earlier games that are no longer due there; `earlier` are steps of this game that no
    longer count.
    """

    def __init__(
        self,
        game: JournalGame,
        lines: Sequence[Line],
        *,
        carried: Sequence[Line],
        earlier: Sequence[Line] = (),
        is_past: bool,
        was_over: bool,
        was_void: bool = False,
        book: Catalogue,
        dice_of: Callable[[int], RecordedDice],
    ) -> None:
        self.game, self.lines = game, tuple(lines)
        self.report: TeamReport | None = None
        self.parts: list[NewEntry] = []
        self._known: list[Line] = []
        self._carried = tuple(carried)
        self._earlier = [one for one in earlier if isinstance(one.entry, _CHOSEN)]
        self._dice = LineDice(dice_of)
        self._memory = EarlierAnswers((), dice=self._dice, then=self)
        self._is_past, self._was_over, self._book = is_past, was_over, book
        self._was_void = was_void
        self._is_last = self._is_default = False
        self._number = 0
        self._place = 0

    @property
    def match(self) -> str:
        return self.game.match

    @property
    def last_at(self) -> int:
        return self.game.at[-1]

    @property
    def is_different(self) -> bool:
        """Whether the entries differ from those before.

        A postponed advancement alone needs no line: later entries skip it.
        """
        old = [line.entry for line in self.lines]
        new = [part.entry for part in self.parts]
        if self._was_void:
            return True
        if old == new:
            return False
        if any(isinstance(one, e.AdvancementsPostponed) for one in old):
            return True
        return old != [
            one for one in new if not isinstance(one, e.AdvancementsPostponed)
        ]

    @property
    def is_felt(self) -> bool:
        """Whether the team's state differs after this game.

        It does not if only the report changed and everything after it is the same.
        """
        old, new = self.game.report, self.report
        if new is None or self._was_void or self.game.is_friendly:
            return not self.game.is_friendly
        is_alike = (old.kind, old.standing) == (new.kind, new.standing)
        after = [part.entry for part in self.parts[1:]]
        return not (
            is_alike
            and self._was_over
            and after == [one.entry for one in self.lines[1:]]
        )

    @property
    def left_over(self) -> tuple[Line, ...]:
        """Advancements that are no longer due; a later game may need them."""
        unused = list(self._memory.memory)
        if not self._is_last:
            unused += [line.entry for line in self._carried]
        found = []
        for line in (*self._known, *self._carried):
            if isinstance(line.entry, _GROWTH) and line.entry in unused:
                unused.remove(line.entry)
                found.append(line)
        return tuple(found)

    def begin(
        self, state: TeamState, report: TeamReport | None, number: int
    ) -> TeamState:
        """Write the report. A void game was started but not played."""
        self.report, self._number = report, number
        self._place = self.lines[0].order[0]
        if report is not None:
            return self._write(state, e.GameReported(report=report))
        if state.open_game == self.match:
            return self._write(state, e.GameCalledOff(match=self.match))
        return state

    def recall(self, line: Line) -> None:
        """Note a line of the earlier settlement, for reuse."""
        self._place = self._place or line.order[0]
        if isinstance(line.entry, _CHOSEN):
            self._known.append(line)
            self._memory.memory.append(line.entry)

    def settle(self, state: TeamState, *, is_last: bool) -> TeamState:
        """Settle as far as the earlier lines of this stretch go.

        With `is_last`, settle to the end.
        """
        if is_last:
            self._is_last = True
            spare = (*self._carried, *self._earlier)
            self._memory.memory += [line.entry for line in spare]
        settling = state.settling
        is_own = settling is not None and settling.report.match == self.match
        while is_own and (need := find_next_need(state, self._book)) is not None:
            self._dice.turn_to(self._number + len(self.parts))
            if isinstance(need, AutomaticStep):
                state = self._write(state, self._with_known_number(need.entry))
                continue
            given = self._memory.respond(state, need, self._book)
            if given is None:
                break
            entry = self._with_known_number(given)
            tried = self._memory.after if entry is given else None
            state = self._write(state, entry, tried)
        self._place = 0
        return state

    def respond(
        self, state: TeamState, need: RollNeeded | DecisionNeeded, book: Catalogue
    ) -> AnyEntry | None:
        """Answer a new question; it can wait while the journal goes on."""
        if not self._is_last:
            return None
        is_growth = need.step is PostGameStep.ADVANCEMENT
        if is_growth and (self._is_past or self._was_over):
            return e.AdvancementsPostponed(match=self.match)
        if not self._is_past:
            return AutomaticResponder(self._dice).respond(state, need, book)
        self._is_default = True
        if isinstance(need, DecisionNeeded):
            return answer_decision(
                state, need, need.default, dice=self._dice, book=book
            )
        return roll_needed(
            state,
            need,
            dice=self._dice,
            source=DiceSource.SERVER,
            book=book,
            is_overdue=True,
        )

    def _write(
        self, state: TeamState, entry: AnyEntry, tried: TeamState | None = None
    ) -> TeamState:
        """Add an entry and return the team after it; `tried` if already applied."""
        after = tried or apply_entry(state, entry, self._book)
        part = NewEntry(
            entry=entry,
            place=self._place,
            before=state,
            again=self._number_of_dice(entry),
            dice=self._dice.fallen,
            is_default=self._is_default,
        )
        self.parts.append(part)
        self._is_default = False
        self._dice.turn_to(0)
        return after

    def _with_known_number(self, entry: AnyEntry) -> AnyEntry:
        """Return a recruit with the id and name it had before, if it was known."""
        if not isinstance(entry, e.Recruited):
            return entry
        taken = {
            part.entry.ninja
            for part in self.parts
            if isinstance(part.entry, e.Recruited)
        }
        for line in self._known:
            old = line.entry
            if not isinstance(old, e.Recruited) or old.ninja in taken:
                continue
            if old.profile == entry.profile:
                return replace(entry, ninja=old.ninja, name=old.name)
        return entry

    def _number_of_dice(self, entry: AnyEntry) -> int:
        if not isinstance(entry, _CHOSEN):
            return 0
        return number_of_dice(entry, (*self._known, *self._carried, *self._earlier))


def number_of_dice(entry: AnyEntry, known: Iterable[Line]) -> int:
    """Return the number of the line that first rolled these dice; 0 if new."""
    for line in known:
        old = line.entry
        if old == entry:
            return line.number
        if (
            isinstance(entry, e.DowntimeRolled)
            and isinstance(old, e.DowntimeRolled)
            and old.ninja == entry.ninja
            and entry.dice[: len(old.dice)] == old.dice
        ):
            return line.number
    return 0
