"""The back of the scroll: the team's games and the moves of its treasury."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from kernel.ids import NinjaId
from kernel.phrases import list_words
from rulebook.catalogue import catalogue
from teams.models import JournalLine
from teams.rules.journal import entries as e
from teams.rules.journal import journal
from teams.rules.journal.entries import koban_moved
from teams.rules.journal.journal import HistoryPoint, Line
from teams.rules.phrases import ninja_name
from teams.rules.reports.team_report import GameKind, MatchType, Outcome
from teams.rules.state import Stage
from teams.selectors.journal_store import build_line
from teams.selectors.version_cache import TeamVersion, cached_by_version

RESULTS = {Outcome.WIN: "Won", Outcome.DRAW: "Drawn", Outcome.LOSS: "Lost"}
NOT_PLAYED = {
    GameKind.BYE: "Bye",
    GameKind.FORFEIT_WON: "Won by forfeit",
    GameKind.FORFEIT_LOST: "Forfeited",
    GameKind.EXCUSED_LOSS: "Lost, too few ninja fit",
    GameKind.DOUBLE_FORFEIT: "Double forfeit",
    GameKind.CALLED_OFF: "Called off",
}
STANDINGS = {
    MatchType.LEAGUE: "",
    MatchType.FREE: "Free match",
    MatchType.FRIENDLY: "Friendly",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class GameRecord:
    """A game in the list of games.

    `number` counts the games that count; friendlies have none. `mark` labels free
    matches and friendlies.
    """

    line: int
    number: int | None
    played: datetime
    opponents: str
    challenge: str
    score: int
    outcome: Outcome
    result: str
    mark: str
    koban: int
    all_stars: str
    standing: MatchType
    notes: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TreasuryLine:
    line: int
    written: datetime
    sentence: str
    koban: int
    balance: int

    @property
    def signed(self) -> str:
        """The amount with a sign, using a real minus sign."""
        return f"{self.koban:+}".replace("-", "\N{MINUS SIGN}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Records:
    """Games and treasury, the latest first.

    `xp_earned` is each ninja's XP from the last game that counted. `sentence` and
    `written` are of the last journal line.
    """

    games: tuple[GameRecord, ...]
    treasury: tuple[TreasuryLine, ...]
    xp_earned: dict[int, int]
    written: datetime
    sentence: str

    @property
    def won(self) -> int:
        return self._count(Outcome.WIN)

    @property
    def drawn(self) -> int:
        return self._count(Outcome.DRAW)

    @property
    def lost(self) -> int:
        return self._count(Outcome.LOSS)

    def _count(self, outcome: Outcome) -> int:
        return sum(
            game.outcome is outcome for game in self.games if game.number is not None
        )


def get_team_records(version: TeamVersion, *, until: int | None = None) -> Records:
    """Return the records of a team. Queries: 1, or 0 if cached."""
    if until is not None:
        return _read(version.team_id, until)
    return cached_by_version(
        version,
        lambda: _read(version.team_id, version.number),
        shapes=(Records, GameRecord, TreasuryLine),
    )


def hide_notes(records: Records, *, keeps_league: bool) -> Records:
    """Return the records for readers who are not the owner.

    Members of the league can see the notes of its matches anyway. Notes of free matches
    stay private.
    """
    games = tuple(
        game
        if keeps_league and game.standing is MatchType.LEAGUE
        else replace(game, notes="")
        for game in records.games
    )
    return replace(records, games=games)


def _read(team_id: int, until: int) -> Records:
    rows = JournalLine.objects.filter(team=team_id, number__lte=until)
    stored = {row.number: row for row in rows.order_by("number")}
    book = catalogue()
    lines = map(build_line, stored.values())
    found = tuple(journal.history_points(lines, book.stored_house_rules, book))
    return Records(
        games=tuple(reversed(list(_games(found, stored)))),
        treasury=tuple(reversed(list(_treasury(found, stored)))),
        xp_earned=_xp_earned(found),
        written=stored[until].created,
        sentence=stored[until].wording,
    )


def _happened(line: Line, stored: Mapping[int, JournalLine]) -> datetime:
    """Return when a line happened.

    A line that a correction rewrote keeps the time of the line it replaces.
    """
    return stored[line.place or line.number].created


def _games(
    moments: Sequence[HistoryPoint], stored: dict[int, JournalLine]
) -> Iterator[GameRecord]:
    followed = _followed(moments)
    number = 0
    for moment in moments:
        if not isinstance(moment.line.entry, e.GameReported):
            continue
        report = moment.line.entry.report
        is_off = report.kind is GameKind.CALLED_OFF
        counts = report.standing is not MatchType.FRIENDLY and not is_off
        number += counts
        challenge = report.challenge and catalogue().challenges.get(report.challenge)
        is_played = report.kind is GameKind.PLAYED
        after = followed.get(report.match, ())
        yield GameRecord(
            line=moment.line.number,
            number=number if counts else None,
            played=_happened(moment.line, stored),
            opponents=list_words(report.opponents),
            challenge=challenge.name if challenge else "",
            score=report.score,
            outcome=report.outcome,
            result=RESULTS[report.outcome] if is_played else NOT_PLAYED[report.kind],
            mark=STANDINGS[report.standing],
            koban=_revenue(after),
            all_stars=_all_stars(after),
            standing=report.standing,
            notes=report.notes,
        )


def _followed(moments: Iterable[HistoryPoint]) -> dict[str, list[HistoryPoint]]:
    """Return the lines that name each match."""
    found: dict[str, list[HistoryPoint]] = {}
    for moment in moments:
        match = getattr(moment.line.entry, "match", None)
        if match is not None:
            found.setdefault(match, []).append(moment)
    return found


def _revenue(moments: Iterable[HistoryPoint]) -> int:
    entries = (one.line.entry for one in moments)
    return sum(koban_moved(one) for one in entries if isinstance(one, e.RevenueEarned))


def _all_stars(moments: Iterable[HistoryPoint]) -> str:
    named = [
        ninja_name(one.state, one.line.entry.ninja, catalogue())
        for one in moments
        if isinstance(one.line.entry, e.AllStarNamed)
        and one.line.entry.ninja is not None
    ]
    return list_words(named)


def _treasury(
    moments: Sequence[HistoryPoint], stored: dict[int, JournalLine]
) -> Iterator[TreasuryLine]:
    """Yield every line that moved koban; building the team is a single line."""
    built = 0
    for moment in moments:
        number, koban = moment.line.number, koban_moved(moment.line.entry)
        is_founding = moment.state.stage is Stage.DRAFT
        is_registered = isinstance(moment.line.entry, e.Registered)
        if is_founding or is_registered:
            built += koban
        elif koban:
            yield TreasuryLine(
                line=number,
                written=_happened(moment.line, stored),
                sentence=stored[number].wording,
                koban=koban,
                balance=moment.state.koban,
            )
        if is_registered or (is_founding and moment is moments[-1]):
            yield TreasuryLine(
                line=number,
                written=_happened(moment.line, stored),
                sentence="Left over after building the team.",
                koban=built,
                balance=moment.state.koban,
            )


def _xp_earned(moments: Sequence[HistoryPoint]) -> dict[int, int]:
    last = next(
        (
            one.line.entry.report
            for one in reversed(moments)
            if isinstance(one.line.entry, e.GameReported)
            and one.line.entry.report.standing is not MatchType.FRIENDLY
        ),
        None,
    )
    earned: dict[int, int] = {}
    after = _followed(moments).get(last.match, ()) if last else ()
    for ninja, xp in _learnt(after):
        earned[ninja] = earned.get(ninja, 0) + xp
    return earned


def _learnt(moments: Iterable[HistoryPoint]) -> Iterator[tuple[NinjaId, int]]:
    for moment in moments:
        entry = moment.line.entry
        if isinstance(entry, e.ExperienceEarned):
            yield from ((one.ninja, one.xp) for one in entry.awards)
        elif isinstance(entry, e.DowntimeRolled | e.AllStarNamed) and entry.ninja:
            yield entry.ninja, entry.xp
