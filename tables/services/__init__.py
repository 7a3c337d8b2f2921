"""Change stored tables."""

from __future__ import annotations

from tables.services.bots import (
    answer_for_bots,
    list_tables_waiting_for_bots,
    pass_due_windows,
)
from tables.services.branches import play_on
from tables.services.broadcast import CHANNEL, broadcast_change
from tables.services.cleanup import (
    DiceCheck,
    check_dice,
    check_table,
    check_tables,
    delete_abandoned_tables,
    release_seats,
    write_game_file,
)
from tables.services.creation import (
    SeatChoice,
    claim_guest_seats,
    create_rematch,
    create_table,
    join_seat,
    leave_table,
    start_now,
)
from tables.services.matches import (
    accept_online_play,
    close_tables_of_ended_matches,
    decline_online_play,
    enter_match_result,
    list_due_results,
    offer_online_play,
)
from tables.services.play import (
    PlayResult,
    StaleTable,
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
from tables.services.recorded_games import RecordedGame, store_recorded_game
from tables.services.uploads import MOST_FILE_BYTES, store_game_file

__all__ = [
    "CHANNEL",
    "MOST_FILE_BYTES",
    "DiceCheck",
    "PlayResult",
    "RecordedGame",
    "SeatChoice",
    "StaleTable",
    "accept_online_play",
    "answer_for_bots",
    "answer_undo",
    "broadcast_change",
    "check_dice",
    "check_table",
    "check_tables",
    "claim_guest_seats",
    "claim_on_time",
    "close_tables_of_ended_matches",
    "concede_game",
    "create_rematch",
    "create_table",
    "decline_offers",
    "decline_online_play",
    "delete_abandoned_tables",
    "enter_match_result",
    "join_seat",
    "leave_table",
    "list_due_results",
    "list_tables_waiting_for_bots",
    "offer_draw",
    "offer_online_play",
    "pass_due_windows",
    "pause_game",
    "place_figures",
    "play_moves",
    "play_on",
    "release_seats",
    "resume_game",
    "set_orders",
    "start_now",
    "store_game_file",
    "store_recorded_game",
    "undo_moves",
    "write_game_file",
]
