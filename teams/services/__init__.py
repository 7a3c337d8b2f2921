"""Everything that changes stored teams.

Verbs that change a team take an `Edit` first: which team, by whom, and which version
they looked at. All of them go through `teams.services.journal`, refuse in sentences,
and give back what was written. With `Edit(..., is_preview=True)` they tell what would
be written and write nothing.
"""

from __future__ import annotations

from teams.rules.texts import LORE_LENGTH, NOTE_LENGTH
from teams.services.building import (
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
from teams.services.exchange import (
    RosterImported,
    roster_import,
    team_import,
    team_lay_down,
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
    choose_corrector_role,
    team_correct,
    team_retire,
)
from teams.services.leagues import (
    team_adopt_rules,
    team_enter_league,
    team_leave_league,
    team_plan_league,
)
from teams.services.own_data import teams_leave_behind
from teams.services.reconciling import (
    Difference,
    register_check,
    run_checks,
    teams_reconcile,
)
from teams.services.refolding import journals_rewrite, refolds_begun
from teams.services.rows import rows_insert, rows_rewrite
from teams.services.sharing import team_share, team_unshare
from teams.services.shortcuts import (
    ninja_draw_name,
    ninja_move,
    profile_dismiss,
    team_draw_name,
    team_draw_names,
    team_name_suggest,
)

__all__ = [
    "LORE_LENGTH",
    "NOTE_LENGTH",
    "Difference",
    "Edit",
    "Journal",
    "Role",
    "RosterImported",
    "VoidPreview",
    "Written",
    "WrittenLine",
    "batch_void",
    "batch_void_preview",
    "choose_corrector_role",
    "game_call_off",
    "game_open",
    "game_report",
    "journal_begun",
    "journal_opened",
    "journal_write",
    "journals_rewrite",
    "name_suggest",
    "ninja_choose_abilities",
    "ninja_dismiss",
    "ninja_draw_name",
    "ninja_move",
    "ninja_note",
    "ninja_recruit",
    "ninja_rename",
    "ninja_replace",
    "profile_dismiss",
    "refolds_begun",
    "register_check",
    "roster_import",
    "rows_insert",
    "rows_rewrite",
    "run_checks",
    "settlement_choose",
    "settlement_enter",
    "settlement_postpone",
    "settlement_roll",
    "settlement_settle",
    "team_adopt_rules",
    "team_change_clan",
    "team_copy",
    "team_correct",
    "team_draw_name",
    "team_draw_names",
    "team_enter_league",
    "team_found",
    "team_found_random",
    "team_found_sample",
    "team_found_shrine",
    "team_import",
    "team_lay_down",
    "team_leave_league",
    "team_name_suggest",
    "team_note",
    "team_plan_league",
    "team_redo",
    "team_register",
    "team_rename",
    "team_reorder",
    "team_retire",
    "team_set_logo",
    "team_share",
    "team_undo",
    "team_unshare",
    "teams_leave_behind",
    "teams_reconcile",
]
