"""Journal entries of games and their settlements."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from kernel.elements import Element
from kernel.ids import NinjaId, ProfileSlug
from rulebook.rules.rule_setting_values import DiceSource
from teams.rules.journal.entry_base import JournalEntry
from teams.rules.reports.team_report import Standing, TeamReport
from teams.rules.state import AnyGrowth


class LoanJoined(JournalEntry, frozen=True, kw_only=True):
    ninja: NinjaId
    profile: ProfileSlug


class GameOpened(JournalEntry, frozen=True, kw_only=True):
    match: str
    rating: int
    standing: Standing = Standing.LEAGUE
    opponents: tuple[str, ...] = ()


class GameCalledOff(JournalEntry, frozen=True, kw_only=True):
    match: str


class GameReported(JournalEntry, frozen=True, kw_only=True):
    report: TeamReport


class Earned(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """The experience of one ninja in one game, and the feats it was earned for."""

    ninja: NinjaId
    xp: int
    feats: tuple[str, ...] = ()


class ExperienceEarned(JournalEntry, frozen=True, kw_only=True):
    match: str
    awards: tuple[Earned, ...] = ()


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
