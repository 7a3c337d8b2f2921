"""Replay a team's journal with corrected games.

`JournalReplay` goes through the active lines. Up to the first difference they stay as
they are. After it every game is resettled, and every other batch is applied again or
dropped as a whole. Only real changes are written: batches are voided, and new lines
take their places.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable

import msgspec
from msgspec.structs import replace

from kernel.dice import RecordedDice
from kernel.errors import Refusal
from rulebook.rules.book import Catalogue
from rulebook.rules.house_rules import HouseRules
from teams.rules.journal import entries as e
from teams.rules.journal.entries import AnyEntry
from teams.rules.journal.journal import (
    Line,
    active_lines,
    rules_at_founding,
    with_all_ids,
)
from teams.rules.journal.line_index import (
    ends_nameless,
    find_dropped_steps,
    find_games,
    find_voided_lines,
)
from teams.rules.journal.reducer import apply_entry
from teams.rules.journal.resettlement import NewEntry, Resettlement
from teams.rules.journal.sentences import entry_sentence
from teams.rules.reports.team_report import MatchType, TeamReport
from teams.rules.roster.rating import rating
from teams.rules.state import TeamState

VOID, OPENING = "void", "opening"


class ReplayedLine(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A line to append, with its sentence.

    `again` is the number of the line whose dice it reuses; `dice` are newly rolled.
    """

    line: Line
    told: str
    again: int = 0
    dice: RecordedDice | None = None


class GameChange(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A game that changed in a replay. Without a report it is void."""

    match: str
    before: TeamReport
    report: TeamReport | None
    gone: tuple[str, ...]  # sentences that no longer hold
    new: tuple[str, ...]
    batch: str
    defaults: tuple[str, ...] = ()  # those of `new` that took the default


class ReplayResult(msgspec.Struct, frozen=True, kw_only=True):
    """The lines to append to a journal, and the team after them."""

    lines: tuple[ReplayedLine, ...]
    state: TeamState
    games: tuple[GameChange, ...]
    fallen: tuple[str, ...]

    @property
    def has_new_dice(self) -> bool:
        return any(one.dice is not None for one in self.lines)


class JournalReplay:
    """The replay of one team's journal.

    `arranged` are the matches whose reports the caller supplies: `advance` stops before
    each of them, and `take` continues. `settling` is the match with an open settlement.
    `dice_of` returns the dice for a line, `batch_of` the batch id for a part: a match,
    "void", or "opening" with a match. `revived` is a void match to reinstate; its lines
    return to their places.
    """

    def __init__(
        self,
        lines: Iterable[Line],
        *,
        arranged: Collection[str],
        settling: str,
        house_rules: HouseRules,
        book: Catalogue,
        dice_of: Callable[[int], RecordedDice],
        batch_of: Callable[[str], str],
        reason: str = "",
        revived: str = "",
    ) -> None:
        self._written = sorted(lines, key=lambda line: line.number)
        self._lines = [
            line
            for line in active_lines(self._written)
            if not isinstance(line.entry, e.Voided)
        ]
        self._revived, self._called_off = revived, list[Line]()
        back = self._revive(revived) if revived else ()
        self._games = find_games(
            self._lines, settling=revived if ends_nameless(back) else settling
        )
        self._game_at = {at: one for one in self._games.values() for at in one.at}
        # The matches in each batch; "" for everything else.
        self._told_in: dict[str, set[str]] = {}
        for at, line in enumerate(self._lines):
            game = self._game_at.get(at)
            self._told_in.setdefault(line.batch, set()).add(game.match if game else "")
        self._last_game_at = self._last_game()
        self._before = find_dropped_steps(self._written, self._lines)
        self._arranged, self._settling = arranged, settling
        self._house_rules, self._book, self._reason = house_rules, book, reason
        self._dice_of, self._batch_of = dice_of, batch_of
        self._at = 0
        self._state: TeamState | None = None
        self._again: Resettlement | None = None
        self._carried: tuple[Line, ...] = ()
        self._parts: list[NewEntry] = []
        self._voided: dict[str, None] = {}
        self._changes: list[GameChange] = []
        self._fallen: list[str] = []
        self.is_changed = False

    def _last_game(self) -> int:
        """Return the index of the last game with consequences, or of the retirement.

        Games before it are past: their open questions take the default. The last game
        may have only started.
        """
        played = (at for at, one in self._game_at.items() if not one.is_friendly)
        others = (
            at
            for at, line in enumerate(self._lines)
            if isinstance(line.entry, e.Retired)
            or (
                isinstance(line.entry, e.GameOpened)
                and line.entry.standing is not MatchType.FRIENDLY
            )
        )
        return max((*played, *others), default=0)

    def _revive(self, match: str) -> tuple[Line, ...]:
        """Put the lines of a void match back among the active lines."""
        back = find_voided_lines(self._written, match)
        self._called_off = [
            line
            for line in self._lines
            if isinstance(line.entry, e.GameCalledOff) and line.entry.match == match
        ]
        rest = [line for line in self._lines if line not in self._called_off]
        self._lines = sorted([*rest, *back], key=lambda line: line.order)
        return back

    @property
    def state(self) -> TeamState:
        if self._state is None:
            raise Refusal("This journal has no team in it.", code="not-founded")
        return self._state

    @property
    def is_over(self) -> bool:
        return self._at == len(self._lines)

    @property
    def last_match(self) -> str:
        """The last match that had consequences."""
        found = [one for one in self._games.values() if not one.is_friendly]
        return max(found, key=lambda one: one.at[0]).match if found else ""

    def reported(self, match: str) -> TeamReport | None:
        """Return the report of a match as it is in the journal now."""
        found = self._games.get(match)
        return found.report if found else None

    def rating_for(self, match: str) -> int:
        """Return the team's rating for the match that it is about to report."""
        state = self.state
        if state.open_game == match and state.rating_frozen is not None:
            return state.rating_frozen
        return rating(state, self._book)

    def advance(self) -> str | None:
        """Go to the next arranged match; None at the end of the journal."""
        while self._at < len(self._lines):
            entry = self._lines[self._at].entry
            if isinstance(entry, e.GameReported):
                if entry.report.match in self._arranged:
                    return entry.report.match
                self.take(entry.report)
            elif self._is_resettled():
                self._remember()
            elif not self.is_changed or self._at in self._game_at:
                self._go(entry)
                self._at += 1
            else:
                self._act()
        return None

    def take(self, report: TeamReport | None) -> None:
        """Supply the report of the match before which `advance` stopped, or None."""
        line, game = self._lines[self._at], self._game_at[self._at]
        is_revived = game.match == self._revived
        if report == game.report and not (self.is_changed or is_revived):
            self._go(line.entry)
            self._at += 1
            return
        again = Resettlement(
            game,
            [self._lines[at] for at in game.at],
            carried=self._carried,
            earlier=self._before.get(game.match, ()),
            is_past=not game.is_friendly and game.at[-1] < self._last_game_at,
            was_over=game.match != self._settling,
            was_void=is_revived,
            book=self._book,
            dice_of=self._dice_of,
        )
        if not self.is_changed:
            # New recruits get ids that were never used, not even by undone lines.
            self._state = with_all_ids(self.state, self._written, None)
        self._state = again.begin(self.state, report, self._next_number)
        if game.is_friendly:
            self._at += 1
            self._close(again)
        else:
            self._again = again
            self._remember()

    def finish(self) -> ReplayResult:
        """Return the result, once `advance` has reached the end."""
        last = self._written[-1].number
        lines: list[ReplayedLine] = []
        if self._voided:
            entry = e.Voided(batches=tuple(self._voided), reason=self._reason)
            batch = self._batch_of(VOID)
            line = Line(number=last + 1, batch=batch, entry=entry)
            told = entry_sentence(entry, self.state, self._book)
            lines.append(ReplayedLine(line=line, told=told))
        for number, part in enumerate(self._parts, start=last + len(lines) + 1):
            lines.append(self._line(number, part))
        written = [*self._written, *(one.line for one in lines)]
        return ReplayResult(
            lines=tuple(lines),
            state=with_all_ids(self.state, written, None),
            games=tuple(self._changes),
            fallen=tuple(self._fallen),
        )

    def _line(self, number: int, part: NewEntry) -> ReplayedLine:
        return ReplayedLine(
            line=Line(
                number=number, batch=part.batch, entry=part.entry, place=part.place
            ),
            told=part.told,
            again=part.again,
            dice=part.dice,
        )

    @property
    def _next_number(self) -> int:
        """The number of the next line, counting a `Voided` before the others."""
        return self._written[-1].number + len(self._parts) + 2

    def _go(self, entry: AnyEntry) -> None:
        self._state = apply_entry(self._state, entry, self._book)
        if isinstance(entry, e.Founded):
            rules = rules_at_founding(entry, self._house_rules, self._book)
            self._state = replace(self._state, rules=rules)

    def _is_resettled(self) -> bool:
        again = self._again
        if again is None:
            return False
        game = self._game_at.get(self._at)
        return game is not None and game.match == again.match

    def _remember(self) -> None:
        """Hand one more line to the resettlement.

        Its stretch ends where an entry of something else follows.
        """
        again = self._again
        if again is None:
            raise AssertionError("No game is being resettled.")
        again.recall(self._lines[self._at])
        is_last = self._at == again.last_at
        self._at += 1
        if is_last or not self._is_resettled():
            self._state = again.settle(self.state, is_last=is_last)
        if is_last:
            self._again = None
            self._close(again)

    def _close(self, again: Resettlement) -> None:
        """Write the lines of a game again if they changed."""
        self._carried = again.left_over
        if not again.is_different:
            return
        batch = self._batch_of(again.match)
        was_there = again.lines
        if again.match == self._revived:
            was_there = tuple(self._called_off)
            # The returning lines are void already. Voiding them again is harmless, and
            # every correction begins with a `Voided`.
            gone_batches = [line.batch for line in (*was_there, *again.lines)]
            self._voided |= dict.fromkeys(gone_batches)
        else:
            self._void([self._lines[at] for at in again.game.at], again.match)
        self._append(again.parts, batch)
        gone = [entry_sentence(one.entry, self.state, self._book) for one in was_there]
        new = [part.told for part in again.parts]
        self._changes.append(
            GameChange(
                match=again.match,
                before=again.game.report,
                report=again.report,
                gone=tuple(one for one in gone if one not in new),
                new=tuple(one for one in new if one not in gone),
                batch=batch,
                defaults=tuple(one.told for one in again.parts if one.is_default),
            )
        )
        self.is_changed |= again.is_felt

    def _append(self, parts: Iterable[NewEntry], batch: str) -> None:
        for part in parts:
            part.batch = batch
            part.told = entry_sentence(part.entry, part.before, self._book)
            self._parts.append(part)

    def _void(self, lines: list[Line], match: str) -> None:
        for batch in dict.fromkeys(line.batch for line in lines):
            if self._told_in[batch] != {match}:
                raise Refusal(
                    f"{self.state.name} has this game in one batch with other entries,"
                    " so it cannot be corrected.",
                    code="mixed-batch",
                )
            self._voided[batch] = None

    def _act(self) -> None:
        """Replay a batch from between the games; keep it or drop it as a whole."""
        first = self._at
        batch = self._lines[first].batch
        while self._at < len(self._lines) and self._lines[self._at].batch == batch:
            self._at += 1
        lines = self._lines[first : self._at]
        before = self.state
        parts: list[NewEntry] = []
        for line in lines:
            entry = self._as_now(line.entry)
            parts.append(NewEntry(entry=entry, place=line.order[0], before=self.state))
            try:
                self._go(entry)
            except Refusal as refusal:
                self._state = before
                told = entry_sentence(line.entry, before, self._book)
                self._fallen.append(f"{told} This is no longer possible: {refusal}")
                self._voided[batch] = None
                return
        if [part.entry for part in parts] != [line.entry for line in lines]:
            self._voided[batch] = None
            self._append(parts, self._batch_of(f"{OPENING} {lines[-1].number}"))

    def _as_now(self, entry: AnyEntry) -> AnyEntry:
        """Return the entry with the current rating, if it starts a game."""
        if isinstance(entry, e.GameOpened):
            return replace(entry, rating=rating(self.state, self._book))
        return entry
