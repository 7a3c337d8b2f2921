"""Revoke links, delete logos and close drafts when an owner deletes their account."""

from __future__ import annotations

from people.models import Person
from teams.models import Team
from teams.rules.journal.entries import Retired
from teams.rules.state import Stage
from teams.services.journal import Edit, Role, write_journal
from teams.services.logos import delete_logos


def detach_teams(person: Person) -> None:
    """Revoke share links, delete logos and retire drafts of a person.

    Registered teams stay, because others have played against them.
    """
    teams = Team.objects.filter(owner=person)
    teams.update(share_token=None)
    delete_logos(list(teams.values_list("pk", flat=True)))
    for team in teams.filter(stage=Stage.DRAFT):
        edit = Edit(team_id=team.pk, actor=None, role=Role.SITE)
        write_journal(edit, entries=[Retired(reason="its owner deleted their account")])
