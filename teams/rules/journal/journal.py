"""A team's journal: append-only lines that fold to the team's state.

Lines are numbered and never change. Two features make corrections possible:

* a `Voided` entry undoes whole batches of earlier lines, and a later `Voided` can
  undo that one;
* a line can have an earlier `place` than its number, so that the new settlement of a
  corrected game takes the place of the old one.

`fold` is strict: it refuses a line that cannot have happened. `replay` is tolerant: it
leaves such lines out and reports them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec
from msgspec.structs import replace

from kernel.errors import Refusal, Unreadable
from kernel.ids import NinjaId
from rulebook.rules.book import Catalogue
from rulebook.rules.house_rules import HouseRules
from teams.rules.journal.entries import (
    AnyEntry,
    Founded,
    LoanJoined,
    Recruited,
    Traded,
    Voided,
    koban_moved,
)
from teams.rules.journal.reducer import apply_entry
from teams.rules.journal.sentences import entry_sentence
from teams.rules.state import TeamState

SCHEMA = 1


class Line(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    gc=False,  # as in entries
):
    number: int
    batch: str
    entry: AnyEntry
    place: int = 0  # 0: the line's own number

    @property
    def order(self) -> tuple[int, int]:
        return (self.place or self.number, self.number)


class ImpossibleLine(Refusal):
    """A journal line that cannot have happened after the lines before it."""

    code = "impossible-entry"

    def __init__(self, line: Line, told: str, reason: Refusal) -> None:
        super().__init__(
            f"Entry {line.number} (“{told}”) does not fit the entries before it:"
            f" {reason}"
        )
        self.line = line
        self.reason = reason


class DroppedLine(msgspec.Struct, frozen=True, kw_only=True):
    """A line that no longer holds, and the reason."""

    line: Line
    sentence: str


class ReplayedJournal(msgspec.Struct, frozen=True, kw_only=True):
    state: TeamState
    fallen: tuple[DroppedLine, ...]


class HistoryPoint(msgspec.Struct, frozen=True, kw_only=True):
    """An active line with its sentence, and the team after it."""

    line: Line
    state: TeamState
    sentence: str


def active_lines(lines: Iterable[Line], *, until: int | None = None) -> list[Line]:
    """Return the active lines in the order of their places.

    With `until`, the lines that were active when that line number was the last.
    """
    written = sorted(lines, key=lambda line: line.number)
    voided: set[str] = set()
    found: list[Line] = []
    for line in reversed(written):
        if (until is not None and line.number > until) or line.batch in voided:
            continue
        if isinstance(line.entry, Voided):
            voided.update(line.entry.batches)
        found.append(line)
    return sorted(found, key=lambda line: line.order)


def history_points(
    lines: Iterable[Line],
    house_rules: HouseRules,
    book: Catalogue,
    *,
    until: int | None = None,
) -> Iterator[HistoryPoint]:
    """Yield the team after each active line; refuse the first impossible line."""
    state: TeamState | None = None
    for line in active_lines(lines, until=until):
        sentence = entry_sentence(line.entry, state, book)
        state = _next(state, line, house_rules, book, told=sentence)
        yield HistoryPoint(line=line, state=state, sentence=sentence)


def fold(
    lines: Iterable[Line],
    house_rules: HouseRules,
    book: Catalogue,
    *,
    until: int | None = None,
) -> TeamState:
    """Return the team that a journal folds to, now or at an earlier line."""
    written = list(lines)
    state: TeamState | None = None
    for line in active_lines(written, until=until):
        state = _next(state, line, house_rules, book)
    return with_all_ids(_refuse_nothing(state), written, until)


def replay(
    lines: Iterable[Line], house_rules: HouseRules, book: Catalogue
) -> ReplayedJournal:
    """Return the team without impossible lines, and the lines left out."""
    written = list(lines)
    state: TeamState | None = None
    fallen: list[DroppedLine] = []
    for line in active_lines(written):
        try:
            state = _next(state, line, house_rules, book)
        except ImpossibleLine as impossible:
            fallen.append(DroppedLine(line=line, sentence=impossible.sentence))
    whole = with_all_ids(_refuse_nothing(state), written, None)
    return ReplayedJournal(state=whole, fallen=tuple(fallen))


def append(
    lines: list[Line],
    state: TeamState | None,
    line: Line,
    house_rules: HouseRules,
    book: Catalogue,
) -> TeamState:
    """Append a line and return the team after it, or refuse and append nothing.

    Most lines change the present state. A line that voids others or has an earlier
    place needs a new fold of the journal.
    """
    if lines and line.number <= lines[-1].number:
        raise Refusal(
            "A new line must have a higher number than the last one.",
            code="line-number",
        )
    if line.place or isinstance(line.entry, Voided):
        after = fold([*lines, line], house_rules, book)
    else:
        after = _next(state, line, house_rules, book)
    lines.append(line)
    return after


def ledger(lines: Iterable[Line]) -> list[tuple[Line, int]]:
    """Return the lines that moved koban, with the amounts."""
    return [
        (line, koban)
        for line in active_lines(lines)
        if (koban := koban_moved(line.entry)) != 0
    ]


def _next(
    state: TeamState | None,
    line: Line,
    house_rules: HouseRules,
    book: Catalogue,
    *,
    told: str | None = None,
) -> TeamState:
    try:
        after = apply_entry(state, line.entry, book)
    except Refusal as reason:
        raise ImpossibleLine(
            line, told or entry_sentence(line.entry, state, book), reason
        ) from reason
    if isinstance(line.entry, Founded):
        return replace(after, rules=rules_at_founding(line.entry, house_rules, book))
    return after


def rules_at_founding(
    entry: Founded, house_rules: HouseRules, book: Catalogue
) -> HouseRules:
    """Return the house rules at the founding: its changes on top of these rules."""
    if not entry.changes:
        return house_rules
    return book.house_rules.read(entry.changes, base=house_rules)


def _refuse_nothing(state: TeamState | None) -> TeamState:
    if state is None:
        raise Refusal("This journal has no team in it.", code="not-founded")
    return state


def with_all_ids(
    state: TeamState, lines: Iterable[Line], until: int | None
) -> TeamState:
    """Return the team with the highest ninja id ever given, voided lines included.

    An id is never given again.
    """
    ids = [
        ninja
        for line in lines
        if type(line.entry) in _GIVING_IDS and (until is None or line.number <= until)
        for ninja in _ids_given(line.entry)
    ]
    return replace(state, last_id=max((state.last_id, *ids)))


_GIVING_IDS = frozenset((Recruited, LoanJoined, Traded))


def _ids_given(entry: AnyEntry) -> tuple[NinjaId, ...]:
    match entry:
        case Recruited() | LoanJoined():
            return (entry.ninja,)
        case Traded():
            return tuple(one.id for one in entry.received)
        case _:
            return ()


class _Document(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    schema: int
    lines: tuple[Line, ...]


_entry_decoder: msgspec.json.Decoder[AnyEntry] = msgspec.json.Decoder(AnyEntry)
_document_decoder = msgspec.json.Decoder(_Document)


def encode_entry(entry: AnyEntry) -> bytes:
    return msgspec.json.encode(entry)


def decode_entry(text: bytes | str) -> AnyEntry:
    try:
        return _entry_decoder.decode(text)
    except msgspec.MsgspecError as error:
        raise Unreadable(
            f"This is not a journal entry: {error}.", code="unreadable-entry"
        ) from error


def encode(lines: Iterable[Line]) -> bytes:
    """Return a journal as JSON, with its schema version."""
    return msgspec.json.encode(_Document(schema=SCHEMA, lines=tuple(lines)))


def decode(text: bytes | str) -> tuple[Line, ...]:
    try:
        document = _document_decoder.decode(text)
    except msgspec.MsgspecError as error:
        raise Unreadable(
            f"This is not a journal of a team: {error}.", code="unreadable-journal"
        ) from error
    if document.schema != SCHEMA:
        raise Unreadable(
            f"This journal has version {document.schema}, but Moonlight can only read"
            f" version {SCHEMA}.",
            code="unknown-schema",
        )
    return document.lines
