"""All fixtures of a season on one page, with the brackets of its playoffs."""

from __future__ import annotations

from dataclasses import dataclass

from league.selectors.access import league_seen
from league.selectors.brackets import BracketShown, brackets_of
from league.selectors.fixtures import RoundLine, in_rounds, season_fixtures
from league.selectors.leagues import LeagueHead
from league.selectors.outlooks import with_outlooks
from league.selectors.seasons import Names, OfSeason, head_in, season_chosen
from teams.selectors import Viewer


@dataclass(frozen=True, slots=True, kw_only=True)
class FixturesPage(OfSeason):
    head: LeagueHead
    seasons: Names
    rounds: tuple[RoundLine, ...]
    brackets: tuple[BracketShown, ...]


def fixtures_page(uid: str, viewer: Viewer, number: int | None = None) -> FixturesPage:
    """Of one season, the last one unless told."""
    standpoint = league_seen(uid, viewer)
    season, seasons = season_chosen(standpoint.league, number)
    lines = with_outlooks(standpoint.league, season_fixtures(season))
    return FixturesPage(
        head=head_in(standpoint, season),
        seasons=seasons,
        rounds=in_rounds(lines),
        brackets=brackets_of(season),
    )
