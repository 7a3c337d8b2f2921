"""The share link: who has it may look, until its owner revokes it."""

from __future__ import annotations

import secrets

from people.models import Person
from teams.models import Team
from teams.selectors.access import team_owned


def team_share(*, team_id: int, actor: Person) -> str:
    """The team's share token, made if there is none."""
    team = team_owned(team_id, actor)
    Team.objects.filter(pk=team.pk, share_token=None).update(
        share_token=secrets.token_urlsafe(32)
    )
    team.refresh_from_db(fields=["share_token"])
    assert team.share_token is not None
    return team.share_token


def team_unshare(*, team_id: int, actor: Person) -> None:
    """Revoke the link; a later one will be another."""
    team = team_owned(team_id, actor)
    Team.objects.filter(pk=team.pk).update(share_token=None)
