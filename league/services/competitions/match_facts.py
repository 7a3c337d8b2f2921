"""Facts of settled matches, stored with their fixtures for statistics."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence

import msgspec
from django.db.models import TextField
from django.db.models.functions import Cast

from challenges.models import Match, MatchTeam, Settlement
from challenges.rules.reports.match_report import (
    MatchReport,
    NinjaPart,
    Presence,
    TeamPart,
    read_text,
)
from challenges.services.locks import match_key
from kernel.ids import MatchId, NinjaId, PersonId, TeamId
from league.models.competitions import Fixture
from league.rules.competitions.results import TeamResult
from league.rules.history.match_facts import MatchFacts, NinjaLine, TeamLine
from league.selectors.competitions.results import PARTS
from rulebook.catalogue import catalogue
from teams.rules.journal import entries as e
from teams.rules.journal.entries import AnyEntry
from teams.rules.journal.journal import Line, active_lines
from teams.rules.journal.line_index import NAMING, list_names_in_games
from teams.rules.reports.team_report import INJURES_ENEMY
from teams.selectors.journal_store import list_lines_by_team
from teams.services.bulk_write import update_rows

_Victim = tuple[TeamId, NinjaId]
_Blow = tuple[NinjaId, _Victim]

_EARNING = (e.ExperienceEarned, e.AllStarNamed, e.DowntimeRolled, e.RevenueEarned)
_KINDS = [
    str(one.__struct_config__.tag)
    for one in (*NAMING, *_EARNING, e.GameReported, e.Voided)
]


def save_match_facts(fixture: Fixture) -> None:
    """Compute and store the facts of a match from its report and its teams'
    journals."""
    save_many_match_facts([fixture])


def save_many_match_facts(
    fixtures: Sequence[Fixture], *, also: Sequence[str] = ()
) -> None:
    """Compute and store the facts of many matches, and save their other changed
    `fields`. Queries: 4."""
    ids = [one.match_id for one in fixtures if one.match_id and one.outcome is not None]
    known = _Known(ids)
    for fixture in fixtures:
        match = fixture.match
        if match is None or fixture.outcome is None:
            fixture.facts = None
        else:
            fixture.facts = msgspec.to_builtins(_facts(fixture, match, known))
    update_rows(fixtures, ["facts", *also])


class _Known:
    """Data from which the facts of several matches are computed."""

    def __init__(self, ids: Sequence[int]) -> None:
        told = Settlement.objects.filter(match__in=ids).order_by("match_id", "revision")
        text = Cast("report__content", TextField())
        last = dict(told.values_list("match_id", text))
        self.reports: dict[int, MatchReport] = {
            pk: read_text(content) for pk, content in last.items()
        }
        self.places: dict[int, list[MatchTeam]] = defaultdict(list)
        places = MatchTeam.objects.filter(match__in=ids).order_by("match_id", "number")
        for place in places:
            self.places[place.match_id].append(place)
        book = catalogue()
        self.earned: dict[tuple[int, str], _Earned] = defaultdict(_Earned)
        # Names at the time of the match; the scroll only has the current ones.
        self.names: dict[int, dict[str, dict[NinjaId, str]]] = {}
        teams = {place.team_id for place in places if place.team_id}
        for team, lines in list_lines_by_team(teams, kinds=_KINDS).items():
            self.names[team] = list_names_in_games(lines, book)
            self._earn(team, lines)

    def _earn(self, team: int, lines: Sequence[Line]) -> None:
        for line in active_lines(lines):
            if isinstance(line.entry, _EARNING):
                self.earned[team, line.entry.match].add(line.entry)


def _facts(fixture: Fixture, match: Match, known: _Known) -> MatchFacts:
    report, places = known.reports[match.pk], known.places[match.pk]
    parts = msgspec.convert((fixture.outcome or {})[PARTS], tuple[TeamResult, ...])
    teams = [TeamId(place.team_id or 0) for place in places]
    blows = [list(_blows(part, teams)) for part in report.teams]
    taken = Counter(victim for given in blows for _, victim in given)
    return MatchFacts(
        match=MatchId(match.pk),
        season=fixture.competition.season.number,
        challenge=match.challenge,
        teams=tuple(
            _team(
                place,
                part,
                report.teams[number],
                known.earned[place.team_id or 0, match_key(match)],
                known.names[place.team_id or 0].get(match_key(match), {}),
                blows[number],
                taken,
            )
            for number, (place, part) in enumerate(zip(places, parts, strict=True))
        ),
    )


def _team(
    place: MatchTeam,
    part: TeamResult,
    told: TeamPart,
    earned: _Earned,
    names: Mapping[NinjaId, str],
    blows: list[_Blow],
    taken: Counter[_Victim],
) -> TeamLine:
    stars = Counter(told.all_stars) | earned.stars
    team = TeamId(place.team_id or 0)
    return TeamLine(
        team=team,
        name=place.name,
        person=PersonId(place.person_id),
        place=part.place,
        score=part.score,
        rating=part.rating,
        side=part.side,
        koban=earned.koban,
        is_forfeit=told.presence is not Presence.PLAYED,
        is_unplayed=part.is_unplayed,
        ending=part.ending,
        ninja=tuple(
            NinjaLine(
                ninja=row.ninja,
                name=names.get(row.ninja, f"ninja {row.ninja}"),
                xp=earned.xp[row.ninja],
                injuries_given=_injuries(row),
                injuries_taken=max(int(row.in_healing_house), taken[team, row.ninja]),
                all_stars=stars[row.ninja],
                injured=tuple(victim for by, victim in blows if by == row.ninja),
            )
            for row in told.ninja
            if row.was_fielded or earned.xp[row.ninja]
        ),
    )


class _Earned:
    """What a match earned a team, according to its active journal lines."""

    def __init__(self) -> None:
        self.xp: Counter[NinjaId] = Counter()
        self.stars: Counter[NinjaId] = Counter()
        self.koban = 0

    def add(self, entry: AnyEntry) -> None:
        match entry:
            case e.ExperienceEarned(awards=awards):
                for award in awards:
                    self.xp[award.ninja] += award.xp
            case e.AllStarNamed(ninja=ninja, xp=xp) if ninja is not None:
                self.xp[ninja] += xp
                self.stars[ninja] += 1
            case e.DowntimeRolled(ninja=ninja, xp=xp):
                self.xp[ninja] += xp
            case e.RevenueEarned(items=items):
                self.koban += sum(one.koban for one in items)
            case _:
                pass


def _injuries(row: NinjaPart) -> int:
    return sum(deed.times for deed in row.deeds if deed.event == INJURES_ENEMY)


def _blows(part: TeamPart, teams: Sequence[TeamId]) -> Iterator[_Blow]:
    """Return which ninja of a team injured which enemy, once for each injury."""
    for row in part.ninja:
        for deed in row.deeds:
            if deed.event != INJURES_ENEMY or deed.against is None or deed.of is None:
                continue
            yield from [(row.ninja, (teams[deed.against], deed.of))] * deed.times
