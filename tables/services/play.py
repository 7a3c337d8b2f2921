"""Play moves, undo them, and end a game early."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from kernel.dice import SeededDice
from kernel.errors import Conflict, Refusal
from people.services.rate_limits import Limit, count_attempt
from tables.games.base import PlayedMove
from tables.games.registry import game_named
from tables.models import KEY_LENGTH, Move
from tables.rules.orders import REROLLS
from tables.rules.stages import MoveSource, TableStage
from tables.selectors.access import Viewer, audience_of, version_for
from tables.selectors.state import (
    NO_DRAW_IN_MATCH,
    list_last_moves,
    others_at_table,
    overdue_seat,
    undo_offer,
    undo_to_activation,
)
from tables.services.locks import LockedTable, lock_table, seat_letter

MOST_LINES = 40
MOVES = Limit("moves", 600, 60, "You are sending moves faster than anyone can play.")
PLACING_BOT = "novice"
STOPPED = "Someone else has to decide first."
FELL_SHORT = "Your ninja did not get that far. Look again, then decide."


@dataclass(frozen=True, slots=True)
class PlayResult:
    """The result of a plan: the table afterwards, and how many moves were played."""

    locked: LockedTable
    played: int
    stopped: str | None = None


class StaleTable(Conflict):
    """The table has changed since the move was made."""

    code = "table-stale"


def play_moves(
    uid: UUID, viewer: Viewer, *, version: int, key: str, lines: Sequence[str]
) -> PlayResult:
    """Play a plan until a move no longer fits or another player has to decide.

    A repeated key plays nothing and returns the first result again.
    """
    if not 1 <= len(lines) <= MOST_LINES:
        raise Refusal(f"Send 1 to {MOST_LINES} moves at a time.", code="too-many-moves")
    if not key or len(key) > KEY_LENGTH:
        raise Refusal("Send a key of 1 to 64 characters.", code="key-missing")
    count_attempt(MOVES, who=viewer.who)
    with lock_table(uid) as locked:
        mine = locked.seats_of(viewer)
        earlier = Move.objects.filter(table=locked.table, key=key).first()
        if earlier is not None:
            return PlayResult(locked, earlier.plan_length)
        locked.refuse_unless(TableStage.PLAYING)
        if version != version_for(locked.table, audience_of(viewer, locked.seats)):
            raise StaleTable("The table has changed since. Look again, then decide.")
        return play_lines(locked, lines, seats=mine, key=key)


def play_lines(
    locked: LockedTable,
    lines: Sequence[str],
    *,
    seats: Sequence[int],
    source: MoveSource = MoveSource.PERSON,
    key: str = "",
) -> PlayResult:
    """Play lines at a locked table and store their effects."""
    game, stopped, played = locked.game, None, 0
    for line in lines:
        if game.is_over or (played and game.asked not in seats):
            stopped = STOPPED
            break
        dice_before = game.dice_drawn
        try:
            move = game.play(line, seats=seats)
        except Refusal as refusal:
            if not played:
                raise
            stopped = refusal.sentence
            break
        locked.add_move(
            move, source=source, dice_before=dice_before, key="" if played else key
        )
        played += 1
        if move.fell_short:
            stopped = FELL_SHORT
            break
    locked.added[0].plan_length = played
    locked.table.offers = {
        kind: offer for kind, offer in locked.table.offers.items() if kind != "undo"
    }
    locked.save_played()
    return PlayResult(locked, played, stopped)


# --- undo ------------------------------------------------------------------------
def undo_moves(
    uid: UUID, viewer: Viewer, *, version: int, whole_activation: bool = False
) -> LockedTable:
    """Undo the last decision, or ask the other players where they have to agree."""
    with lock_table(uid) as locked:
        mine = locked.seats_of(viewer)
        locked.refuse_unless(TableStage.PLAYING)
        audience = audience_of(viewer, locked.seats)
        if version != version_for(locked.table, audience):
            raise StaleTable("The table has changed since. Look again, then decide.")
        moves = list_last_moves(locked.table)
        offer = undo_offer(locked.table, locked.seats, moves, audience)
        if offer.kind == "none":
            raise Refusal(offer.why or "Nothing to undo.", code="undo-impossible")
        number = offer.number
        if whole_activation:
            start = undo_to_activation(moves, audience)
            number = start if start is not None else number
        if offer.kind == "free":
            undo_from(locked, number, seat=mine[0])
        else:
            asked = {"agreed": [mine[0]], "number": number}
            locked.table.offers = {**locked.table.offers, "undo": asked}
            locked.save(fields=["offers"])
    return locked


def answer_undo(uid: UUID, viewer: Viewer, *, is_accepted: bool) -> LockedTable:
    """Accept or decline an undo that an opponent asked for."""
    with lock_table(uid) as locked:
        mine = locked.seats_of(viewer)
        locked.refuse_unless(TableStage.PLAYING)
        offer = locked.table.offers.get("undo")
        if offer is None or set(mine) & set(offer["agreed"][:1]):
            raise Refusal("No opponent has asked you for an undo.", code="undo-unasked")
        offers = {k: v for k, v in locked.table.offers.items() if k != "undo"}
        agreed = sorted({*offer["agreed"], *mine})
        asker = offer["agreed"][0]
        if is_accepted and not _missing(locked, agreed):
            undo_from(locked, offer["number"], seat=asker)
        else:
            if is_accepted:
                others = [seat for seat in agreed if seat != asker]
                offers["undo"] = {**offer, "agreed": [asker, *others]}
            locked.table.offers = offers
            locked.save(fields=["offers"])
    return locked


def _missing(locked: LockedTable, agreed: Sequence[int]) -> bool:
    """Return whether other players still have to agree."""
    return bool(others_at_table(locked.seats, agreed))


def undo_from(locked: LockedTable, number: int, *, seat: int) -> None:
    """Undo a move and all later ones. Dice that were rolled are never rolled again."""
    table = locked.table
    drawn = locked.game.dice_drawn
    table.moves.filter(number__gte=number).update(is_undone=True)
    game = game_named(table.game).begin(table.setup, table.seed)
    past = table.moves.filter(is_undone=False).exclude(source=MoveSource.UNDO)
    for line, dice_before in past.order_by("number").values_list("line", "dice_before"):
        if game.dice_drawn != dice_before:
            game.skip_dice(dice_before)
        game.replay(line)
    if game.dice_drawn != drawn:
        game.skip_dice(drawn)
    locked.game = game
    locked.add_move(
        PlayedMove(
            seat=seat,
            line=f"{seat_letter(seat)} undo {number}",
            entries="",
            is_hidden=False,
            is_final=False,
            kind="undo",
        ),
        source=MoveSource.UNDO,
        dice_before=drawn,
    )
    table.offers = {k: v for k, v in table.offers.items() if k != "undo"}
    locked.save_played()


def place_figures(uid: UUID, viewer: Viewer) -> LockedTable:
    """Deploy the viewer's next figure for them, as a bot would."""
    with lock_table(uid) as locked:
        mine = locked.seats_of(viewer)
        locked.refuse_unless(TableStage.PLAYING)
        game = locked.game
        if game.asked not in mine or not game.asks_for_deployment:
            raise Refusal(
                "There is no figure to place right now.", code="deployment-over"
            )
        while game.asked in mine and game.asks_for_deployment:
            seat = game.asked
            assert seat is not None
            dice = SeededDice(locked.table.seed, f"place {locked.table.version}")
            before = game.dice_drawn
            line = game.bot_line(seat, PLACING_BOT, dice)
            move = game.play(line, seats=mine)
            locked.add_move(move, source=MoveSource.PERSON, dice_before=before)
        locked.save_played()
    return locked


# --- ending and pausing ----------------------------------------------------------
def concede_game(uid: UUID, viewer: Viewer) -> LockedTable:
    """Concede the game. Between two sides, the other side wins at once."""
    with lock_table(uid) as locked:
        mine = locked.seats_of(viewer)
        locked.refuse_unless(TableStage.PLAYING, TableStage.PAUSED)
        locked.table.stage = TableStage.PLAYING
        asked = locked.game.asked
        seat = asked if asked in mine and len(mine) > 1 else mine[0]
        play_lines(locked, [f"{seat_letter(seat)} concede"], seats=mine)
    return locked


def offer_draw(uid: UUID, viewer: Viewer) -> LockedTable:
    """Offer a draw, or accept one: when everyone has agreed, the game is drawn."""
    with lock_table(uid) as locked:
        mine = locked.seats_of(viewer)
        locked.refuse_unless(TableStage.PLAYING)
        if any(seat.bot for seat in locked.seats):
            raise Refusal("Bots do not agree to draws.", code="draw-impossible")
        if locked.table.match_id is not None:
            raise Refusal(NO_DRAW_IN_MATCH, code="draw-impossible")
        if _agree(locked, "draw", mine):
            locked.finish(winners=[seat.index for seat in locked.seats], ended="draw")
            locked.save()
        else:
            locked.save(fields=["offers"])
    return locked


def pause_game(uid: UUID, viewer: Viewer) -> LockedTable:
    """Ask for a pause, or agree to one. No clock runs while a game is paused."""
    with lock_table(uid) as locked:
        mine = locked.seats_of(viewer)
        locked.refuse_unless(TableStage.PLAYING)
        if _agree(locked, "pause", mine):
            locked.table.stage = TableStage.PAUSED
            locked.table.offers = {}
            locked.table.waits_for_bot = False
        locked.save(fields=["offers", "stage", "waits_for_bot"])
    return locked


def resume_game(uid: UUID, viewer: Viewer) -> LockedTable:
    """Resume after a pause. The clock of the deciding seat starts again."""
    with lock_table(uid) as locked:
        locked.seats_of(viewer)
        locked.refuse_unless(TableStage.PAUSED)
        locked.table.stage = TableStage.PLAYING
        locked.table.asked_at = None
        locked.save_played()
    return locked


def decline_offers(uid: UUID, viewer: Viewer) -> LockedTable:
    """Decline all offers of other players, or withdraw your own."""
    with lock_table(uid) as locked:
        locked.seats_of(viewer)
        locked.refuse_unless(TableStage.PLAYING)
        locked.table.offers = {}
        locked.save(fields=["offers"])
    return locked


def _agree(locked: LockedTable, kind: str, mine: Sequence[int]) -> bool:
    """Add seats to those that agree. Return True when all players have agreed."""
    offers = locked.table.offers
    agreed = sorted({*offers.get(kind, {}).get("agreed", []), *mine})
    locked.table.offers = {**offers, kind: {"agreed": agreed}}
    return not _missing(locked, agreed)


def claim_on_time(uid: UUID, viewer: Viewer) -> LockedTable:
    """Win against an opponent whose time is up."""
    with lock_table(uid) as locked:
        mine = locked.seats_of(viewer)
        locked.refuse_unless(TableStage.PLAYING)
        late = overdue_seat(locked.table, locked.seats, mine)
        if late is None:
            raise Refusal("Your opponent still has time.", code="clock-running")
        line = f"{seat_letter(late.index)} concede"
        play_lines(locked, [line], seats=(late.index,), source=MoveSource.CLOCK)
    return locked


# --- standing orders -------------------------------------------------------------
def set_orders(
    uid: UUID,
    viewer: Viewer,
    *,
    lieutenant: bool,
    pass_windows: bool,
    reroll: str = "ask",
) -> LockedTable:
    """Set how the viewer's seats answer during an opponent's activation."""
    if reroll not in REROLLS:
        raise Refusal("Choose what to do about rerolls.", code="orders-unknown")
    with lock_table(uid) as locked:
        mine = locked.seats_of(viewer)
        for seat in locked.seats:
            if seat.index in mine:
                seat.orders = {
                    "lieutenant": lieutenant,
                    "pass_windows": pass_windows,
                    "reroll": reroll,
                }
                seat.save(update_fields=["orders"])
        if locked.table.stage == TableStage.PLAYING:
            locked.save_played()
    return locked
