"""Verbs for stories about leagues. Everything goes through the services."""

from __future__ import annotations

from league.models.leagues import Admission, League, Visibility
from league.models.seasons import Entrant
from league.services.entrants import team_enter
from league.services.leagues import league_found
from league.services.members import league_join
from people.models import Person
from tests.verbs import Tale, registered_team


def founded(master: Person, name: str = "Moon Cup", **changes: object) -> League:
    """An open, public league; `changes` are its house rules."""
    return league_found(
        founder=master,
        name=name,
        visibility=Visibility.PUBLIC,
        admission=Admission.OPEN,
        changes=changes,
    )


def entered(league: League, person: Person, *, name: str = "") -> Tale:
    """Somebody joins, unless they have, and enters a registered team."""
    if not league.memberships.filter(person=person, left=None).exists():
        league_join(uid=league.uid, person=person)
    tale = registered_team(person, name=name or f"{person}'s Band")
    team_enter(uid=league.uid, person=person, team_id=tale.team_id)
    return tale


def entrant_of(tale: Tale) -> Entrant:
    return Entrant.objects.get(team=tale.team_id)
