"""Preview of a match: ratings, underdog help, absent ninja and problems."""

from __future__ import annotations

from dataclasses import dataclass

from challenges.models import MatchTeam
from challenges.rules.reports.match_report import Lineup, Presence, points_behind
from challenges.rules.reports.summary import ABSENT
from challenges.rules.stages import Agreement, MatchStage
from challenges.selectors.access import VisibleMatch, build_lineup
from rulebook.catalogue import catalogue
from teams.rules.phrases import ninja_name
from teams.rules.roster.readiness import readiness
from teams.rules.roster.underdog import UnderdogHelp, help_for
from teams.rules.settlement.upkeep import total_due
from teams.selectors.journal_store import get_state


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchTeamRow:
    """A team in a match, before and after it.

    `reasons` say why the team cannot start. Without a team only the person is known.
    """

    number: int
    side: int
    name: str
    clan: str
    person: str
    team_id: int | None
    is_own: bool
    is_linked: bool  # its scroll is there for who looks
    person_address: str  # of the person's page, if there is one
    agreement: Agreement
    absence: str  # in a few words, why the others play without it
    agrees_to_call_off: bool
    rating: int | None
    help: UnderdogHelp
    absent: tuple[str, ...]
    healing: tuple[str, ...]
    upkeep: int
    koban: int
    fit: int
    reasons: tuple[str, ...]


def list_match_team_rows(seen: VisibleMatch) -> tuple[MatchTeamRow, ...]:
    """Return a row for each team. Queries: 0."""
    complete = all(place.team for place in seen.places)
    lineup = build_lineup(seen.match, seen.places, seen.terms) if complete else None
    behind = points_behind(lineup.teams) if lineup else ()
    own = {place.pk for place in seen.own}
    return tuple(
        _shown(
            seen,
            place,
            behind[number] if behind else 0,
            rating=_rating(lineup, number, place),
            is_own=place.pk in own,
        )
        for number, place in enumerate(seen.places)
    )


def _rating(lineup: Lineup | None, number: int, place: MatchTeam) -> int | None:
    if lineup:
        return lineup.teams[number].rating
    return place.team.rating if place.team else None


def _shown(
    seen: VisibleMatch,
    place: MatchTeam,
    behind: int,
    *,
    rating: int | None,
    is_own: bool,
) -> MatchTeamRow:
    book, team = catalogue(), place.team
    state = get_state(team) if team else None
    is_before = seen.match.stage == MatchStage.ARRANGED
    ninja = state.ninja if state else ()
    return MatchTeamRow(
        number=place.number,
        side=place.side,
        name=place.name,
        clan=team.clan if team else "",
        person=str(place.person),
        team_id=place.team_id,
        is_own=is_own,
        is_linked=team is not None and (is_own or seen.sees_league),
        person_address=(
            seen.terms.person_address(place.person_id) if seen.sees_league else ""
        ),
        agreement=Agreement(place.agreement),
        absence=ABSENT[Presence(place.absence)] if place.absence else "",
        agrees_to_call_off=place.agrees_to_call_off,
        rating=rating,
        help=help_for(behind, seen.terms.rules, book),
        absent=tuple(ninja_name(state, one.id, book) for one in ninja if one.is_absent),
        healing=tuple(
            ninja_name(state, one.id, book)
            for one in ninja
            if one.starts_in_healing_house and not one.is_absent
        ),
        upkeep=total_due(state, book) if state else 0,
        koban=state.koban if state else 0,
        fit=len(state.available) if state else 0,
        reasons=tuple(
            one.sentence
            for one in (readiness(state, book).reasons if state and is_before else ())
        ),
    )
