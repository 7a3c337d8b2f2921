"""What waits for a person in all their leagues and matches, for the API.

The home page tells more of it; see `dashboard_tasks`.
"""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from django.db.models import Count, Q

from challenges.models import MatchTeam
from challenges.rules.stages import MatchStage
from challenges.selectors.lists import OVER, MatchLine, match_line, matches_queryset
from league.models import Fixture, JoinRequest
from league.models.leagues import LeagueStage
from league.selectors.access import MASTERS
from league.selectors.leagues import LeagueLine, leagues_of
from people.models import Person

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
class Today:
    leagues: tuple[LeagueLine, ...]
    matches: tuple[MatchLine, ...]  # that wait for this person, or are being settled
    disputes: tuple[DisputeLine, ...]
    requests: tuple[RequestsLine, ...]


def today_of(person: Person) -> Today:
    """Eight queries at most, five for those who run no league."""
    leagues = tuple(one for one in leagues_of(person) if not one.is_archived)
    runs = any(one.role in MASTERS for one in leagues)
    return Today(
        leagues=leagues,
        matches=_matches(person),
        disputes=list_disputes(person) if runs else (),
        requests=list_requests(person) if runs else (),
    )


def _matches(person: Person) -> tuple[MatchLine, ...]:
    waits = ~Q(stage__in=OVER) | Q(agreed_to_correction__isnull=False)
    found = matches_queryset(person).filter(waits)[:MATCHES_MAX]
    lines = (match_line(one, person) for one in found)
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
