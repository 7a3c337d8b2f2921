"""A team's journal gone through once more, with games that went differently.

`Refold` walks the lines that count. Up to the first difference they hold as they
are. From there on every settlement is worked out again and every other act is tried
again; it stands or falls as a whole. Only what really changed is written: batches
are voided, and what replaces them counts in their place.
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
from teams.rules.journal.journal import Line, rules_at_founding, standing, with_all_ids
from teams.rules.journal.line_index import (
    ends_nameless,
    games_in,
    taken_back,
    told_before,
)
from teams.rules.journal.reducer import apply
from teams.rules.journal.resettlement import Part, Resettlement
from teams.rules.journal.sentences import tell
from teams.rules.reports.team_report import Standing, TeamReport
from teams.rules.roster.rating import rating
from teams.rules.state import TeamState

VOID, OPENING = "void", "opening"


class Rewritten(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A line to append and its sentence. `again` is the number of the line whose dice
    it repeats; `dice` are those that fell for it anew."""

    line: Line
    told: str
    again: int = 0
    dice: RecordedDice | None = None


class GameChange(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One game that is no longer what it was; without a report it is void."""

    match: str
    before: TeamReport
    report: TeamReport | None
    gone: tuple[str, ...]  # sentences that were written and are not any more
    new: tuple[str, ...]
    batch: str
    defaults: tuple[str, ...] = ()  # of `new`, where nobody could be asked any more


class Refolded(msgspec.Struct, frozen=True, kw_only=True):
    """What to append to a journal, and the team after it."""

    lines: tuple[Rewritten, ...]
    state: TeamState
    games: tuple[GameChange, ...]
    fallen: tuple[str, ...]

    @property
    def has_new_dice(self) -> bool:
        return any(one.dice is not None for one in self.lines)


class Refold:
    """One team on its way through its own history.

    `arranged` are the matches whose reports come from outside: `advance` stops before
    each of them, and `take` goes on. `settling` is the game whose settlement is not
    over. `dice_of` gives the dice of a line, `batch_of` the batch of a part, which is
    a match, "void" or "opening" with a match. `revived` is a void match that shall
    count again; its lines stand where they stood.
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
            for line in standing(self._written)
            if not isinstance(line.entry, e.Voided)
        ]
        self._revived, self._called_off = revived, list[Line]()
        back = self._revive(revived) if revived else ()
        self._games = games_in(
            self._lines, settling=revived if ends_nameless(back) else settling
        )
        self._game_at = {at: one for one in self._games.values() for at in one.at}
        # Of which games each batch tells; "" stands for everything else.
        self._told_in: dict[str, set[str]] = {}
        for at, line in enumerate(self._lines):
            game = self._game_at.get(at)
            self._told_in.setdefault(line.batch, set()).add(game.match if game else "")
        self._last_game_at = self._last_game()
        self._before = told_before(self._written, self._lines)
        self._arranged, self._settling = arranged, settling
        self._house_rules, self._book, self._reason = house_rules, book, reason
        self._dice_of, self._batch_of = dice_of, batch_of
        self._at = 0
        self._state: TeamState | None = None
        self._again: Resettlement | None = None
        self._carried: tuple[Line, ...] = ()
        self._parts: list[Part] = []
        self._voided: dict[str, None] = {}
        self._changes: list[GameChange] = []
        self._fallen: list[str] = []
        self.is_changed = False

    def _last_game(self) -> int:
        """Where the last game stands from which something follows; it may be one that
        has only begun. Nobody is asked behind it, nor once the team has retired."""
        played = (at for at, one in self._game_at.items() if not one.is_friendly)
        others = (
            at
            for at, line in enumerate(self._lines)
            if isinstance(line.entry, e.Retired)
            or (
                isinstance(line.entry, e.GameOpened)
                and line.entry.standing is not Standing.FRIENDLY
            )
        )
        return max((*played, *others), default=0)

    def _revive(self, match: str) -> tuple[Line, ...]:
        """Put the lines of a void match back among those that count."""
        back = taken_back(self._written, match)
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
            raise Refusal("This journal does not tell of any team.", code="not-founded")
        return self._state

    @property
    def is_over(self) -> bool:
        return self._at == len(self._lines)

    @property
    def last_match(self) -> str:
        """The last game from which something followed."""
        found = [one for one in self._games.values() if not one.is_friendly]
        return max(found, key=lambda one: one.at[0]).match if found else ""

    def reported(self, match: str) -> TeamReport | None:
        """The game as the journal has it now."""
        found = self._games.get(match)
        return found.report if found else None

    def rating_for(self, match: str) -> int:
        """What this team brings into the match that it is about to report."""
        state = self.state
        if state.open_game == match and state.rating_frozen is not None:
            return state.rating_frozen
        return rating(state, self._book)

    def advance(self) -> str | None:
        """Go on to the next arranged match; None when the journal is at its end."""
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
        """The report of the game before which `advance` has stopped, or none."""
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
            # Whoever is recruited from here on gets a number that nobody ever had.
            self._state = with_all_ids(self.state, self._written, None)
        self._state = again.begin(self.state, report, self._next_number)
        if game.is_friendly:
            self._at += 1
            self._close(again)
        else:
            self._again = again
            self._remember()

    def finish(self) -> Refolded:
        """What became of it all, once `advance` has come to the end."""
        last = self._written[-1].number
        lines: list[Rewritten] = []
        if self._voided:
            entry = e.Voided(batches=tuple(self._voided), reason=self._reason)
            batch = self._batch_of(VOID)
            line = Line(number=last + 1, batch=batch, entry=entry)
            told = tell(entry, self.state, self._book)
            lines.append(Rewritten(line=line, told=told))
        for number, part in enumerate(self._parts, start=last + len(lines) + 1):
            lines.append(self._line(number, part))
        written = [*self._written, *(one.line for one in lines)]
        return Refolded(
            lines=tuple(lines),
            state=with_all_ids(self.state, written, None),
            games=tuple(self._changes),
            fallen=tuple(self._fallen),
        )

    def _line(self, number: int, part: Part) -> Rewritten:
        return Rewritten(
            line=Line(
                number=number, batch=part.batch, entry=part.entry, place=part.place
            ),
            told=part.told,
            again=part.again,
            dice=part.dice,
        )

    @property
    def _next_number(self) -> int:
        """Of the next line, when there is a void in front of all."""
        return self._written[-1].number + len(self._parts) + 2

    def _go(self, entry: AnyEntry) -> None:
        self._state = apply(self._state, entry, self._book)
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
        """One more line of the settlement that is worked out again; the stretch is
        over where something else happened in between."""
        again = self._again
        if again is None:
            raise AssertionError("No settlement is being worked out.")
        again.recall(self._lines[self._at])
        is_last = self._at == again.last_at
        self._at += 1
        if is_last or not self._is_resettled():
            self._state = again.settle(self.state, is_last=is_last)
        if is_last:
            self._again = None
            self._close(again)

    def _close(self, again: Resettlement) -> None:
        """Write what is different, or leave the lines as they are."""
        self._carried = again.left_over
        if not again.is_different:
            return
        batch = self._batch_of(again.match)
        was_there = again.lines
        if again.match == self._revived:
            was_there = tuple(self._called_off)
            # Those that come back are void already; to say so again is harmless, and
            # a correction always begins with what it takes back.
            gone_batches = [line.batch for line in (*was_there, *again.lines)]
            self._voided |= dict.fromkeys(gone_batches)
        else:
            self._void([self._lines[at] for at in again.game.at], again.match)
        self._append(again.parts, batch)
        gone = [tell(one.entry, self.state, self._book) for one in was_there]
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

    def _append(self, parts: Iterable[Part], batch: str) -> None:
        for part in parts:
            part.batch = batch
            part.told = tell(part.entry, part.before, self._book)
            self._parts.append(part)

    def _void(self, lines: list[Line], match: str) -> None:
        for batch in dict.fromkeys(line.batch for line in lines):
            if self._told_in[batch] != {match}:
                raise Refusal(
                    f"{self.state.name} wrote this game down together with other"
                    " things; it can no longer be told from them.",
                    code="mixed-batch",
                )
            self._voided[batch] = None

    def _act(self) -> None:
        """What the team did between its games: all of it still holds, or none."""
        first = self._at
        batch = self._lines[first].batch
        while self._at < len(self._lines) and self._lines[self._at].batch == batch:
            self._at += 1
        lines = self._lines[first : self._at]
        before = self.state
        parts: list[Part] = []
        for line in lines:
            entry = self._as_now(line.entry)
            parts.append(Part(entry=entry, place=line.order[0], before=self.state))
            try:
                self._go(entry)
            except Refusal as refusal:
                self._state = before
                told = tell(line.entry, before, self._book)
                self._fallen.append(f"{told} This no longer holds: {refusal}")
                self._voided[batch] = None
                return
        if [part.entry for part in parts] != [line.entry for line in lines]:
            self._voided[batch] = None
            self._append(parts, self._batch_of(f"{OPENING} {lines[-1].number}"))

    def _as_now(self, entry: AnyEntry) -> AnyEntry:
        """A game is begun with the rating that the team has now."""
        if isinstance(entry, e.GameOpened):
            return replace(entry, rating=rating(self.state, self._book))
        return entry
