"""Remove abandoned tables, and check stored games."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from django.utils import timezone

from kernel.errors import Refusal
from people.models import Person
from people.services.rate_limits import Limit, count_attempt
from tables.games.registry import game_named
from tables.models import Seat, Table
from tables.rules.stages import MoveSource, TableStage
from tables.selectors.state import restore_game

GUEST_DAYS = 7
WAITING_DAYS = 14
STAND_IN = "novice"
CHECKS = Limit("dice-checks", 60, 3600, "You have checked many games this hour.")


def delete_abandoned_tables() -> int:
    """Delete abandoned games of guests, and tables whose seats were never all taken."""
    now = timezone.now()
    of_people = Seat.objects.filter(person__isnull=False).values("table")
    guests = Table.objects.exclude(pk__in=of_people).filter(
        updated_at__lt=now - timedelta(days=GUEST_DAYS)
    )
    waiting = Table.objects.filter(
        stage=TableStage.WAITING, updated_at__lt=now - timedelta(days=WAITING_DAYS)
    )
    count = 0
    for tables in (guests, waiting):
        ids = list(tables.values_list("pk", flat=True)[:500])
        count += len(ids)
        Table.objects.filter(pk__in=ids).delete()
    return count


def release_seats(person: Person) -> None:
    """Let a bot play on for a person who deletes their account."""
    for seat in Seat.objects.filter(person=person).select_related("table"):
        if seat.table.stage in (TableStage.PLAYING, TableStage.PAUSED):
            seat.bot = STAND_IN
        seat.person, seat.orders = None, {}
        seat.save(update_fields=["person", "bot", "orders"])
        table = seat.table
        if table.stage == TableStage.PLAYING and table.asked_seat == seat.index:
            Table.objects.filter(pk=table.pk).update(waits_for_bot=True)


def check_tables() -> tuple[list[str], str]:
    """Replay every table and compare its hash with that of the snapshot.

    Returns a sentence for each difference, and one for the case that there is none;
    that one is empty where there are no tables.
    """
    problems, count = [], 0
    tables = Table.objects.exclude(snapshot="").order_by("pk")
    for table in tables.iterator(chunk_size=50):
        count += 1
        problem = check_table(table)
        if problem:
            problems.append(f"Table {table.uid}: {problem}")
    if not count:
        return problems, ""
    if count == 1:
        return problems, "1 table is as its moves tell."
    return problems, f"{count} tables are as their moves tell."


def check_table(table: Table) -> str | None:
    """Return what is wrong with a stored game, or None."""
    try:
        stored = restore_game(table)
        game = game_named(table.game).begin(table.setup, table.seed)
        past = table.moves.filter(is_undone=False).exclude(source=MoveSource.UNDO)
        rows = past.order_by("number").values_list("line", "dice_before")
        for line, dice_before in rows:
            if game.dice_drawn != dice_before:
                game.skip_dice(dice_before)
            game.play(line, seats=range(4))
    except Refusal as refusal:
        return refusal.sentence
    if stored is None or stored.state_hash() != game.state_hash():
        return "its moves do not lead to the stored position."
    return None


@dataclass(frozen=True, slots=True)
class DiceCheck:
    """Whether the dice of a finished game match their commitment."""

    is_seed_sealed: bool  # the seed has the hash that was shown
    problem: str | None  # where the moves do not follow from the seed
    moves: int
    dice: int

    @property
    def is_sound(self) -> bool:
        return self.is_seed_sealed and self.problem is None


def check_dice(table: Table, *, commitment: str, who: str) -> DiceCheck:
    """Replay a finished game with the dice of its seed.

    `commitment` is the hash that a player wrote down before the game.
    """
    if table.stage != TableStage.OVER or not table.snapshot:
        raise Refusal(
            "The seed is shown when the game is over. Check the dice then.",
            code="table-playing",
        )
    count_attempt(CHECKS, who=who)
    game = restore_game(table)
    moves = table.moves.filter(is_undone=False).exclude(source=MoveSource.UNDO)
    return DiceCheck(
        is_seed_sealed=commitment.strip().lower() == table.commitment,
        problem=check_table(table),
        moves=moves.count(),
        dice=game.dice_drawn if game is not None else 0,
    )


def write_game_file(table: Table) -> str | None:
    """Return a finished game as text with its seed, or None while it is in progress."""
    if table.stage != TableStage.OVER or not table.snapshot:
        return None
    past = table.moves.filter(is_undone=False).exclude(source=MoveSource.UNDO)
    lines: list[str] = []
    game = game_named(table.game).begin(table.setup, table.seed)
    for line, dice_before in past.order_by("number").values_list("line", "dice_before"):
        if game.dice_drawn != dice_before:
            game.skip_dice(dice_before)
            lines.append(f"dice {dice_before}")
        game.replay(line)
        lines.append(line)
    adapter = game_named(table.game)
    return adapter.file(table.setup, table.seed, lines, game.state_hash())
