"""The home page of a signed-in person: next match, tasks, teams and leagues."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.db.models import Count, Q

from league.models.competitions import Competition, CompetitionKind
from league.models.leagues import Role
from league.models.seasons import Entrant, EntrantStage, Season, SeasonStage
from league.rules.competitions.results import EntryId, ResultLetter, ending_of
from league.rules.competitions.standings import Row
from league.selectors.access import MASTERS
from league.selectors.competitions.results import SeasonResults, list_season_results
from league.selectors.dashboard_tasks import TaskRow, list_own_fixtures, list_tasks
from league.selectors.leagues import LeagueLine, leagues_of
from league.selectors.next_match import NextMatch, find_next_match
from people.models import Person
from teams.selectors.team_list import TeamLine, list_teams

FORM = 5  # latest results beside a place
TEAMS_MAX = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceRow:
    """A league of a person with the place of their team in it."""

    league: LeagueLine
    season: str
    stage: SeasonStage
    team: str
    place: int | None
    teams: int
    played: int
    points: int
    form: tuple[ResultLetter, ...]  # the latest last
    rounds_over: int
    rounds: int
    can_enter: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class DashboardPage:
    next_match: NextMatch | None
    tasks: tuple[TaskRow, ...]
    teams: tuple[TeamLine, ...]
    team_count: int
    leagues: tuple[PlaceRow, ...]

    @property
    def is_new(self) -> bool:
        """Whether the person has neither a team nor a league yet."""
        return not (self.teams or self.leagues)


def get_dashboard_page(person: Person) -> DashboardPage:
    """Return everything the signed-in home page shows.

    Queries: 19, and 3 more for a master, however many leagues there are.
    """
    leagues = [one for one in leagues_of(person) if not one.is_archived]
    seasons = _seasons(leagues)
    facts = list_season_results(list(seasons.values()))
    rows = _rows(facts.values())
    fixtures = list_own_fixtures(person)
    teams = list_teams(person)
    is_master = any(one.role in MASTERS for one in leagues)
    return DashboardPage(
        next_match=find_next_match(person, fixtures, rows),
        tasks=list_tasks(person, fixtures, is_master=is_master),
        teams=teams[:TEAMS_MAX],
        team_count=len(teams),
        leagues=_places(person, leagues, seasons, facts),
    )


def _seasons(leagues: Iterable[LeagueLine]) -> dict[str, Season]:
    """The last season of each league, by the league's uid. Queries: 1."""
    uids = [one.uid for one in leagues]
    seasons = Season.objects.filter(league__uid__in=uids).select_related("league")
    return {one.league.uid: one for one in seasons.order_by("number")}


def _rows(facts: Iterable[SeasonResults]) -> dict[EntryId, Row]:
    """Every team's row in the table of its division."""
    return {
        row.entry: row
        for one in facts
        for table in one.tables().values()
        for row in table
    }


def _places(
    person: Person,
    leagues: Iterable[LeagueLine],
    seasons: Mapping[str, Season],
    facts: Mapping[int, SeasonResults],
) -> tuple[PlaceRow, ...]:
    """Queries: 2."""
    mine = {
        one.season_id: one
        for one in Entrant.objects.filter(
            season__in=seasons.values(), person=person, stage=EntrantStage.ACTIVE
        )
        .select_related("team")
        .defer("team__state")
        .order_by("-pk")
    }
    rounds = _round_counts(seasons.values())
    return tuple(
        _place(
            league,
            seasons[league.uid],
            mine.get(seasons[league.uid].pk),
            facts[seasons[league.uid].pk],
            rounds[seasons[league.uid].pk],
        )
        for league in leagues
    )


def _place(
    league: LeagueLine,
    season: Season,
    entrant: Entrant | None,
    facts: SeasonResults,
    rounds: tuple[int, int],
) -> PlaceRow:
    entry = EntryId(entrant.pk) if entrant else None
    tables = facts.tables().values()
    table = next((one for one in tables if any(r.entry == entry for r in one)), ())
    row = next((one for one in table if one.entry == entry), None)
    stage = SeasonStage(season.stage)
    has_begun = stage is not SeasonStage.GATHERING
    is_open = stage is SeasonStage.GATHERING and not season.is_entry_closed
    return PlaceRow(
        league=league,
        season=season.name,
        stage=stage,
        team=str(entrant.team) if entrant else "",
        place=row.place if row and has_begun else None,
        teams=sum(not one.is_withdrawn for one in table) or league.teams,
        played=row.played if row else 0,
        points=row.points if row else 0,
        form=_form(facts, entry) if entry else (),
        rounds_over=rounds[0],
        rounds=rounds[1],
        can_enter=entrant is None and is_open and league.role is not Role.SPECTATOR,
    )


def _form(facts: SeasonResults, entry: EntryId) -> tuple[ResultLetter, ...]:
    endings = [
        ending
        for result in facts.results
        if not result.is_bye
        for part in result.parts
        if part.entry == entry and (ending := ending_of(part, result.parts)) is not None
    ]
    return tuple(endings[-FORM:])


def _round_counts(seasons: Iterable[Season]) -> dict[int, tuple[int, int]]:
    """How many rounds of the first scheduled competition are over, and how many there
    are. Queries: 1."""
    kinds = (
        CompetitionKind.ROUND_ROBIN,
        CompetitionKind.SWISS,
        CompetitionKind.RANDOM,
        CompetitionKind.CROSS,
    )
    counts: dict[int, tuple[int, int]] = defaultdict(lambda: (0, 0))
    found = Competition.objects.filter(season__in=seasons, kind__in=kinds).annotate(
        drawn=Count("rounds"),
        over=Count("rounds", filter=Q(rounds__closed__isnull=False)),
    )
    for one in found.order_by("-number"):
        planned = one.settings.get("rounds") or 0
        counts[one.season_id] = (one.over, max(one.drawn, planned))
    return counts
