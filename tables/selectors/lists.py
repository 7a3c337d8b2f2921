"""Lists of tables: the lobby, a person's own games, and the export of personal data."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import msgspec
from django.db.models import Prefetch, Q, QuerySet
from django.http import Http404

from people.models import Person
from tables.games.base import SEAT_LETTERS
from tables.games.registry import game_named
from tables.models import Seat, Table
from tables.rules.orders import read_orders
from tables.rules.stages import MoveSource, TableStage, Visibility
from tables.selectors.access import Viewer, get_table, list_seats
from tables.selectors.state import seat_person

ROWS = 30
FAR_FUTURE = datetime.max.replace(tzinfo=UTC)
RUNNING = (TableStage.WAITING, TableStage.PLAYING, TableStage.PAUSED)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatRow:
    letter: str
    name: str
    clan: str
    person: str  # or the name of the bot
    is_open: bool
    is_yours: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRow:
    """A table in a list."""

    uid: UUID
    game: str
    stage: str
    challenge: str
    ground: str
    seats: tuple[SeatRow, ...]
    clock: dict[str, Any]
    is_your_turn: bool
    asked_at: datetime | None
    due_at: datetime | None
    updated_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class LobbyPage:
    """The lobby: games that wait for the viewer, open seats, and games to watch."""

    own: tuple[TableRow, ...]
    open: tuple[TableRow, ...]
    live: tuple[TableRow, ...]
    finished: tuple[TableRow, ...]


def get_lobby_page(viewer: Viewer) -> LobbyPage:
    """Return the lobby page. Queries: 8."""
    own = [table_row(table, viewer) for table in query_tables(viewer)[:ROWS]]
    running = [row for row in own if row.stage != TableStage.OVER]
    running.sort(key=lambda row: (not row.is_your_turn, row.due_at or FAR_FUTURE))
    mine = {row.uid for row in own}
    shown = _with_seats(Table.objects.filter(visibility=Visibility.OPEN)).exclude(
        uid__in=mine
    )
    waiting = shown.filter(stage=TableStage.WAITING).order_by("-updated_at")[:ROWS]
    live = shown.filter(stage=TableStage.PLAYING).order_by("-updated_at")[:ROWS]
    return LobbyPage(
        own=tuple(running),
        open=_rows(waiting, viewer),
        live=_rows(live, viewer),
        finished=tuple(row for row in own if row.stage == TableStage.OVER)[:10],
    )


def query_tables(viewer: Viewer) -> QuerySet[Table]:
    """Return the tables at which the viewer plays, the latest first."""
    plays = Q(pk__in=[])
    if viewer.person_id is not None:
        plays |= Q(seats__person_id=viewer.person_id)
    if viewer.guest:
        plays |= Q(seats__guest=viewer.guest)
    ids = Table.objects.filter(plays).values("pk")
    return _with_seats(Table.objects.filter(pk__in=ids)).order_by("-updated_at")


def _with_seats(tables: QuerySet[Table]) -> QuerySet[Table]:
    seats = Seat.objects.select_related("person").order_by("index")
    return tables.defer("snapshot", "setup").prefetch_related(
        Prefetch("seats", queryset=seats)
    )


def _rows(tables: Iterable[Table], viewer: Viewer) -> tuple[TableRow, ...]:
    return tuple(table_row(table, viewer) for table in tables)


def table_row(table: Table, viewer: Viewer) -> TableRow:
    seats = list(table.seats.all())
    mine = viewer.seats(seats)
    is_playing = table.stage == TableStage.PLAYING
    return TableRow(
        uid=table.uid,
        game=game_named(table.game).name,
        stage=str(table.stage),
        challenge=_name(table.options.get("challenge")),
        ground=_name(table.options.get("ground")),
        seats=tuple(_seat_row(table, seat, viewer) for seat in seats),
        clock=table.clock,
        is_your_turn=is_playing and table.asked_seat in mine,
        asked_at=table.asked_at,
        due_at=_due_at(table, seats),
        updated_at=table.updated_at,
    )


def _name(entry: Any) -> str:
    return entry.get("name", "") if isinstance(entry, dict) else ""


def _seat_row(table: Table, seat: Seat, viewer: Viewer) -> SeatRow:
    bots = game_named(table.game).bots
    return SeatRow(
        letter=SEAT_LETTERS[seat.index],
        name=seat.name,
        clan=seat.clan,
        person=seat_person(seat) or bots.get(seat.bot, ""),
        is_open=seat.is_open,
        is_yours=viewer.plays(seat),
    )


def _due_at(table: Table, seats: list[Seat]) -> datetime | None:
    mode = table.clock.get("mode")
    if table.asked_at is None or table.asks_in_window:
        return None
    if mode == "days":
        return table.asked_at + timedelta(days=table.clock.get("days", 0))
    seat = next((s for s in seats if s.index == table.asked_seat), None)
    if mode == "live" and seat is not None and seat.seconds_left is not None:
        return table.asked_at + timedelta(seconds=seat.seconds_left)
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitingTurn:
    """A game over days, or without a clock, that waits for a person."""

    title: str
    due_at: datetime | None


def list_waiting_turns() -> dict[int, list[WaitingTurn]]:
    """Return the games that wait for people, by person, most urgent first. Queries:
    2."""
    tables = Table.objects.filter(
        stage=TableStage.PLAYING, waits_for_bot=False, asked_seat__isnull=False
    ).exclude(clock__mode="live")
    found: dict[int, list[WaitingTurn]] = {}
    for table in _with_seats(tables):
        seats = list(table.seats.all())
        asked = next(seat for seat in seats if seat.index == table.asked_seat)
        if asked.person_id is None:
            continue
        names = " and ".join(s.name for s in seats if s.index != asked.index)
        turn = WaitingTurn(
            title=f"{_name(table.options.get('challenge'))} against {names}",
            due_at=_due_at(table, seats),
        )
        found.setdefault(asked.person_id, []).append(turn)
    for turns in found.values():
        turns.sort(key=lambda turn: turn.due_at or FAR_FUTURE)
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class TableHeader:
    """The header of a table page, above the board."""

    uid: UUID
    title: str
    challenge: str
    challenge_slug: str
    ground: str


def get_table_header(table: Table) -> TableHeader:
    """Return the header of a table. Queries: 1."""
    challenge = _name(table.options.get("challenge"))
    names = [seat.name for seat in table.seats.all() if seat.name]
    return TableHeader(
        uid=table.uid,
        title=f"{' against '.join(names)}: {challenge}" if names else challenge,
        challenge=challenge,
        challenge_slug=table.options.get("challenge", {}).get("slug", ""),
        ground=_name(table.options.get("ground")),
    )


def get_orders(uid: UUID, viewer: Viewer) -> dict[str, Any]:
    """Return the standing orders of the viewer's first seat, or raise 404 for
    strangers."""
    seats = list_seats(get_table(uid))
    mine = [seat for seat in seats if viewer.plays(seat)]
    if not mine:
        raise Http404
    orders: dict[str, Any] = msgspec.to_builtins(read_orders(mine[0].orders))
    return orders


def list_own_tables(person: Person) -> list[dict[str, Any]]:
    """Return every table at which a person played, for the export of personal data."""
    ids = Seat.objects.filter(person=person).values("table")
    tables = Table.objects.filter(pk__in=ids).order_by("created_at")
    return [
        {
            "table": str(table.uid),
            "game": table.game,
            "stage": str(table.stage),
            "challenge": _name(table.options.get("challenge")),
            "created": table.created_at,
            "seats": [
                SEAT_LETTERS[seat.index]
                for seat in table.seats.all()
                if seat.person_id == person.pk
            ],
            "moves": [
                {"number": move.number, "line": move.line, "at": move.created_at}
                for move in table.moves.filter(source=MoveSource.PERSON)
                if any(
                    seat.index == move.seat and seat.person_id == person.pk
                    for seat in table.seats.all()
                )
            ],
        }
        for table in tables.prefetch_related("seats")
    ]
