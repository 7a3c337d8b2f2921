"""Views that change leagues: one address per action."""

from __future__ import annotations

from collections.abc import Callable

from rest_framework.request import Request
from rest_framework.response import Response

from league.api.actions import ACTS, ApiAction
from league.api.base import described, seen_by, version_of
from league.rules.competitions.pairing_explanations import Override
from league.selectors.seasons.season_end import NextSeasonPage, get_next_season_page
from league.serializers import requests
from league.serializers.responses import Meaning
from league.services import entrants, house_rules, members
from league.services.competitions import pairing_overrides
from league.services.house_rules import RulesPreview
from people.selectors import signed_in
from teams.api.base import IF_MATCH, TeamApi, answered
from teams.serializers.requests import body_of

SHAPES: tuple[type, ...] = (
    requests.PreviewAdjustBody,
    requests.PreviewNextSeasonBody,
    requests.PreviewRestartBody,
    requests.PreviewRulesBody,
    requests.PreviewSwapBody,
    Meaning,
    NextSeasonPage,
    Override,
    RulesPreview,
    *(act.body for act in ACTS),
    *(act.answer.shape for act in ACTS),
)


def act_view(act: ApiAction) -> type[TeamApi]:
    @described(
        act.name.replace("-", "_"),
        act.summary,
        act.answer.shape,
        body=act.body,
        parameters=[IF_MATCH] if issubclass(act.body, requests.VersionedBody) else [],
    )
    def post(_self: TeamApi, request: Request, uid: str, **where: int) -> Response:
        body = body_of(request.data, act.body)
        who = {act.who: signed_in(request.user)}
        act.service(uid=uid, **who, **where, **seen_by(request, body))
        answer = act.answer.of(uid, request.user, **where)
        return answered(answer, version=version_of(answer))

    return type("LeagueActView", (TeamApi,), {"post": post})


class LeaveView(TeamApi):
    @described("leave", "Leave a league", None, status=204, body=requests.LeagueBody)
    def post(self, request: Request, uid: str) -> Response:
        body_of(request.data, requests.LeagueBody)
        members.leave_league(uid=uid, person=signed_in(request.user))
        return Response(status=204)


class RulesPreviewView(TeamApi):
    @described(
        "rules_preview",
        "Preview new house rules",
        RulesPreview,
        body=requests.PreviewRulesBody,
    )
    def post(self, request: Request, uid: str) -> Response:
        body = body_of(request.data, requests.PreviewRulesBody)
        actor = signed_in(request.user)
        return answered(
            house_rules.preview_rules(uid=uid, actor=actor, **body.values())
        )


class NextSeasonPreviewView(TeamApi):
    @described(
        "season_next_preview",
        "Preview the next season",
        NextSeasonPage,
        body=requests.PreviewNextSeasonBody,
    )
    def post(self, request: Request, uid: str) -> Response:
        body = body_of(request.data, requests.PreviewNextSeasonBody)
        return answered(get_next_season_page(uid, request.user, body.formula))


def team_preview_view(
    operation: str,
    summary: str,
    body_type: type[requests.LeagueBody],
    service: Callable[..., tuple[str, ...]],
) -> type[TeamApi]:
    """Return the view that previews a master's action on a team."""

    @described(operation, summary, Meaning, body=body_type)
    def post(_self: TeamApi, request: Request, uid: str, team_id: int) -> Response:
        body, actor = body_of(request.data, body_type), signed_in(request.user)
        told = service(uid=uid, actor=actor, team_id=team_id, **body.values())
        return answered(Meaning(sentences=told))

    return type("TeamPreviewView", (TeamApi,), {"post": post})


TEAM_PREVIEWS = {
    "restart": team_preview_view(
        "restart_preview",
        "Preview a restart",
        requests.PreviewRestartBody,
        entrants.preview_restart,
    ),
    "adjust": team_preview_view(
        "adjust_preview",
        "Preview a points adjustment",
        requests.PreviewAdjustBody,
        entrants.preview_adjustment,
    ),
}


class SwapPreviewView(TeamApi):
    @described(
        "swap_preview",
        "Preview other pairings",
        Override,
        body=requests.PreviewSwapBody,
    )
    def post(self, request: Request, uid: str, round_id: int) -> Response:
        body = body_of(request.data, requests.PreviewSwapBody)
        found = pairing_overrides.preview_override(
            uid=uid, actor=signed_in(request.user), round_id=round_id, teams=body.teams
        )
        return answered(found)
