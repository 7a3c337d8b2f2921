"""Any season of a league, not only the last: its table, its fixtures, its end."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

import msgspec
from django.http import Http404

from league.models import League, Season
from league.models.seasons import SeasonStage
from league.rules.seasons import FinalPlace
from league.rules.standings import Row
from league.selectors.access import league_seen
from league.selectors.brackets import BracketShown, brackets_of
from league.selectors.fixtures import FixtureLine, season_fixtures
from league.selectors.leagues import EntrantLine, entrants_of, season_last
from league.selectors.outlooks import with_outlooks
from league.selectors.results import season_facts
from teams.selectors import Viewer


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
) -> tuple[FixtureLine, ...]:
    season = _season(league_seen(uid, viewer).league, number)
    return with_outlooks(season.league, season_fixtures(season))


def brackets_in(
    uid: str, viewer: Viewer, number: int | None = None
) -> tuple[BracketShown, ...]:
    return brackets_of(_season(league_seen(uid, viewer).league, number))


def teams_of(
    uid: str, viewer: Viewer, number: int | None = None
) -> tuple[EntrantLine, ...]:
    return entrants_of(_season(league_seen(uid, viewer).league, number))


def _season(league: League, number: int | None) -> Season:
    """The one with this number, or the one that is on."""
    if number is None:
        season: Season | None = season_last(league)
    else:
        season = league.seasons.filter(number=number).first()
    if season is None:
        raise Http404("There is no such season.")
    season.league = league
    return season
