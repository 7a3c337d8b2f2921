"""The hall of fame: what a league remembers of all its seasons."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from kernel.ids import PersonId, TeamId
from league.models import Entrant, League
from league.rules.all_time import AllTime, all_time
from league.rules.history import (
    Champion,
    Honours,
    Placed,
    SeasonEnd,
    hall_of_fame,
)
from league.rules.match_facts import MatchFacts
from league.rules.records import records
from league.selectors.access import league_seen
from league.selectors.leagues import LeagueHead, head_of
from league.selectors.statistics import (
    RecordLine,
    league_matches,
    record_lines,
    season_names,
)
from people.models import Person
from teams.selectors import Viewer


@dataclass(frozen=True, slots=True, kw_only=True)
class HallPage:
    """Champions are those of closed seasons; the rest counts every season."""

    head: LeagueHead
    champions: tuple[Champion, ...]  # latest first
    persons: tuple[Honours, ...]  # most titles first
    teams: tuple[Honours, ...]
    all_time: AllTime
    records: tuple[RecordLine, ...]

    @property
    def is_empty(self) -> bool:
        return not (self.champions or self.records or self.all_time.teams)


def hall_page(uid: str, viewer: Viewer) -> HallPage:
    """Eleven queries, however many seasons, teams and matches there were."""
    standpoint = league_seen(uid, viewer)
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
    """Two queries."""
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
    """Everybody who played or was placed, as they are called now. One query."""
    people = {line.person for match in matches for line in match.teams}
    people |= {one.person for end in ends for one in end.placed}
    found = Person.objects.filter(pk__in={one for one in people if one is not None})
    return {PersonId(one.pk): str(one) for one in found}
