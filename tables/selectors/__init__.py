"""Everything that is known about stored tables. Nothing here writes."""

from __future__ import annotations

from tables.selectors.access import (
    Viewer,
    audience_of,
    find_revisions,
    get_table,
    guest_hash,
    list_seats,
    version_for,
)
from tables.selectors.lists import (
    LobbyPage,
    TableHeader,
    TableRow,
    get_lobby_page,
    get_table_header,
    list_own_tables,
    query_tables,
    table_row,
)
from tables.selectors.state import (
    build_state,
    encode_state,
    get_state,
    is_online,
    list_last_moves,
    log_move,
    mark_online,
    others_at_table,
    overdue_seat,
    restore_game,
    seat_person,
    undo_offer,
    undo_to_activation,
)

__all__ = [
    "LobbyPage",
    "TableHeader",
    "TableRow",
    "Viewer",
    "audience_of",
    "build_state",
    "encode_state",
    "find_revisions",
    "get_lobby_page",
    "get_state",
    "get_table",
    "get_table_header",
    "guest_hash",
    "is_online",
    "list_last_moves",
    "list_own_tables",
    "list_seats",
    "log_move",
    "mark_online",
    "others_at_table",
    "overdue_seat",
    "query_tables",
    "restore_game",
    "seat_person",
    "table_row",
    "undo_offer",
    "undo_to_activation",
    "version_for",
]
