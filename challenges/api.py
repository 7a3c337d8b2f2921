"""Matches in the API: everything the pages can do, with the same refusals.

A match's version is its ETag. Send it back with an action, as `version` or in If-Match;
the action is refused with 409 if the match has changed since.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Any
from uuid import UUID

import msgspec
from django.urls import URLPattern, path
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from challenges import serializers as shapes
from challenges.rules.reports.match_report import MatchReport
from challenges.selectors.match_list import MatchListRow, build_match_row, query_matches
from challenges.selectors.match_page import get_match_page, get_report
from challenges.selectors.report_drafts import ReportDraft, get_report_draft
from challenges.services.absences import agree_to_call_off, forfeit_match
from challenges.services.challenge_choice import (
    choose_challenge,
    roll_for_challenge,
)
from challenges.services.correction_plan import CorrectionPreview
from challenges.services.corrections import (
    answer_correction,
    correct_result,
    preview_correction,
    preview_undo,
    undo_correction,
)
from challenges.services.invitations import (
    accept_invitation,
    decline_invitation,
    invite_to_match,
)
from challenges.services.locks import Edit
from challenges.services.match_start import call_off_match, start_match
from challenges.services.report_drafts import add_taps
from challenges.services.reports import (
    confirm_report,
    dispute_report,
    rule_on_report,
    submit_report,
)
from challenges.services.settlements import confirm_dice
from challenges.services.side_proposals import decline_sides, propose_sides
from people.selectors import signed_in
from teams.api.base import (
    COMPONENTS,
    IF_MATCH,
    PAGING,
    Pages,
    TeamApi,
    answered,
    paged,
    version_named,
)
from teams.api.base import described as described_for_teams
from teams.rules.exchange.file_format import any_value_schema
from teams.serializers.requests import body_of

# A team's file has parts of these names, and all shapes stand in one list.
SHARED_NAMES = ("TeamPart", "NinjaPart", "UnderdogHelp")
MATCH = "matches/<uuid:uid>/"


def described(operation: str, *args: Any, **more: Any) -> Any:
    name = f"matches_{operation}"
    return described_for_teams(
        operation, *args, operation_id=name, tags=["matches"], **more
    )


@dataclass(frozen=True, slots=True)
class MatchApiAction:
    """One action of the API on a match: URL name, request body and service."""

    address: str
    summary: str
    body: type[shapes.MatchBody]
    service: Callable[..., object]


ACTS = (
    MatchApiAction(
        "accept",
        "Accept an invitation",
        shapes.AcceptMatchBody,
        accept_invitation,
    ),
    MatchApiAction(
        "decline", "Decline an invitation", shapes.MatchBody, decline_invitation
    ),
    MatchApiAction(
        "choose",
        "Suggest or choose a challenge",
        shapes.ChooseChallengeBody,
        choose_challenge,
    ),
    MatchApiAction(
        "roll",
        "Agree to roll for the challenge",
        shapes.RollChallengeBody,
        roll_for_challenge,
    ),
    MatchApiAction(
        "sides",
        "Propose sides, or agree to proposed sides",
        shapes.ProposeSidesBody,
        propose_sides,
    ),
    MatchApiAction(
        "decline-sides",
        "Decline the proposed sides",
        shapes.MatchBody,
        decline_sides,
    ),
    MatchApiAction("begin", "Start a match", shapes.MatchBody, start_match),
    MatchApiAction("call-off", "Call a match off", shapes.MatchBody, call_off_match),
    MatchApiAction(
        "forfeit", "Forfeit a match", shapes.ForfeitMatchBody, forfeit_match
    ),
    MatchApiAction(
        "agree-to-call-off",
        "Agree not to play a match from which a team is absent",
        shapes.AgreeToCallOffBody,
        agree_to_call_off,
    ),
    MatchApiAction("report", "Report a match", shapes.SendReportBody, submit_report),
    MatchApiAction(
        "confirm",
        "Confirm a report",
        shapes.ConfirmReportBody,
        confirm_report,
    ),
    MatchApiAction(
        "dispute",
        "Dispute a report",
        shapes.DisputeReportBody,
        dispute_report,
    ),
    MatchApiAction(
        "witness",
        "Confirm dice that were entered",
        shapes.WitnessDiceBody,
        confirm_dice,
    ),
    MatchApiAction("rule", "Rule on a match", shapes.RuleReportBody, rule_on_report),
    MatchApiAction("amend", "Correct a result", shapes.AmendMatchBody, correct_result),
    MatchApiAction(
        "void",
        "Declare a match void",
        shapes.VoidMatchBody,
        partial(correct_result, report=None),
    ),
    MatchApiAction(
        "amend-undo",
        "Undo the last correction",
        shapes.UndoAmendmentBody,
        undo_correction,
    ),
    MatchApiAction(
        "amend-answer",
        "Answer a proposed correction",
        shapes.AnswerAmendmentBody,
        answer_correction,
    ),
)


class MatchesView(TeamApi):
    @described("list", "List your matches", paged(MatchListRow), parameters=[*PAGING])
    def get(self, request: Request) -> Response:
        person, pages = signed_in(request.user), Pages()
        found = query_matches(person)
        page: list[Any] = pages.paginate_queryset(found, request, view=self) or []
        lines = [build_match_row(one, person) for one in page]
        return pages.get_paginated_response(answered(lines).data)

    @described(
        "arrange",
        "Invite people to a match",
        shapes.MatchAnswer,
        body=shapes.ArrangeMatchBody,
        status=201,
    )
    def post(self, request: Request) -> Response:
        body = body_of(request.data, shapes.ArrangeMatchBody)
        actor = signed_in(request.user)
        sent = {name: getattr(body, name) for name in body.__struct_fields__}
        match = invite_to_match(actor=actor, **sent)
        return _match(request, match.uid, status=201)


class OpenMatchApi(TeamApi):
    """Base of views open to visitors; the selectors check who may see a match."""

    permission_classes = [AllowAny]


class MatchView(OpenMatchApi):
    @described("read", "Get a match", shapes.MatchAnswer)
    def get(self, request: Request, uid: UUID) -> Response:
        return _match(request, uid)


class ReportView(OpenMatchApi):
    @described("report_read", "Get a report", MatchReport)
    def get(self, request: Request, uid: UUID, number: int) -> Response:
        return answered(get_report(uid, number, request.user))


class CorrectionPreviewView(TeamApi):
    @described(
        "amend_preview",
        "Preview a correction",
        CorrectionPreview,
        body=shapes.PreviewAmendmentBody,
        parameters=[IF_MATCH],
    )
    def post(self, request: Request, uid: UUID) -> Response:
        body = body_of(request.data, shapes.PreviewAmendmentBody)
        version = body.version or version_named(request)
        edit = Edit(uid=uid, actor=signed_in(request.user), version=version)
        return answered(preview_correction(edit, report=body.report))


class UndoPreviewView(TeamApi):
    @described(
        "amend_undo_preview",
        "Preview undoing the last correction",
        CorrectionPreview,
        body=shapes.PreviewUndoBody,
        parameters=[IF_MATCH],
    )
    def post(self, request: Request, uid: UUID) -> Response:
        body = body_of(request.data, shapes.PreviewUndoBody)
        version = body.version or version_named(request)
        edit = Edit(uid=uid, actor=signed_in(request.user), version=version)
        return answered(preview_undo(edit, number=body.number))


class DraftView(TeamApi):
    @described("draft", "Get the report draft", ReportDraft)
    def get(self, request: Request, uid: UUID) -> Response:
        return answered(get_report_draft(uid, request.user))

    @described(
        "draft_tap", "Change the report draft", ReportDraft, body=shapes.TapsBody
    )
    def post(self, request: Request, uid: UUID) -> Response:
        body = body_of(request.data, shapes.TapsBody)
        edit = Edit(uid=uid, actor=signed_in(request.user))
        refused = tuple(add_taps(edit, taps=body.taps))
        now = get_report_draft(uid, request.user)
        return answered(replace(now, refused=refused))


def build_action_view(act: MatchApiAction) -> type[TeamApi]:
    @described(
        act.address.replace("-", "_"),
        act.summary,
        shapes.MatchAnswer,
        body=act.body,
        parameters=[IF_MATCH],
    )
    def post(_self: TeamApi, request: Request, uid: UUID) -> Response:
        body = body_of(request.data, act.body)
        version = body.version or version_named(request)
        edit = Edit(uid=uid, actor=signed_in(request.user), version=version)
        act.service(edit, **body.values())
        return _match(request, uid)

    return type("MatchActView", (TeamApi,), {"post": post})


def _match(request: Request, uid: UUID, *, status: int = 200) -> Response:
    page = get_match_page(uid, request.user)
    answer = shapes.MatchAnswer.of(page)
    return answered(answer, version=page.version, status=status)


def paths() -> Iterator[URLPattern]:
    """Yield the URL patterns under `/api/v1/`."""
    yield path("matches/", MatchesView.as_view(), name="matches")
    yield path(MATCH, MatchView.as_view(), name="match")
    yield path(
        f"{MATCH}amend/preview/",
        CorrectionPreviewView.as_view(),
        name="match-amend-preview",
    )
    yield path(
        f"{MATCH}amend-undo/preview/",
        UndoPreviewView.as_view(),
        name="match-amend-undo-preview",
    )
    yield path(f"{MATCH}draft/", DraftView.as_view(), name="match-draft")
    yield path(
        f"{MATCH}reports/<int:number>/", ReportView.as_view(), name="match-report-read"
    )
    for act in ACTS:
        view = build_action_view(act).as_view()
        yield path(f"{MATCH}{act.address}/", view, name=f"match-{act.address}")


def described_shapes() -> dict[str, Any]:
    """Return JSON Schemas of all requests and responses, by name."""
    sent = {act.body for act in ACTS} | {
        shapes.ArrangeMatchBody,
        shapes.PreviewAmendmentBody,
        shapes.PreviewUndoBody,
        shapes.TapsBody,
    }
    received = {
        shapes.MatchAnswer,
        MatchListRow,
        MatchReport,
        ReportDraft,
        CorrectionPreview,
    }
    _, components = msgspec.json.schema_components(
        sorted(sent | received, key=lambda shape: shape.__name__),
        schema_hook=any_value_schema,
        ref_template=COMPONENTS,
    )
    text = msgspec.json.encode(components).decode()
    for name in SHARED_NAMES:
        for old in (f'"{name}":', f'/{name}"'):
            text = text.replace(old, old.replace(name, f"Match{name}"))
    renamed: dict[str, Any] = msgspec.json.decode(text)
    return renamed
