"""What all addresses of leagues share."""

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
    """For everybody; whether a league is theirs to see is asked further down."""

    permission_classes = [AllowAny]


@method_decorator(conditional_page, name="dispatch")
class ReadApi(OpenApi):
    """What is only read: it answers 304 while it is the same as when it was asked for
    last. What can be edited has its version as ETag instead."""


def version_of(answer: object) -> int | None:
    """What travels as the ETag of an answer that can be edited."""
    version: int | None = getattr(answer, "version", None)
    return version


def seen_by(request: Request, body: LeagueBody) -> dict[str, Any]:
    """The arguments of a service; If-Match says which version its caller saw."""
    values = body.values()
    if isinstance(body, VersionedBody) and body.version is None:
        values["version"] = version_named(request)
    return values


def described(operation: str, *args: Any, **more: Any) -> Any:
    name = f"leagues_{operation}"
    return described_for_teams(
        operation, *args, operation_id=name, tags=["leagues"], **more
    )
