"""Find the journal lines of a game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from kernel.ids import NinjaId, ProfileSlug
from rulebook.rules.book import Catalogue
from teams.rules.journal import entries as e
from teams.rules.journal.entries import AnyEntry, is_step_entry
from teams.rules.journal.journal import Line, active_lines
from teams.rules.phrases import distinct_labels, profile_name
from teams.rules.reports.team_report import MatchType, TeamReport

# Entries of a settlement that do not name their match.
_NAMELESS = (e.AdvancementRolled, e.AdvancementChosen, e.RoninOffered)


class JournalGame(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A game in a journal: its report, and the indexes of its active lines."""

    match: str
    report: TeamReport
    at: tuple[int, ...]

    @property
    def is_friendly(self) -> bool:
        return self.report.standing is MatchType.FRIENDLY


def find_games(lines: Sequence[Line], *, settling: str = "") -> dict[str, JournalGame]:
    """Return a team's reported games by match, in the order of its active lines.

    `settling` is the match with an open settlement: the latest rolls belong to it.
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
        if match and reports[match].standing is not MatchType.FRIENDLY:
            current = match
        elif isinstance(line.entry, _NAMELESS) and current:
            is_within = at < last[current] or current == settling
            match = current if is_within else ""
        if match:
            at_of[match].append(at)
    return {
        match: JournalGame(match=match, report=report, at=tuple(at_of[match]))
        for match, report in reports.items()
    }


def find_voided_lines(lines: Sequence[Line], match: str) -> tuple[Line, ...]:
    """Return the lines of a void game as they were when it last counted.

    Advancements that have moved on to a later game are left out.
    """
    told = [
        line
        for line in lines
        if isinstance(line.entry, e.GameReported) and line.entry.report.match == match
    ]
    if not told:
        return ()
    reported = max(told, key=lambda line: line.number)
    voids = (
        line.number
        for line in lines
        if isinstance(line.entry, e.Voided) and reported.batch in line.entry.batches
    )
    end = min((one for one in voids if one > reported.number), default=None)
    if end is None:
        return ()
    now = active_lines(lines)
    counting, grown = {line.batch for line in now}, [line.entry for line in now]
    stood = active_lines(lines, until=end - 1)
    game = find_games(stood, settling=match)[match]
    return tuple(
        line
        for line in (stood[at] for at in game.at)
        if line.batch not in counting
        and not (isinstance(line.entry, _NAMELESS) and line.entry in grown)
    )


def find_dropped_steps(
    lines: Iterable[Line], counting: Sequence[Line]
) -> dict[str, tuple[Line, ...]]:
    """Return, by match, the settlement steps that no longer count, each once.

    A later correction may need the dice and choices again that an earlier one undid.
    """
    batches = {line.batch for line in counting}
    told = {line.entry for line in counting if _is_step(line.entry)}
    found: dict[str, list[Line]] = {}
    current = ""
    for line in sorted(lines, key=lambda one: one.order):
        entry = line.entry
        if isinstance(entry, e.GameReported):
            is_friendly = entry.report.standing is MatchType.FRIENDLY
            current = current if is_friendly else entry.report.match
        if line.batch in batches or not _is_step(entry) or entry in told:
            continue
        told.add(entry)
        if match := _match_of(entry) or current:
            found.setdefault(match, []).append(line)
    return {match: tuple(steps) for match, steps in found.items()}


# Entries that give a ninja its name.
NAMING = (e.Recruited, e.LoanJoined, e.NinjaRenamed, e.Traded)


def list_names_in_games(
    lines: Iterable[Line], book: Catalogue
) -> dict[str, dict[NinjaId, str]]:
    """Return, by match, the names of all ninja when it was reported.

    Ninja that have left since are included. Only lines of the kinds in `NAMING`,
    reports and voiding lines are needed.
    """
    profiles: dict[NinjaId, ProfileSlug] = {}
    names: dict[NinjaId, str] = {}
    found: dict[str, dict[NinjaId, str]] = {}
    for line in active_lines(lines):
        match line.entry:
            case e.Recruited(ninja=ninja, profile=profile, name=name):
                profiles[ninja], names[ninja] = profile, name
            case e.LoanJoined(ninja=ninja, profile=profile):
                profiles[ninja], names[ninja] = profile, ""
            case e.NinjaRenamed(ninja=ninja, name=name):
                names[ninja] = name
            case e.Traded(received=received):
                profiles |= {one.id: one.profile for one in received}
                names |= {one.id: one.name for one in received}
            case e.GameReported(report=report):
                found[report.match] = distinct_labels(
                    {
                        ninja: names[ninja] or profile_name(profile, book)
                        for ninja, profile in profiles.items()
                    }
                )
            case _:
                pass
    return found


def find_steps_dropped_by_correction(
    lines: Sequence[Line], match: str
) -> tuple[Line, ...]:
    """Return the steps of a game that counted until a correction resettled it.

    Steps that its player has undone are left out.
    """
    counting = active_lines(lines)
    told = [
        line
        for line in counting
        if isinstance(line.entry, e.GameReported) and line.entry.report.match == match
    ]
    if not told or not told[0].place:
        return ()
    before = [line for line in lines if line.number < told[0].number]
    return find_dropped_steps(before, counting).get(match, ())


def ends_nameless(lines: Sequence[Line]) -> bool:
    """Return whether the last line of a game does not name its match."""
    return bool(lines) and isinstance(lines[-1].entry, _NAMELESS)


def _match_of(entry: AnyEntry) -> str:
    if isinstance(entry, e.GameReported):
        return entry.report.match
    return entry.match if is_step_entry(entry) else ""


def _is_step(entry: AnyEntry) -> bool:
    return is_step_entry(entry) or isinstance(entry, _NAMELESS)


def is_about(entry: AnyEntry, ninja: NinjaId) -> bool:
    """Return whether an entry names this ninja, alone or among others."""
    return ninja in list_ninja_in(entry)


def list_ninja_in(entry: AnyEntry) -> tuple[NinjaId, ...]:
    """Return every ninja that an entry names."""
    match entry:
        case e.DowntimeExcused():
            return (entry.by,) if entry.ninja is None else (entry.ninja, entry.by)
        case e.ExperienceEarned():
            return tuple(award.ninja for award in entry.awards)
        case e.RevenueEarned():
            return tuple(one.ninja for one in entry.items if one.ninja is not None)
        case e.GameReported():
            return tuple(
                row.ninja
                for row in entry.report.ninja
                if row.was_fielded or row.in_healing_house or row.feats
            )
        case e.Traded():
            return (*entry.given, *(one.id for one in entry.received))
        case e.AbsencesTicked():
            return entry.ninja
        case _:
            named = getattr(entry, "ninja", None)
            return () if named is None else (named,)
