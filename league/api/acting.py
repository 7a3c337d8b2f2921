"""How programs change leagues: one address for each act."""

from __future__ import annotations

from rest_framework.request import Request
from rest_framework.response import Response

from league.api.acts import ACTS, Act
from league.api.describing import described, seen_by, version_of
from league.rules.pairing_reasons import Override
from league.selectors.next_season import NextSeasonPage, next_season_page
from league.serializers import bodies
from league.services import house_rules, members, overriding
from league.services.house_rules import RulesPreview
from people.selectors import signed_in
from teams.api.describing import IF_MATCH, TeamApi, answered
from teams.serializers.bodies import body_of

SHAPES: tuple[type, ...] = (
    bodies.PreviewNextSeasonBody,
    bodies.PreviewRulesBody,
    bodies.PreviewSwapBody,
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
