"""Where teams' pictures lie, and what is in them.

A picture is named by its content and kept in a folder of its team, so a name from
elsewhere, in an imported journal say, leads nowhere.
"""

from __future__ import annotations

import re

from django.core.files.storage import default_storage
from django.http import Http404

LOGO_NAME = re.compile(r"[0-9a-f]{64}\.webp")
LOGO_TYPE = "image/webp"


def logo_folder(team_id: int) -> str:
    return f"logos/{team_id}"


def logo_path(team_id: int, name: str) -> str | None:
    """The picture's place, if the team has such a picture."""
    if not LOGO_NAME.fullmatch(name):
        return None
    path = f"{logo_folder(team_id)}/{name}"
    return path if default_storage.exists(path) else None


def logo_bytes(team_id: int, name: str) -> bytes | None:
    path = logo_path(team_id, name)
    if path is None:
        return None
    with default_storage.open(path) as file:
        content: bytes = file.read()
    return content


def logo_seen(team_id: int, name: str) -> bytes:
    """For a view that has already asked who may see the team."""
    content = logo_bytes(team_id, name)
    if content is None:
        raise Http404("There is no such picture.")
    return content
