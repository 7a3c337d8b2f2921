"""Files of teams' logos.

A logo is named by the hash of its content and stored in a folder of its team, so a name
from elsewhere, such as an imported journal, finds nothing.
"""

from __future__ import annotations

import re

from django.core.files.storage import default_storage
from django.http import Http404

LOGO_NAME = re.compile(r"[0-9a-f]{64}\.webp")
LOGO_TYPE = "image/webp"


def logo_folder(team_id: int) -> str:
    return f"logos/{team_id}"


def find_logo_path(team_id: int, name: str) -> str | None:
    """Return the path of a logo, or None if the team has no such logo."""
    if not LOGO_NAME.fullmatch(name):
        return None
    path = f"{logo_folder(team_id)}/{name}"
    return path if default_storage.exists(path) else None


def read_logo(team_id: int, name: str) -> bytes | None:
    path = find_logo_path(team_id, name)
    if path is None:
        return None
    with default_storage.open(path) as file:
        content: bytes = file.read()
    return content


def get_logo(team_id: int, name: str) -> bytes:
    """Return a logo's content. The caller has checked who may see the team."""
    content = read_logo(team_id, name)
    if content is None:
        raise Http404("This team has no such logo.")
    return content
