"""Pages of a season: standings, fixtures, leaders and tasks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial

import msgspec
from django.http import Http404

from challenges.rules.stages import MatchStage
from league.models.competitions import CompetitionKind, CompetitionStage
from league.models.leagues import League
from league.models.seasons import EntrantStage, Season, SeasonStage
from league.rules.competitions.results import ResultLetter
from league.rules.competitions.standings import Row, describe_unplayed
from league.rules.history.statistics import Lead, leaders
from league.rules.seasons import FinalPlace
from league.selectors.access import LeagueAccess, get_visible_league
from league.selectors.competitions.fixtures import (
    FixtureLine,
    FixtureLines,
    RoundLine,
    in_rounds,
    season_fixtures,
)
from league.selectors.competitions.playoffs import BracketShown, brackets_of
from league.selectors.competitions.results import SeasonResults, get_season_results
from league.selectors.competitions.standings_forecast import with_outlooks
from league.selectors.leagues import (
    EntrantLine,
    LeagueHead,
    entrants_of,
    head_of,
)
from league.selectors.statistics import Board, boards, season_matches
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


FORM = 5
TO_DATE_MAX = 3  # matches to find a date for; the others are among the fixtures
# Matches come first in which other players wait for the viewer.
_URGENCY = (
    MatchStage.DISPUTED,
    MatchStage.REPORTED,
    MatchStage.OPEN,
    MatchStage.CONFIRMED,
    MatchStage.ARRANGED,
)
SHOWN_LEADS = (Lead.ALL_STARS, Lead.INJURIES_GIVEN, Lead.XP)


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRow:
    """A row of the standings with its extras."""

    row: Row
    entrant: EntrantLine
    form: tuple[ResultLetter, ...]  # the latest last
    is_own: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class DivisionStandings:
    name: str
    rows: tuple[TableRow, ...]

    @property
    def unplayed_words(self) -> str:
        return describe_unplayed(one.row for one in self.rows)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonPage(OfSeason):
    head: LeagueHead
    seasons: Names
    champions: tuple[str, ...]  # of a season that is over
    entrants: tuple[EntrantLine, ...]
    own: tuple[EntrantLine, ...]
    tables: tuple[DivisionStandings, ...]
    rounds: tuple[RoundLine, ...]  # that are being played
    results: tuple[FixtureLine, ...]  # the latest
    waiting: tuple[FixtureLine, ...]  # that wait for the viewer
    rulings: tuple[FixtureLine, ...]  # that the ninja master who looks owes
    rounds_over: int
    rounds_planned: int  # drawn, or known to be
    brackets: tuple[BracketShown, ...]
    boards: tuple[Board, ...]
    tie_words: str

    @property
    def may_enter(self) -> bool:
        return self.head.may_play and not self.own

    @property
    def may_arrange(self) -> bool:
        """Return whether the viewer may arrange matches: of their own team, or of
        all as a master. Before the season starts these are friendlies."""
        plays = [one for one in self.entrants if one.stage == EntrantStage.ACTIVE]
        is_on = self.head.season_stage != "closed" and len(plays) > 1
        return is_on and (bool(self.own) or self.head.is_master)

    @property
    def has_begun(self) -> bool:
        return self.head.season_stage != "gathering"


def get_season_page(uid: str, viewer: Viewer, number: int | None = None) -> SeasonPage:
    """Return the page of a season, by default the last one."""
    standpoint = get_visible_league(uid, viewer)
    season, seasons = season_chosen(standpoint.league, number)
    person_id = standpoint.person.pk if standpoint.person else None
    entrants = entrants_of(season)
    fixtures = season_fixtures(season)
    rounds = in_rounds(fixtures)
    played = [one for one in fixtures if one.is_played]
    facts = get_season_results(season)
    return SeasonPage(
        head=head_in(standpoint, season),
        seasons=seasons,
        champions=tuple(
            one["name"] for one in season.final_table or () if one["is_champion"]
        ),
        entrants=entrants,
        own=tuple(
            one
            for one in entrants
            if one.person_id == person_id and one.stage == EntrantStage.ACTIVE
        ),
        tables=tuple(
            DivisionStandings(
                name=name, rows=_rows(rows, entrants, fixtures, person_id)
            )
            for name, rows in facts.tables().items()
            if not _is_nothing_but_playoffs(fixtures, facts)
        ),
        rounds=tuple(one for one in rounds if not one.is_over)[:2],
        results=tuple(reversed(played[-6:])),
        waiting=_waiting(fixtures, person_id),
        rulings=tuple(
            one
            for one in fixtures
            if standpoint.is_master
            and one.stage is MatchStage.DISPUTED
            and not one.is_of(person_id)
        ),
        rounds_over=sum(one.is_over for one in rounds if one.id is not None),
        rounds_planned=_rounds_planned(season, rounds),
        brackets=brackets_of(season) if _is_played_off(fixtures) else (),
        boards=_boards(season),
        tie_words=_points_words(facts),
    )


def _rounds_planned(season: Season, rounds: Iterable[RoundLine]) -> int:
    """Return the planned number of rounds of a competition drawn round by round."""
    drawn = Counter(
        one.fixtures[0].competition_number for one in rounds if one.id is not None
    )
    running = season.competitions.filter(stage=CompetitionStage.RUNNING)
    for number, settings in running.values_list("number", "settings"):
        if drawn[number]:
            drawn[number] = max(drawn[number], settings.get("rounds") or 0)
    return drawn.total()


def _is_played_off(fixtures: Iterable[FixtureLine]) -> bool:
    return any(one.kind == CompetitionKind.PLAYOFFS for one in fixtures)


def _is_nothing_but_playoffs(
    fixtures: Iterable[FixtureLine], facts: SeasonResults
) -> bool:
    """Return whether the season has only playoffs, which do not count for standings."""
    has_table = facts.results or facts.planned or facts.adjustments
    return not has_table and _is_played_off(fixtures)


def _waiting(
    fixtures: Iterable[FixtureLine], person_id: int | None
) -> tuple[FixtureLine, ...]:
    """Return the viewer's started matches, and the next ones to date."""
    own = [one for one in fixtures if one.is_of(person_id) and one.stage in _URGENCY]
    to_date = [one for one in own if one.is_waiting][:TO_DATE_MAX]
    begun = (one for one in own if not one.is_waiting)
    return tuple(sorted((*begun, *to_date), key=lambda one: _URGENCY.index(one.stage)))


def _boards(season: Season) -> tuple[Board, ...]:
    return boards(leaders(season_matches(season), top=3), SHOWN_LEADS)


def _rows(
    rows: Iterable[Row],
    entrants: Iterable[EntrantLine],
    fixtures: Iterable[FixtureLine],
    person_id: int | None,
) -> tuple[TableRow, ...]:
    known = {one.id: one for one in entrants}
    forms = _forms(fixtures)
    return tuple(
        TableRow(
            row=row,
            entrant=known[row.entry],
            form=tuple(forms.get(row.entry, ())[-FORM:]),
            is_own=person_id is not None and known[row.entry].person_id == person_id,
        )
        for row in rows
    )


def _forms(fixtures: Iterable[FixtureLine]) -> dict[int, list[ResultLetter]]:
    forms: dict[int, list[ResultLetter]] = {}
    for fixture in fixtures:
        if not fixture.is_played:
            continue
        for side in fixture.sides:
            if side.entry is not None and side.ending is not None:
                forms.setdefault(side.entry, []).append(side.ending)
    return forms


def _points_words(facts: SeasonResults) -> str:
    points = facts.rules.standings_points
    told = f"Win {points.win}, draw {points.draw}, loss {points.loss}."
    own = [one.rules.standings_points for one in facts.results if one.rules]
    if all(one == points for one in own):
        return told
    return f"{told} Matches played under earlier house rules keep their points."


@dataclass(frozen=True, slots=True, kw_only=True)
class FixturesPage(OfSeason):
    head: LeagueHead
    seasons: Names
    rounds: tuple[RoundLine, ...]
    brackets: tuple[BracketShown, ...]


def get_fixtures_page(
    uid: str, viewer: Viewer, number: int | None = None
) -> FixturesPage:
    """Return the fixtures page of a season, by default the last one."""
    standpoint = get_visible_league(uid, viewer)
    season, seasons = season_chosen(standpoint.league, number)
    lines = with_outlooks(standpoint.league, season_fixtures(season))
    return FixturesPage(
        head=head_in(standpoint, season),
        seasons=seasons,
        rounds=in_rounds(lines),
        brackets=brackets_of(season),
    )
