"""Everything that changes matches.

Verbs that change a match take an `Edit` first: which one, by whom, and which version
they looked at. All of them go through `challenges.services.opening` and refuse in
sentences. Services take locks in the order match, settlement, team.
"""

from __future__ import annotations

from challenges.services.absences import agree_to_call_off, match_forfeit
from challenges.services.amending import (
    amendment_answer,
    amendment_run,
    amendment_undo,
    amendment_undo_preview,
    amendments_decline_overdue,
    amendments_due,
    report_amend,
    report_amend_preview,
)
from challenges.services.arranging import (
    match_accept,
    match_arrange,
    match_decline,
    match_make,
)
from challenges.services.beginning import (
    match_call_off,
    match_open,
)
from challenges.services.choosing import match_roll_challenge, match_set_challenge
from challenges.services.consequences import AmendPreview
from challenges.services.drafting import draft_fill, draft_tap
from challenges.services.opening import Edit, Opened, match_key, match_opened
from challenges.services.own_data import matches_leave_behind
from challenges.services.parting import match_part
from challenges.services.reporting import (
    report_confirm,
    report_dispute,
    report_rule,
    report_submit,
    reports_confirm_overdue,
)
from challenges.services.settling import (
    is_owed,
    settlement_finish,
    settlement_owe,
    settlement_run,
    settlement_take_defaults,
    settlements_due,
    settlements_finish_open,
    settlements_of_team,
    settlements_take_overdue_defaults,
)
from challenges.services.side_proposals import decline_sides, propose_sides
from challenges.services.witnessing import dice_witness

__all__ = [
    "AmendPreview",
    "Edit",
    "Opened",
    "agree_to_call_off",
    "amendment_answer",
    "amendment_run",
    "amendment_undo",
    "amendment_undo_preview",
    "amendments_decline_overdue",
    "amendments_due",
    "decline_sides",
    "dice_witness",
    "draft_fill",
    "draft_tap",
    "is_owed",
    "match_accept",
    "match_arrange",
    "match_call_off",
    "match_decline",
    "match_forfeit",
    "match_key",
    "match_make",
    "match_open",
    "match_opened",
    "match_part",
    "match_roll_challenge",
    "match_set_challenge",
    "matches_leave_behind",
    "propose_sides",
    "report_amend",
    "report_amend_preview",
    "report_confirm",
    "report_dispute",
    "report_rule",
    "report_submit",
    "reports_confirm_overdue",
    "settlement_finish",
    "settlement_owe",
    "settlement_run",
    "settlement_take_defaults",
    "settlements_due",
    "settlements_finish_open",
    "settlements_of_team",
    "settlements_take_overdue_defaults",
]
