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
from teams.selectors.access import get_visible_team
from teams.selectors.team_header import get_team_header
from teams.serializers import requests, responses
from teams.services.adjustments import (
    adjust_team,
    choose_adjuster_role,
    preview_undo_batch,
    retire_team,
    undo_batch,
)
from teams.services.games import (
    call_off_game,
    choose_option,
    enter_dice,
    postpone_advancements,
    report_game,
    roll_dice,
    settle_with_defaults,
    start_game,
)
from teams.services.journal import Edit, Written
from teams.services.logos import remove_logo, upload_logo
from teams.services.roster import (
    change_clan,
    choose_abilities,
    dismiss_ninja,
    recruit_ninja,
    redo_change,
    register_team,
    rename_ninja,
    rename_team,
    reorder_ninja,
    replace_ninja,
    set_lore,
    set_ninja_note,
    undo_change,
)
from teams.services.share_links import share_team, unshare_team


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
    Act("rename", "Rename a team", requests.RenameBody, rename_team),
    Act("clan", "Change a draft's clan", requests.ClanBody, change_clan),
    Act("lore", "Edit a team's lore", requests.LoreBody, set_lore),
    Act("order", "Reorder the ninja", requests.OrderBody, reorder_ninja),
    Act("recruit", "Recruit a ninja", requests.RecruitBody, recruit_ninja),
    Act("register", "Register a draft", requests.ActBody, register_team),
    Act("undo", "Undo a draft's last change", requests.ActBody, undo_change),
    Act("redo", "Redo an undone change", requests.ActBody, redo_change),
    Act("retire", "Retire a team", requests.ReasonBody, retire_team),
    Act(
        "correct",
        "Adjust a team",
        requests.CorrectBody,
        adjust_team,
        by_master=True,
    ),
    Act(
        "void",
        "Undo a batch",
        requests.VoidBody,
        undo_batch,
        by_master=True,
    ),
    Act("game/open", "Start a game", requests.OpenGameBody, start_game),
    Act("game/call-off", "Call off a game", requests.ActBody, call_off_game),
    Act("game/report", "Report a game", requests.ReportBody, report_game),
    Act(
        "settlement/roll",
        "Roll with the site's dice",
        requests.RollBody,
        roll_dice,
    ),
    Act(
        "settlement/enter",
        "Enter dice rolled by hand",
        requests.EnterBody,
        enter_dice,
    ),
    Act(
        "settlement/choose",
        "Choose an option of a decision",
        requests.ChooseBody,
        choose_option,
    ),
    Act(
        "settlement/postpone",
        "Postpone advancements",
        requests.ActBody,
        postpone_advancements,
    ),
    Act(
        "settlement/settle",
        "Settle everything with the defaults",
        requests.ActBody,
        settle_with_defaults,
    ),
)
NINJA_ACTS = (
    Act("dismiss", "Dismiss a ninja", requests.ActBody, dismiss_ninja, True),
    Act("rename", "Rename a ninja", requests.RenameBody, rename_ninja, True),
    Act(
        "abilities",
        "Choose special abilities",
        requests.AbilitiesBody,
        choose_abilities,
        True,
    ),
    Act("note", "Edit the note on a ninja", requests.NoteBody, set_ninja_note, True),
    Act("replace", "Replace a ninja", requests.RecruitBody, replace_ninja, True),
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
        preview = preview_undo_batch(edit, batch=body.batch)
        return answered(responses.VoidAnswer.of(preview), version=preview.version)


class ShareView(TeamApi):
    @described("share", "Make a share link", responses.ShareAnswer)
    def post(self, request: Request, team_id: int) -> Response:
        actor = signed_in(request.user)
        token = share_team(team_id=team_id, actor=actor)
        return answered(responses.ShareAnswer(token=token))

    @described("unshare", "Revoke the share link", None, status=204)
    def delete(self, request: Request, team_id: int) -> Response:
        unshare_team(team_id=team_id, actor=signed_in(request.user))
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
        return _written(upload_logo(_edit(request, team_id), picture=picture))

    @described(
        "logo_remove",
        "Remove the logo",
        responses.WrittenAnswer,
        parameters=[IF_MATCH],
    )
    def delete(self, request: Request, team_id: int) -> Response:
        return _written(remove_logo(_edit(request, team_id)))


def _edit(request: Request, team_id: int) -> Edit:
    actor = signed_in(request.user)
    return Edit(team_id=team_id, actor=actor, version=version_named(request))


def _as_corrector(edit: Edit, request: Request) -> Edit:
    """Return the edit with the role of ninja master, if the viewer is that."""
    team = get_visible_team(edit.team_id, request.user)
    head = get_team_header(team, request.user)
    return replace(edit, role=choose_adjuster_role(head))


def _written(written: Written) -> Response:
    answer = responses.WrittenAnswer.of(written)
    # A preview is not written, so its version does not exist.
    return answered(answer, version=None if written.is_preview else written.version)
