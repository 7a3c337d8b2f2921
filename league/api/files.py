"""API to export and import leagues as files."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from rest_framework.parsers import MultiPartParser
from rest_framework.permissions import IsAdminUser
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.base import OpenApi, described
from league.rules.exchange import document
from league.selectors.league_file import league_file
from league.serializers.responses import ImportedLeague
from league.services.exchange.league_import import import_league
from people.selectors import signed_in
from teams.api.base import TeamApi, answered
from teams.api.new_teams import FILE, uploaded

SHAPES: tuple[type, ...] = (ImportedLeague,)
ANYTHING = {"type": "object", "additionalProperties": True}


class ExportView(TeamApi):
    @described("export", "Export a league as JSON (ninja masters only)", ANYTHING)
    def get(self, request: Request, uid: str) -> HttpResponse:
        content = league_file(uid, request.user)
        return HttpResponse(content, content_type="application/json")


class ImportView(TeamApi):
    permission_classes = [IsAdminUser]
    parser_classes = [MultiPartParser]

    @described(
        "import",
        "Import a league (operators only)",
        ImportedLeague,
        status=201,
        request=FILE,
    )
    def post(self, request: Request) -> Response:
        content = uploaded(request, limit=document.BYTES_MAX)
        league = import_league(content=content, actor=signed_in(request.user))
        answer = ImportedLeague(uid=league.uid, name=league.name)
        return answered(answer, status=201)


class SchemaView(OpenApi):
    @described("exchange_schema", "The JSON Schema of a league file", ANYTHING)
    def get(self, _request: Request) -> Response:
        schema: dict[str, Any] = document.json_schema()
        return Response(schema)
