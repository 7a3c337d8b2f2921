"""Upload, store and remove a team's logo."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256

from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import transaction

from teams.rendering import logo as pictures
from teams.selectors.access import get_own_team
from teams.selectors.logos import find_logo_path, logo_folder
from teams.services.journal import Edit, Written
from teams.services.roster import set_logo


def upload_logo(edit: Edit, *, picture: bytes) -> Written:
    """Clean and store a picture, and make it the team's logo."""
    before = get_own_team(edit.team_id, edit.actor).logo
    content = pictures.cleaned(picture)
    name = f"{sha256(content).hexdigest()}.webp"
    with transaction.atomic():
        written = set_logo(edit, logo=name)
        path = f"{logo_folder(edit.team_id)}/{name}"
        if not default_storage.exists(path):
            default_storage.save(path, ContentFile(content))
        if before != name:
            transaction.on_commit(lambda: _delete(edit.team_id, before))
    return written


def remove_logo(edit: Edit) -> Written:
    """Remove the logo; pages show the clan's crest again."""
    before = get_own_team(edit.team_id, edit.actor).logo
    with transaction.atomic():
        written = set_logo(edit, logo="")
        transaction.on_commit(lambda: _delete(edit.team_id, before))
    return written


def delete_logos(team_ids: Iterable[int]) -> None:
    """Delete all logos of these teams after the transaction commits."""

    def delete() -> None:
        for team_id in team_ids:
            folder = logo_folder(team_id)
            if default_storage.exists(folder):
                for name in default_storage.listdir(folder)[1]:
                    default_storage.delete(f"{folder}/{name}")

    transaction.on_commit(delete)


def _delete(team_id: int, name: str) -> None:
    """Delete a logo. Past moments of the scroll then show the crest."""
    path = find_logo_path(team_id, name)
    if path is not None:
        default_storage.delete(path)
