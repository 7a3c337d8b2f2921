"""All seasons of a league, each with its standings and fixtures."""

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
from league.selectors.access import LeagueAccess, get_visible_league
from league.selectors.competitions.fixtures import FixtureLine, FixtureLines
from league.selectors.competitions.playoffs import BracketShown, brackets_of
from league.selectors.competitions.results import get_season_results
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
    """The standings of a season or group, with explanations."""

    group: str
    rows: tuple[Row, ...]


def seasons_of(uid: str, viewer: Viewer) -> tuple[SeasonLine, ...]:
    """Return all seasons, newest first. Queries: 3."""
    league = get_visible_league(uid, viewer).league
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
    season = _season(get_visible_league(uid, viewer).league, number)
    return tuple(
        StandingsTable(group=group, rows=rows)
        for group, rows in get_season_results(season).tables().items()
    )


def fixtures_of(
    uid: str, viewer: Viewer, number: int | None = None
) -> Sequence[FixtureLine]:
    """Return the fixtures of a season, read page by page."""
    season = _season(get_visible_league(uid, viewer).league, number)
    return FixtureLines(season, partial(with_outlooks, season.league))


def brackets_in(
    uid: str, viewer: Viewer, number: int | None = None
) -> tuple[BracketShown, ...]:
    return brackets_of(_season(get_visible_league(uid, viewer).league, number))


def teams_of(
    uid: str, viewer: Viewer, number: int | None = None
) -> tuple[EntrantLine, ...]:
    return entrants_of(_season(get_visible_league(uid, viewer).league, number))


def _season(league: League, number: int | None) -> Season:
    return season_chosen(league, number)[0]


Names = tuple[tuple[int, str], ...]


def season_chosen(league: League, number: int | None) -> tuple[Season, Names]:
    """Return the season with this number, or the current one, and the names of all.
    Queries: 1."""
    found = list(league.seasons.order_by("-number"))
    wanted = found[0].number if number is None else number
    season = next((one for one in found if one.number == wanted), None)
    if season is None:
        raise Http404("This season does not exist.")
    season.league = league
    return season, tuple((one.number, one.name) for one in found)


def head_in(standpoint: LeagueAccess, season: Season) -> LeagueHead:
    """Return the page header for any season."""
    return replace(
        head_of(standpoint),
        season=season.name,
        season_number=season.number,
        season_stage=SeasonStage(season.stage),
        is_entry_closed=season.is_entry_closed,
    )


class OfSeason:
    """What all pages of one season share: the season and the list of the others."""

    __slots__ = ()
    head: LeagueHead
    seasons: Names

    @property
    def season_number(self) -> int:
        return self.head.season_number

    @property
    def asking(self) -> str:
        """Return the query string that selects the season."""
        is_last = self.season_number == self.seasons[0][0]
        return "" if is_last else f"season={self.season_number}"
