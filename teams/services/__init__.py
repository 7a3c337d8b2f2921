"""Everything that changes stored teams.

Verbs that change a team take an `Edit` first: which team, by whom, and which version
they looked at. All of them go through `teams.services.journal`, refuse in sentences,
and give back what was written. With `Edit(..., is_preview=True)` they tell what would
be written and write nothing.
"""

from __future__ import annotations

from teams.services.building import (
    LORE_LENGTH,
    NOTE_LENGTH,
    name_suggest,
    ninja_choose_abilities,
    ninja_dismiss,
    ninja_note,
    ninja_recruit,
    ninja_rename,
    ninja_replace,
    team_change_clan,
    team_note,
    team_redo,
    team_register,
    team_rename,
    team_reorder,
    team_set_logo,
    team_undo,
)
from teams.services.founding import (
    team_copy,
    team_found,
    team_found_random,
    team_found_sample,
    team_found_shrine,
)
from teams.services.games import (
    game_call_off,
    game_open,
    game_report,
    settlement_choose,
    settlement_enter,
    settlement_postpone,
    settlement_roll,
    settlement_settle,
)
from teams.services.journal import (
    Edit,
    Journal,
    Role,
    Written,
    WrittenLine,
    journal_begun,
    journal_opened,
    journal_write,
)
from teams.services.keeping import (
    VoidPreview,
    batch_void,
    batch_void_preview,
    team_correct,
    team_retire,
)
from teams.services.sharing import team_share, team_unshare

__all__ = [
    "LORE_LENGTH",
    "NOTE_LENGTH",
    "Edit",
    "Journal",
    "Role",
    "VoidPreview",
    "Written",
    "WrittenLine",
    "batch_void",
    "batch_void_preview",
    "game_call_off",
    "game_open",
    "game_report",
    "journal_begun",
    "journal_opened",
    "journal_write",
    "name_suggest",
    "ninja_choose_abilities",
    "ninja_dismiss",
    "ninja_note",
    "ninja_recruit",
    "ninja_rename",
    "ninja_replace",
    "settlement_choose",
    "settlement_enter",
    "settlement_postpone",
    "settlement_roll",
    "settlement_settle",
    "team_change_clan",
    "team_copy",
    "team_correct",
    "team_found",
    "team_found_random",
    "team_found_sample",
    "team_found_shrine",
    "team_note",
    "team_redo",
    "team_register",
    "team_rename",
    "team_reorder",
    "team_retire",
    "team_set_logo",
    "team_share",
    "team_undo",
    "team_unshare",
]
