"""History of a team: sentences, charts, and the career of a ninja."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from itertools import groupby
from typing import Any

from django.http import Http404

from kernel.elements import Element
from kernel.ids import NinjaId
from rulebook.catalogue import catalogue
from rulebook.rules.rule_setting_values import DiceSource
from teams.models import JournalLine, Team
from teams.rules.journal import entries as e
from teams.rules.journal import journal
from teams.rules.journal.entries import AnyEntry, koban_moved
from teams.rules.journal.journal import HistoryPoint, Line
from teams.rules.journal.line_index import is_about
from teams.rules.journal.sentences import hide_leagues
from teams.rules.phrases import ninja_name
from teams.rules.roster.rating import rating
from teams.rules.roster.scroll import ScrollRow
from teams.selectors.access import Viewer, get_visible_team
from teams.selectors.journal_store import build_line, query_lines
from teams.selectors.scroll_front import RowMarks, build_row_marks
from teams.selectors.team_header import (
    TeamHeader,
    get_team_header,
    get_visible_scroll,
    list_hidden_leagues,
)
from teams.selectors.version_cache import TeamVersion, cached_by_version


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceDetails:
    """Dice of the site, with everything needed to check them."""

    seed: str
    promised: str
    stream: str
    record: tuple[tuple[tuple[int, ...], int], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryLine:
    """One line with its sentence from the time of writing.

    `faces` are the dice, rolled by the site or, if `is_from_table`, by hand.
    """

    number: int
    place: int
    batch: str
    kind: str
    sentence: str
    actor_name: str
    created: datetime
    koban_moved: int
    is_standing: bool
    faces: tuple[Element, ...]
    is_from_table: bool
    dice: DiceDetails | None

    @property
    def signed(self) -> str:
        """The koban moved, with a real minus sign."""
        return f"{self.koban_moved:+}".replace("-", "\N{MINUS SIGN}")


@dataclass(frozen=True, slots=True, kw_only=True)
class GrowthPoint:
    """The team after a line, for charts."""

    number: int
    created: datetime
    koban: int
    rating: int
    games: int


@dataclass(frozen=True, slots=True, kw_only=True)
class XpSeries:
    """A ninja's experience after every line that changed it."""

    ninja: int
    name: str
    points: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryPage:
    """Lines in the order of writing, the latest last."""

    head: TeamHeader
    lines: tuple[HistoryLine, ...]
    points: tuple[GrowthPoint, ...]
    xp: tuple[XpSeries, ...]


def get_history_page(team_id: int, viewer: Viewer) -> HistoryPage:
    """Return the history page. Queries: 2 for owners, 4 for others."""
    team = get_visible_team(team_id, viewer)
    read = _read(team)
    grown = _grown(team, read)
    head = get_team_header(team, viewer)
    lines = tuple(map(read.told, read.rows))
    return HistoryPage(
        head=head,
        lines=lines if head.is_own else _without_leagues(lines, team.pk, viewer),
        points=grown.points,
        xp=grown.xp,
    )


def _without_leagues(
    lines: tuple[HistoryLine, ...], team_id: int, viewer: Viewer
) -> tuple[HistoryLine, ...]:
    """Return the lines without the names of leagues hidden from the viewer."""
    hidden = list_hidden_leagues(team_id, viewer)
    return tuple(
        replace(line, sentence=hide_leagues(line.sentence, hidden)) for line in lines
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class CareerPage:
    """The career of a ninja on a team, also after it has left."""

    head: TeamHeader
    row: ScrollRow
    marks: RowMarks
    is_gone: bool
    lines: tuple[HistoryLine, ...]
    xp: tuple[tuple[int, int], ...]
    games_played: int
    all_stars: int
    founding: str  # the founding batch, which cannot be undone


def get_ninja_career(team_id: int, ninja: int, viewer: Viewer) -> CareerPage:
    """Return the career of a ninja. Queries: 2."""
    team = get_visible_team(team_id, viewer)
    read = _read(team)
    who = NinjaId(ninja)
    lived = [one for one in read.moments if one.state.holds(who)]
    if not lived:
        raise Http404("This team never had that ninja.")
    head = get_team_header(team, viewer)
    rows = get_visible_scroll(lived[-1].state, team, head).rows
    entries = [one.line.entry for one in read.moments]
    return CareerPage(
        head=head,
        row=next(row for row in rows if row.ninja == who),
        marks=build_row_marks(lived[-1].state, lived[-1].state.find(who)),
        is_gone=not read.moments[-1].state.holds(who),
        lines=tuple(
            read.told(row)
            for row in read.rows
            if is_about(read.lines[row.number].entry, who)
        ),
        xp=_xp_points(lived, who),
        games_played=sum(_was_fielded(entry, who) for entry in entries),
        all_stars=sum(_is_all_star(entry, who) for entry in entries),
        founding=str(read.rows[0].batch),
    )


@dataclass(frozen=True)
class _Read:
    """A journal read once: its rows and its lines."""

    rows: tuple[JournalLine, ...]
    lines: dict[int, Line]
    standing: frozenset[int]
    created: dict[int, datetime]

    @cached_property
    def moments(self) -> tuple[HistoryPoint, ...]:
        """The team after every line; the slowest part, so it is computed once."""
        book, lines = catalogue(), self.lines.values()
        return tuple(journal.history_points(lines, book.stored_house_rules, book))

    def told(self, row: JournalLine) -> HistoryLine:
        is_standing = row.number in self.standing
        entry = self.lines[row.number].entry
        return HistoryLine(
            number=row.number,
            place=row.place or row.number,
            batch=str(row.batch),
            kind=row.kind,
            sentence=row.wording,
            actor_name=row.actor.name if row.actor else "",
            created=row.created,
            koban_moved=koban_moved(entry) if is_standing else 0,
            is_standing=is_standing,
            faces=getattr(entry, "dice", ()),
            is_from_table=getattr(entry, "source", None) is DiceSource.TABLE,
            dice=_dice(row.dice),
        )

    def point(self, moment: HistoryPoint) -> GrowthPoint:
        return GrowthPoint(
            number=moment.line.number,
            created=self.created[moment.line.place or moment.line.number],
            koban=moment.state.koban,
            rating=rating(moment.state, catalogue()),
            games=moment.state.games,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Grown:
    """Chart data of one version of a team. It holds no names of people, so it can be
    cached."""

    points: tuple[GrowthPoint, ...]
    xp: tuple[XpSeries, ...]


def _grown(team: Team, read: _Read) -> _Grown:
    def make() -> _Grown:
        points = tuple(map(read.point, read.moments))
        return _Grown(points=points, xp=_xp_series(read.moments))

    version = TeamVersion(team.pk, team.version, team.updated)
    return cached_by_version(version, make, shapes=(_Grown, GrowthPoint, XpSeries))


def _read(team: Team) -> _Read:
    rows = tuple(query_lines(team).select_related("actor"))
    lines = {row.number: build_line(row) for row in rows}
    return _Read(
        rows=rows,
        lines=lines,
        standing=frozenset(one.number for one in journal.active_lines(lines.values())),
        created={row.number: row.created for row in rows},
    )


def _dice(plain: dict[str, Any] | None) -> DiceDetails | None:
    if plain is None:
        return None
    return DiceDetails(
        seed=plain["seed"],
        promised=plain["promised"],
        stream=plain["stream"],
        record=tuple((tuple(results), limit) for results, limit in plain["record"]),
    )


def _xp_series(moments: Sequence[HistoryPoint]) -> tuple[XpSeries, ...]:
    """Return a series for each ninja that ever gained XP, in the order of joining."""
    book = catalogue()
    last_of = {one.id: moment.state for moment in moments for one in moment.state.ninja}
    series = (
        XpSeries(
            ninja=ninja,
            name=ninja_name(state, ninja, book),
            points=_xp_points(
                [one for one in moments if one.state.holds(ninja)], ninja
            ),
        )
        for ninja, state in last_of.items()
    )
    return tuple(one for one in series if one.points[-1][1])


def _xp_points(
    moments: Iterable[HistoryPoint], ninja: NinjaId
) -> tuple[tuple[int, int], ...]:
    """Return line number and experience where it changed."""
    points: list[tuple[int, int]] = []
    for moment in moments:
        xp = moment.state.find(ninja).xp
        if not points or points[-1][1] != xp:
            points.append((moment.line.number, xp))
    return tuple(points)


def _was_fielded(entry: AnyEntry, ninja: NinjaId) -> bool:
    return isinstance(entry, e.GameReported) and entry.report.was_fielded(ninja)


def _is_all_star(entry: AnyEntry, ninja: NinjaId) -> bool:
    return isinstance(entry, e.AllStarNamed) and entry.ninja == ninja


FOUNDED = "founded"


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryBatch:
    """The lines of one batch. `can_fall`: it can be undone."""

    batch: str
    actor_name: str
    created: datetime
    lines: tuple[HistoryLine, ...]
    can_fall: bool

    @property
    def last(self) -> int:
        return self.lines[-1].number


def group_by_batch(
    lines: Sequence[HistoryLine], founding: str = ""
) -> tuple[HistoryBatch, ...]:
    """Return the batches. `founding` names the first one if its lines are missing."""
    found = []
    for batch, together in groupby(lines, key=lambda line: line.batch):
        members = tuple(together)
        has_founded = any(line.kind == FOUNDED for line in members)
        is_founding = has_founded or batch == founding
        found.append(
            HistoryBatch(
                batch=batch,
                actor_name=members[0].actor_name,
                created=members[0].created,
                lines=members,
                can_fall=members[0].is_standing and not is_founding,
            )
        )
    return tuple(reversed(found))
