"""Share links of teams: create and revoke them."""

from __future__ import annotations

import secrets

from people.models import Person
from teams.models import Team
from teams.selectors.access import team_owned


def team_share(*, team_id: int, actor: Person) -> str:
    """Return the team's share token; create one if there is none."""
    team = team_owned(team_id, actor)
    Team.objects.filter(pk=team.pk, share_token=None).update(
        share_token=secrets.token_urlsafe(32)
    )
    team.refresh_from_db(fields=["share_token"])
    assert team.share_token is not None
    return team.share_token


def team_unshare(*, team_id: int, actor: Person) -> None:
    """Revoke the share link for good; sharing again creates a new one."""
    team = team_owned(team_id, actor)
    Team.objects.filter(pk=team.pk).update(share_token=None)
