"""The home page of a signed-in person: next match, tasks, teams and leagues."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from django.db.models import Count, Prefetch, Q
from django.urls import reverse

from challenges.models import Match, MatchTeam
from challenges.rules.stages import Agreement, MatchStage
from kernel.ids import ChallengeSlug
from kernel.phrases import ordinal
from league.models.competitions import Competition, CompetitionKind
from league.models.leagues import Role
from league.models.seasons import Entrant, EntrantStage, Season, SeasonStage
from league.rules.competitions.results import EntryId, ResultLetter, ending_of
from league.rules.competitions.standings import Row
from league.selectors.access import MASTERS
from league.selectors.competitions.results import SeasonResults, list_season_results
from league.selectors.dashboard_tasks import (
    OwnFixture,
    TaskRow,
    list_own_fixtures,
    list_tasks,
    played_at,
)
from league.selectors.leagues import LeagueLine, leagues_of
from people.models import Person
from rulebook.catalogue import catalogue
from teams.rules.reports.team_report import MatchType
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
        """Return whether the person has neither a team nor a league yet."""
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
    """Return the last season of each league, by the league's uid. Queries: 1."""
    uids = [one.uid for one in leagues]
    seasons = Season.objects.filter(league__uid__in=uids).select_related("league")
    return {one.league.uid: one for one in seasons.order_by("number")}


def _rows(facts: Iterable[SeasonResults]) -> dict[EntryId, Row]:
    """Return every team's row in the standings of its division."""
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
    """Return the person's place in each league. Queries: 2."""
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
    """Return how many rounds of the first scheduled competition are over, and how many
    there are. Queries: 1."""
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


UNPLAYED = (MatchStage.ARRANGED, MatchStage.OPEN)
SOONEST = datetime.min.replace(tzinfo=UTC)
LATEST = datetime.max.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True, kw_only=True)
class NextSide:
    """A team of the next match, or a person without a team yet."""

    team_id: int | None
    name: str
    clan: str
    person: str
    rating: int
    place: str  # such as "2nd", empty before there is a table
    is_own: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class NextMatch:
    """The next match. A league match has the league's name and `uid`."""

    league: str
    uid: str
    title: str
    sides: tuple[NextSide, ...]
    challenge: str
    agreed_for: datetime | None
    opens: datetime | None
    closes: datetime | None
    url: str
    action: str
    fixture_url: str
    waiting_for: tuple[str, ...] = ()  # people who have not accepted yet

    @property
    def opponents(self) -> tuple[NextSide, ...]:
        return tuple(one for one in self.sides if not one.is_own)


def find_next_match(
    person: Person, fixtures: Iterable[OwnFixture], rows: Mapping[EntryId, Row]
) -> NextMatch | None:
    """Return the first unreported match of a person, or None.

    Started matches come first, then those with the earliest date or deadline.

    Queries: 2.
    """
    own = next((one for one in fixtures if _is_unplayed(one)), None)
    free = min(_free_matches(person), key=_free_at, default=None)
    if own is not None and (free is None or played_at(own.fixture) <= _free_at(free)):
        return _of_fixture(own, person, rows)
    return _of_free_match(free, person) if free is not None else None


def _is_unplayed(own: OwnFixture) -> bool:
    return own.fixture.match is None or own.fixture.match.stage in UNPLAYED


def _free_matches(person: Person) -> Iterator[Match]:
    """Return unplayed matches outside leagues that the person has accepted."""
    places = MatchTeam.objects.select_related("team", "person").defer("team__state")
    found = Match.objects.filter(
        is_hosted=False,
        stage__in=UNPLAYED,
        places__in=person.places.filter(agreement=Agreement.AGREED, absence=""),
    )
    for match in found.prefetch_related(Prefetch("places", places)).order_by("pk"):
        others = [one for one in match.places.all() if one.person_id != person.pk]
        if any(one.agreement != Agreement.DECLINED for one in others):
            yield match


def _free_at(match: Match) -> datetime:
    if match.stage == MatchStage.OPEN:
        return SOONEST
    return match.play_by or LATEST


def _of_fixture(
    own: OwnFixture, person: Person, rows: Mapping[EntryId, Row]
) -> NextMatch:
    fixture, match = own.fixture, own.fixture.match
    page = reverse("league:fixture", args=[own.uid, fixture.pk])
    url, action = page, "View pairing"
    if match is not None:
        url, action = reverse("challenges:match", args=[match.uid]), "Open match"
        if match.stage == MatchStage.OPEN:
            action = "Report result"
        elif fixture.agreed_for is None:
            url, action = page, "Find a date"
    entrants = [one.entrant for one in fixture.sides.all() if one.entrant]
    sides = [_side(one, person, rows) for one in entrants]
    return NextMatch(
        league=own.league,
        uid=own.uid,
        title=fixture.round.name if fixture.round else fixture.competition.name,
        sides=_own_first(sides),
        challenge=_challenge_label(match.challenge if match else fixture.challenge),
        agreed_for=fixture.agreed_for,
        opens=fixture.round.opens if fixture.round and match is None else None,
        closes=fixture.round.closes if fixture.round else None,
        url=url,
        action=action,
        fixture_url=page,
    )


def _side(entrant: Entrant, person: Person, rows: Mapping[EntryId, Row]) -> NextSide:
    row = rows.get(EntryId(entrant.pk))
    return NextSide(
        team_id=entrant.team_id,
        name=str(entrant.team),
        clan=entrant.team.clan,
        person=str(entrant.person),
        rating=entrant.team.rating,
        place=ordinal(row.place) if row and row.played else "",
        is_own=entrant.person_id == person.pk,
    )


def _of_free_match(match: Match, person: Person) -> NextMatch:
    places = [one for one in match.places.all() if one.agreement != Agreement.DECLINED]
    invited = [str(one.person) for one in places if one.agreement == Agreement.INVITED]
    url = reverse("challenges:match", args=[match.uid])
    is_friendly = match.standing == MatchType.FRIENDLY
    kind = "Friendly" if is_friendly else "Free match"
    return NextMatch(
        league="",
        uid="",
        title=f"{kind}: {match.note}" if match.note else kind,
        sides=_own_first([_free_side(one, person) for one in places]),
        challenge=_challenge_label(match.challenge),
        agreed_for=None,
        opens=None,
        closes=match.play_by,
        url=url,
        action="Report result" if match.stage == MatchStage.OPEN else "Open match",
        fixture_url=url,
        waiting_for=tuple(invited),
    )


def _free_side(place: MatchTeam, person: Person) -> NextSide:
    team = place.team
    return NextSide(
        team_id=place.team_id,
        name=place.name or str(place.person),
        clan=team.clan if team else "",
        person=str(place.person),
        rating=team.rating if team else 0,
        place="",
        is_own=place.person_id == person.pk,
    )


def _own_first(sides: Iterable[NextSide]) -> tuple[NextSide, ...]:
    return tuple(sorted(sides, key=lambda side: not side.is_own))


def _challenge_label(slug: str) -> str:
    challenge = catalogue().challenges.get(ChallengeSlug(slug))
    return challenge.name if challenge else ""
