"""JSON answers of a table: states, and refusals that come with the current state."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar
from uuid import UUID

import msgspec
from django.http import HttpRequest, HttpResponse

from kernel.errors import Refusal
from tables.games.base import JSON
from tables.selectors.access import audience_of, get_table, list_seats
from tables.selectors.state import build_state, encode_state
from tables.services.locks import LockedTable
from tables.views.viewers import viewer_of

MOST_BYTES = 8_000
PROBLEM = "application/problem+json"
T = TypeVar("T")


def read_body(request: HttpRequest, kind: type[T]) -> T:
    """Decode a JSON body. Refuses what is too long or has another shape."""
    if len(request.body) > MOST_BYTES:
        raise Refusal("This request is too long.", code="body-too-long")
    try:
        return msgspec.json.decode(request.body or b"{}", type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise Refusal(
            "This request cannot be read. Reload the page and try again.",
            code="body-unreadable",
        ) from None


def json_answer(
    content: JSON, *, status: int = 200, kind: str = "application/json"
) -> HttpResponse:
    answer = HttpResponse(encode_state(content), content_type=kind, status=status)
    answer["Cache-Control"] = "no-store"
    return answer


def state_answer(
    request: HttpRequest, locked: LockedTable, **more: object
) -> HttpResponse:
    """Return the state after a change, for the viewer who made it."""
    return json_answer({**locked_state(request, locked), **more})


def locked_state(request: HttpRequest, locked: LockedTable) -> JSON:
    audience = audience_of(viewer_of(request), locked.seats)
    game = locked.game if locked.table.snapshot else None
    return build_state(locked.table, locked.seats, audience, game=game)


def current_state(request: HttpRequest, uid: UUID) -> JSON:
    table = get_table(uid)
    seats = list_seats(table)
    return build_state(table, seats, audience_of(viewer_of(request), seats))


def with_refusals(
    view: Callable[..., HttpResponse],
) -> Callable[..., HttpResponse]:
    """Answer a refusal as a problem with the current state of the table."""

    @wraps(view)
    def inner(request: HttpRequest, uid: UUID, **kwargs: str) -> HttpResponse:
        try:
            return view(request, uid, **kwargs)
        except Refusal as refusal:
            return refusal_answer(request, uid, refusal)

    return inner


def refusal_answer(request: HttpRequest, uid: UUID, refusal: Refusal) -> HttpResponse:
    answer = json_answer(
        {
            "type": f"urn:moonlight:problem:{refusal.code}",
            "title": "Out of date" if refusal.status == 409 else "Refused",
            "status": refusal.status,
            "code": refusal.code,
            "detail": refusal.sentence,
            "state": current_state(request, uid),
        },
        status=refusal.status,
        kind=PROBLEM,
    )
    wait = getattr(refusal, "retry_after", None)
    if wait is not None:
        answer["Retry-After"] = str(wait)
    return answer
