"""API views that list, create, copy and import teams."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import IO, Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework.exceptions import ValidationError
from rest_framework.parsers import BaseParser, MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from people.selectors import signed_in
from rulebook.catalogue import catalogue
from teams.api.base import PAGING, TeamApi, answered, described, paged
from teams.api.read_views import listed_teams
from teams.rules.exchange import battlescribe, document
from teams.rules.exchange.document import Document
from teams.rules.state import Stage
from teams.selectors.team_list import TeamLine
from teams.serializers import requests, responses
from teams.serializers.filters import TeamFilters
from teams.services.journal import Written
from teams.services.new_teams import (
    copy_team,
    create_random_team,
    create_sample_team,
    create_shrine_team,
    create_team,
)
from teams.services.team_import import import_roster, import_team

FILTERS = (
    OpenApiParameter("name", str, description="Part of the name."),
    OpenApiParameter("clan", str, enum=list(catalogue().clans)),
    OpenApiParameter("stage", str, enum=[stage.value for stage in Stage]),
    OpenApiParameter("is_legal", OpenApiTypes.BOOL),
    OpenApiParameter(
        "order",
        str,
        enum=[key for key, _ in TeamFilters.base_filters["order"].extra["choices"]],
        description="A minus sign in front reverses the order.",
    ),
)
FILE = {
    "multipart/form-data": {
        "type": "object",
        "required": ["file"],
        "properties": {"file": {"type": "string", "format": "binary"}},
    }
}


@dataclass(frozen=True, slots=True)
class Founding:
    """A way to create a team."""

    address: str
    summary: str
    body: type[requests.Body]
    service: Callable[..., Written]


FOUNDINGS = (
    Founding(
        "from-shrine",
        "Create a team from a shrine team",
        requests.ShrineBody,
        create_shrine_team,
    ),
    Founding(
        "from-sample",
        "Create a team from a sample team",
        requests.SampleBody,
        create_sample_team,
    ),
    Founding(
        "random",
        "Create a random legal team",
        requests.FoundBody,
        create_random_team,
    ),
)
SHAPES: tuple[type, ...] = (
    responses.RosterAnswer,
    responses.WrittenAnswer,
    requests.CopyBody,
    requests.FoundBody,
    *(kind.body for kind in FOUNDINGS),
)


class TeamsView(TeamApi):
    @described(
        "list", "List your teams", paged(TeamLine), parameters=[*FILTERS, *PAGING]
    )
    def get(self, request: Request) -> Response:
        return listed_teams(self, request)

    @described(
        "found",
        "Create an empty draft",
        responses.WrittenAnswer,
        body=requests.FoundBody,
        status=201,
    )
    def post(self, request: Request) -> Response:
        return _founded(request, requests.FoundBody, create_team)


def founding_view(kind: Founding) -> type[TeamApi]:
    @described(
        f"found_{kind.address.replace('-', '_')}",
        kind.summary,
        responses.WrittenAnswer,
        body=kind.body,
        status=201,
    )
    def post(_self: TeamApi, request: Request) -> Response:
        return _founded(request, kind.body, kind.service)

    return type("FoundingView", (TeamApi,), {"post": post})


class CopyView(TeamApi):
    @described(
        "copy",
        "Copy a team",
        responses.WrittenAnswer,
        body=requests.CopyBody,
        status=201,
    )
    def post(self, request: Request, team_id: int) -> Response:
        return _founded(request, requests.CopyBody, copy_team, team_id=team_id)


class DocumentParser(BaseParser):
    """Pass the raw document on; the service decodes and checks it."""

    media_type = "application/json"

    def parse(
        self,
        stream: IO[bytes],
        media_type: str | None = None,  # noqa: ARG002
        parser_context: Mapping[str, Any] | None = None,  # noqa: ARG002
    ) -> dict[str, bytes]:
        return {"content": stream.read(document.BYTES_MAX + 1)}


class ImportView(TeamApi):
    parser_classes = [DocumentParser]

    @described(
        "import",
        "Import a team file",
        responses.WrittenAnswer,
        body=Document,
        status=201,
    )
    def post(self, request: Request) -> Response:
        person = signed_in(request.user)
        content: bytes = dict(request.data).get("content", b"")
        return _made(import_team(owner=person, content=content))


class RosterView(TeamApi):
    parser_classes = [MultiPartParser]

    @described(
        "import_roster",
        "Import a BattleScribe roster",
        responses.RosterAnswer,
        status=201,
        request=FILE,
    )
    def post(self, request: Request) -> Response:
        content = uploaded(request, limit=battlescribe.BYTES_MAX)
        person = signed_in(request.user)
        result = import_roster(owner=person, content=content)
        answer = responses.RosterAnswer.of(result)
        return answered(answer, version=result.written.version, status=201)


def uploaded(request: Request, *, limit: int) -> bytes:
    """Return the uploaded file, cut off just above the limit."""
    file = request.FILES.get("file")
    if file is None:
        raise ValidationError({"file": ["Send a file in this field."]})
    content: bytes = file.read(limit + 1)
    return content


def _founded(
    request: Request,
    shape: type[requests.Body],
    service: Callable[..., Written],
    **more: Any,
) -> Response:
    body = requests.body_of(request.data, shape)
    values = {name: getattr(body, name) for name in body.__struct_fields__}
    return _made(service(owner=signed_in(request.user), **values, **more))


def _made(written: Written) -> Response:
    answer = responses.WrittenAnswer.of(written)
    return answered(answer, version=written.version, status=201)
