"""Values of rule settings: named choices and grouped settings."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from kernel.elements import Element
from rulebook.rules.tables import Advance


class RoninAllowed(StrEnum):
    ALL = "all"
    ALL_WITH_EXTRA = "all_with_extra"
    NONE = "none"
    POOL = "pool"


class LengthMode(StrEnum):
    OPEN = "open"
    UNTIL_DATE = "until_date"
    ROUNDS = "rounds"


class Matchmaking(StrEnum):
    SCHEDULE = "schedule"
    RANDOM_WEEKLY = "random_weekly"
    FREE = "free"


class WinnerMethod(StrEnum):
    POINTS = "points"
    SWISS = "swiss"
    PLAYOFF = "playoff"


class Tiebreaker(StrEnum):
    POINTS = "points"
    HEAD_TO_HEAD = "head_to_head"
    SCORE_DIFFERENCE = "score_difference"
    SCORE_FOR = "score_for"
    UNDERDOG_WINS = "underdog_wins"
    LOWER_RATING = "lower_rating"
    LOT = "lot"


class LateEntry(StrEnum):
    NEVER = "never"
    UNTIL_CLOSED = "until_closed"
    ALWAYS = "always"


class ByeStandings(StrEnum):
    WIN = "win"
    DRAW = "draw"
    NOTHING = "nothing"


class NoShow(StrEnum):
    FORFEIT = "forfeit"
    VOID = "void"


class DoubleForfeit(StrEnum):
    VOID = "void"
    BOTH_LOSE = "both_lose"


class UnplayedGames(StrEnum):
    BYES = "byes"
    VOID = "void"
    WINS = "wins"


class ResultConfirmation(StrEnum):
    OPPONENT = "opponent"
    NINJA_MASTER = "ninja_master"
    NONE = "none"


class Rollback(StrEnum):
    NEVER = "never"
    LATEST_ONLY = "latest_only"
    ANY_WITH_REPLAY = "any_with_replay"


class PostGameStep(StrEnum):
    XP = "xp"
    ALL_STAR = "all_star"
    REVENUE = "revenue"
    UPKEEP = "upkeep"
    DOWNTIME = "downtime"
    ADVANCEMENT = "advancement"
    ABSENCES = "absences"
    RECRUIT = "recruit"
    LEGALITY = "legality"
    RATING = "rating"


class DiceSource(StrEnum):
    SERVER = "server"
    TABLE = "table"
    EITHER = "either"


class HeroWater(StrEnum):
    NOTHING = "nothing"
    REROLL = "reroll"
    KOBAN_1 = "koban_1"


class TickOn(StrEnum):
    PLAYED = "played"
    BYE = "bye"
    OPPONENT_FORFEIT = "opponent_forfeit"
    EXCUSED_LOSS = "excused_loss"
    OWN_FORFEIT = "own_forfeit"


class AffinityChoice(StrEnum):
    FREE = "free"
    ROLLED_ELEMENT = "rolled_element"
    RANDOM = "random"


class TieEnd(StrEnum):
    DRAW = "draw"
    SUDDEN_DEATH = "sudden_death"


class RecruitWindow(StrEnum):
    POST_GAME = "post_game"
    ANY_TIME = "any_time_between_games"


class IllegalRoster(StrEnum):
    FLAG = "flag"
    BLOCK = "block"
    AUTO_RECRUIT = "auto_recruit"


class RatingSnapshot(StrEnum):
    GAME_START = "game_start"
    ROUND_START = "round_start"


class MultiRevenue(StrEnum):
    WINNER_ONLY = "winner_only"
    BY_PLACE = "by_place"


class ChallengeSelection(StrEnum):
    AGREE_ELSE_RANDOM = "agree_else_random"
    RANDOM = "random"
    SCHEDULE = "schedule"
    NINJA_MASTER = "ninja_master"


class RuleSettingValue(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True
):
    """Several settings that are changed together."""


class LeagueLength(RuleSettingValue, frozen=True, kw_only=True):
    mode: LengthMode
    ends_on: str | None  # a date as 2026-11-30
    rounds: int | None


class StandingsPoints(RuleSettingValue, frozen=True, kw_only=True):
    win: int
    draw: int
    loss: int
    bye: int
    forfeit_loss: int


class ByePolicy(RuleSettingValue, frozen=True, kw_only=True):
    standings: ByeStandings
    koban: int
    upkeep: bool
    tick_absences: bool


class ForfeitPolicy(RuleSettingValue, frozen=True, kw_only=True):
    loser_koban: int
    winner_koban: int
    winner_all_star: bool
    upkeep: bool
    tick_loser_absences: bool


class NoShowPolicy(RuleSettingValue, frozen=True, kw_only=True):
    treat_as: NoShow
    retire_after: int | None


class ConcessionPolicy(RuleSettingValue, frozen=True, kw_only=True):
    keep_xp: bool
    downtime: bool
    all_star_min_rounds: int


class RestartPolicy(RuleSettingValue, frozen=True, kw_only=True):
    per_season: int
    keep_standings: bool


class DoublesMapping(RuleSettingValue, frozen=True, kw_only=True):
    spirit: Advance
    void: Advance
    earth: Advance
    air: Advance
    water: Advance
    fire: Advance

    def advance_for(self, element: Element) -> Advance:
        by_element = {
            Element.SPIRIT: self.spirit,
            Element.VOID: self.void,
            Element.EARTH: self.earth,
            Element.AIR: self.air,
            Element.WATER: self.water,
            Element.FIRE: self.fire,
        }
        return by_element[element]


class AttributeCaps(RuleSettingValue, frozen=True, kw_only=True):
    mv: int | None
    at: int | None
    df: int | None
    max_increases: int | None  # over the profile, for each attribute

    def cap_for(self, advance: Advance) -> int | None:
        caps = {Advance.MV: self.mv, Advance.AT: self.at, Advance.DF: self.df}
        return caps.get(advance)


class RatingFormula(RuleSettingValue, frozen=True, kw_only=True):
    """Divisor of the ninja's worth, and amounts for everything else."""

    koban_divisor: int
    per_advancement: int
    per_hero_or_ronin: int


# The cells of a table that differ from the book, by row and column.
TableChanges = dict[str, dict[str, int | str | None]]


class RevenueTable(RuleSettingValue, frozen=True, kw_only=True):
    win: int
    loss: int


class TieResolution(RuleSettingValue, frozen=True, kw_only=True):
    league: TieEnd
    playoff: TieEnd
    max_extra_rounds: int

    def needs_winner(self, *, is_playoff: bool) -> bool:
        """Whether a draw is played out (REV-05)."""
        end = self.playoff if is_playoff else self.league
        return end is TieEnd.SUDDEN_DEATH


class LoanModels(RuleSettingValue, frozen=True, kw_only=True):
    enabled: bool
    up_to: int


class MultiStandings(RuleSettingValue, frozen=True, kw_only=True):
    """Points by place, first place first."""

    three: tuple[int, ...] = msgspec.field(name="3")
    four: tuple[int, ...] = msgspec.field(name="4")
