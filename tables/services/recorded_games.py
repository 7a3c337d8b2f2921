"""Store games that were played elsewhere as finished tables, for their replays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime

from django.db import transaction

from challenges.models import Match
from people.models import Person
from tables.games.base import SEAT_LETTERS
from tables.games.registry import game_named
from tables.games.skirmish_file import read_game_file
from tables.games.skirmish_setup import describe_setup
from tables.models import Move, Seat, Table
from tables.rules.stages import MoveSource, TableStage, Visibility

GAME = "skirmish"


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedGame:
    """A finished game as a file, who played it, and when it ended."""

    file: str
    people: Sequence[Person]
    ended_at: datetime
    match: Match | None = None


@transaction.atomic
def store_recorded_game(recorded: RecordedGame) -> Table:
    """Play a game file and store it as a finished table."""
    file = read_game_file(recorded.file)
    setup = describe_setup(file.setup)
    table = Table(
        game=GAME,
        stage=TableStage.OVER,
        visibility=Visibility.OPEN,
        options={"challenge": dict(setup.challenge), "ground": dict(setup.ground)},
        setup=file.setup,
        seed=file.seed,
        match=recorded.match,
        created_at=recorded.ended_at,
        updated_at=recorded.ended_at,
    )
    moves = _play(table, file.lines)
    table.save()
    Seat.objects.bulk_create(
        Seat(table=table, index=n, person=person, **asdict(seat))
        for n, (seat, person) in enumerate(
            zip(setup.seats, recorded.people, strict=True)
        )
    )
    Move.objects.bulk_create(moves)
    return table


def _play(table: Table, lines: Sequence[str]) -> list[Move]:
    """Play the lines, write the result to the table, and return the moves."""
    game = game_named(table.game).begin(table.setup, table.seed)
    moves: list[Move] = []
    hidden: Counter[str] = Counter()
    for number, line in enumerate(lines, start=1):
        dice_before = game.dice_drawn
        move = game.play(line, seats=range(len(SEAT_LETTERS)))
        hidden[str(move.seat)] += move.is_hidden
        moves.append(
            Move(
                table=table,
                number=number,
                seat=move.seat,
                line=move.line,
                entries=move.entries,
                source=MoveSource.BOT,
                is_hidden=move.is_hidden,
                is_final=move.is_final,
                begins_activation=move.begins_activation,
                dice_before=dice_before,
                created_at=table.created_at,
            )
        )
    table.version = len(moves)
    table.hidden_counts = dict(hidden)
    table.snapshot = game.snapshot()
    table.winners = list(game.winners)
    table.ended = game.ended
    return moves
