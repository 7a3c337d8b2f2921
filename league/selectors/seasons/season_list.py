"""Any season of a league, not only the last: its table, its fixtures, its end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial

import msgspec
from django.http import Http404

from league.models.leagues import League
from league.models.seasons import Season, SeasonStage
from league.rules.competitions.standings import Row
from league.rules.seasons import FinalPlace
from league.selectors.access import Standpoint, league_seen
from league.selectors.competitions.fixtures import FixtureLine, FixtureLines
from league.selectors.competitions.playoffs import BracketShown, brackets_of
from league.selectors.competitions.results import season_facts
from league.selectors.competitions.win_chances import with_outlooks
from league.selectors.leagues import (
    EntrantLine,
    LeagueHead,
    entrants_of,
    head_of,
)
from teams.selectors.access import Viewer


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonLine:
    number: int
    name: str
    stage: SeasonStage
    is_entry_closed: bool
    started: datetime | None
    closed: datetime | None
    final: tuple[FinalPlace, ...]  # empty until it is closed


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingsTable:
    """The table of a season, or of one of its groups; each row says why."""

    group: str
    rows: tuple[Row, ...]


def seasons_of(uid: str, viewer: Viewer) -> tuple[SeasonLine, ...]:
    """The latest first. Three queries."""
    league = league_seen(uid, viewer).league
    return tuple(
        SeasonLine(
            number=one.number,
            name=one.name,
            stage=SeasonStage(one.stage),
            is_entry_closed=one.is_entry_closed,
            started=one.started,
            closed=one.closed,
            final=msgspec.convert(one.final_table or (), tuple[FinalPlace, ...]),
        )
        for one in league.seasons.order_by("-number")
    )


def tables_of(
    uid: str, viewer: Viewer, number: int | None = None
) -> tuple[StandingsTable, ...]:
    season = _season(league_seen(uid, viewer).league, number)
    return tuple(
        StandingsTable(group=group, rows=rows)
        for group, rows in season_facts(season).tables().items()
    )


def fixtures_of(
    uid: str, viewer: Viewer, number: int | None = None
) -> Sequence[FixtureLine]:
    """Of which only the page that is asked for is read."""
    season = _season(league_seen(uid, viewer).league, number)
    return FixtureLines(season, partial(with_outlooks, season.league))


def brackets_in(
    uid: str, viewer: Viewer, number: int | None = None
) -> tuple[BracketShown, ...]:
    return brackets_of(_season(league_seen(uid, viewer).league, number))


def teams_of(
    uid: str, viewer: Viewer, number: int | None = None
) -> tuple[EntrantLine, ...]:
    return entrants_of(_season(league_seen(uid, viewer).league, number))


def _season(league: League, number: int | None) -> Season:
    return season_chosen(league, number)[0]


Names = tuple[tuple[int, str], ...]


def season_chosen(league: League, number: int | None) -> tuple[Season, Names]:
    """The season with this number, or the one that is on, and what all of them are
    called, the latest first. One query."""
    found = list(league.seasons.order_by("-number"))
    wanted = found[0].number if number is None else number
    season = next((one for one in found if one.number == wanted), None)
    if season is None:
        raise Http404("This season does not exist.")
    season.league = league
    return season, tuple((one.number, one.name) for one in found)


def head_in(standpoint: Standpoint, season: Season) -> LeagueHead:
    """The head of a page that shows one season, whether it is on or long over."""
    return replace(
        head_of(standpoint),
        season=season.name,
        season_number=season.number,
        season_stage=SeasonStage(season.stage),
        is_entry_closed=season.is_entry_closed,
    )


class OfSeason:
    """What pages of one season share: which one, and which others there are."""

    __slots__ = ()
    head: LeagueHead
    seasons: Names

    @property
    def season_number(self) -> int:
        return self.head.season_number

    @property
    def asking(self) -> str:
        """What an address needs beside it to lead to the same season."""
        is_last = self.season_number == self.seasons[0][0]
        return "" if is_last else f"season={self.season_number}"
