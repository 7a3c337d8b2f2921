"""Tasks of a person in all their leagues, matches and teams."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from django.db.models import Prefetch, Q
from django.urls import reverse
from django.utils import timezone

from challenges.models import Settlement
from challenges.rules.stages import MatchStage, SettlementStage
from challenges.selectors.match_list import (
    OVER,
    MatchListRow,
    build_match_row,
    query_matches,
)
from kernel.phrases import count_noun, list_words
from league.models.competitions import Fixture, FixtureSide
from league.models.leagues import LeagueStage
from league.models.seasons import SeasonStage
from league.rules import match_dates as rules
from league.rules.competitions.results import EntryId
from league.rules.match_dates import DateStep, StepKind, Talks
from league.selectors.competitions.match_dates import window_of
from league.selectors.home_page import list_disputes, list_requests
from people.models import Person
from teams.models import Team
from teams.rules.settlement.needs import DecisionKind, DecisionNeeded
from teams.rules.state import Stage
from teams.selectors.journal_store import get_state
from teams.selectors.settlement import find_need

MATCHES_MAX = 40  # looked at; a person with more sees the latest
ROWS_MAX = 6  # of a kind
SOON = timedelta(days=2)


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskRow:
    """Something a person can do now. `action` is the label of the button."""

    icon: str
    title: str
    detail: str
    url: str
    action: str
    due: datetime | None = None

    @property
    def is_soon(self) -> bool:
        return self.due is not None and self.due - timezone.now() < SOON


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnFixture:
    """An unplayed fixture of a person, with its date log."""

    fixture: Fixture
    entry: EntryId
    others: tuple[str, ...]  # the teams they meet
    league: str
    uid: str
    talks: Talks

    @property
    def is_to_date(self) -> bool:
        """Return whether its players can agree on a date now."""
        match = self.fixture.match
        is_arranged = match is not None and match.stage == MatchStage.ARRANGED
        return is_arranged and self.fixture.agreed_for is None


def list_tasks(
    person: Person, fixtures: Iterable[OwnFixture], *, is_master: bool
) -> tuple[TaskRow, ...]:
    """Return a person's tasks, the most urgent first.

    Queries: 5, and 3 more for a master.
    """
    rows = [
        *_match_rows(person),
        *_date_rows(fixtures),
        *_team_rows(person),
        *(_dispute_rows(person) if is_master else ()),
        *(_request_rows(person) if is_master else ()),
    ]
    late = datetime.max.replace(tzinfo=UTC)
    return tuple(sorted(rows, key=lambda row: row.due or late))


# What a match asks for, by its stage: icon, title and action.
_MATCH_TASKS = {
    MatchStage.ARRANGED: ("u-person", "Answer an invitation", "Answer"),
    MatchStage.OPEN: ("u-edit", "Report the result", "Report"),
    MatchStage.REPORTED: ("u-check", "Check the report", "Check"),
    MatchStage.DISPUTED: ("u-warn", "Your result is disputed", "Open match"),
}


def _match_rows(person: Person) -> Iterator[TaskRow]:
    waits = ~Q(stage__in=OVER) | Q(agreed_to_correction__isnull=False)
    matches = list(query_matches(person).filter(waits)[:MATCHES_MAX])
    lines = [(match, build_match_row(match, person)) for match in matches]
    mine = [(match, line) for match, line in lines if line.is_mine_to_do]
    for match, line in mine[:ROWS_MAX]:
        icon, title, action = _MATCH_TASKS.get(
            line.stage, ("u-check", "Open match", "Open match")
        )
        if line.asks_for_correction:
            icon, title, action = "u-undo", "Answer a correction", "Answer"
        elif line.asks_for_sides:
            icon, title, action = "u-person", "Agree on the sides", "Open match"
        yield TaskRow(
            icon=icon,
            title=title,
            detail=_match_label(line),
            url=reverse("challenges:match", args=[line.uid]),
            action=action,
            due=match.confirm_by if line.stage is MatchStage.REPORTED else None,
        )


def _match_label(line: MatchListRow) -> str:
    return ", ".join(filter(None, (" v ".join(line.teams), line.challenge, line.note)))


def _to_date(fixtures: Iterable[OwnFixture]) -> Iterator[OwnFixture]:
    """Return the next undated fixture of each league, and all with dates to answer."""
    leagues = set[str]()
    for own in fixtures:
        is_asked = own.entry in own.talks.waiting_for
        if own.is_to_date and (is_asked or own.uid not in leagues):
            leagues.add(own.uid)
            yield own


def _date_rows(fixtures: Iterable[OwnFixture]) -> Iterator[TaskRow]:
    for own in _to_date(fixtures):
        others = list_words(own.others)
        due = own.fixture.round.closes if own.fixture.round else None
        if own.entry in own.talks.waiting_for:
            title, action = f"Choose a date with {others}", "Choose"
            if own.talks.answer_by is not None:
                due = datetime.fromtimestamp(own.talks.answer_by, tz=UTC)
        elif not own.talks.open_dates:
            title, action = f"Find a date with {others}", "Offer dates"
        else:
            continue  # they have offered dates and wait for an answer
        of_round = own.fixture.round.name if own.fixture.round else ""
        yield TaskRow(
            icon="u-bell",
            title=title,
            detail=", ".join(filter(None, (own.league, of_round))),
            url=reverse("league:fixture", args=[own.uid, own.fixture.pk]),
            action=action,
            due=due,
        )


_DECISIONS = {
    DecisionKind.ALL_STAR: "Name an All-Star",
    DecisionKind.UPKEEP: "Pay or release a ronin",
    DecisionKind.EXCUSAL: "Use Spirit's help",
    DecisionKind.ADVANCE: "Choose an advance",
    DecisionKind.RECRUITING: "Recruit, or close recruiting",
}


def _team_rows(person: Person) -> Iterator[TaskRow]:
    """Dice and choices of settlements. Queries: 2."""
    teams = list(Team.objects.filter(owner=person, stage=Stage.REGISTERED))
    deadlines = Settlement.objects.filter(
        stage=SettlementStage.OPEN, match__places__team__in=teams
    ).values_list("match__places__team", "decide_by")
    due = dict(deadlines)
    for team in teams:
        state = get_state(team)
        need = find_need(state)
        if need is None:
            continue
        is_choice = isinstance(need, DecisionNeeded)
        yield TaskRow(
            icon="t-chunin" if is_choice else "i-die",
            title=_DECISIONS[need.kind]
            if isinstance(need, DecisionNeeded)
            else "Roll dice",
            detail=f"{team}, after the last match" if state.settling else str(team),
            url=reverse("teams:growth", args=[team.pk]),
            action="Choose" if is_choice else "Roll",
            due=due.get(team.pk) if state.settling else None,
        )


def _dispute_rows(person: Person) -> Iterator[TaskRow]:
    """Disputes to rule on, and reports that wait for a master."""
    for line in list_disputes(person):
        yield TaskRow(
            icon="u-check" if line.is_report else "u-warn",
            title="Confirm a report" if line.is_report else "Rule on a dispute",
            detail=f"{' v '.join(line.teams)}, {line.league}",
            url=reverse("challenges:match", args=[line.match]),
            action="Open match" if line.is_report else "Rule",
        )


def _request_rows(person: Person) -> Iterator[TaskRow]:
    for line in list_requests(person):
        people = count_noun(line.count, "person asks", "people ask")
        yield TaskRow(
            icon="u-person",
            title=f"{people} to join",
            detail=line.league,
            url=reverse("league:members", args=[line.uid]),
            action="Answer",
        )


def list_own_fixtures(person: Person) -> tuple[OwnFixture, ...]:
    """Return a person's unplayed fixtures of running seasons, the next one first.

    Queries: 3.
    """
    sides = FixtureSide.objects.select_related("entrant__team", "entrant__person")
    sides = sides.defer("entrant__team__state")
    fixtures = (
        Fixture.objects.filter(
            sides__entrant__person=person,
            outcome__isnull=True,
            is_bye=False,
            competition__season__league__stage=LeagueStage.RUNNING,
        )
        .exclude(match__stage__in=OVER)
        .exclude(competition__season__stage=SeasonStage.CLOSED)
        .select_related("match", "round", "competition__season__league")
        .defer("facts", "round__ratings", "competition__settings")
        .prefetch_related("date_steps", Prefetch("sides", queryset=sides))
        .order_by("round__opens", "pk")
        .distinct()
    )
    own = [_own_fixture(one, person) for one in fixtures[:MATCHES_MAX]]
    return tuple(sorted(own, key=lambda one: played_at(one.fixture)))


def played_at(fixture: Fixture) -> datetime:
    """Return when a fixture is played, as far as known."""
    is_begun = fixture.match is not None and fixture.match.stage != MatchStage.ARRANGED
    if is_begun:
        return datetime.min.replace(tzinfo=UTC)
    closes = fixture.round.closes if fixture.round else None
    return fixture.agreed_for or closes or datetime.max.replace(tzinfo=UTC)


def _own_fixture(fixture: Fixture, person: Person) -> OwnFixture:
    entrants = [one.entrant for one in fixture.sides.all() if one.entrant]
    entries = {one.person_id: EntryId(one.pk) for one in entrants}
    steps = [
        DateStep(
            entry=entries[step.person_id],
            kind=StepKind(step.kind),
            at=int(step.created.timestamp()),
            dates=tuple(step.dates),
        )
        for step in fixture.date_steps.all()
        if step.person_id in entries
    ]
    league = fixture.competition.season.league
    others = [str(one.team) for one in entrants if one.person_id != person.pk]
    return OwnFixture(
        fixture=fixture,
        entry=entries[person.pk],
        others=tuple(others),
        league=league.name,
        uid=league.uid,
        talks=rules.talks(tuple(entries.values()), steps, window_of(fixture)),
    )
