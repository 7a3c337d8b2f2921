"""Matches for programs: everything that the pages can do, with the same refusals.

A match's version travels as its ETag. Send it back with an act, as `version` or in
If-Match, and the act is refused with 409 if somebody was faster.
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
from challenges.selectors.match_list import MatchLine, match_line, matches_queryset
from challenges.selectors.match_page import match_page, report_content
from challenges.selectors.report_drafts import DraftNow, draft_now
from challenges.services.absences import agree_to_call_off, match_forfeit
from challenges.services.challenge_choice import (
    match_roll_challenge,
    match_set_challenge,
)
from challenges.services.correction_plan import AmendPreview
from challenges.services.corrections import (
    amendment_answer,
    amendment_undo,
    amendment_undo_preview,
    report_amend,
    report_amend_preview,
)
from challenges.services.invitations import match_accept, match_arrange, match_decline
from challenges.services.locks import Edit
from challenges.services.match_start import match_call_off, match_open
from challenges.services.report_drafts import draft_tap
from challenges.services.reports import (
    report_confirm,
    report_dispute,
    report_rule,
    report_submit,
)
from challenges.services.settlements import dice_witness
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
SHARED_NAMES = ("TeamPart", "NinjaPart")
MATCH = "matches/<uuid:uid>/"


def described(operation: str, *args: Any, **more: Any) -> Any:
    name = f"matches_{operation}"
    return described_for_teams(
        operation, *args, operation_id=name, tags=["matches"], **more
    )


@dataclass(frozen=True, slots=True)
class Act:
    """One change of a match: its address, what it takes, and who does it."""

    address: str
    summary: str
    body: type[shapes.MatchBody]
    service: Callable[..., object]


ACTS = (
    Act(
        "accept",
        "Accept an invitation",
        shapes.AcceptMatchBody,
        match_accept,
    ),
    Act("decline", "Decline an invitation", shapes.MatchBody, match_decline),
    Act(
        "choose",
        "Suggest or choose a challenge",
        shapes.ChooseChallengeBody,
        match_set_challenge,
    ),
    Act(
        "roll",
        "Agree to roll for the challenge",
        shapes.RollChallengeBody,
        match_roll_challenge,
    ),
    Act(
        "sides",
        "Propose sides, or agree to proposed sides",
        shapes.ProposeSidesBody,
        propose_sides,
    ),
    Act(
        "decline-sides",
        "Decline the proposed sides",
        shapes.MatchBody,
        decline_sides,
    ),
    Act("begin", "Start a match", shapes.MatchBody, match_open),
    Act("call-off", "Call a match off", shapes.MatchBody, match_call_off),
    Act("forfeit", "Forfeit a match", shapes.ForfeitMatchBody, match_forfeit),
    Act(
        "agree-to-call-off",
        "Agree not to play a match from which a team is absent",
        shapes.AgreeToCallOffBody,
        agree_to_call_off,
    ),
    Act("report", "Report a match", shapes.SendReportBody, report_submit),
    Act(
        "confirm",
        "Confirm a report",
        shapes.ConfirmReportBody,
        report_confirm,
    ),
    Act(
        "dispute",
        "Dispute a report",
        shapes.DisputeReportBody,
        report_dispute,
    ),
    Act(
        "witness",
        "Confirm dice that were entered",
        shapes.WitnessDiceBody,
        dice_witness,
    ),
    Act("rule", "Rule on a match", shapes.RuleReportBody, report_rule),
    Act("amend", "Correct a result", shapes.AmendMatchBody, report_amend),
    Act(
        "void",
        "Declare a match void",
        shapes.VoidMatchBody,
        partial(report_amend, report=None),
    ),
    Act(
        "amend-undo",
        "Undo the last correction",
        shapes.UndoAmendmentBody,
        amendment_undo,
    ),
    Act(
        "amend-answer",
        "Answer a proposed correction",
        shapes.AnswerAmendmentBody,
        amendment_answer,
    ),
)


class MatchesView(TeamApi):
    @described("list", "List your matches", paged(MatchLine), parameters=[*PAGING])
    def get(self, request: Request) -> Response:
        person, pages = signed_in(request.user), Pages()
        found = matches_queryset(person)
        page: list[Any] = pages.paginate_queryset(found, request, view=self) or []
        lines = [match_line(one, person) for one in page]
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
        match = match_arrange(actor=actor, **sent)
        return _match(request, match.uid, status=201)


class OpenMatchApi(TeamApi):
    """For everybody; whether a match is theirs to see is asked further down."""

    permission_classes = [AllowAny]


class MatchView(OpenMatchApi):
    @described("read", "Get a match", shapes.MatchAnswer)
    def get(self, request: Request, uid: UUID) -> Response:
        return _match(request, uid)


class ReportView(OpenMatchApi):
    @described("report_read", "Get a report", MatchReport)
    def get(self, request: Request, uid: UUID, number: int) -> Response:
        return answered(report_content(uid, number, request.user))


class AmendPreviewView(TeamApi):
    @described(
        "amend_preview",
        "Preview a correction",
        AmendPreview,
        body=shapes.PreviewAmendmentBody,
        parameters=[IF_MATCH],
    )
    def post(self, request: Request, uid: UUID) -> Response:
        body = body_of(request.data, shapes.PreviewAmendmentBody)
        version = body.version or version_named(request)
        edit = Edit(uid=uid, actor=signed_in(request.user), version=version)
        return answered(report_amend_preview(edit, report=body.report))


class UndoPreviewView(TeamApi):
    @described(
        "amend_undo_preview",
        "Preview undoing the last correction",
        AmendPreview,
        body=shapes.PreviewUndoBody,
        parameters=[IF_MATCH],
    )
    def post(self, request: Request, uid: UUID) -> Response:
        body = body_of(request.data, shapes.PreviewUndoBody)
        version = body.version or version_named(request)
        edit = Edit(uid=uid, actor=signed_in(request.user), version=version)
        return answered(amendment_undo_preview(edit, number=body.number))


class DraftView(TeamApi):
    @described("draft", "Get the report draft", DraftNow)
    def get(self, request: Request, uid: UUID) -> Response:
        return answered(draft_now(uid, request.user))

    @described("draft_tap", "Change the report draft", DraftNow, body=shapes.TapsBody)
    def post(self, request: Request, uid: UUID) -> Response:
        body = body_of(request.data, shapes.TapsBody)
        edit = Edit(uid=uid, actor=signed_in(request.user))
        refused = tuple(draft_tap(edit, taps=body.taps))
        now = draft_now(uid, request.user)
        return answered(replace(now, refused=refused))


def act_view(act: Act) -> type[TeamApi]:
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
    page = match_page(uid, request.user)
    answer = shapes.MatchAnswer.of(page)
    return answered(answer, version=page.version, status=status)


def paths() -> Iterator[URLPattern]:
    """Every address under `/api/v1/`."""
    yield path("matches/", MatchesView.as_view(), name="matches")
    yield path(MATCH, MatchView.as_view(), name="match")
    yield path(
        f"{MATCH}amend/preview/",
        AmendPreviewView.as_view(),
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
        view = act_view(act).as_view()
        yield path(f"{MATCH}{act.address}/", view, name=f"match-{act.address}")


def described_shapes() -> dict[str, Any]:
    """The shapes of everything sent and received as JSON Schema, by name."""
    sent = {act.body for act in ACTS} | {
        shapes.ArrangeMatchBody,
        shapes.PreviewAmendmentBody,
        shapes.PreviewUndoBody,
        shapes.TapsBody,
    }
    received = {shapes.MatchAnswer, MatchLine, MatchReport, DraftNow, AmendPreview}
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
