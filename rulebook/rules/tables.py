"""The tables of league play: advances, injuries, revenue, rating."""

from __future__ import annotations

from enum import StrEnum

from kernel.elements import Element
from kernel.ids import AbilitySlug, ProfileSlug
from rulebook.rules.challenges import XpAward
from rulebook.rules.entry_base import Entry, NamedEntry, TracedEntry


class ExperienceLevel(NamedEntry, frozen=True, kw_only=True):
    rank: int
    min_xp: int
    max_xp: int | None  # None at the top
    advancements: int  # earned in all by whoever stands at this level


class Experience(TracedEntry, frozen=True, kw_only=True):
    levels: tuple[ExperienceLevel, ...]
    awards: tuple[XpAward, ...]
    never: tuple[str, ...]  # what earns nothing, in sentences

    def level_at(self, xp: int) -> ExperienceLevel:
        """Return the level for this much experience."""
        return max(
            (level for level in self.levels if level.min_xp <= xp),
            key=lambda level: level.min_xp,
        )


class Advance(StrEnum):
    """What an advancement raises if it is not a keyword."""

    MV = "mv"
    AT = "at"
    DF = "df"
    AFFINITY = "affinity"


class DoublesRow(Entry, frozen=True, kw_only=True):
    element: Element
    advance: Advance
    amount: int


class DoublesReading(NamedEntry, frozen=True, kw_only=True):
    """One reading of the doubles column, whose icons are lost."""

    is_default: bool
    rows: tuple[DoublesRow, ...]

    def advance_for(self, element: Element) -> DoublesRow:
        return next(row for row in self.rows if row.element is element)


class Advancement(TracedEntry, frozen=True, kw_only=True):
    dice: int
    single: str
    doubles: str
    advances: dict[Advance, str]
    # The results from top to bottom as the book prints them.
    printed_order: tuple[Advance, ...]
    readings: tuple[DoublesReading, ...]

    @property
    def default_reading(self) -> DoublesReading:
        return next(reading for reading in self.readings if reading.is_default)


class DowntimeResult(StrEnum):
    NONE = "none"
    EXCUSE_ANOTHER = "excuse_another"
    MISS_GAMES = "miss_games"
    START_IN_HEALING_HOUSE = "start_in_healing_house"
    XP = "xp"


class DowntimeRow(Entry, frozen=True, kw_only=True):
    element: Element
    result: DowntimeResult
    effect: str
    games: int = 0
    xp: int = 0


class Downtime(TracedEntry, frozen=True, kw_only=True):
    dice: int
    applies_to: str
    rows: tuple[DowntimeRow, ...]

    def row_for(self, element: Element) -> DowntimeRow:
        return next(row for row in self.rows if row.element is element)


class RevenueBonus(Entry, frozen=True, kw_only=True):
    """Koban that an ability brings after a game."""

    profile: ProfileSlug
    ability: AbilitySlug
    koban: int
    when: str


class Revenue(TracedEntry, frozen=True, kw_only=True):
    win: int
    loss: int
    draw: int
    ability_bonuses: tuple[RevenueBonus, ...]


class Rating(TracedEntry, frozen=True, kw_only=True):
    formula: str
    koban_divisor: int
    per_advancement: int
    per_hero_or_ronin: int
    typical_start: tuple[int, int]


class UnderdogHelp(NamedEntry, frozen=True, kw_only=True):
    """One kind of help: an amount per number of points behind."""

    per_points: int
    amount: int
    effect: str
    maximum: int | None = None

    def amount_for(self, points_behind: int) -> int:
        given = max(0, points_behind) // self.per_points * self.amount
        return given if self.maximum is None else min(given, self.maximum)


class Underdog(TracedEntry, frozen=True, kw_only=True):
    compares: str
    reroll_tokens: UnderdogHelp
    moon_power_tokens: UnderdogHelp
    extra_all_stars: UnderdogHelp
    bonus_koban: UnderdogHelp

    @property
    def helps(self) -> tuple[UnderdogHelp, ...]:
        return (
            self.reroll_tokens,
            self.moon_power_tokens,
            self.extra_all_stars,
            self.bonus_koban,
        )
