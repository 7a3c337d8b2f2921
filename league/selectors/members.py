"""Members of a league: their own data and their pages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.http import Http404

from challenges.models import Match
from kernel.ids import PersonId, TeamId
from league.models.communication import Comment, Notification, PushDevice
from league.models.leagues import League, Membership, Role
from league.models.seasons import Entrant, EntrantStage, SeasonStage
from league.rules.competitions.results import ResultLetter
from league.rules.history.league_history import Rival, rivals
from league.rules.history.match_facts import MatchFacts, TeamLine
from league.rules.history.skill_ratings import SkillRating, compute_skill_ratings
from league.rules.house_rule_versions import RosterHealth
from league.selectors.access import get_visible_league
from league.selectors.house_rules import healths_of
from league.selectors.leagues import LeagueHead, head_of
from league.selectors.statistics import league_matches, seatings
from people.models import Person
from teams.selectors.access import Viewer
from teams.selectors.team_list import TeamLine as ListedTeam
from teams.selectors.team_list import build_team_line


def own_leagues_data(person: Person) -> dict[str, Any]:
    """Return a person's league data for their data export. Queries: 5."""
    memberships = Membership.objects.filter(person=person).select_related("league")
    entered = Entrant.objects.filter(person=person).select_related(
        "season__league", "team"
    )
    notices = Notification.objects.filter(person=person)
    comments = Comment.objects.filter(author=person)
    return {
        "memberships": [
            {
                "league": one.league.name,
                "role": one.role,
                "joined": one.joined,
                "left": one.left,
            }
            for one in memberships.order_by("pk")
        ],
        "entrants": [
            {
                "league": one.season.league.name,
                "season": one.season.name,
                "team": one.team.name,
                "stage": one.stage,
                "club": one.club,
                "joined": one.joined,
                "left": one.left,
            }
            for one in entered.order_by("pk")
        ],
        "notices": list(
            notices.order_by("pk").values("kind", "words", "created", "read")
        ),
        "push_devices": list(
            PushDevice.objects.filter(person=person)
            .order_by("pk")
            .values("endpoint", "created")
        ),
        "comments": list(comments.order_by("pk").values("text", "created")),
    }


LATEST = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedTeam:
    season: str
    stage: EntrantStage
    team: ListedTeam
    place: int | None  # where a closed season left it
    health: RosterHealth | None  # of a team that plays now
    rivals: tuple[Rival, ...]  # of its latest season alone


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedMatch:
    match: UUID
    season: int
    own: str
    own_score: int
    others: tuple[tuple[str, int], ...]
    ending: ResultLetter | None


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
    strength: SkillRating | None


def get_player_page(uid: str, viewer: Viewer, person_id: int) -> PlayerPage:
    """Return the page of a member. Queries: 13."""
    standpoint = get_visible_league(uid, viewer)
    found = Membership.objects.filter(league=standpoint.league, person=person_id)
    member = found.select_related("person").first()
    if member is None:
        raise Http404("This person is not a member of the league.")
    matches = league_matches(standpoint.league)
    played = [
        (match, line)
        for match in matches
        for line in match.teams
        if line.person == person_id and not line.is_unplayed
    ]
    endings = Counter(match.ending_of(line) for match, line in played)
    known = compute_skill_ratings(seatings(matches)).by_person
    return PlayerPage(
        head=head_of(standpoint),
        name=str(member.person),
        role=None if member.left else Role(member.role),
        teams=_teams(standpoint.league, person_id, matches),
        matches=_latest(played[-LATEST:]),
        won=endings[ResultLetter.WON],
        drawn=endings[ResultLetter.DRAWN],
        lost=endings[ResultLetter.LOST],
        strength=known.get(PersonId(person_id)),
    )


def _teams(
    league: League, person_id: int, matches: Sequence[MatchFacts]
) -> tuple[PlayedTeam, ...]:
    found = Entrant.objects.filter(season__league=league, person=person_id)
    rows = list(
        found.select_related("team", "season")
        .defer("team__state")
        .order_by("-season__number", "pk")
    )
    playing = {row.team_id: row.team for row in rows if _plays(row)}
    healths = healths_of(league, playing.values())
    latest = {row.team_id: row.pk for row in reversed(rows)}
    return tuple(
        PlayedTeam(
            season=row.season.name,
            stage=EntrantStage(row.stage),
            team=build_team_line(row.team),
            place=next(
                (
                    one["place"]
                    for one in row.season.final_table or ()
                    if one["entry"] == row.pk
                ),
                None,
            ),
            health=healths.get(row.team_id) if _plays(row) else None,
            rivals=rivals(TeamId(row.team_id), matches)
            if latest[row.team_id] == row.pk
            else (),
        )
        for row in rows
    )


def _plays(row: Entrant) -> bool:
    is_on = row.season.stage != SeasonStage.CLOSED
    return is_on and row.stage == EntrantStage.ACTIVE


def _latest(
    played: Sequence[tuple[MatchFacts, TeamLine]],
) -> tuple[PlayedMatch, ...]:
    """Return the latest matches first. Queries: 1."""
    found = Match.objects.filter(pk__in=[match.match for match, _ in played])
    uids = dict(found.values_list("pk", "uid"))
    return tuple(
        PlayedMatch(
            match=uids[match.match],
            season=match.season,
            own=own.name,
            own_score=own.score,
            others=tuple(
                (one.name, one.score) for one in match.teams if one is not own
            ),
            ending=match.ending_of(own),
        )
        for match, own in reversed(played)
    )
