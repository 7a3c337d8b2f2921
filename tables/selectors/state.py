"""The state of a table for one audience, as the API sends it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

import msgspec
from django.core.cache import cache
from django.templatetags.static import static
from django.utils import timezone

from tables.games.base import (
    JSON,
    SEAT_LETTERS,
    Audience,
    HostedGame,
    LogMove,
    Shown,
)
from tables.games.registry import game_named
from tables.models import Move, Seat, Table
from tables.rules.clock import ClockRules
from tables.rules.orders import read_orders
from tables.rules.stages import MoveSource, TableStage
from tables.rules.undo import PastMove, UndoOffer, offer_undo, start_of_activation
from tables.selectors.access import get_table, list_seats, version_for

LOG_MOVES = 60
# How many moves undo can look back.
UNDO_MOVES = 60
ONLINE_SECONDS = 40
OVER = "The game is over."
NO_DRAW_IN_MATCH = "A match is decided by its score. Play it to its end, or concede."
# Grounds with a picture in static/img/grounds; a test compares this with the folder.
PICTURED_GROUNDS = frozenset({"castle-town", "moon-garden"})
_encode = msgspec.json.Encoder().encode


def encode_state(state: JSON) -> bytes:
    return _encode(state)


def restore_game(table: Table) -> HostedGame | None:
    """Return the current game, or None while seats are open."""
    if not table.snapshot:
        return None
    return game_named(table.game).restore(table.setup, table.snapshot, table.seed)


class StoredMove(NamedTuple):
    """The fields of a move that states are built from; cheaper to read than a row."""

    number: int
    seat: int
    line: str
    entries: str
    source: str
    is_hidden: bool
    is_final: bool
    is_undone: bool
    begins_activation: bool


def list_last_moves(table: Table, limit: int = LOG_MOVES) -> list[StoredMove]:
    """Return the latest moves, oldest first, undone ones included. Queries: 1."""
    rows = Move.objects.filter(table_id=table.pk).order_by("-number")
    found = rows.values_list(*StoredMove._fields)[:limit]
    return [StoredMove._make(row) for row in found][::-1]


def get_state(uid: UUID, audience: Audience) -> JSON:
    """Return the complete state of a table. Queries: 3."""
    table = get_table(uid)
    return build_state(table, list_seats(table), audience)


def build_state(
    table: Table,
    seats: Sequence[Seat],
    audience: Audience,
    *,
    game: HostedGame | None = None,
    moves: Sequence[StoredMove] | None = None,
) -> JSON:
    """Return the state of a table whose rows are loaded."""
    game = restore_game(table) if game is None else game
    moves = list_last_moves(table) if moves is None else moves
    version = version_for(table, audience)
    shown = Shown(view={}, question=None, hints={})
    if game is not None:
        shown = game.show(audience, [log_move(move) for move in moves], version)
    undo = undo_offer(table, seats, moves, audience)
    state: JSON = {
        "version": version,
        "table": _header(table, seats, audience, game, undo),
        "view": shown.view or None,
        "question": shown.question if table.stage == TableStage.PLAYING else None,
        "hints": shown.hints,
        "log": shown.log,
        "undo": _undo(undo, game),
        "waiting": {"text": _waiting_sentence(table, seats, shown)},
    }
    if table.stage == TableStage.OVER:
        state["table"]["seed"] = table.seed
    return state


def log_move(move: StoredMove) -> LogMove:
    return LogMove(
        number=move.number,
        seat=move.seat,
        line=move.line,
        entries=move.entries,
        is_hidden=move.is_hidden,
        is_told=not move.is_undone,
    )


# --- undo ------------------------------------------------------------------------
def past_moves(moves: Sequence[StoredMove]) -> list[PastMove]:
    """Return the moves that were not undone."""
    return [
        PastMove(m.number, m.seat, m.line, m.is_final, m.begins_activation)
        for m in moves
        if not m.is_undone and m.source != MoveSource.UNDO
    ]


def undo_offer(
    table: Table,
    seats: Sequence[Seat],
    moves: Sequence[StoredMove],
    audience: Audience,
) -> UndoOffer:
    """Return what the audience can undo now."""
    if table.stage == TableStage.WAITING:
        return UndoOffer("none", why="The game has not begun.")
    past = past_moves(moves)
    mine = audience.seats
    is_over = table.stage == TableStage.OVER
    offer = offer_undo(past, mine, is_over=is_over)
    if offer.kind == "consent" and not others_at_table(seats, mine):
        return UndoOffer(
            "free", offer.number, offer.line, "Dice that were rolled stay rolled."
        )
    return offer


def _undo(offer: UndoOffer, game: HostedGame | None) -> JSON:
    text = ""
    if offer.line and game is not None:
        text = f"Take back: {game.describe_line(offer.line)}"
    return {"kind": offer.kind, "text": text, "why": offer.why}


def undo_to_activation(moves: Sequence[StoredMove], audience: Audience) -> int | None:
    return start_of_activation(past_moves(moves), audience.seats)


def others_at_table(seats: Sequence[Seat], mine: Sequence[int]) -> list[Seat]:
    """Return the people and guests in other seats. Bots agree to everything."""
    return [s for s in seats if s.index not in mine and (s.person_id or s.guest)]


# --- the header ------------------------------------------------------------------
def _header(
    table: Table,
    seats: Sequence[Seat],
    audience: Audience,
    game: HostedGame | None,
    undo: UndoOffer,
) -> JSON:
    now = timezone.now()
    can, why_not = _permissions(table, seats, audience, undo)
    return {
        "uid": str(table.uid),
        "game": table.game,
        "stage": str(table.stage),
        "challenge": table.options.get("challenge"),
        "ground": _ground(table),
        "seats": [_seat(table, seat, audience, game, now) for seat in seats],
        "you": audience.letters,
        "hot_seat": table.is_hot_seat,
        "visibility": str(table.visibility),
        "commitment": table.commitment,
        "clock": table.clock or None,
        "offers": _offers(table),
        "winners": None
        if table.winners is None
        else [SEAT_LETTERS[seat] for seat in table.winners],
        "ended": table.ended or None,
        "rematch": None if table.rematch_id is None else _rematch_uid(table),
        "thinking": table.waits_for_bot and not table.asks_in_window,
        "can": can,
        "why_not": why_not,
    }


def _ground(table: Table) -> JSON:
    """Return the ground with its picture. Without one, the page draws it."""
    ground = table.options.get("ground", {})
    slug = ground.get("slug")
    picture = static(f"img/grounds/{slug}.webp") if slug in PICTURED_GROUNDS else None
    return {**ground, "picture": picture}


def _rematch_uid(table: Table) -> str:
    return str(table.rematch.uid) if table.rematch is not None else ""


def _seat(
    table: Table,
    seat: Seat,
    audience: Audience,
    game: HostedGame | None,
    now: datetime,
) -> JSON:
    bots = game_named(table.game).bots
    is_mine = seat.index in audience.seats
    told: dict[str, Any] = {
        "letter": SEAT_LETTERS[seat.index],
        "name": seat.name,
        "clan": seat.clan,
        "side": seat.index if seat.side is None else seat.side,
        "person": seat_person(seat),
        "bot": {"slug": seat.bot, "name": bots.get(seat.bot, seat.bot)}
        if seat.bot
        else None,
        "open": seat.is_open,
        "is_you": is_mine,
        "is_online": is_mine or bool(seat.bot) or is_online(table.uid, seat.index),
        "clock": _clock(table, seat, game, now),
    }
    if is_mine:
        told["orders"] = msgspec.to_builtins(read_orders(seat.orders))
    return told


def seat_person(seat: Seat) -> str | None:
    if seat.person is not None:
        return seat.person.display_name or seat.person.username
    return "Guest" if seat.guest else None


def _clock(
    table: Table, seat: Seat, game: HostedGame | None, now: datetime
) -> JSON | None:
    rules = msgspec.convert(table.clock, ClockRules)
    if rules.mode == "none" or game is None:
        return None
    runs = (
        table.stage == TableStage.PLAYING
        and table.asked_seat == seat.index
        and not table.asks_in_window
    )
    elapsed = 0.0
    if runs and table.asked_at is not None:
        elapsed = (now - table.asked_at).total_seconds()
    left = rules.seconds_left(seat.seconds_left, elapsed)
    return {"left_s": None if left is None else round(left, 1), "runs": runs}


def _offers(table: Table) -> JSON:
    return {
        kind: [SEAT_LETTERS[seat] for seat in offer.get("agreed", [])]
        for kind, offer in table.offers.items()
    }


def _permissions(
    table: Table, seats: Sequence[Seat], audience: Audience, undo: UndoOffer
) -> tuple[dict[str, bool], dict[str, str]]:
    mine = audience.seats
    is_playing = table.stage == TableStage.PLAYING and bool(mine)
    others = others_at_table(seats, mine)
    can = {
        "concede": is_playing,
        "offer_draw": is_playing
        and bool(others)
        and table.match_id is None
        and not any(s.bot for s in seats),
        "undo": is_playing and undo.kind != "none",
        "pause": is_playing and bool(others),
        "resume": table.stage == TableStage.PAUSED and bool(mine),
        "claim": is_playing and bool(overdue_seat(table, seats, mine)),
        "rematch": table.stage == TableStage.OVER
        and bool(mine)
        and table.match_id is None
        and all(seat.team for seat in seats),
        "join": table.stage == TableStage.WAITING
        and table.match_id is None
        and any(s.is_open for s in seats),
        "leave": table.stage == TableStage.WAITING
        and table.match_id is None
        and bool(mine),
        "orders": is_playing,
    }
    why_not: dict[str, str] = {}
    if undo.kind == "none" and undo.why and mine:
        why_not["undo"] = undo.why
    if is_playing and not can["offer_draw"]:
        why_not["offer_draw"] = (
            "Bots do not agree to draws."
            if table.match_id is None
            else NO_DRAW_IN_MATCH
        )
    if is_playing and not can["claim"]:
        why_not["claim"] = "Your opponent still has time."
    return can, why_not


def overdue_seat(
    table: Table, seats: Sequence[Seat], mine: Sequence[int]
) -> Seat | None:
    """Return the opponent whose time is up, or None."""
    if table.asked_at is None or table.asks_in_window:
        return None
    seat = next((s for s in seats if s.index == table.asked_seat), None)
    if seat is None or seat.bot or seat.index in mine:
        return None
    elapsed = (timezone.now() - table.asked_at).total_seconds()
    rules = msgspec.convert(table.clock, ClockRules)
    left = rules.seconds_left(seat.seconds_left, elapsed)
    return seat if left is not None and left <= 0 else None


def _waiting_sentence(table: Table, seats: Sequence[Seat], shown: Shown) -> str:
    if table.stage == TableStage.WAITING:
        return "Waiting for players to take the open seats."
    if table.stage == TableStage.PAUSED:
        return "The game is paused."
    if table.stage == TableStage.OVER or shown.question is None:
        return OVER
    letter = shown.question["seat"]
    if letter is None or shown.waiting[:1].isupper():
        return shown.waiting
    seat = seats[SEAT_LETTERS.index(letter)]
    who = seat_person(seat) or game_named(table.game).bots.get(seat.bot, seat.name)
    return f"{who} {shown.waiting}"


# --- presence --------------------------------------------------------------------
def _online_key(uid: UUID, seat: int) -> str:
    return f"tables.online.{uid}.{seat}"


def is_online(uid: UUID, seat: int) -> bool:
    return bool(cache.get(_online_key(uid, seat)))


def mark_online(uid: UUID, seats: Sequence[int]) -> None:
    """Record that these seats have the page open."""
    if seats:
        keys = {_online_key(uid, seat): True for seat in seats}
        cache.set_many(keys, timeout=ONLINE_SECONDS)
