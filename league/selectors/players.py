"""A member of a league as the others see them: teams, results, strength."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import Http404

from kernel.ids import PersonId
from league.models import Entrant, Membership
from league.models.leagues import Role
from league.models.seasons import EntrantStage
from league.rules.match_facts import MatchFacts
from league.rules.strength import Strength, strengths
from league.selectors.access import league_seen
from league.selectors.leagues import LeagueHead, head_of
from league.selectors.statistics import league_matches, seatings
from teams.selectors import TeamLine, Viewer, team_line

LATEST = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedTeam:
    season: str
    stage: EntrantStage
    team: TeamLine
    place: int | None  # where a closed season left it


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedMatch:
    season: int
    own: str
    own_score: int
    others: tuple[tuple[str, int], ...]
    letter: str  # w, d or l


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerPage:
    head: LeagueHead
    name: str
    role: Role | None  # none if they have left
    teams: tuple[PlayedTeam, ...]
    matches: tuple[PlayedMatch, ...]
    won: int
    drawn: int
    lost: int
    strength: Strength | None


def player_page(uid: str, viewer: Viewer, person_id: int) -> PlayerPage:
    """Nine queries, whatever they played."""
    standpoint = league_seen(uid, viewer)
    found = Membership.objects.filter(league=standpoint.league, person=person_id)
    member = found.select_related("person").first()
    if member is None:
        raise Http404("There is no such member.")
    matches = league_matches(standpoint.league)
    told = [_played(match, person_id) for match in matches]
    played = [one for one in told if one is not None]
    letters = [one.letter for one in played]
    known = strengths(seatings(matches)).by_person
    return PlayerPage(
        head=head_of(standpoint),
        name=str(member.person),
        role=None if member.left else Role(member.role),
        teams=_teams(standpoint.league.pk, person_id),
        matches=tuple(reversed(played[-LATEST:])),
        won=letters.count("w"),
        drawn=letters.count("d"),
        lost=letters.count("l"),
        strength=known.get(PersonId(person_id)),
    )


def _teams(league_id: int, person_id: int) -> tuple[PlayedTeam, ...]:
    rows = (
        Entrant.objects.filter(season__league=league_id, person=person_id)
        .select_related("team", "season")
        .defer("team__state")
        .order_by("-season__number", "pk")
    )
    return tuple(
        PlayedTeam(
            season=row.season.name,
            stage=EntrantStage(row.stage),
            team=team_line(row.team),
            place=next(
                (
                    one["place"]
                    for one in row.season.final_table or ()
                    if one["entry"] == row.pk
                ),
                None,
            ),
        )
        for row in rows
    )


def _played(match: MatchFacts, person_id: int) -> PlayedMatch | None:
    own = next((one for one in match.teams if one.person == person_id), None)
    if own is None:
        return None
    winners = match.winners
    letter = "w" if own in winners else "l" if winners else "d"
    return PlayedMatch(
        season=match.season,
        own=own.name,
        own_score=own.score,
        others=tuple((one.name, one.score) for one in match.teams if one is not own),
        letter=letter,
    )
