"""Which lines of a journal belong to which game."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from teams.rules import entries as e
from teams.rules.entries import AnyEntry, StepEntry
from teams.rules.journal import Line
from teams.rules.report import Standing, TeamReport

# Steps of a settlement that do not say of which one.
_NAMELESS = (e.AdvancementRolled, e.AdvancementChosen, e.RoninOffered)


class WrittenGame(msgspec.Struct, frozen=True, kw_only=True):
    """A game as a journal has it: its report, and where its lines stand among those
    that count."""

    match: str
    report: TeamReport
    at: tuple[int, ...]

    @property
    def is_friendly(self) -> bool:
        return self.report.standing is Standing.FRIENDLY


def games_in(lines: Sequence[Line], *, settling: str = "") -> dict[str, WrittenGame]:
    """The games that a team has reported, in the order of the lines that count.

    `settling` is the one whose settlement is not over: whatever was rolled last
    belongs to it.
    """
    reports: dict[str, TeamReport] = {}
    batches: dict[str, str] = {}
    last: dict[str, int] = {}
    for at, line in enumerate(lines):
        if match := _match_of(line.entry):
            batches[line.batch] = match
            last[match] = at
        if isinstance(line.entry, e.GameReported):
            reports[match] = line.entry.report
    at_of: dict[str, list[int]] = {match: [] for match in reports}
    current = ""
    for at, line in enumerate(lines):
        match = batches.get(line.batch, "")
        if match and reports[match].standing is not Standing.FRIENDLY:
            current = match
        elif isinstance(line.entry, _NAMELESS) and current:
            is_within = at < last[current] or current == settling
            match = current if is_within else ""
        if match:
            at_of[match].append(at)
    return {
        match: WrittenGame(match=match, report=report, at=tuple(at_of[match]))
        for match, report in reports.items()
    }


def _match_of(entry: AnyEntry) -> str:
    if isinstance(entry, e.GameReported):
        return entry.report.match
    return entry.match if isinstance(entry, StepEntry) else ""
