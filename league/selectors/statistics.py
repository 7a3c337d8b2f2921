"""Statistics of a season and of all seasons, from stored match facts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

import msgspec
from django.db.models import QuerySet
from django.http import Http404

from challenges.models import Match
from kernel.ids import PersonId, TeamId
from league.models.competitions import CompetitionKind, Fixture
from league.models.leagues import League
from league.models.seasons import Entrant, Season
from league.rules.history.league_history import (
    AllTime,
    Champion,
    Honours,
    Placed,
    SeasonEnd,
    all_time,
    hall_of_fame,
)
from league.rules.history.match_facts import MatchFacts
from league.rules.history.skill_ratings import (
    RatedGame,
    SkillRating,
    compute_skill_ratings,
)
from league.rules.history.statistics import (
    LEAD_TITLES,
    LEAD_WORDS,
    RECORD_TITLES,
    Lead,
    LeadLine,
    Record,
    RecordKind,
    leaders,
    records,
)
from league.selectors.access import get_visible_league
from league.selectors.leagues import LeagueHead, head_of
from people.models import Person
from teams.selectors.access import Viewer


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """A ranking, with how it is counted."""

    lead: Lead
    title: str
    words: str
    lines: tuple[LeadLine, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordLine:
    """A record with its date and match."""

    kind: RecordKind
    title: str
    value: int
    sentence: str
    season: str
    match: UUID
    settled: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class StrengthLine:
    person_id: int
    name: str
    strength: SkillRating


@dataclass(frozen=True, slots=True, kw_only=True)
class StatisticsPage:
    """Leaders and records of a season, skill ratings across all seasons."""

    head: LeagueHead
    season: str
    season_number: int
    seasons: tuple[tuple[int, str], ...]  # numbers and names, the latest first
    boards: tuple[Board, ...]
    records: tuple[RecordLine, ...]
    strengths: tuple[StrengthLine, ...]


def get_statistics_page(
    uid: str, viewer: Viewer, number: int | None = None
) -> StatisticsPage:
    """Return the statistics of a season, by default the last one."""
    standpoint = get_visible_league(uid, viewer)
    head = head_of(standpoint)
    names = season_names(standpoint.league)
    wanted = head.season_number if number is None else number
    if wanted not in names:
        raise Http404("This season does not exist.")
    matches = league_matches(standpoint.league)
    of_season = [one for one in matches if one.season == wanted]
    return StatisticsPage(
        head=head,
        season=names[wanted],
        season_number=wanted,
        seasons=tuple(reversed(names.items())),
        boards=boards(leaders(of_season), tuple(Lead)),
        records=record_lines(records(of_season), of_season, names),
        strengths=_strengths(seatings(matches)),
    )


def season_matches(season: Season) -> tuple[MatchFacts, ...]:
    """Return settled matches in the order they were played. Queries: 1."""
    return _facts(Fixture.objects.filter(competition__season=season))


def league_matches(league: League) -> tuple[MatchFacts, ...]:
    """Return settled matches of all seasons. Queries: 1."""
    return _facts(Fixture.objects.filter(competition__season__league=league))


def season_names(league: League) -> dict[int, str]:
    """Return season names by number, oldest first. Queries: 1."""
    return dict(league.seasons.order_by("number").values_list("number", "name"))


def seatings(matches: Iterable[MatchFacts]) -> tuple[RatedGame, ...]:
    """Return matches as input for skill ratings."""
    return tuple(map(_seating, matches))


def boards(
    found: Mapping[Lead, tuple[LeadLine, ...]], wanted: tuple[Lead, ...]
) -> tuple[Board, ...]:
    return tuple(
        Board(
            lead=lead,
            title=LEAD_TITLES[lead],
            words=LEAD_WORDS[lead],
            lines=found[lead],
        )
        for lead in wanted
        if found[lead]
    )


def record_lines(
    held: Iterable[Record], matches: Iterable[MatchFacts], seasons: Mapping[int, str]
) -> tuple[RecordLine, ...]:
    """Return the records with their matches. Queries: 1."""
    kept = list(held)
    of_season = {one.match: seasons[one.season] for one in matches}
    found = Match.objects.filter(pk__in={one.match for one in kept})
    known = {pk: (uid, at) for pk, uid, at in found.values_list("pk", "uid", "settled")}
    return tuple(
        RecordLine(
            kind=one.kind,
            title=RECORD_TITLES[one.kind],
            value=one.value,
            sentence=one.sentence,
            season=of_season[one.match],
            match=known[one.match][0],
            settled=known[one.match][1],
        )
        for one in kept
    )


def _strengths(games: Iterable[RatedGame]) -> tuple[StrengthLine, ...]:
    known = compute_skill_ratings(games).by_person
    names = Person.objects.in_bulk(list(known))
    lines = [
        StrengthLine(person_id=person, name=str(names[person]), strength=one)
        for person, one in known.items()
        if person in names
    ]
    return tuple(sorted(lines, key=lambda one: (-one.strength.shown, one.name)))


def _seating(match: MatchFacts) -> RatedGame:
    """Return the sides of a match; partners are one side, no-shows are left out."""
    seats = [
        (tuple(line.person for line in side if line.person is not None), side[0].place)
        for side in match.sides
    ]
    known = [(persons, place) for persons, place in seats if persons]
    return RatedGame(
        sides=tuple(persons for persons, _ in known),
        places=tuple(place for _, place in known),
        is_walkover=not match.was_played,
    )


def _facts(fixtures: QuerySet[Fixture]) -> tuple[MatchFacts, ...]:
    """Return the facts of counted matches, without friendlies."""
    counted = fixtures.exclude(competition__kind=CompetitionKind.FRIENDLIES)
    found = counted.filter(facts__isnull=False).order_by("match__settled", "pk")
    plain = found.values_list("facts", flat=True)
    return tuple(msgspec.convert(one, MatchFacts) for one in plain)


@dataclass(frozen=True, slots=True, kw_only=True)
class HallPage:
    """Champions of closed seasons, and totals of all seasons."""

    head: LeagueHead
    champions: tuple[Champion, ...]  # latest first
    persons: tuple[Honours, ...]  # most titles first
    teams: tuple[Honours, ...]
    all_time: AllTime
    records: tuple[RecordLine, ...]

    @property
    def is_empty(self) -> bool:
        return not (self.champions or self.records or self.all_time.teams)


def get_hall_page(uid: str, viewer: Viewer) -> HallPage:
    """Return the hall of fame. Queries: 11."""
    standpoint = get_visible_league(uid, viewer)
    league = standpoint.league
    matches = league_matches(league)
    ends = _ends(league)
    names = _names(matches, ends)
    hall = hall_of_fame(ends, names)
    return HallPage(
        head=head_of(standpoint),
        champions=hall.champions,
        persons=hall.persons,
        teams=hall.teams,
        all_time=all_time(matches, names),
        records=record_lines(records(matches), matches, season_names(league)),
    )


def _ends(league: League) -> list[SeasonEnd]:
    """Return how seasons ended. Queries: 2."""
    entered = Entrant.objects.filter(season__league=league)
    known = {
        pk: (TeamId(team), PersonId(person))
        for pk, team, person in entered.values_list("pk", "team_id", "person_id")
    }
    closed = league.seasons.filter(final_table__isnull=False).order_by("number")
    return [
        SeasonEnd(
            number=season.number,
            name=season.name,
            placed=tuple(
                Placed(
                    team=known[one["entry"]][0],
                    person=known[one["entry"]][1],
                    name=one["name"],
                    place=one["place"],
                    is_champion=one["is_champion"],
                )
                for one in season.final_table or ()
            ),
        )
        for season in closed
    ]


def _names(
    matches: Iterable[MatchFacts], ends: Iterable[SeasonEnd]
) -> dict[PersonId, str]:
    """Return the current names of everyone who played or was placed. Queries: 1."""
    people = {line.person for match in matches for line in match.teams}
    people |= {one.person for end in ends for one in end.placed}
    found = Person.objects.filter(pk__in={one for one in people if one is not None})
    return {PersonId(one.pk): str(one) for one in found}
