"""What forms offer and how long texts may be, as it is stored."""

from __future__ import annotations

from league.models.leagues import (
    BLURB_LENGTH,
    NAME_LENGTH,
    REASON_LENGTH,
    Admission,
    Role,
    Visibility,
)

__all__ = ["BLURB_LENGTH", "NAME_LENGTH", "REASON_LENGTH", "Admission", "Visibility"]

# The mastership is handed over, never given beside another.
ROLES = [
    (role.value, role.label) for role in (Role.CO_MASTER, Role.PLAYER, Role.SPECTATOR)
]
