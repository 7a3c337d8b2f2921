"""API views that change teams, one path for each action."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from people.selectors import signed_in
from teams.api.base import (
    IF_MATCH,
    TeamApi,
    answered,
    described,
    edit_of,
    version_named,
)
from teams.api.new_teams import FILE, uploaded
from teams.rendering.logo import BYTES_MAX as LOGO_BYTES_MAX
from teams.selectors.access import team_seen
from teams.selectors.team_header import team_head
from teams.serializers import requests, responses
from teams.services.adjustments import (
    batch_void,
    batch_void_preview,
    choose_corrector_role,
    team_correct,
    team_retire,
)
from teams.services.games import (
    game_call_off,
    game_open,
    game_report,
    settlement_choose,
    settlement_enter,
    settlement_postpone,
    settlement_roll,
    settlement_settle,
)
from teams.services.journal import Edit, Written
from teams.services.logos import logo_remove, logo_upload
from teams.services.roster import (
    ninja_choose_abilities,
    ninja_dismiss,
    ninja_note,
    ninja_recruit,
    ninja_rename,
    ninja_replace,
    team_change_clan,
    team_note,
    team_redo,
    team_register,
    team_rename,
    team_reorder,
    team_undo,
)
from teams.services.share_links import team_share, team_unshare


@dataclass(frozen=True, slots=True)
class Act:
    """An action: its path, its request body and the service that runs it."""

    address: str
    summary: str
    body: type[requests.ActBody]
    service: Callable[..., Written]
    of_ninja: bool = False
    by_master: bool = False

    @property
    def name(self) -> str:
        own = self.address.replace("/", "-")
        return f"ninja-{own}" if self.of_ninja else own


ACTS = (
    Act("rename", "Rename a team", requests.RenameBody, team_rename),
    Act("clan", "Change a draft's clan", requests.ClanBody, team_change_clan),
    Act("lore", "Edit a team's lore", requests.LoreBody, team_note),
    Act("order", "Reorder the ninja", requests.OrderBody, team_reorder),
    Act("recruit", "Recruit a ninja", requests.RecruitBody, ninja_recruit),
    Act("register", "Register a draft", requests.ActBody, team_register),
    Act("undo", "Undo a draft's last change", requests.ActBody, team_undo),
    Act("redo", "Redo an undone change", requests.ActBody, team_redo),
    Act("retire", "Retire a team", requests.ReasonBody, team_retire),
    Act(
        "correct",
        "Adjust a team",
        requests.CorrectBody,
        team_correct,
        by_master=True,
    ),
    Act(
        "void",
        "Undo a batch",
        requests.VoidBody,
        batch_void,
        by_master=True,
    ),
    Act("game/open", "Start a game", requests.OpenGameBody, game_open),
    Act("game/call-off", "Call off a game", requests.ActBody, game_call_off),
    Act("game/report", "Report a game", requests.ReportBody, game_report),
    Act(
        "settlement/roll",
        "Roll with the site's dice",
        requests.RollBody,
        settlement_roll,
    ),
    Act(
        "settlement/enter",
        "Enter dice rolled by hand",
        requests.EnterBody,
        settlement_enter,
    ),
    Act(
        "settlement/choose",
        "Choose an option of a decision",
        requests.ChooseBody,
        settlement_choose,
    ),
    Act(
        "settlement/postpone",
        "Postpone advancements",
        requests.ActBody,
        settlement_postpone,
    ),
    Act(
        "settlement/settle",
        "Settle everything with the defaults",
        requests.ActBody,
        settlement_settle,
    ),
)
NINJA_ACTS = (
    Act("dismiss", "Dismiss a ninja", requests.ActBody, ninja_dismiss, True),
    Act("rename", "Rename a ninja", requests.RenameBody, ninja_rename, True),
    Act(
        "abilities",
        "Choose special abilities",
        requests.AbilitiesBody,
        ninja_choose_abilities,
        True,
    ),
    Act("note", "Edit the note on a ninja", requests.NoteBody, ninja_note, True),
    Act("replace", "Replace a ninja", requests.RecruitBody, ninja_replace, True),
)
SHAPES: tuple[type, ...] = (
    responses.ShareAnswer,
    responses.VoidAnswer,
    responses.WrittenAnswer,
    requests.VoidPreviewBody,
    *(act.body for act in (*ACTS, *NINJA_ACTS)),
)


def act_view(act: Act) -> type[TeamApi]:
    @described(
        act.name.replace("-", "_"),
        act.summary,
        responses.WrittenAnswer,
        body=act.body,
        parameters=[IF_MATCH],
    )
    def post(_self: TeamApi, request: Request, team_id: int, **ninja: int) -> Response:
        body = requests.body_of(request.data, act.body)
        edit = edit_of(request, team_id, body)
        if act.by_master:
            edit = _as_corrector(edit, request)
        return _written(act.service(edit, **body.values(), **ninja))

    return type("ActView", (TeamApi,), {"post": post})


class VoidPreviewView(TeamApi):
    @described(
        "void_preview",
        "Preview the undoing of a batch",
        responses.VoidAnswer,
        body=requests.VoidPreviewBody,
    )
    def post(self, request: Request, team_id: int) -> Response:
        body = requests.body_of(request.data, requests.VoidPreviewBody)
        edit = Edit(team_id=team_id, actor=signed_in(request.user), is_preview=True)
        edit = _as_corrector(edit, request)
        preview = batch_void_preview(edit, batch=body.batch)
        return answered(responses.VoidAnswer.of(preview), version=preview.version)


class ShareView(TeamApi):
    @described("share", "Make a share link", responses.ShareAnswer)
    def post(self, request: Request, team_id: int) -> Response:
        actor = signed_in(request.user)
        token = team_share(team_id=team_id, actor=actor)
        return answered(responses.ShareAnswer(token=token))

    @described("unshare", "Revoke the share link", None, status=204)
    def delete(self, request: Request, team_id: int) -> Response:
        team_unshare(team_id=team_id, actor=signed_in(request.user))
        return Response(status=204)


class LogoView(TeamApi):
    parser_classes = [MultiPartParser, *APIView.parser_classes]

    @described(
        "logo",
        "Upload a logo",
        responses.WrittenAnswer,
        parameters=[IF_MATCH],
        request=FILE,
    )
    def post(self, request: Request, team_id: int) -> Response:
        picture = uploaded(request, limit=LOGO_BYTES_MAX)
        return _written(logo_upload(_edit(request, team_id), picture=picture))

    @described(
        "logo_remove",
        "Remove the logo",
        responses.WrittenAnswer,
        parameters=[IF_MATCH],
    )
    def delete(self, request: Request, team_id: int) -> Response:
        return _written(logo_remove(_edit(request, team_id)))


def _edit(request: Request, team_id: int) -> Edit:
    actor = signed_in(request.user)
    return Edit(team_id=team_id, actor=actor, version=version_named(request))


def _as_corrector(edit: Edit, request: Request) -> Edit:
    """Return the edit with the role of ninja master, if the viewer is that."""
    team = team_seen(edit.team_id, request.user)
    head = team_head(team, request.user)
    return replace(edit, role=choose_corrector_role(head))


def _written(written: Written) -> Response:
    answer = responses.WrittenAnswer.of(written)
    # A preview is not written, so its version does not exist.
    return answered(answer, version=None if written.is_preview else written.version)
