"""All kinds of journal entries, and how they are grouped.

An entry holds what was decided, paid or rolled, and nothing that follows from earlier
entries. Amounts are part of it, so that later prices or house rules do not change the
past. In JSON an entry is an object whose `kind` names its type.
"""

from __future__ import annotations

from typing import TypeGuard, get_args

from teams.rules.journal.game_entries import (
    AbsencesTicked,
    AdvancementChosen,
    AdvancementRolled,
    AdvancementsPostponed,
    AllStarNamed,
    DowntimeExcused,
    DowntimeRolled,
    Earned,
    ExperienceEarned,
    GameCalledOff,
    GameOpened,
    GameReported,
    Income,
    IncomeSource,
    LoanJoined,
    RatingRecorded,
    RecruitingClosed,
    RevenueEarned,
    RoninReleased,
    RosterChecked,
    UpkeepPaid,
)
from teams.rules.journal.roster_entries import (
    AbilitiesChosen,
    BudgetGranted,
    ClanChanged,
    Corrected,
    Dismissed,
    Founded,
    LeagueEntered,
    LeagueLeft,
    LogoSet,
    NinjaRenamed,
    Noted,
    Recruited,
    Registered,
    Renamed,
    Reordered,
    Retired,
    RoninOffered,
    RulesAdopted,
    Traded,
    Voided,
)

__all__ = [
    "AbilitiesChosen",
    "AbsencesTicked",
    "AdvancementChosen",
    "AdvancementRolled",
    "AdvancementsPostponed",
    "AllStarNamed",
    "AnyEntry",
    "BudgetGranted",
    "ClanChanged",
    "Corrected",
    "Dismissed",
    "DowntimeExcused",
    "DowntimeRolled",
    "Earned",
    "ExperienceEarned",
    "Founded",
    "GameCalledOff",
    "GameOpened",
    "GameReported",
    "Income",
    "IncomeSource",
    "LeagueEntered",
    "LeagueLeft",
    "LoanJoined",
    "LogoSet",
    "NinjaRenamed",
    "Noted",
    "PlayEntry",
    "RatingRecorded",
    "Recruited",
    "RecruitingClosed",
    "Registered",
    "Renamed",
    "Reordered",
    "Retired",
    "RevenueEarned",
    "RoninOffered",
    "RoninReleased",
    "RosterChecked",
    "RosterEntry",
    "RulesAdopted",
    "StepEntry",
    "Traded",
    "UpkeepPaid",
    "Voided",
    "is_roster_entry",
    "is_step_entry",
    "koban_moved",
]

RosterEntry = (
    Founded
    | ClanChanged
    | Renamed
    | Recruited
    | AbilitiesChosen
    | Dismissed
    | NinjaRenamed
    | Reordered
    | Noted
    | LogoSet
    | Registered
    | RulesAdopted
    | BudgetGranted
    | LeagueEntered
    | LeagueLeft
    | Retired
    | RoninOffered
    | Traded
    | Corrected
)
PlayEntry = (
    LoanJoined
    | GameOpened
    | GameCalledOff
    | GameReported
    | AdvancementRolled
    | AdvancementChosen
)
StepEntry = (
    ExperienceEarned
    | AllStarNamed
    | RevenueEarned
    | UpkeepPaid
    | RoninReleased
    | DowntimeRolled
    | DowntimeExcused
    | AdvancementsPostponed
    | AbsencesTicked
    | RecruitingClosed
    | RosterChecked
    | RatingRecorded
)
AnyEntry = RosterEntry | PlayEntry | StepEntry | Voided

# Checked for every line of a journal, so these are sets instead of unions.
_ROSTER_KINDS = frozenset[type](get_args(RosterEntry))
_STEP_KINDS = frozenset[type](get_args(StepEntry))


def is_roster_entry(entry: AnyEntry) -> TypeGuard[RosterEntry]:
    return type(entry) in _ROSTER_KINDS


def is_step_entry(entry: AnyEntry) -> TypeGuard[StepEntry]:
    return type(entry) in _STEP_KINDS


def koban_moved(entry: AnyEntry) -> int:
    """Return what an entry adds to the treasury; negative if it takes koban out."""
    match entry:
        case Founded() | BudgetGranted() | DowntimeRolled() | Corrected() | Traded():
            return entry.koban
        case Recruited():
            return -entry.price
        case Dismissed():
            return entry.refund
        case Registered():
            return -entry.koban_lapsed
        case RulesAdopted():
            return entry.budget_change
        case RevenueEarned():
            return sum(item.koban for item in entry.items)
        case UpkeepPaid():
            return -entry.koban
        case _:
            return 0
