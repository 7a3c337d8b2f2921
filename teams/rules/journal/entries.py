"""All kinds of journal entries, and how they are grouped.

An entry holds what was decided, paid or rolled, and nothing that follows from earlier
entries. Amounts are part of it, so that later prices or house rules do not change the
past. In JSON an entry is an object whose `kind` names its type.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TypeGuard, get_args

import msgspec

from kernel.elements import Element
from kernel.ids import AbilitySlug, ClanSlug, KeywordSlug, NinjaId, ProfileSlug
from rulebook.rules.rule_setting_values import DiceSource
from teams.rules.journal.entry_base import JournalEntry
from teams.rules.reports.team_report import MatchType, TeamReport
from teams.rules.state import AnyGrowth, NinjaState

# ---- the roster and the team


class Founded(JournalEntry, frozen=True, kw_only=True):
    """The founding, always the first entry.

    `changes` are the house rules at that time, as written by `changes_to_store`. Teams
    founded before the defaults changed have none (decision 22).
    """

    name: str
    clan: ClanSlug
    koban: int
    shrine: str = ""
    changes: dict[str, object] = {}


class ClanChanged(JournalEntry, frozen=True, kw_only=True):
    clan: ClanSlug


class Renamed(JournalEntry, frozen=True, kw_only=True):
    name: str


class Recruited(JournalEntry, frozen=True, kw_only=True):
    ninja: NinjaId
    profile: ProfileSlug
    price: int
    name: str = ""
    abilities: tuple[AbilitySlug, ...] = ()


class AbilitiesChosen(JournalEntry, frozen=True, kw_only=True):
    ninja: NinjaId
    abilities: tuple[AbilitySlug, ...]


class Dismissed(JournalEntry, frozen=True, kw_only=True):
    ninja: NinjaId
    refund: int


class NinjaRenamed(JournalEntry, frozen=True, kw_only=True):
    ninja: NinjaId
    name: str


class Reordered(JournalEntry, frozen=True, kw_only=True):
    order: tuple[NinjaId, ...]


class Noted(JournalEntry, frozen=True, kw_only=True):
    """The lore of the team, or a note about one ninja."""

    text: str
    ninja: NinjaId | None = None


class LogoSet(JournalEntry, frozen=True, kw_only=True):
    logo: str  # the path of the stored file; empty to remove the logo


class Registered(JournalEntry, frozen=True, kw_only=True):
    """The draft was registered and lost the rest of its budget."""

    koban_lapsed: int = 0


class RulesAdopted(JournalEntry, frozen=True, kw_only=True):
    """These house rules apply from here on, stored as changes of the defaults."""

    changes: dict[str, object]
    label: str = ""
    budget_change: int = 0  # of a draft, if the starting koban change
    planned_league: str = ""  # uid of the league that a draft is built for


class BudgetGranted(JournalEntry, frozen=True, kw_only=True):
    """A draft may spend more or less than the starting koban, for example because of
    the season before."""

    koban: int
    reason: str = ""


class LeagueEntered(JournalEntry, frozen=True, kw_only=True):
    league: str


class LeagueLeft(JournalEntry, frozen=True, kw_only=True):
    pass


class Retired(JournalEntry, frozen=True, kw_only=True):
    reason: str = ""


class RoninOffered(JournalEntry, frozen=True, kw_only=True):
    profiles: tuple[ProfileSlug, ...]


class Traded(JournalEntry, frozen=True, kw_only=True):
    """One side of a trade."""

    partner: str
    koban: int = 0  # received; negative when paid
    given: tuple[NinjaId, ...] = ()
    received: tuple[NinjaState, ...] = ()


class Adjusted(JournalEntry, frozen=True, kw_only=True, tag="corrected"):
    """A manual adjustment of the scroll, with a reason."""

    reason: str
    ninja: NinjaId | None = None
    koban: int = 0
    xp: int = 0
    games_to_miss: int | None = None
    starts_in_healing_house: bool | None = None
    keywords_granted: tuple[KeywordSlug, ...] = ()
    keywords_taken: tuple[KeywordSlug, ...] = ()
    last_growth_undone: bool = False
    # Changes, not new values.
    mv: int = 0
    at: int = 0
    df: int = 0
    # Everything that the ninja has from now on; None leaves them unchanged.
    affinities: tuple[Element, ...] | None = None
    abilities: tuple[AbilitySlug, ...] | None = None


class Voided(JournalEntry, frozen=True, kw_only=True):
    """These batches were undone and no longer count."""

    batches: tuple[str, ...]
    reason: str = ""


# ---- games and their settlements


class LoanJoined(JournalEntry, frozen=True, kw_only=True):
    ninja: NinjaId
    profile: ProfileSlug


class GameOpened(JournalEntry, frozen=True, kw_only=True):
    match: str
    rating: int
    standing: MatchType = MatchType.LEAGUE
    opponents: tuple[str, ...] = ()


class GameCalledOff(JournalEntry, frozen=True, kw_only=True):
    match: str


class GameReported(JournalEntry, frozen=True, kw_only=True):
    report: TeamReport


class EarnedXp(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """The experience of one ninja in one game, and the feats it was earned for."""

    ninja: NinjaId
    xp: int
    feats: tuple[str, ...] = ()


class ExperienceEarned(JournalEntry, frozen=True, kw_only=True):
    match: str
    awards: tuple[EarnedXp, ...] = ()


class AllStarNamed(JournalEntry, frozen=True, kw_only=True):
    match: str
    ninja: NinjaId | None  # None when the award was not given
    xp: int = 0


class IncomeSource(StrEnum):
    RESULT = "result"
    UNDERDOG = "underdog"
    ABILITY = "ability"
    TAKEN = "taken"
    LOST = "lost"
    OVERFLOW = "overflow"  # beyond the limit of the treasury


class Income(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    source: IncomeSource
    koban: int
    ninja: NinjaId | None = None


class RevenueEarned(JournalEntry, frozen=True, kw_only=True):
    match: str
    items: tuple[Income, ...] = ()


class UpkeepPaid(JournalEntry, frozen=True, kw_only=True):
    match: str
    ninja: NinjaId
    koban: int


class RoninReleased(JournalEntry, frozen=True, kw_only=True):
    match: str
    ninja: NinjaId
    was_affordable: bool


class DowntimeRolled(JournalEntry, frozen=True, kw_only=True):
    match: str
    ninja: NinjaId
    dice: tuple[Element, ...]  # the last one counts
    source: DiceSource
    xp: int = 0
    koban: int = 0


class DowntimeExcused(JournalEntry, frozen=True, kw_only=True):
    match: str
    ninja: NinjaId | None  # None when the player excused nobody
    by: NinjaId


class AdvancementRolled(JournalEntry, frozen=True, kw_only=True):
    ninja: NinjaId
    dice: tuple[Element, ...]
    source: DiceSource


class AdvancementChosen(JournalEntry, frozen=True, kw_only=True):
    ninja: NinjaId
    growth: AnyGrowth
    is_drawn: bool = False  # the keyword or affinity was drawn at random


class AdvancementsPostponed(JournalEntry, frozen=True, kw_only=True):
    match: str


class AbsencesTicked(JournalEntry, frozen=True, kw_only=True):
    match: str
    ninja: tuple[NinjaId, ...]


class RecruitingClosed(JournalEntry, frozen=True, kw_only=True):
    match: str


class RosterChecked(JournalEntry, frozen=True, kw_only=True):
    match: str
    violations: tuple[str, ...] = ()  # their codes


class RatingRecorded(JournalEntry, frozen=True, kw_only=True):
    match: str
    rating: int


# ---- groups of entries

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
    | Adjusted
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
        case Founded() | BudgetGranted() | DowntimeRolled() | Adjusted() | Traded():
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
