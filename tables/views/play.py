"""JSON endpoints of the table page."""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID

import msgspec
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from kernel.errors import Refusal
from tables.games.base import seat_of
from tables.games.registry import game_named
from tables.selectors.access import (
    Viewer,
    audience_of,
    get_table,
    list_seats,
    version_for,
)
from tables.selectors.outlook import get_outlook
from tables.selectors.state import list_last_moves, log_move, restore_game
from tables.services.cleanup import write_game_file
from tables.services.creation import create_rematch, join_seat, leave_table
from tables.services.locks import LockedTable
from tables.services.play import (
    answer_undo,
    claim_on_time,
    concede_game,
    decline_offers,
    offer_draw,
    pause_game,
    place_figures,
    play_moves,
    resume_game,
    set_orders,
    undo_moves,
)
from tables.views.answers import (
    current_state,
    json_answer,
    locked_state,
    read_body,
    state_answer,
    with_refusals,
)
from tables.views.viewers import seated_viewer, viewer_of

LOG_MOVES = 200


class MovesBody(msgspec.Struct):
    version: int
    key: str
    lines: list[str]


class UndoBody(msgspec.Struct):
    version: int
    whole_activation: bool = False


class JoinBody(msgspec.Struct):
    """If the seat or the team is empty, the site chooses one."""

    seat: str = ""
    kind: str = ""
    slug: str = ""


class OrdersBody(msgspec.Struct):
    lieutenant: bool = False
    pass_windows: bool = False
    reroll: str = "ask"


@never_cache
@require_safe
def state(request: HttpRequest, uid: UUID) -> HttpResponse:
    """Return the complete state, with the terrain."""
    table = get_table(uid)
    told = current_state(request, uid)
    if table.setup:
        told["terrain"] = game_named(table.game).terrain(table.setup)
    return json_answer(told)


@never_cache
@require_safe
def outlook(request: HttpRequest, uid: UUID, label: str) -> HttpResponse:
    """Return what a figure could do in its next activation."""
    return json_answer(get_outlook(uid, viewer_of(request), label))


@never_cache
@require_safe
def log(request: HttpRequest, uid: UUID) -> HttpResponse:
    """Return the whole log, for readers who scroll back."""
    table = get_table(uid)
    seats = list_seats(table)
    audience = audience_of(viewer_of(request), seats)
    game = restore_game(table)
    if game is None:
        return json_answer({"log": []})
    moves = list_last_moves(table, table.version)
    version = version_for(table, audience)
    told = game.show(audience, [log_move(m) for m in moves], version).log
    before = request.GET.get("before", "")
    if before.isdigit():
        told = [item for item in told if item["n"] < int(before)]
    return json_answer({"log": told[-LOG_MOVES:]})


@require_POST
@with_refusals
def moves(request: HttpRequest, uid: UUID) -> HttpResponse:
    body = read_body(request, MovesBody)
    result = play_moves(
        uid,
        viewer_of(request),
        version=body.version,
        key=body.key,
        lines=body.lines,
    )
    told = locked_state(request, result.locked)
    return json_answer({**told, "played": result.played, "stopped": result.stopped})


@require_POST
@with_refusals
def undo(request: HttpRequest, uid: UUID) -> HttpResponse:
    body = read_body(request, UndoBody)
    locked = undo_moves(
        uid,
        viewer_of(request),
        version=body.version,
        whole_activation=body.whole_activation,
    )
    return state_answer(request, locked)


def _accept_undo(uid: UUID, viewer: Viewer) -> LockedTable:
    return answer_undo(uid, viewer, is_accepted=True)


def _decline_undo(uid: UUID, viewer: Viewer) -> LockedTable:
    return answer_undo(uid, viewer, is_accepted=False)


# The actions of buttons that need nothing but the viewer.
ACTIONS: dict[str, Callable[[UUID, Viewer], LockedTable]] = {
    "concede": concede_game,
    "draw-offer": offer_draw,
    "pause": pause_game,
    "resume": resume_game,
    "offers-decline": decline_offers,
    "undo-accept": _accept_undo,
    "undo-decline": _decline_undo,
    "claim": claim_on_time,
    "place": place_figures,
}


def _set_orders(request: HttpRequest, uid: UUID) -> HttpResponse:
    orders = msgspec.structs.asdict(read_body(request, OrdersBody))
    locked = set_orders(uid, viewer_of(request), **orders)
    return state_answer(request, locked)


def _join(request: HttpRequest, uid: UUID) -> HttpResponse:
    wish = read_body(request, JoinBody)
    join_seat(
        uid,
        seated_viewer(request),
        index=seat_of(wish.seat) if wish.seat else None,
        kind=wish.kind,
        slug=wish.slug,
    )
    return json_answer(current_state(request, uid))


def _leave(request: HttpRequest, uid: UUID) -> HttpResponse:
    table = leave_table(uid, viewer_of(request))
    return json_answer({"left": True, "removed": table is None})


def _rematch(request: HttpRequest, uid: UUID) -> HttpResponse:
    table = create_rematch(uid, viewer_of(request))
    return json_answer({"url": reverse("tables:table", args=[table.uid])})


# Actions that need more, or answer with something other than the state.
OTHER_ACTIONS: dict[str, Callable[[HttpRequest, UUID], HttpResponse]] = {
    "orders": _set_orders,
    "join": _join,
    "leave": _leave,
    "rematch": _rematch,
}
ACTION_NAMES = (*ACTIONS, *OTHER_ACTIONS)


@require_POST
@with_refusals
def action(request: HttpRequest, uid: UUID, name: str) -> HttpResponse:
    """Run the action of a button and return the new state."""
    viewer = viewer_of(request)
    if name in ACTIONS:
        return state_answer(request, ACTIONS[name](uid, viewer))
    if name in OTHER_ACTIONS:
        return OTHER_ACTIONS[name](request, uid)
    raise Http404


@require_safe
def file(request: HttpRequest, uid: UUID) -> HttpResponse:
    """Return the finished game as a file that anyone can replay and verify."""
    table = get_table(uid)
    text = write_game_file(table)
    if text is None:
        raise Refusal(
            "The file holds the dice, so you can download it when the game is over.",
            code="table-playing",
        )
    answer = HttpResponse(text, content_type="text/plain; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="game-{table.uid}.txt"'
    del request
    return answer
