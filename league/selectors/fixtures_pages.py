"""All fixtures of a season on one page, with the brackets of its playoffs."""

from __future__ import annotations

from dataclasses import dataclass

from league.selectors.access import league_seen
from league.selectors.brackets import BracketShown, brackets_of
from league.selectors.fixtures import RoundLine, in_rounds, season_fixtures
from league.selectors.leagues import LeagueHead, head_of, season_last
from league.selectors.outlooks import with_outlooks
from teams.selectors import Viewer


@dataclass(frozen=True, slots=True, kw_only=True)
class FixturesPage:
    head: LeagueHead
    rounds: tuple[RoundLine, ...]
    brackets: tuple[BracketShown, ...]


def fixtures_page(uid: str, viewer: Viewer) -> FixturesPage:
    standpoint = league_seen(uid, viewer)
    season = season_last(standpoint.league)
    lines = with_outlooks(standpoint.league, season_fixtures(season))
    return FixturesPage(
        head=head_of(standpoint),
        rounds=in_rounds(lines),
        brackets=brackets_of(season),
    )
