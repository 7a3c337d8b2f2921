"""API to read leagues, and to create one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date
from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework.exceptions import ValidationError
from rest_framework.permissions import IsAuthenticated, IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response

from kernel.errors import Refusal
from league.api.base import OpenApi, ReadApi, described, version_of
from league.rules.audit_topics import Topic
from league.rules.league_templates import LeagueTemplate, templates
from league.selectors import house_rule_pages, leagues, statistics
from league.selectors.access import get_visible_league
from league.selectors.audit_log import LogFilter, get_log_page
from league.selectors.competitions.fixtures import FixtureLine
from league.selectors.competitions.playoffs import BracketShown
from league.selectors.house_rule_pages import rules_compared
from league.selectors.leagues import EntrantLine, LeagueHead, LeagueLine
from league.selectors.public_pages import LeagueSearch, leagues_queryset
from league.selectors.seasons import season_pages, season_plan
from league.selectors.seasons.season_pages import SeasonLine, StandingsTable
from league.serializers import requests, responses
from league.services.leagues import create_league
from people.selectors import signed_in
from teams.api.base import PAGING, Pages, answered, paged, ref, whole_number
from teams.serializers.requests import body_of

WORDS_LENGTH = 60
FIND = OpenApiParameter(
    "q", str, description="Words from the name, description or place."
)
PLACE = OpenApiParameter("place", str, description="Words from the place.")
SINCE = OpenApiParameter(
    "since",
    OpenApiTypes.DATE,
    description="Only leagues with dates that are played on this day or later.",
)
UNTIL = OpenApiParameter(
    "until",
    OpenApiTypes.DATE,
    description="Only leagues with dates that are played on this day or earlier.",
)
OPEN = OpenApiParameter(
    "open",
    {"type": "string", "enum": ["true"]},
    description="Only leagues that take new players.",
)
MINE = OpenApiParameter(
    "mine", {"type": "string", "enum": ["true"]}, description="Only your own leagues."
)
SEASON = OpenApiParameter(
    "season",
    {"type": "integer", "minimum": 1, "maximum": 9_999_999},
    description="Number of the season. The default is the last one.",
)
TOPIC = OpenApiParameter(
    "topic",
    {"type": "string", "enum": [one.value for one in Topic]},
    description="Only entries about this topic.",
)
BY_PERSON = OpenApiParameter(
    "person",
    {"type": "integer", "minimum": 1, "maximum": 9_999_999},
    description="Only entries by or about this member of the league.",
)
BY_TEAM = OpenApiParameter(
    "team",
    {"type": "integer", "minimum": 1, "maximum": 9_999_999},
    description="Only entries that name this team of the league.",
)
SHAPES: tuple[type, ...] = (
    responses.FixtureAnswer,
    responses.HallAnswer,
    responses.LogLine,
    responses.MembersAnswer,
    responses.PlanAnswer,
    responses.RulesAnswer,
    responses.RulesCompareAnswer,
    responses.StatisticsAnswer,
    requests.FoundLeagueBody,
    BracketShown,
    EntrantLine,
    FixtureLine,
    LeagueHead,
    LeagueLine,
    LeagueTemplate,
    SeasonLine,
    StandingsTable,
)


def listed(shape: type) -> dict[str, Any]:
    return {"type": "array", "items": ref(shape)}


def _search(request: Request) -> LeagueSearch:
    """Return the search in the query string, or refuse invalid dates."""
    asked = request.query_params
    if asked.get("open") not in (None, "true"):
        raise ValidationError({"open": ["Write “true”, or leave it out."]})
    return LeagueSearch(
        words=asked.get("q", "").replace("\0", "")[:WORDS_LENGTH],
        place=asked.get("place", "").replace("\0", "")[:WORDS_LENGTH],
        since=_day(request, "since"),
        until=_day(request, "until"),
        is_open="open" in asked,
    )


def _day(request: Request, name: str) -> date | None:
    text = request.query_params.get(name)
    try:
        return None if text is None else date.fromisoformat(text)
    except ValueError:
        raise ValidationError({name: ["Write the day as in 2026-11-30."]}) from None


class LeaguesView(OpenApi):
    permission_classes = [IsAuthenticatedOrReadOnly]

    @described(
        "list",
        "Find leagues",
        paged(LeagueLine),
        parameters=[FIND, PLACE, SINCE, UNTIL, OPEN, MINE, *PAGING],
    )
    def get(self, request: Request) -> Response:
        pages = Pages()
        if (mine := request.query_params.get("mine")) is not None:
            return self._own(request, mine)
        found = leagues_queryset(_search(request))
        page: list[Any] = pages.paginate_queryset(found, request, view=self) or []
        lines = [leagues.league_line(one) for one in page]
        return pages.get_paginated_response(answered(lines).data)

    def _own(self, request: Request, asked: str) -> Response:
        if asked != "true":
            raise ValidationError({"mine": ["Write “true”, or leave it out."]})
        if not request.user.is_authenticated:
            self.permission_denied(request, "Log in to see your leagues.")
        return _paged(self, request, leagues.leagues_of(signed_in(request.user)))

    @described(
        "found",
        "Create a league",
        LeagueHead,
        body=requests.FoundLeagueBody,
        status=201,
    )
    def post(self, request: Request) -> Response:
        body = body_of(request.data, requests.FoundLeagueBody)
        founder = signed_in(request.user)
        template = templates().get(body.template)
        if template is None:
            raise Refusal(
                f"There is no league template called {body.template}. Choose"
                f" one of {', '.join(templates())}.",
                code="unknown-template",
                field="template",
            )
        sent = {**body.values(), "changes": {**template.changes, **body.changes}}
        league = create_league(founder=founder, **sent)
        return answered(leagues.league_head(league.uid, founder), status=201)


class TemplatesView(OpenApi):
    @described("templates", "League templates", listed(LeagueTemplate))
    def get(self, _request: Request) -> Response:
        return answered(list(templates().values()))


class LeagueView(OpenApi):
    @described("read", "A league", LeagueHead)
    def get(self, request: Request, uid: str) -> Response:
        head = leagues.league_head(uid, request.user)
        return answered(head, version=head.version)


class FixtureView(OpenApi):
    @described("fixture", "A fixture and its dates", responses.FixtureAnswer)
    def get(self, request: Request, uid: str, fixture_id: int) -> Response:
        page = season_plan.get_fixture_page(uid, request.user, fixture_id)
        return answered(responses.FixtureAnswer.of(page))


class StatisticsView(ReadApi):
    @described(
        "statistics",
        "Leaders and records of a season",
        responses.StatisticsAnswer,
        parameters=[SEASON],
    )
    def get(self, request: Request, uid: str) -> Response:
        number = whole_number(request, "season")
        page = statistics.get_statistics_page(uid, request.user, number)
        return answered(responses.StatisticsAnswer.of(page))


class LogView(OpenApi):
    permission_classes = [IsAuthenticated]

    @described(
        "log",
        "Audit log, for members",
        paged(responses.LogLine),
        parameters=[TOPIC, BY_PERSON, BY_TEAM, *PAGING],
    )
    def get(self, request: Request, uid: str) -> Response:
        standpoint = get_visible_league(uid, request.user)
        if not standpoint.is_member:
            self.permission_denied(
                request, "Only members of the league can read its audit log."
            )
        pages = Pages()
        found = get_log_page(standpoint, _wish(request)).lines
        page: list[Any] = pages.paginate_queryset(found, request, view=self) or []
        lines = [
            responses.LogLine(
                kind=one.kind,
                actor=str(one.actor) if one.actor else "",
                wording=one.wording,
                is_override=one.is_override,
                created=one.created,
            )
            for one in page
        ]
        return pages.get_paginated_response(answered(lines).data)


def _wish(request: Request) -> LogFilter:
    topic = request.query_params.get("topic")
    if topic is not None and topic not in set(Topic):
        raise ValidationError({"topic": [f"Choose one of {', '.join(Topic)}."]})
    return LogFilter(
        topic=None if topic is None else Topic(topic),
        person=whole_number(request, "person"),
        team=whole_number(request, "team"),
    )


def _version(name: str, which: str) -> OpenApiParameter:
    return OpenApiParameter(
        name,
        {"type": "integer", "minimum": 1, "maximum": 9_999_999},
        description=f"Number of a version. The default is {which}.",
    )


class RulesCompareView(OpenApi):
    @described(
        "rules_compare",
        "Compare two versions of the house rules",
        responses.RulesCompareAnswer,
        parameters=[
            _version("old", "the version before it"),
            _version("new", "the latest version"),
        ],
    )
    def get(self, request: Request, uid: str) -> Response:
        old, new = whole_number(request, "old"), whole_number(request, "new")
        page = rules_compared(uid, request.user, old, new)
        return answered(responses.RulesCompareAnswer.of(page))


def members(uid: str, viewer: Any, **_more: Any) -> responses.MembersAnswer:
    page = leagues.get_members_page(uid, viewer)
    return responses.MembersAnswer(
        members=page.members,
        requests=page.requests,
        kept_out=page.kept_out,
        is_master_absent=page.is_master_absent,
    )


def plan(uid: str, viewer: Any, **_more: Any) -> responses.PlanAnswer:
    return responses.PlanAnswer.of(season_plan.get_plan_page(uid, viewer))


def rules(uid: str, viewer: Any, **_more: Any) -> responses.RulesAnswer:
    return responses.RulesAnswer.of(house_rule_pages.get_rules_page(uid, viewer))


def fixture(uid: str, viewer: Any, fixture_id: int) -> responses.FixtureAnswer:
    return responses.FixtureAnswer.of(
        season_plan.get_fixture_page(uid, viewer, fixture_id)
    )


def hall_of_fame(uid: str, viewer: Any) -> responses.HallAnswer:
    return responses.HallAnswer.of(statistics.get_hall_page(uid, viewer))


def page_view(
    name: str,
    summary: str,
    shape: type,
    page: Callable[..., object],
    base: type[OpenApi] = ReadApi,
) -> type[OpenApi]:
    @described(name, summary, shape)
    def get(_self: OpenApi, request: Request, uid: str) -> Response:
        answer = page(uid, request.user)
        return answered(answer, version=version_of(answer))

    return type("LeaguePageView", (base,), {"get": get})


def season_view(
    name: str, summary: str, shape: type, page: Callable[..., Sequence[Any]]
) -> type[OpenApi]:
    """Return a view that lists part of a season, in pages."""

    @described(name, summary, paged(shape), parameters=[SEASON, *PAGING])
    def get(self: OpenApi, request: Request, uid: str) -> Response:
        number = whole_number(request, "season")
        return _paged(self, request, page(uid, request.user, number))

    return type("LeagueSeasonView", (ReadApi,), {"get": get})


def all_seasons(uid: str, viewer: Any, _number: int | None) -> tuple[SeasonLine, ...]:
    return season_pages.seasons_of(uid, viewer)


PAGES: dict[str, type[OpenApi]] = {
    "members": page_view(
        "members", "Members and requests", responses.MembersAnswer, members
    ),
    "plan": page_view("plan", "Contents of a season", responses.PlanAnswer, plan),
    "rules": page_view(
        "rules",
        "House rules with defaults and versions",
        responses.RulesAnswer,
        rules,
        OpenApi,
    ),
    "rules/compare": RulesCompareView,
    "statistics": StatisticsView,
    "hall": page_view(
        "hall", "Hall of fame across all seasons", responses.HallAnswer, hall_of_fame
    ),
    "seasons": season_view("seasons", "All seasons", SeasonLine, all_seasons),
    "tables": season_view(
        "tables", "Standings with explanations", StandingsTable, season_pages.tables_of
    ),
    "fixtures": season_view(
        "fixtures", "Fixtures of a season", FixtureLine, season_pages.fixtures_of
    ),
    "playoffs": season_view(
        "playoffs", "Playoffs of a season", BracketShown, season_pages.brackets_in
    ),
    "teams": season_view(
        "teams", "Teams of a season", EntrantLine, season_pages.teams_of
    ),
    "log": LogView,
}


def _paged(view: OpenApi, request: Request, lines: Sequence[Any]) -> Response:
    pages = Pages()
    page = pages.paginate_queryset(lines, request, view=view)
    return pages.get_paginated_response(answered(page).data)
