"""How programs change leagues: one address for each act."""

from __future__ import annotations

from collections.abc import Callable

from rest_framework.request import Request
from rest_framework.response import Response

from league.api.acts import ACTS, Act
from league.api.describing import described, seen_by, version_of
from league.rules.pairing_reasons import Override
from league.selectors.next_season import NextSeasonPage, next_season_page
from league.serializers import bodies
from league.serializers.answers import Meaning
from league.services import entrants, house_rules, members, overriding
from league.services.house_rules import RulesPreview
from people.selectors import signed_in
from teams.api.describing import IF_MATCH, TeamApi, answered
from teams.serializers.bodies import body_of

SHAPES: tuple[type, ...] = (
    bodies.PreviewAdjustBody,
    bodies.PreviewNextSeasonBody,
    bodies.PreviewRestartBody,
    bodies.PreviewRulesBody,
    bodies.PreviewSwapBody,
    Meaning,
    NextSeasonPage,
    Override,
    RulesPreview,
    *(act.body for act in ACTS),
    *(act.answer.shape for act in ACTS),
)


def act_view(act: Act) -> type[TeamApi]:
    @described(
        act.name.replace("-", "_"),
        act.summary,
        act.answer.shape,
        body=act.body,
        parameters=[IF_MATCH] if issubclass(act.body, bodies.VersionedBody) else [],
    )
    def post(_self: TeamApi, request: Request, uid: str, **where: int) -> Response:
        body = body_of(request.data, act.body)
        who = {act.who: signed_in(request.user)}
        act.service(uid=uid, **who, **where, **seen_by(request, body))
        answer = act.answer.of(uid, request.user, **where)
        return answered(answer, version=version_of(answer))

    return type("LeagueActView", (TeamApi,), {"post": post})


class LeaveView(TeamApi):
    @described("leave", "Leave a league", None, status=204, body=bodies.LeagueBody)
    def post(self, request: Request, uid: str) -> Response:
        body_of(request.data, bodies.LeagueBody)
        members.league_leave(uid=uid, person=signed_in(request.user))
        return Response(status=204)


class RulesPreviewView(TeamApi):
    @described(
        "rules_preview",
        "What other house rules would mean",
        RulesPreview,
        body=bodies.PreviewRulesBody,
    )
    def post(self, request: Request, uid: str) -> Response:
        body = body_of(request.data, bodies.PreviewRulesBody)
        actor = signed_in(request.user)
        return answered(
            house_rules.rules_preview(uid=uid, actor=actor, **body.values())
        )


class NextSeasonPreviewView(TeamApi):
    @described(
        "season_next_preview",
        "What the next season would begin with",
        NextSeasonPage,
        body=bodies.PreviewNextSeasonBody,
    )
    def post(self, request: Request, uid: str) -> Response:
        body = body_of(request.data, bodies.PreviewNextSeasonBody)
        return answered(next_season_page(uid, request.user, body.formula))


def team_preview_view(
    operation: str,
    summary: str,
    body_type: type[bodies.LeagueBody],
    service: Callable[..., tuple[str, ...]],
) -> type[TeamApi]:
    """What an act of a master on a team would mean."""

    @described(operation, summary, Meaning, body=body_type)
    def post(_self: TeamApi, request: Request, uid: str, team_id: int) -> Response:
        body, actor = body_of(request.data, body_type), signed_in(request.user)
        told = service(uid=uid, actor=actor, team_id=team_id, **body.values())
        return answered(Meaning(sentences=told))

    return type("TeamPreviewView", (TeamApi,), {"post": post})


TEAM_PREVIEWS = {
    "restart": team_preview_view(
        "restart_preview",
        "What beginning again would mean",
        bodies.PreviewRestartBody,
        entrants.restart_preview,
    ),
    "adjust": team_preview_view(
        "adjust_preview",
        "What league points given or taken would mean",
        bodies.PreviewAdjustBody,
        entrants.adjust_preview,
    ),
}


class SwapPreviewView(TeamApi):
    @described(
        "swap_preview",
        "What pairing otherwise would be worse in",
        Override,
        body=bodies.PreviewSwapBody,
    )
    def post(self, request: Request, uid: str, round_id: int) -> Response:
        body = body_of(request.data, bodies.PreviewSwapBody)
        found = overriding.override_preview(
            uid=uid, actor=signed_in(request.user), round_id=round_id, teams=body.teams
        )
        return answered(found)
