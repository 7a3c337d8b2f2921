"""What all addresses of the league API share."""

from __future__ import annotations

from typing import Any

from django.utils.decorators import method_decorator
from django.views.decorators.http import conditional_page
from rest_framework.permissions import AllowAny
from rest_framework.request import Request

from league.serializers.requests import LeagueBody, VersionedBody
from teams.api.base import TeamApi, version_named
from teams.api.base import described as described_for_teams

LEAGUE = "leagues/<slug:uid>/"


class OpenApi(TeamApi):
    """Open to everyone. Selectors check who may see a league."""

    permission_classes = [AllowAny]


@method_decorator(conditional_page, name="dispatch")
class ReadApi(OpenApi):
    """A read-only view. It answers 304 while nothing has changed. Objects that can be
    edited use their version as ETag instead."""


def version_of(answer: object) -> int | None:
    """Return the version that an editable answer sends as its ETag."""
    version: int | None = getattr(answer, "version", None)
    return version


def seen_by(request: Request, body: LeagueBody) -> dict[str, Any]:
    """Return the arguments of a service, with the version from If-Match."""
    values = body.values()
    if isinstance(body, VersionedBody) and body.version is None:
        values["version"] = version_named(request)
    return values


def described(operation: str, *args: Any, **more: Any) -> Any:
    name = f"leagues_{operation}"
    return described_for_teams(
        operation, *args, operation_id=name, tags=["leagues"], **more
    )
