"""What programs can read of teams."""

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
from teams import selectors
from teams.api.describing import (
    PAGING,
    Pages,
    TeamApi,
    answered,
    described,
    paged,
    ref,
    whole_number,
)
from teams.rules import exchange
from teams.rules.exchange import Document
from teams.selectors import CareerPage, HistoryLine, TeamLine
from teams.serializers import answers
from teams.serializers.filters import TeamFilters

SHAPES: tuple[type, ...] = (
    answers.BuilderAnswer,
    answers.GrowthAnswer,
    answers.SettlementAnswer,
    answers.StartAnswer,
    answers.TeamAnswer,
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
    """One's own teams, narrowed down and page by page."""
    known = {*TeamFilters.base_filters, "page", "page_size"}
    if unknown := sorted(set(request.query_params) - known):
        raise ValidationError(
            f"There is no filter {', '.join(unknown)} here. Use"
            f" {', '.join(sorted(known))}.",
            code="unknown-filter",
        )
    teams = selectors.teams_queryset(signed_in(request.user))
    filters = TeamFilters(request.query_params, queryset=teams)
    if not filters.is_valid():
        raise translate_validation(filters.errors)
    pages = Pages()
    page: list[Any] = pages.paginate_queryset(filters.qs, request, view=view) or []
    lines = [selectors.team_line(team) for team in page]
    return pages.get_paginated_response(answered(lines).data)


class TeamView(TeamApi):
    @described("read", "A team", answers.TeamAnswer, parameters=[AT])
    def get(self, request: Request, team_id: int) -> Response:
        page = selectors.scroll_page(
            team_id, request.user, at=whole_number(request, "at")
        )
        return answered(answers.TeamAnswer.of(page), version=page.head.version)


class BuilderView(TeamApi):
    @described("builder", "Who can be recruited, and more", answers.BuilderAnswer)
    def get(self, request: Request, team_id: int) -> Response:
        page = selectors.builder_page(team_id, request.user)
        return answered(answers.BuilderAnswer.of(page), version=page.head.version)


class HistoryView(TeamApi):
    @described(
        "history",
        "The journal in sentences",
        paged(HistoryLine),
        parameters=list(PAGING),
    )
    def get(self, request: Request, team_id: int) -> Response:
        lines = selectors.history_page(team_id, request.user).lines
        pages = Pages()
        page = pages.paginate_queryset(lines, request, view=self)
        return pages.get_paginated_response(answered(page).data)


class GrowthView(TeamApi):
    @described("growth", "Treasury, rating and XP over time", answers.GrowthAnswer)
    def get(self, request: Request, team_id: int) -> Response:
        page = selectors.history_page(team_id, request.user)
        return answered(answers.GrowthAnswer.of(page), version=page.head.version)


class SettlementView(TeamApi):
    @described("settlement", "What a team waits for", answers.SettlementAnswer)
    def get(self, request: Request, team_id: int) -> Response:
        page = selectors.settlement_page(team_id, request.user)
        return answered(answers.SettlementAnswer.of(page), version=page.head.version)


class ExportView(TeamApi):
    @described("export", "A team as a document", Document)
    def get(self, request: Request, team_id: int) -> HttpResponse:
        content = selectors.team_file(team_id, request.user)
        return HttpResponse(content, content_type="application/json")


class CareerView(TeamApi):
    @described("ninja_read", "A ninja's whole career", CareerPage)
    def get(self, request: Request, team_id: int, ninja: int) -> Response:
        page = selectors.ninja_career(team_id, ninja, request.user)
        return answered(page, version=page.head.version)


class SharedView(TeamApi):
    permission_classes = [AllowAny]

    @described("shared_read", "A team by its share link", answers.TeamAnswer)
    def get(self, _request: Request, token: str) -> Response:
        return answered(answers.TeamAnswer.of(selectors.public_scroll(token)))


class StartsView(TeamApi):
    permission_classes = [AllowAny]

    @described(
        "starts",
        "Clans, samples and shrine teams to begin from",
        {"type": "array", "items": ref(answers.StartAnswer)},
    )
    def get(self, _request: Request) -> Response:
        return answered(
            [answers.StartAnswer.of(one) for one in selectors.clan_starts()]
        )


class SchemaView(TeamApi):
    permission_classes = [AllowAny]

    @described(
        "exchange_schema",
        "The JSON Schema of a team's document",
        {"type": "object", "additionalProperties": True},
    )
    def get(self, _request: Request) -> Response:
        schema: dict[str, Any] = exchange.json_schema()
        return Response(schema)


PAGES: dict[str, type[TeamApi]] = {
    "builder": BuilderView,
    "history": HistoryView,
    "growth": GrowthView,
    "settlement": SettlementView,
    "export": ExportView,
}
