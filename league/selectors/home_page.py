"""The home page for visitors: a public league and its latest result."""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Count, Q

from challenges.models import MatchTeam
from challenges.rules.stages import MatchStage
from challenges.selectors.match_list import (
    OVER,
    MatchListRow,
    build_match_row,
    query_matches,
)
from league.models.competitions import Fixture
from league.models.leagues import JoinRequest, LeagueStage, Visibility
from league.models.seasons import EntrantStage, Season, SeasonStage
from league.rules.competitions.results import EntryId, Result, ResultLetter, ending_of
from league.rules.competitions.standings import Row
from league.selectors.access import MASTERS
from league.selectors.competitions.fixtures import FixtureLine, fixture_line
from league.selectors.competitions.results import get_season_results
from league.selectors.leagues import LeagueLine, leagues_of
from league.selectors.seasons.season_pages import FORM
from people.models import Person

log = logging.getLogger(__name__)

ROWS = 6
# More teams would make the first page slow.
TEAMS_MAX = 32


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowcaseRow:
    row: Row
    team_id: int
    clan: str
    person: str
    form: tuple[ResultLetter, ...]  # the latest last


@dataclass(frozen=True, slots=True, kw_only=True)
class Showcase:
    """The top of a public league's standings, and its last result."""

    uid: str
    name: str
    season: str
    rows: tuple[ShowcaseRow, ...]
    teams: int
    result: FixtureLine


def get_showcase() -> Showcase | None:
    """Return the public league that settled a match last.

    A league that cannot be shown is logged and skipped, so that the home page always
    works.

    Queries: 8, or 1 if there is no such league.
    """
    season, latest = _latest()
    if season is None:
        return None
    try:
        return _showcase(season, latest)
    except Exception:
        log.exception("League %s cannot be shown on the front page", season.league.uid)
        return None


def _showcase(season: Season, latest: int) -> Showcase:
    facts = get_season_results(season)
    table = facts.table()
    forms = _forms(facts.results)
    entrants = season.entrants.select_related("team", "person").defer("team__state")
    known = {one.pk: one for one in entrants}
    return Showcase(
        uid=season.league.uid,
        name=season.league.name,
        season=season.name,
        rows=tuple(
            ShowcaseRow(
                row=row,
                team_id=known[row.entry].team_id,
                clan=known[row.entry].team.clan,
                person=str(known[row.entry].person),
                form=tuple(forms[row.entry][-FORM:]),
            )
            for row in table[:ROWS]
        ),
        teams=len(table),
        result=fixture_line(season.league.uid, latest),
    )


def _forms(results: Iterable[Result]) -> dict[EntryId, list[ResultLetter]]:
    """Return the recent results of each team, without loading the whole season."""
    forms: dict[EntryId, list[ResultLetter]] = defaultdict(list)
    for result in results:
        for part in () if result.is_bye else result.parts:
            ending = ending_of(part, result.parts)
            if ending is not None:
                forms[part.entry].append(ending)
    return forms


def _latest() -> tuple[Season | None, int]:
    """Return the season and its latest settled fixture."""
    plays = Count("entrants", filter=Q(entrants__stage=EntrantStage.ACTIVE))
    seasons = (
        Season.objects.filter(
            stage=SeasonStage.RUNNING,
            league__stage=LeagueStage.RUNNING,
            league__visibility=Visibility.PUBLIC,
        )
        .annotate(plays=plays)
        .filter(plays__lte=TEAMS_MAX)
    )
    found = (
        Fixture.objects.filter(
            competition__season__in=seasons.values("pk"),
            match__stage=MatchStage.SETTLED,
            outcome__isnull=False,
        )
        .select_related("competition__season__league")
        .order_by("-match__settled", "-pk")
        .first()
    )
    return (found.competition.season, found.pk) if found else (None, 0)


MATCHES_MAX = 40  # looked at; who has more of them begun sees the latest
SHOWN_MAX = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class DisputeLine:
    """A dispute that a ninja master has to rule on, or a report to confirm."""

    match: UUID
    teams: tuple[str, ...]
    league: str
    is_report: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestsLine:
    """A league that people ask to join."""

    uid: str
    league: str
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TodoList:
    leagues: tuple[LeagueLine, ...]
    matches: tuple[MatchListRow, ...]  # that wait for this person, or are being settled
    disputes: tuple[DisputeLine, ...]
    requests: tuple[RequestsLine, ...]


def get_todo_list(person: Person) -> TodoList:
    """Return what a person has to do. Queries: at most 8, or 5 without leagues to
    run."""
    leagues = tuple(one for one in leagues_of(person) if not one.is_archived)
    runs = any(one.role in MASTERS for one in leagues)
    return TodoList(
        leagues=leagues,
        matches=_matches(person),
        disputes=list_disputes(person) if runs else (),
        requests=list_requests(person) if runs else (),
    )


def _matches(person: Person) -> tuple[MatchListRow, ...]:
    waits = ~Q(stage__in=OVER) | Q(agreed_to_correction__isnull=False)
    found = query_matches(person).filter(waits)[:MATCHES_MAX]
    lines = (build_match_row(one, person) for one in found)
    waiting = [
        one for one in lines if one.is_mine_to_do or one.stage is MatchStage.CONFIRMED
    ]
    return tuple(waiting[:SHOWN_MAX])


def list_disputes(person: Person) -> tuple[DisputeLine, ...]:
    """Return what a ninja master has to rule on or confirm. Queries: 2."""
    # Without a deadline a report waits for a master.
    reports = Q(match__stage=MatchStage.REPORTED, match__confirm_by=None)
    found = Fixture.objects.filter(
        reports | Q(match__stage=MatchStage.DISPUTED),
        competition__season__league__stage=LeagueStage.RUNNING,
        competition__season__league__memberships__person=person,
        competition__season__league__memberships__left=None,
        competition__season__league__memberships__role__in=MASTERS,
    ).exclude(match__places__person=person)
    related = found.select_related("match", "competition__season__league")
    shown = list(related.order_by("pk")[:SHOWN_MAX])
    names: dict[int, list[str]] = {}
    places = MatchTeam.objects.filter(match__in=[one.match_id for one in shown])
    for match, name in places.order_by("number").values_list("match", "name"):
        names.setdefault(match, []).append(name)
    return tuple(
        DisputeLine(
            match=one.match.uid,
            teams=tuple(names.get(one.match.pk, ())),
            league=one.competition.season.league.name,
            is_report=one.match.stage == MatchStage.REPORTED,
        )
        for one in shown
        if one.match is not None
    )


def list_requests(person: Person) -> tuple[RequestsLine, ...]:
    """Return the leagues of a ninja master that people ask to join. Queries: 1."""
    found = JoinRequest.objects.filter(
        answered=None,
        league__stage=LeagueStage.RUNNING,
        league__memberships__person=person,
        league__memberships__left=None,
        league__memberships__role__in=MASTERS,
    )
    rows = found.values_list("league__uid", "league__name").annotate(Count("pk"))
    return tuple(
        RequestsLine(uid=uid, league=name, count=count)
        for uid, name, count in rows.order_by("league__name")
    )
