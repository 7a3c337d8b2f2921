"""How programs change teams: one address for each act."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from people.selectors import signed_in
from teams import selectors, services
from teams.api.describing import (
    IF_MATCH,
    TeamApi,
    answered,
    described,
    edit_of,
    version_named,
)
from teams.api.founding import FILE, uploaded
from teams.rendering.logo import BYTES_MAX as LOGO_BYTES_MAX
from teams.serializers import answers, bodies
from teams.services import Edit, Written
from teams.services.logos import logo_remove, logo_upload


@dataclass(frozen=True, slots=True)
class Act:
    """One change of a team: its address, what it takes, and who does it."""

    address: str
    summary: str
    body: type[bodies.ActBody]
    service: Callable[..., Written]
    of_ninja: bool = False
    by_master: bool = False

    @property
    def name(self) -> str:
        own = self.address.replace("/", "-")
        return f"ninja-{own}" if self.of_ninja else own


ACTS = (
    Act("rename", "Rename a team", bodies.RenameBody, services.team_rename),
    Act("clan", "Change a draft's clan", bodies.ClanBody, services.team_change_clan),
    Act("lore", "Write a team's lore", bodies.LoreBody, services.team_note),
    Act("order", "Order the scroll", bodies.OrderBody, services.team_reorder),
    Act("recruit", "Recruit a ninja", bodies.RecruitBody, services.ninja_recruit),
    Act("register", "Register a draft", bodies.ActBody, services.team_register),
    Act("undo", "Undo a draft's last act", bodies.ActBody, services.team_undo),
    Act("redo", "Redo what was undone", bodies.ActBody, services.team_redo),
    Act("retire", "Retire a team", bodies.ReasonBody, services.team_retire),
    Act(
        "correct",
        "Correct a team",
        bodies.CorrectBody,
        services.team_correct,
        by_master=True,
    ),
    Act(
        "void",
        "Take a batch back",
        bodies.VoidBody,
        services.batch_void,
        by_master=True,
    ),
    Act("game/open", "Begin a game", bodies.OpenGameBody, services.game_open),
    Act("game/call-off", "Call a game off", bodies.ActBody, services.game_call_off),
    Act("game/report", "Report a game", bodies.ReportBody, services.game_report),
    Act(
        "settlement/roll",
        "Roll with the site's dice",
        bodies.RollBody,
        services.settlement_roll,
    ),
    Act(
        "settlement/enter",
        "Enter dice rolled at the table",
        bodies.EnterBody,
        services.settlement_enter,
    ),
    Act(
        "settlement/choose",
        "Answer what a settlement asks",
        bodies.ChooseBody,
        services.settlement_choose,
    ),
    Act(
        "settlement/postpone",
        "Put advancements off",
        bodies.ActBody,
        services.settlement_postpone,
    ),
    Act(
        "settlement/settle",
        "Roll and answer everything",
        bodies.ActBody,
        services.settlement_settle,
    ),
)
NINJA_ACTS = (
    Act("dismiss", "Let a ninja go", bodies.ActBody, services.ninja_dismiss, True),
    Act("rename", "Rename a ninja", bodies.RenameBody, services.ninja_rename, True),
    Act(
        "abilities",
        "Choose special abilities",
        bodies.AbilitiesBody,
        services.ninja_choose_abilities,
        True,
    ),
    Act("note", "Write a note on a ninja", bodies.NoteBody, services.ninja_note, True),
    Act("replace", "Replace a ninja", bodies.RecruitBody, services.ninja_replace, True),
)
SHAPES: tuple[type, ...] = (
    answers.ShareAnswer,
    answers.VoidAnswer,
    answers.WrittenAnswer,
    bodies.VoidPreviewBody,
    *(act.body for act in (*ACTS, *NINJA_ACTS)),
)


def act_view(act: Act) -> type[TeamApi]:
    @described(
        act.name.replace("-", "_"),
        act.summary,
        answers.WrittenAnswer,
        body=act.body,
        parameters=[IF_MATCH],
    )
    def post(_self: TeamApi, request: Request, team_id: int, **ninja: int) -> Response:
        body = bodies.body_of(request.data, act.body)
        edit = edit_of(request, team_id, body)
        if act.by_master:
            edit = _as_corrector(edit, request)
        return _written(act.service(edit, **body.values(), **ninja))

    return type("ActView", (TeamApi,), {"post": post})


class VoidPreviewView(TeamApi):
    @described(
        "void_preview",
        "What taking a batch back would mean",
        answers.VoidAnswer,
        body=bodies.VoidPreviewBody,
    )
    def post(self, request: Request, team_id: int) -> Response:
        body = bodies.body_of(request.data, bodies.VoidPreviewBody)
        edit = Edit(team_id=team_id, actor=signed_in(request.user), is_preview=True)
        edit = _as_corrector(edit, request)
        preview = services.batch_void_preview(edit, batch=body.batch)
        return answered(answers.VoidAnswer.of(preview), version=preview.version)


class ShareView(TeamApi):
    @described("share", "Make a share link", answers.ShareAnswer)
    def post(self, request: Request, team_id: int) -> Response:
        actor = signed_in(request.user)
        token = services.team_share(team_id=team_id, actor=actor)
        return answered(answers.ShareAnswer(token=token))

    @described("unshare", "Revoke the share link", None, status=204)
    def delete(self, request: Request, team_id: int) -> Response:
        services.team_unshare(team_id=team_id, actor=signed_in(request.user))
        return Response(status=204)


class LogoView(TeamApi):
    parser_classes = [MultiPartParser, *APIView.parser_classes]

    @described(
        "logo",
        "Hang up a picture",
        answers.WrittenAnswer,
        parameters=[IF_MATCH],
        request=FILE,
    )
    def post(self, request: Request, team_id: int) -> Response:
        picture = uploaded(request, limit=LOGO_BYTES_MAX)
        return _written(logo_upload(_edit(request, team_id), picture=picture))

    @described(
        "logo_remove",
        "Take the picture down",
        answers.WrittenAnswer,
        parameters=[IF_MATCH],
    )
    def delete(self, request: Request, team_id: int) -> Response:
        return _written(logo_remove(_edit(request, team_id)))


def _edit(request: Request, team_id: int) -> Edit:
    actor = signed_in(request.user)
    return Edit(team_id=team_id, actor=actor, version=version_named(request))


def _as_corrector(edit: Edit, request: Request) -> Edit:
    """The edit by the ninja master of the team's league, where that is who asks."""
    team = selectors.team_seen(edit.team_id, request.user)
    head = selectors.team_head(team, request.user)
    return replace(edit, role=services.choose_corrector_role(head))


def _written(written: Written) -> Response:
    answer = answers.WrittenAnswer.of(written)
    # A preview was never written, so nothing has its version.
    return answered(answer, version=None if written.is_preview else written.version)
