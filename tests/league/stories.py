"""Verbs for stories about leagues. Everything goes through the services."""

from __future__ import annotations

from league.models.leagues import Admission, League, Visibility
from league.models.seasons import Entrant
from league.services.entrants import enter_team
from league.services.leagues import create_league
from league.services.members import join_league
from people.models import Person
from tests.verbs import Tale, registered_team


def founded(master: Person, name: str = "Moon Cup", **changes: object) -> League:
    """An open, public league; `changes` are its house rules."""
    return create_league(
        founder=master,
        name=name,
        visibility=Visibility.PUBLIC,
        admission=Admission.OPEN,
        changes=changes,
    )


def entered(league: League, person: Person, *, name: str = "") -> Tale:
    """Somebody joins, unless they have, and enters a registered team."""
    if not league.memberships.filter(person=person, left=None).exists():
        join_league(uid=league.uid, person=person)
    tale = registered_team(person, name=name or f"{person}'s Band")
    enter_team(uid=league.uid, person=person, team_id=tale.team_id)
    return tale


def entrant_of(tale: Tale) -> Entrant:
    return Entrant.objects.get(team=tale.team_id)
