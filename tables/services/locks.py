"""Lock a table for one change, and store its effects."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any
from uuid import UUID

import msgspec
from django.db import transaction
from django.http import Http404
from django.utils import timezone

from kernel.errors import Refusal
from tables.games.base import SEAT_LETTERS, HostedGame, PlayedMove
from tables.games.registry import game_named
from tables.models import Move, Seat, Table
from tables.rules.clock import LIVE, ClockRules
from tables.rules.orders import read_orders
from tables.rules.stages import MoveSource, TableStage
from tables.selectors.access import Viewer, list_seats
from tables.selectors.state import is_online
from tables.signals import bot_needed, table_changed, table_finished, turn_passed

# The fields that may change while a game is played.
PLAYED_FIELDS = [
    *("stage", "version", "revision", "snapshot", "hidden_counts", "asked_seat"),
    *("asked_at", "asks_in_window", "waits_for_bot", "offers", "winners", "ended"),
    *("is_result_due", "updated_at"),
]


@dataclass
class LockedTable:
    """A locked table: only this transaction can change it."""

    table: Table
    seats: list[Seat]
    added: list[Move] = field(default_factory=list)

    @cached_property
    def game(self) -> HostedGame:
        table = self.table
        if not table.snapshot:
            raise Refusal(
                "The game has not begun. It starts when every seat is taken.",
                code="table-not-started",
            )
        adapter = game_named(table.game)
        return adapter.restore(table.setup, table.snapshot, table.seed)

    def seats_of(self, viewer: Viewer) -> tuple[int, ...]:
        mine = viewer.seats(self.seats)
        if not mine:
            raise Refusal("You do not play at this table.", code="seat-missing")
        return mine

    def refuse_unless(self, *stages: TableStage) -> None:
        if self.table.stage in stages:
            return
        sentences = {
            TableStage.OVER: "The game is over.",
            TableStage.PAUSED: "The game is paused. Resume it first.",
            TableStage.WAITING: "The game has not begun.",
            TableStage.PLAYING: "The game has already begun.",
        }
        stage = TableStage(self.table.stage)
        raise Refusal(sentences[stage], code=f"table-{stage.value}")

    # --- moves -----------------------------------------------------------------
    def add_move(
        self, played: PlayedMove, *, source: MoveSource, dice_before: int, key: str = ""
    ) -> Move:
        table = self.table
        table.version += 1
        if played.is_hidden:
            counts = table.hidden_counts
            seat = str(played.seat)
            table.hidden_counts = {**counts, seat: counts.get(seat, 0) + 1}
        move = Move(
            table=table,
            number=table.version,
            seat=played.seat,
            line=played.line,
            entries=played.entries,
            source=source,
            key=key,
            is_hidden=played.is_hidden,
            is_final=played.is_final,
            begins_activation=played.begins_activation,
            dice_before=dice_before,
        )
        self.added.append(move)
        return move

    def save_played(self) -> None:
        """Store the game and publish the change after commit."""
        table, game, now = self.table, self.game, timezone.now()
        asked_before = table.asked_seat
        self._charge_clock(now)
        table.snapshot = game.snapshot()
        if table.asked_seat != game.asked or table.asked_at is None or self.added:
            table.asked_at = now
        table.asked_seat = game.asked
        table.asks_in_window = game.asks_in_window
        table.waits_for_bot = automatic_answer(self, game) is not None
        Move.objects.bulk_create(self.added)
        if game.is_over:
            self.finish(winners=game.winners, ended=game.ended)
        elif table.asked_seat != asked_before:
            self._pass_turn()
        self.save(fields=PLAYED_FIELDS)

    def _pass_turn(self) -> None:
        """Notify a person that the game waits for them, unless they have the page
        open."""
        table = self.table
        if table.asked_seat is None or table.waits_for_bot:
            return
        person_id = self.seats[table.asked_seat].person_id
        is_live = table.clock.get("mode") == LIVE
        if person_id is None or is_live or is_online(table.uid, table.asked_seat):
            return
        turn_passed.send(sender=Table, table=table, person_id=person_id)

    def _charge_clock(self, now: Any) -> None:
        table = self.table
        # Orders and pauses are not decisions, so the clock keeps running.
        if not self.added or table.asked_seat is None or table.asked_at is None:
            return
        if table.asks_in_window:
            return
        rules = msgspec.convert(table.clock, ClockRules)
        seat = self.seats[table.asked_seat]
        left = rules.charge(
            seat.seconds_left,
            (now - table.asked_at).total_seconds(),
            hands_over=self.game.asked != table.asked_seat,
        )
        if left != seat.seconds_left:
            seat.seconds_left = left
            seat.save(update_fields=["seconds_left"])

    def finish(self, *, winners: Sequence[int], ended: str) -> None:
        table = self.table
        table.stage = TableStage.OVER
        table.winners = list(winners)
        table.ended = ended
        table.asked_seat = None
        table.waits_for_bot = False
        table.asks_in_window = False
        table.offers = {}
        table.is_result_due = table.match_id is not None
        table_finished.send(sender=Table, table=table)

    def save(self, *, fields: list[str] | None = None) -> None:
        table = self.table
        table.revision += 1
        table.updated_at = timezone.now()
        if fields is not None:
            fields = list({*fields, "revision", "updated_at"})
        table.save(update_fields=fields)
        publish_change(table)


def publish_change(table: Table) -> None:
    """Tell open pages and bots once everything is stored."""
    uid, needs_bot = table.uid, table.waits_for_bot

    def tell() -> None:
        table_changed.send_robust(sender=Table, uid=uid)
        if needs_bot:
            bot_needed.send_robust(sender=Table, uid=uid)

    transaction.on_commit(tell, robust=True)


def automatic_answer(locked: LockedTable, game: HostedGame) -> str | None:
    """Return the bot that answers for the asked seat, "pass", or None for a person."""
    asked = game.asked
    if asked is None or locked.table.stage != TableStage.PLAYING:
        return None
    seat = locked.seats[asked]
    if seat.bot:
        return seat.bot
    is_own = game.active is None or game.active == asked
    return read_orders(seat.orders).answer(
        is_window=game.asks_in_window,
        is_reroll=game.asks_for_reroll,
        is_own_activation=is_own,
    )


@contextmanager
def lock_table(uid: UUID) -> Iterator[LockedTable]:
    """Lock a table for one change. Raises Http404 if there is none."""
    with transaction.atomic():
        table = Table.objects.select_for_update().filter(uid=uid).first()
        if table is None:
            raise Http404
        yield LockedTable(table, list_seats(table))


def seat_letter(seat: int) -> str:
    return SEAT_LETTERS[seat]
