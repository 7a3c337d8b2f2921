"""Options and text lengths of forms, taken from the models."""

from __future__ import annotations

from league.models.communication import TEXT_LENGTH as POST_TEXT_LENGTH
from league.models.communication import TITLE_LENGTH as POST_TITLE_LENGTH
from league.models.leagues import (
    BLURB_LENGTH,
    DAYS_MAX,
    DAYS_MIN,
    NAME_LENGTH,
    PLACE_LENGTH,
    REASON_LENGTH,
    Admission,
    Role,
    Visibility,
)
from league.models.seasons import CLUB_LENGTH, GROUP_LENGTH

__all__ = [
    "BLURB_LENGTH",
    "CLUB_LENGTH",
    "DAYS_MAX",
    "DAYS_MIN",
    "GROUP_LENGTH",
    "NAME_LENGTH",
    "PLACE_LENGTH",
    "POST_TEXT_LENGTH",
    "POST_TITLE_LENGTH",
    "REASON_LENGTH",
    "Admission",
    "Role",
    "Visibility",
]

# The mastership is handed over on a page of its own.
ROLES = [
    (role.value, role.label) for role in (Role.CO_MASTER, Role.PLAYER, Role.SPECTATOR)
]
