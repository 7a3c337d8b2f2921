"""The back of a scroll: the games a team played and every koban it moved."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from kernel.ids import NinjaId
from rulebook.catalogue import catalogue
from teams.models import JournalLine
from teams.rules.journal import entries as e
from teams.rules.journal import journal
from teams.rules.journal.entries import koban_moved
from teams.rules.journal.game_sentences import KINDS
from teams.rules.journal.journal import Line, Moment
from teams.rules.phrases import join_words, ninja_name
from teams.rules.reports.team_report import GameKind, Outcome, Standing
from teams.rules.state import Stage
from teams.selectors.journal_store import line_of
from teams.selectors.version_cache import Version, kept

RESULTS = {Outcome.WIN: "Won", Outcome.DRAW: "Drawn", Outcome.LOSS: "Lost"}
STANDINGS = {
    Standing.LEAGUE: "",
    Standing.FREE: "Free game",
    Standing.FRIENDLY: "Friendly",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class GameRecord:
    """One game as the back of the scroll lists it.

    `number` counts the games that counted; a friendly has none. `outcome` is
    "win", "draw" or "loss", and `mark` says what the game did not count for.
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
    standing: Standing
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
        """With a real minus, as a ledger has it."""
        return f"{self.koban:+}".replace("-", "\N{MINUS SIGN}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Records:
    """Games and treasury with the latest first.

    `xp_earned` is what each ninja learnt through the last game that counted;
    `sentence` is what the journal told last, and `written` when.
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


def team_records(version: Version, *, until: int | None = None) -> Records:
    """One query; none where this version of the team was read before."""
    if until is not None:
        return _read(version.team_id, until)
    return kept(
        version,
        lambda: _read(version.team_id, version.number),
        shapes=(Records, GameRecord, TreasuryLine),
    )


def without_notes(records: Records, *, keeps_league: bool) -> Records:
    """Return the records for readers who are not the owner.

    Members of the league read the notes of its matches, which they can see anyway;
    what two people wrote about a free game stays between them.
    """
    games = tuple(
        game
        if keeps_league and game.standing is Standing.LEAGUE
        else replace(game, notes="")
        for game in records.games
    )
    return replace(records, games=games)


def _read(team_id: int, until: int) -> Records:
    rows = JournalLine.objects.filter(team=team_id, number__lte=until)
    stored = {row.number: row for row in rows.order_by("number")}
    book = catalogue()
    lines = map(line_of, stored.values())
    found = tuple(journal.moments(lines, book.stored_house_rules, book))
    return Records(
        games=tuple(reversed(list(_games(found, stored)))),
        treasury=tuple(reversed(list(_treasury(found, stored)))),
        xp_earned=_xp_earned(found),
        written=stored[until].created,
        sentence=stored[until].wording,
    )


def _happened(line: Line, stored: Mapping[int, JournalLine]) -> datetime:
    """When a line's part was first told: what was worked out again by a correction
    happened on its own day, not on that of the correction."""
    return stored[line.place or line.number].created


def _games(
    moments: Sequence[Moment], stored: dict[int, JournalLine]
) -> Iterator[GameRecord]:
    followed = _followed(moments)
    number = 0
    for moment in moments:
        if not isinstance(moment.line.entry, e.GameReported):
            continue
        report = moment.line.entry.report
        is_off = report.kind is GameKind.CALLED_OFF
        counts = report.standing is not Standing.FRIENDLY and not is_off
        number += counts
        challenge = report.challenge and catalogue().challenges.get(report.challenge)
        is_played = report.kind is GameKind.PLAYED
        after = followed.get(report.match, ())
        yield GameRecord(
            line=moment.line.number,
            number=number if counts else None,
            played=_happened(moment.line, stored),
            opponents=join_words(report.opponents),
            challenge=challenge.name if challenge else "",
            score=report.score,
            outcome=report.outcome,
            result=RESULTS[report.outcome] if is_played else KINDS[report.kind],
            mark=STANDINGS[report.standing],
            koban=_revenue(after),
            all_stars=_all_stars(after),
            standing=report.standing,
            notes=report.notes,
        )


def _followed(moments: Iterable[Moment]) -> dict[str, list[Moment]]:
    """What followed from each match."""
    found: dict[str, list[Moment]] = {}
    for moment in moments:
        match = getattr(moment.line.entry, "match", None)
        if match is not None:
            found.setdefault(match, []).append(moment)
    return found


def _revenue(moments: Iterable[Moment]) -> int:
    entries = (one.line.entry for one in moments)
    return sum(koban_moved(one) for one in entries if isinstance(one, e.RevenueEarned))


def _all_stars(moments: Iterable[Moment]) -> str:
    named = [
        ninja_name(one.state, one.line.entry.ninja, catalogue())
        for one in moments
        if isinstance(one.line.entry, e.AllStarNamed)
        and one.line.entry.ninja is not None
    ]
    return join_words(named)


def _treasury(
    moments: Sequence[Moment], stored: dict[int, JournalLine]
) -> Iterator[TreasuryLine]:
    """Every line that moved koban; building the team is one line together."""
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
                sentence="Left over from building the team.",
                koban=built,
                balance=moment.state.koban,
            )


def _xp_earned(moments: Sequence[Moment]) -> dict[int, int]:
    last = next(
        (
            one.line.entry.report
            for one in reversed(moments)
            if isinstance(one.line.entry, e.GameReported)
            and one.line.entry.report.standing is not Standing.FRIENDLY
        ),
        None,
    )
    earned: dict[int, int] = {}
    after = _followed(moments).get(last.match, ()) if last else ()
    for ninja, xp in _learnt(after):
        earned[ninja] = earned.get(ninja, 0) + xp
    return earned


def _learnt(moments: Iterable[Moment]) -> Iterator[tuple[NinjaId, int]]:
    for moment in moments:
        entry = moment.line.entry
        if isinstance(entry, e.ExperienceEarned):
            yield from ((one.ninja, one.xp) for one in entry.awards)
        elif isinstance(entry, e.DowntimeRolled | e.AllStarNamed) and entry.ninja:
            yield entry.ninja, entry.xp
