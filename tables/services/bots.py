"""Bots and standing orders: answer for seats that no person plays at the moment.

A job computes its plan without a lock, then submits it through the same service as
people do. If the table has changed meanwhile, it starts over.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID

from django.db.models import Q
from django.utils import timezone

from kernel.dice import SeededDice
from kernel.errors import Refusal
from tables.games.base import HostedGame
from tables.models import Table
from tables.rules.clock import WINDOW_SECONDS
from tables.rules.orders import LIEUTENANT_BOT
from tables.rules.stages import MoveSource, TableStage
from tables.selectors.access import list_seats
from tables.selectors.state import restore_game
from tables.services.locks import (
    LockedTable,
    automatic_answer,
    lock_table,
    seat_letter,
)
from tables.services.play import play_lines

# Moves that are published together, so that players can follow a bot's turn.
MOVES_AT_ONCE = 8
THINK_SECONDS = 1.0
MOST_MOVES = 4000
# Automatic answers in windows take equally long, so that they give nothing away.
WINDOW_ANSWER_SECONDS = 0.4
# A job is given this long before the sweeper sends another one.
LOST_AFTER_SECONDS = 10


@dataclass(frozen=True, slots=True)
class Thought:
    """A plan for a seat, and the version it was made for."""

    version: int
    lines: tuple[str, ...]
    seat: int
    source: MoveSource
    wait: float


def answer_for_bots(uid: UUID) -> int:
    """Play until a person has to decide. Returns how many moves were played."""
    played = 0
    while played < MOST_MOVES:
        thought = _think(uid)
        if thought is None:
            return played
        if thought.wait > 0:
            time.sleep(thought.wait)
        with lock_table(uid) as locked:
            if locked.table.version != thought.version:
                continue
            if locked.table.stage != TableStage.PLAYING:
                return played
            result = play_lines(
                locked, thought.lines, seats=(thought.seat,), source=thought.source
            )
            played += result.played
    return played


def _think(uid: UUID) -> Thought | None:
    """Find the next automatic answer and compute its plan. Holds no lock."""
    table = Table.objects.filter(uid=uid, stage=TableStage.PLAYING).first()
    if table is None:
        return None
    game = restore_game(table)
    if game is None or game.asked is None:
        return None
    # Only asked, never saved.
    looked = LockedTable(table, list_seats(table))
    seat = game.asked
    how = automatic_answer(looked, game)
    if how is None:
        return None
    is_bot = bool(looked.seats[seat].bot)
    lines = _plan(looked, game, seat, how)
    wait = 0.0
    if game_asked_in_window(table) and table.asked_at is not None:
        waited = (timezone.now() - table.asked_at).total_seconds()
        wait = min(max(WINDOW_ANSWER_SECONDS - waited, 0.0), WINDOW_ANSWER_SECONDS)
    source = MoveSource.BOT if is_bot else MoveSource.ORDER
    return Thought(table.version, tuple(lines), seat, source, wait)


def game_asked_in_window(table: Table) -> bool:
    return table.asks_in_window


def _plan(looked: LockedTable, game: HostedGame, seat: int, how: str) -> list[str]:
    """Return the lines to play until another seat is asked, dice decide, or time is
    up."""
    table = looked.table
    lines: list[str] = []
    started = time.monotonic()
    version = table.version
    while len(lines) < MOVES_AT_ONCE:
        if how == "pass":
            line = game.default_line(seat)
        else:
            bot = LIEUTENANT_BOT if how == "lieutenant" else how
            dice = SeededDice(table.seed, f"bot {seat} {version + len(lines)}")
            line = game.bot_line(seat, bot, dice)
        lines.append(line)
        game.play(line, seats=(seat,))
        if game.asked != seat or game.asks_in_window:
            break
        if automatic_answer(looked, game) != how:
            break
        if time.monotonic() - started > THINK_SECONDS:
            break
    return lines


def list_tables_waiting_for_bots() -> list[UUID]:
    """Return tables whose bot is overdue, because its job may have been lost."""
    before = timezone.now() - timedelta(seconds=LOST_AFTER_SECONDS)
    return list(
        Table.objects.filter(
            waits_for_bot=True, stage=TableStage.PLAYING, asked_at__lt=before
        ).values_list("uid", flat=True)[:500]
    )


def pass_due_windows() -> int:
    """Pass card windows that a person has not answered in time."""
    passed = 0
    now = timezone.now()
    for mode, seconds in WINDOW_SECONDS.items():
        if seconds is None:
            continue
        due = Table.objects.filter(
            Q(clock__mode=mode),
            stage=TableStage.PLAYING,
            asks_in_window=True,
            waits_for_bot=False,
            asked_at__lt=now - timedelta(seconds=seconds),
        )
        for uid in due.values_list("uid", flat=True)[:500]:
            passed += _pass_window(uid, seconds)
    return passed


def _pass_window(uid: UUID, seconds: float) -> int:
    with lock_table(uid) as locked:
        table = locked.table
        is_due = (
            table.stage == TableStage.PLAYING
            and table.asks_in_window
            and table.asked_at is not None
            and (timezone.now() - table.asked_at).total_seconds() >= seconds
        )
        seat = locked.game.asked if is_due else None
        if seat is None:
            return 0
        try:
            line = f"{seat_letter(seat)} pass"
            play_lines(locked, [line], seats=(seat,), source=MoveSource.CLOCK)
        except Refusal:
            return 0
        return 1
