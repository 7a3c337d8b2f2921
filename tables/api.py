"""API of online tables: the same services and refusals as the pages, with tokens."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from uuid import UUID

from django.urls import URLPattern, path
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers as drf
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import UserRateThrottle
from rest_framework.views import APIView

from tables.games.base import JSON, seat_of
from tables.selectors.access import Viewer, audience_of, get_table, list_seats
from tables.selectors.lists import TableRow, query_tables, table_row
from tables.selectors.state import build_state
from tables.serializers import (
    ActionBody,
    JoinBody,
    MovesBody,
    TableBody,
    UndoBody,
    table_wishes,
)
from tables.services.creation import create_table, join_seat
from tables.services.locks import LockedTable
from tables.services.play import play_moves, undo_moves
from tables.views.play import ACTIONS

STATE = OpenApiResponse(
    OpenApiTypes.OBJECT,
    description=(
        "The complete state: version, table, view, question with options, hints, log,"
        " undo and waiting. docs/play.md describes every part."
    ),
)


TABLE_LIST: dict[str, Any] = {
    "type": "array",
    "items": {
        "type": "object",
        "required": ["uid", "stage", "challenge", "is_your_turn", "seats"],
        "properties": {
            "uid": {"type": "string", "format": "uuid"},
            "stage": {"type": "string"},
            "challenge": {"type": "string"},
            "ground": {"type": "string"},
            "is_your_turn": {"type": "boolean"},
            "due_at": {"type": "string", "format": "date-time", "nullable": True},
            "seats": {"type": "array", "items": {"type": "object"}},
        },
    },
}


class TableThrottle(UserRateThrottle):
    """A generous limit, because bots play faster than people read pages."""

    scope = "tables"
    rate = "1200/min"


class TableView(APIView):
    """Base class of all table views."""

    permission_classes = [IsAuthenticated]
    throttle_classes = [TableThrottle]

    def viewer(self, request: Request) -> Viewer:
        return Viewer(request.user.pk)

    def read(self, request: Request, kind: type[drf.Serializer[Any]]) -> dict[str, Any]:
        body = kind(data=request.data)
        body.is_valid(raise_exception=True)
        read: dict[str, Any] = body.validated_data
        return read

    def state(self, request: Request, uid: UUID) -> JSON:
        table = get_table(uid)
        seats = list_seats(table)
        audience = audience_of(self.viewer(request), seats)
        return build_state(table, seats, audience)

    def locked_state(self, request: Request, locked: LockedTable) -> JSON:
        audience = audience_of(self.viewer(request), locked.seats)
        game = locked.game if locked.table.snapshot else None
        return build_state(locked.table, locked.seats, audience, game=game)


class TableList(TableView):
    @extend_schema(
        operation_id="tables_list",
        summary="List my tables",
        responses={200: OpenApiResponse(TABLE_LIST, "Tables, latest first.")},
    )
    def get(self, request: Request) -> Response:
        viewer = self.viewer(request)
        tables = query_tables(viewer)[:100]
        return Response([_row(table_row(table, viewer)) for table in tables])

    @extend_schema(
        operation_id="tables_create",
        summary="Open a table",
        request=TableBody,
        responses={201: STATE},
    )
    def post(self, request: Request) -> Response:
        wishes = table_wishes(self.read(request, TableBody))
        table = create_table(self.viewer(request), **wishes)
        return Response(self.state(request, table.uid), status=201)


def _row(row: TableRow) -> JSON:
    return {
        "uid": str(row.uid),
        "stage": row.stage,
        "challenge": row.challenge,
        "ground": row.ground,
        "is_your_turn": row.is_your_turn,
        "due_at": row.due_at,
        "seats": [
            {"letter": seat.letter, "name": seat.name, "person": seat.person}
            for seat in row.seats
        ],
    }


class TableState(TableView):
    @extend_schema(
        operation_id="tables_read", summary="Read a table", responses={200: STATE}
    )
    def get(self, request: Request, uid: UUID) -> Response:
        return Response(self.state(request, uid))


class TableMoves(TableView):
    @extend_schema(
        operation_id="tables_move",
        summary="Play moves",
        description=(
            "Plays the lines in order until one no longer fits or someone else has to"
            " decide. Repeating a key plays nothing."
        ),
        request=MovesBody,
        responses={200: STATE},
    )
    def post(self, request: Request, uid: UUID) -> Response:
        body = self.read(request, MovesBody)
        result = play_moves(uid, self.viewer(request), **body)
        state = self.locked_state(request, result.locked)
        return Response({**state, "played": result.played, "stopped": result.stopped})


class TableUndo(TableView):
    @extend_schema(
        operation_id="tables_undo",
        summary="Take back a decision",
        request=UndoBody,
        responses={200: STATE},
    )
    def post(self, request: Request, uid: UUID) -> Response:
        body = self.read(request, UndoBody)
        locked = undo_moves(uid, self.viewer(request), **body)
        return Response(self.locked_state(request, locked))


class TableJoin(TableView):
    @extend_schema(
        operation_id="tables_join",
        summary="Take an open seat",
        request=JoinBody,
        responses={200: STATE},
    )
    def post(self, request: Request, uid: UUID) -> Response:
        body = self.read(request, JoinBody)
        seat = body.pop("seat")
        index = seat_of(seat) if seat else None
        join_seat(uid, self.viewer(request), index=index, **body)
        return Response(self.state(request, uid))


class TableAction(TableView):
    @extend_schema(
        operation_id="tables_act",
        summary="Concede, offer a draw, pause and more",
        request=ActionBody,
        responses={200: STATE},
    )
    def post(self, request: Request, uid: UUID) -> Response:
        body = self.read(request, ActionBody)
        locked = ACTIONS[body["action"]](uid, self.viewer(request))
        return Response(self.locked_state(request, locked))


def paths() -> Iterator[URLPattern]:
    yield path("tables/", TableList.as_view(), name="tables")
    yield path("tables/<uuid:uid>/", TableState.as_view(), name="table")
    yield path("tables/<uuid:uid>/moves/", TableMoves.as_view(), name="table-moves")
    yield path("tables/<uuid:uid>/undo/", TableUndo.as_view(), name="table-undo")
    yield path("tables/<uuid:uid>/join/", TableJoin.as_view(), name="table-join")
    yield path("tables/<uuid:uid>/actions/", TableAction.as_view(), name="table-action")
