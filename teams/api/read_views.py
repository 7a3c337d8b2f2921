"""API views that read teams."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django_filters.utils import translate_validation
from drf_spectacular.utils import OpenApiParameter
from rest_framework.exceptions import ValidationError
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from people.selectors import signed_in
from teams.api.base import (
    PAGING,
    Pages,
    TeamApi,
    answered,
    described,
    paged,
    ref,
    whole_number,
)
from teams.rules.exchange import document
from teams.rules.exchange.document import Document
from teams.selectors.builder import get_builder_state
from teams.selectors.history import (
    CareerPage,
    HistoryLine,
    get_history_page,
    get_ninja_career,
)
from teams.selectors.scroll_front import get_scroll_front, get_shared_scroll_front
from teams.selectors.settlement import get_settlement_page
from teams.selectors.team_file import get_team_file
from teams.selectors.team_list import (
    TeamLine,
    build_team_line,
    list_clan_starts,
    query_teams,
)
from teams.serializers import responses
from teams.serializers.filters import TeamFilters

SHAPES: tuple[type, ...] = (
    responses.BuilderAnswer,
    responses.GrowthAnswer,
    responses.SettlementAnswer,
    responses.StartAnswer,
    responses.TeamAnswer,
    CareerPage,
    Document,
    HistoryLine,
    TeamLine,
)
AT = OpenApiParameter(
    "at",
    {"type": "integer", "minimum": 1},
    description="Show the team as it was after this line of its journal.",
)


def listed_teams(view: TeamApi, request: Request) -> Response:
    """Return a page of the person's teams, filtered and ordered."""
    known = {*TeamFilters.base_filters, "page", "page_size"}
    if unknown := sorted(set(request.query_params) - known):
        raise ValidationError(
            f"Unknown filter: {', '.join(unknown)}. The filters of this list are"
            f" {', '.join(sorted(known))}.",
            code="unknown-filter",
        )
    teams = query_teams(signed_in(request.user))
    filters = TeamFilters(request.query_params, queryset=teams)
    if not filters.is_valid():
        raise translate_validation(filters.errors)
    pages = Pages()
    page: list[Any] = pages.paginate_queryset(filters.qs, request, view=view) or []
    lines = [build_team_line(team) for team in page]
    return pages.get_paginated_response(answered(lines).data)


class TeamView(TeamApi):
    @described("read", "Get a team", responses.TeamAnswer, parameters=[AT])
    def get(self, request: Request, team_id: int) -> Response:
        page = get_scroll_front(team_id, request.user, at=whole_number(request, "at"))
        return answered(responses.TeamAnswer.of(page), version=page.head.version)


class BuilderView(TeamApi):
    @described("builder", "Get a team's offers and budget", responses.BuilderAnswer)
    def get(self, request: Request, team_id: int) -> Response:
        page = get_builder_state(team_id, request.user)
        return answered(responses.BuilderAnswer.of(page), version=page.head.version)


class HistoryView(TeamApi):
    @described(
        "history",
        "Get a team's history",
        paged(HistoryLine),
        parameters=list(PAGING),
    )
    def get(self, request: Request, team_id: int) -> Response:
        lines = get_history_page(team_id, request.user).lines
        pages = Pages()
        page = pages.paginate_queryset(lines, request, view=self)
        return pages.get_paginated_response(answered(page).data)


class GrowthView(TeamApi):
    @described("growth", "Get treasury, rating and XP", responses.GrowthAnswer)
    def get(self, request: Request, team_id: int) -> Response:
        page = get_history_page(team_id, request.user)
        return answered(responses.GrowthAnswer.of(page), version=page.head.version)


class SettlementView(TeamApi):
    @described("settlement", "Get an open settlement", responses.SettlementAnswer)
    def get(self, request: Request, team_id: int) -> Response:
        page = get_settlement_page(team_id, request.user)
        return answered(responses.SettlementAnswer.of(page), version=page.head.version)


class ExportView(TeamApi):
    @described("export", "Export a team file", Document)
    def get(self, request: Request, team_id: int) -> HttpResponse:
        content = get_team_file(team_id, request.user)
        return HttpResponse(content, content_type="application/json")


class CareerView(TeamApi):
    @described("ninja_read", "Get a ninja's career", CareerPage)
    def get(self, request: Request, team_id: int, ninja: int) -> Response:
        page = get_ninja_career(team_id, ninja, request.user)
        return answered(page, version=page.head.version)


class SharedView(TeamApi):
    permission_classes = [AllowAny]

    @described("shared_read", "Get a team by its share token", responses.TeamAnswer)
    def get(self, _request: Request, token: str) -> Response:
        return answered(responses.TeamAnswer.of(get_shared_scroll_front(token)))


class StartsView(TeamApi):
    permission_classes = [AllowAny]

    @described(
        "starts",
        "List clans with their sample and shrine teams",
        {"type": "array", "items": ref(responses.StartAnswer)},
    )
    def get(self, _request: Request) -> Response:
        return answered([responses.StartAnswer.of(one) for one in list_clan_starts()])


class SchemaView(TeamApi):
    permission_classes = [AllowAny]

    @described(
        "exchange_schema",
        "Get the JSON Schema of the team file",
        {"type": "object", "additionalProperties": True},
    )
    def get(self, _request: Request) -> Response:
        schema: dict[str, Any] = document.json_schema()
        return Response(schema)


PAGES: dict[str, type[TeamApi]] = {
    "builder": BuilderView,
    "history": HistoryView,
    "growth": GrowthView,
    "settlement": SettlementView,
    "export": ExportView,
}
