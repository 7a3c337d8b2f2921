"""Play on from a moment of a finished game, at a new table.

The new table has the set-up, the seed and the moves of the old one up to that moment.
Its next dice come from a secret position further along the same sequence, so they
differ from those of the old game.
"""

from __future__ import annotations

import secrets

from django.db import transaction
from django.utils import timezone

from kernel.errors import Refusal
from people.services.rate_limits import count_attempt
from tables.games.base import SEAT_LETTERS
from tables.models import Move, Seat, Table
from tables.rules.stages import MoveSource, TableStage
from tables.selectors.access import Viewer
from tables.selectors.replay import Replay
from tables.services.creation import NEW_TABLES
from tables.services.locks import LockedTable, automatic_answer, publish_change

# How far the next dice are from those of the old game, in dice.
NEAREST, FURTHEST = 200, 3000
BOT = "novice"


def play_on(replay: Replay, position: int, viewer: Viewer, *, mine: str) -> Table:
    """Open a table at a moment of a game; `mine` is the letter of a seat, or "all"."""
    _refuse(replay, position, mine)
    count_attempt(NEW_TABLES, who=viewer.who)
    count = replay.counts[position]
    game = replay.recording.game_after(count)
    if game.asked is None:
        raise Refusal(
            "The game is over at this moment. Choose an earlier one.",
            code="moment-over",
        )
    far = NEAREST + secrets.randbelow(FURTHEST - NEAREST)
    game.skip_dice(game.dice_drawn + far)
    header = replay.table
    with transaction.atomic():
        table = Table.objects.create(
            game=replay.recording.adapter.slug,
            stage=TableStage.PLAYING,
            is_hot_seat=mine == "all",
            options={
                "challenge": header["challenge"],
                "ground": {key: header["ground"][key] for key in ("slug", "name")},
            },
            setup=replay.recording.setup,
            seed=replay.recording.seed,
            version=count,
            snapshot=game.snapshot(),
            asked_seat=game.asked,
            asked_at=timezone.now(),
            asks_in_window=game.asks_in_window,
            created_by_id=viewer.person_id,
        )
        Seat.objects.bulk_create(_seats(table, replay, viewer, mine))
        Move.objects.bulk_create(_moves(table, replay, count))
        locked = LockedTable(table, list(table.seats.order_by("index")))
        table.waits_for_bot = automatic_answer(locked, game) is not None
        table.save(update_fields=["waits_for_bot", "hidden_counts"])
        publish_change(table)
    return table


def _refuse(replay: Replay, position: int, mine: str) -> None:
    if not replay.is_over:
        raise Refusal("You can play on when the game is over.", code="game-not-over")
    if not 0 <= position <= replay.last:
        raise Refusal(
            f"The replay has the moments 0 to {replay.last}.", code="moment-unknown"
        )
    letters = SEAT_LETTERS[: len(replay.table["seats"])]
    if mine != "all" and (len(mine) != 1 or mine not in letters):
        raise Refusal("Choose which team you play.", code="seat-unknown")


def _seats(table: Table, replay: Replay, viewer: Viewer, mine: str) -> list[Seat]:
    rows = []
    for index, seat in enumerate(replay.table["seats"]):
        is_mine = mine in ("all", seat["letter"])
        rows.append(
            Seat(
                table=table,
                index=index,
                person_id=viewer.person_id if is_mine else None,
                guest=viewer.guest if is_mine and not viewer.person_id else "",
                bot="" if is_mine else BOT,
                name=seat["name"],
                clan=seat["clan"],
                side=seat["side"],
            )
        )
    return rows


def _moves(table: Table, replay: Replay, count: int) -> list[Move]:
    """Return the moves so far, which cannot be undone, and count the hidden ones."""
    rows = []
    for number, move in enumerate(replay.recording.moves[:count], start=1):
        if move.is_hidden:
            counts = table.hidden_counts
            counts[str(move.seat)] = counts.get(str(move.seat), 0) + 1
        rows.append(
            Move(
                table=table,
                number=number,
                seat=move.seat,
                line=move.line,
                entries=move.entries,
                source=MoveSource.BOT,
                is_hidden=move.is_hidden,
                is_final=True,
                dice_before=move.dice_before,
            )
        )
    return rows
