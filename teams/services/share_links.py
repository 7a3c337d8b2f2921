"""Share links of teams: create and revoke them."""

from __future__ import annotations

import secrets

from people.models import Person
from teams.models import Team
from teams.selectors.access import get_own_team


def share_team(*, team_id: int, actor: Person) -> str:
    """Return the team's share token; create one if there is none."""
    team = get_own_team(team_id, actor)
    Team.objects.filter(pk=team.pk, share_token=None).update(
        share_token=secrets.token_urlsafe(32)
    )
    team.refresh_from_db(fields=["share_token"])
    assert team.share_token is not None
    return team.share_token


def unshare_team(*, team_id: int, actor: Person) -> None:
    """Revoke the share link for good; sharing again creates a new one."""
    team = get_own_team(team_id, actor)
    Team.objects.filter(pk=team.pk).update(share_token=None)
