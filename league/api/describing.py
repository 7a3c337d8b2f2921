"""What all addresses of leagues share."""

from __future__ import annotations

from typing import Any

from rest_framework.permissions import AllowAny

from teams.api.describing import TeamApi
from teams.api.describing import described as described_for_teams

LEAGUE = "leagues/<slug:uid>/"


class OpenApi(TeamApi):
    """For everybody; whether a league is theirs to see is asked further down."""

    permission_classes = [AllowAny]


def described(operation: str, *args: Any, **more: Any) -> Any:
    name = f"leagues_{operation}"
    return described_for_teams(
        operation, *args, operation_id=name, tags=["leagues"], **more
    )
