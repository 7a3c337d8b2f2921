"""The report of one team's game, as its settlement needs it.

Games played online and games reported by hand give the same report. Feats say what
happened; `experience` decides what they are worth.
"""

from __future__ import annotations

from enum import StrEnum

import msgspec

from kernel.ids import ChallengeSlug, NinjaId

# Events with rules of their own. All others appear only in the awards of challenges.
INJURES_ENEMY = "injures_enemy"
STUNS_CHUNIN = "stuns_chunin"
SEARCH_REVEALS = "search_reveals"
ALL_STAR = "all_star"
CHOSEN_AS_CHAMPION = "chosen_as_champion"
PICKS_UP_MEDAL = "picks_up_medal"


class MatchType(StrEnum):
    """Type of a match."""

    LEAGUE = "league"
    FREE = "free"  # outside any league, but ninja still gain experience
    FRIENDLY = "friendly"  # without any consequences


class GameKind(StrEnum):
    PLAYED = "played"
    BYE = "bye"
    FORFEIT_WON = "forfeit-won"  # the opponent did not play
    FORFEIT_LOST = "forfeit-lost"
    EXCUSED_LOSS = "excused-loss"  # too few ninja were fit to play (RECRUIT-10)
    DOUBLE_FORFEIT = "double-forfeit"
    # Another team was absent and the match was called off, or this team was absent
    # from a match outside leagues. There are no consequences for it.
    CALLED_OFF = "called-off"


class Outcome(StrEnum):
    WIN = "win"
    DRAW = "draw"
    LOSS = "loss"


class Victim(StrEnum):
    CHUNIN = "chunin"
    NINJA = "ninja"  # any other ninja of an enemy team
    SENTRY = "sentry"
    FRIEND = "friend"


class Cause(StrEnum):
    SELF = "self"  # its attack, its defence or an ability of its own
    POISON = "poison"
    SENTRY = "sentry"


class ReportPart(
    msgspec.Struct,
    frozen=True,
    forbid_unknown_fields=True,
    kw_only=True,
    omit_defaults=True,
    gc=False,  # as in entries
):
    """Base class for parts of a report: immutable, written without defaults."""


class Feat(ReportPart, frozen=True, kw_only=True):
    """Something that a ninja did, and how often."""

    event: str
    times: int = 1
    victim: Victim = Victim.NINJA
    cause: Cause = Cause.SELF
    # Of one occurrence: enemies revealed by a search, Stun tokens given.
    size: int = 1
    is_own: bool = False  # the medal belongs to the ninja's own team
    against: int = 0  # which of the other teams suffered it, in the report's order


class NinjaReport(ReportPart, frozen=True, kw_only=True):
    ninja: NinjaId
    was_fielded: bool = False  # on the board at some point of the game
    in_healing_house: bool = False  # when the game ended
    feats: tuple[Feat, ...] = ()


class TeamReport(ReportPart, frozen=True, kw_only=True):
    """One team's side of one game.

    Ninja in the Healing House roll for downtime in the order of this report, unless
    their player picks another order.
    """

    match: str
    standing: MatchType = MatchType.LEAGUE
    kind: GameKind = GameKind.PLAYED
    outcome: Outcome
    challenge: ChallengeSlug | None = None
    opponents: tuple[str, ...] = ()
    allies: tuple[str, ...] = ()  # in a game of two sides
    has_sides: bool = False  # also if this team is a side alone: 1 v 2
    score: int = 0
    # Place among all teams when more than two played, and how many share it.
    place: int = 1
    place_shared_by: int = 1
    # Points by which the rating is below the highest one.
    points_behind: int = 0
    rounds_played: int | None = None
    # Reports from before this field existed have False and no rounds.
    are_rounds_unknown: bool = False
    is_conceded: bool = False
    is_conceder: bool = False
    is_final: bool = False  # the team's last game of a season
    ninja: tuple[NinjaReport, ...] = ()
    # In the order of the awards; the settlement asks for missing ones.
    all_stars: tuple[NinjaId, ...] = ()
    # Koban that abilities moved between treasuries during the game.
    koban_taken: int = 0
    koban_lost: int = 0
    notes: str = ""

    @property
    def teams(self) -> int:
        """Return how many sides compete; allied teams are one side."""
        is_two_sided = self.has_sides or self.allies
        return 2 if is_two_sided else len(self.opponents) + 1

    @property
    def in_healing_house(self) -> tuple[NinjaId, ...]:
        return tuple(row.ninja for row in self.ninja if row.in_healing_house)

    def was_fielded(self, ninja: NinjaId) -> bool:
        return any(row.ninja == ninja and row.was_fielded for row in self.ninja)
