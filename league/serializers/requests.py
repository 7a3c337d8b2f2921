"""Request bodies of the league API, one per action.

The fields of a body are the arguments of its service.
"""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal

import msgspec

from challenges.rules.sides import TEAMS_MAX, TEAMS_MIN
from league.rules.house_rule_versions import EffectiveFrom
from league.rules.league_dates import LeagueDates
from league.rules.league_templates import Kind, Pause, PlannedCompetition, TableSize
from league.rules.seasons import RedraftFormula
from league.selectors.communication.comments import COMMENT_LENGTH
from league.selectors.communication.webhooks import ADDRESS_LENGTH, WebhookLine
from league.selectors.form_options import (
    BLURB_LENGTH,
    CLUB_LENGTH,
    DAYS_MAX,
    DAYS_MIN,
    GROUP_LENGTH,
    NAME_LENGTH,
    PLACE_LENGTH,
    POST_TEXT_LENGTH,
    POST_TITLE_LENGTH,
    REASON_LENGTH,
    Admission,
    Visibility,
)
from teams.serializers.requests import Amount, Body, Number, Slug
from teams.serializers.responses import Answer

CODE_TYPED = 20
TEAMS_SEEDED = 1000

LeagueName = Annotated[str, msgspec.Meta(max_length=NAME_LENGTH)]
Place = Annotated[str, msgspec.Meta(max_length=PLACE_LENGTH)]
Blurb = Annotated[str, msgspec.Meta(max_length=BLURB_LENGTH)]
Words = Annotated[str, msgspec.Meta(max_length=REASON_LENGTH)]
Club = Annotated[str, msgspec.Meta(max_length=CLUB_LENGTH)]
Date = Annotated[datetime, msgspec.Meta(tz=True)]
Games = Literal[1, 3, 5]
Days = Annotated[int, msgspec.Meta(ge=DAYS_MIN, le=DAYS_MAX)]
Seen = Annotated[int, msgspec.Meta(ge=1, le=9_007_199_254_740_991)]


class LeagueBody(Body, frozen=True, kw_only=True):
    """A body without fields."""

    def values(self) -> dict[str, Any]:
        """Return the arguments of the service."""
        return {name: getattr(self, name) for name in self.__struct_fields__}


class FoundLeagueBody(LeagueBody, frozen=True, kw_only=True):
    """`template` is one of `leagues/templates/`; `changes` are house rules on top of
    it."""

    name: LeagueName
    blurb: Blurb = ""
    place: Place = ""
    dates: LeagueDates | None = None
    visibility: Visibility = Visibility.UNLISTED
    admission: Admission = Admission.INVITED
    template: Slug = "blank"
    changes: dict[str, Any] = {}
    season: Annotated[str, msgspec.Meta(min_length=1, max_length=NAME_LENGTH)] = (
        "Season 1"
    )


class VersionedBody(LeagueBody, frozen=True, kw_only=True):
    """`version` is the version you edited. If it has changed since, the answer is a
    conflict. Without `version` and If-Match, the newest version is overwritten."""

    version: Seen | None = None


class DescribeLeagueBody(VersionedBody, frozen=True, kw_only=True):
    """Place, dates, and the days for confirmations and decisions keep their values if
    you leave them out. Empty `dates` remove the dates."""

    name: LeagueName
    blurb: Blurb
    visibility: Visibility
    admission: Admission
    place: Place | None = None
    dates: LeagueDates | None = None
    confirmation_days: Days | None = None
    decision_days: Days | None = None


class JoinLeagueBody(LeagueBody, frozen=True, kw_only=True):
    """Open leagues need no code. All others do, private ones included."""

    code: Annotated[str, msgspec.Meta(max_length=CODE_TYPED)] = ""
    as_spectator: bool = False


class AskToJoinBody(LeagueBody, frozen=True, kw_only=True):
    words: Words = ""


class AnswerRequestBody(LeagueBody, frozen=True, kw_only=True):
    is_accepted: bool


class RoleBody(LeagueBody, frozen=True, kw_only=True):
    role: Literal["co-master", "player", "spectator"]


class BecauseBody(LeagueBody, frozen=True, kw_only=True):
    """The reason, shown to all members in the audit log."""

    reason: Words = ""


class PreviewRulesBody(LeagueBody, frozen=True, kw_only=True):
    """`changes` holds every value that differs from the book."""

    changes: dict[str, Any]
    moment: EffectiveFrom = EffectiveFrom.NOW


class ChangeRulesBody(VersionedBody, frozen=True, kw_only=True):
    """`changes` holds every value that differs from the book. Once the season has
    started, a change needs a reason."""

    changes: dict[str, Any]

    reason: Words = ""
    moment: EffectiveFrom = EffectiveFrom.NOW


class EnterTeamBody(LeagueBody, frozen=True, kw_only=True):
    """A new team of your own, or one that a master allowed you to bring as it is.
    `club` is where you play at home."""

    team_id: Number
    club: Club = ""


class ClubBody(LeagueBody, frozen=True, kw_only=True):
    club: Club


class VeteranBody(LeagueBody, frozen=True, kw_only=True):
    """Whether a member may enter one veteran team, and why."""

    reason: Words
    is_allowed: bool = True


class PreviewRestartBody(LeagueBody, frozen=True, kw_only=True):
    new_team_id: Number


class RestartTeamBody(PreviewRestartBody, frozen=True, kw_only=True):
    reason: Words


class PreviewAdjustBody(LeagueBody, frozen=True, kw_only=True):
    points: Amount


class AdjustTeamBody(PreviewAdjustBody, frozen=True, kw_only=True):
    reason: Words


class PlanCompetitionBody(LeagueBody, frozen=True, kw_only=True):
    """`days` is the length of a round. `rounds` is how many there are, for kinds where
    the number of teams does not decide it. `catches_up` lets late entries in a round
    robin play the matches they missed. `challenges` lists the challenge of each round,
    starting over after the last; an empty one leaves the choice to the players.
    `best_of`, `earlier_best_of`, `reach` and `places` are for playoffs only.
    `table_size` seats three or four teams at a table in a round robin, Swiss rounds, a
    random draw or a ladder."""

    kind: Kind
    name: LeagueName
    rounds: Annotated[int, msgspec.Meta(ge=1, le=50)] | None = None
    days: Annotated[int, msgspec.Meta(ge=1, le=100)] = 7
    is_double: bool = False
    catches_up: bool = False
    pauses: Annotated[tuple[Pause, ...], msgspec.Meta(max_length=20)] = ()
    best_of: Games = 1
    earlier_best_of: Games = 1
    reach: Annotated[int, msgspec.Meta(ge=2, le=64)] = 4
    places: Literal[2, 4, 8] = 2
    challenges: Annotated[tuple[Slug, ...], msgspec.Meta(max_length=50)] = ()
    table_size: TableSize = 2

    def values(self) -> dict[str, Any]:
        return {"plan": PlannedCompetition(**super().values())}


class DrawBody(LeagueBody, frozen=True, kw_only=True):
    """`even_unfinished` draws the next round although matches are missing. Beyond the
    length of the season, a reason is required."""

    even_unfinished: bool = False
    reason: Words = ""


class StartSeasonBody(LeagueBody, frozen=True, kw_only=True):
    """`seeding` lists the numbers of all teams of the season, strongest first; the
    first draw follows it. With `regroups`, so do the groups. The first round opens at
    `starts_at`, or at once."""

    starts_at: Date | None = None
    seeding: Annotated[tuple[Number, ...], msgspec.Meta(max_length=TEAMS_SEEDED)] = ()
    regroups: bool = False


class CloseEntryBody(LeagueBody, frozen=True, kw_only=True):
    is_closed: bool = True


class DrawGroupsBody(LeagueBody, frozen=True, kw_only=True):
    count: Annotated[int, msgspec.Meta(ge=1, le=16)]


class RegroupBody(LeagueBody, frozen=True, kw_only=True):
    group: Annotated[str, msgspec.Meta(min_length=1, max_length=GROUP_LENGTH)]


class NextSeasonBody(LeagueBody, frozen=True, kw_only=True):
    """If rosters do not carry over, `redrafts` gives every team a new draft with the
    koban that `formula` awards for its season."""

    name: LeagueName = ""
    redrafts: bool = False
    formula: RedraftFormula = RedraftFormula()


class PreviewNextSeasonBody(LeagueBody, frozen=True, kw_only=True):
    formula: RedraftFormula = RedraftFormula()


class KeepApartBody(LeagueBody, frozen=True, kw_only=True):
    team_ids: tuple[Number, Number]
    reason: Words = ""


class ArrangeFixtureBody(LeagueBody, frozen=True, kw_only=True):
    """Your own team is one of `team_ids`. If the house rules allow it, the first team
    and `partner_id` play together against the others; with `is_alone`, the first team
    plays alone against two. After the end of the season, a ninja master must give a
    reason."""

    team_ids: Annotated[
        tuple[Number, ...], msgspec.Meta(min_length=TEAMS_MIN, max_length=TEAMS_MAX)
    ]
    is_friendly: bool = False
    challenge: Slug = ""
    partner_id: Number | None = None
    is_alone: bool = False
    reason: Words = ""


class ProposeDatesBody(LeagueBody, frozen=True, kw_only=True):
    dates: Annotated[tuple[Date, ...], msgspec.Meta(min_length=1, max_length=3)]


class AcceptDateBody(LeagueBody, frozen=True, kw_only=True):
    date: Date


class PlayAgainBody(LeagueBody, frozen=True, kw_only=True):
    """Teams that missed the first match still count as no-shows, unless `is_mistake`
    says the no-show was declared by mistake; `reason` then explains it."""

    reason: Words = ""
    is_mistake: bool = False


class MoveRoundBody(LeagueBody, frozen=True, kw_only=True):
    closes: Date


class PreviewSwapBody(LeagueBody, frozen=True, kw_only=True):
    teams: tuple[Number, Number]


class SwapBody(PreviewSwapBody, frozen=True, kw_only=True):
    reason: Words


class Unread(Answer, frozen=True, kw_only=True):
    unread: int


class Switch(Body, frozen=True, kw_only=True):
    """How you want to be notified of one kind of event."""

    kind: Annotated[str, msgspec.Meta(max_length=20)]
    on_site: bool
    by_mail: bool


class SwitchesBody(Body, frozen=True, kw_only=True):
    """Kinds that you leave out keep their settings."""

    switches: Annotated[tuple[Switch, ...], msgspec.Meta(max_length=40)]


class PostBody(VersionedBody, frozen=True, kw_only=True):
    """`text` is Markdown."""

    title: Annotated[str, msgspec.Meta(max_length=POST_TITLE_LENGTH)]
    text: Annotated[str, msgspec.Meta(max_length=POST_TEXT_LENGTH)]


class WebhookBody(LeagueBody, frozen=True, kw_only=True):
    """`events` are any of `result`, `round`, `news` and `season`."""

    name: Annotated[str, msgspec.Meta(max_length=NAME_LENGTH)]
    address: Annotated[str, msgspec.Meta(max_length=ADDRESS_LENGTH)]
    events: Annotated[
        tuple[Annotated[str, msgspec.Meta(max_length=20)], ...],
        msgspec.Meta(max_length=10),
    ]


class SwitchWebhookBody(LeagueBody, frozen=True, kw_only=True):
    is_on: bool


class WebhookMade(Answer, frozen=True, kw_only=True):
    """The new webhook. Its secret is not shown again."""

    webhook: WebhookLine
    secret: str


class CommentBody(LeagueBody, frozen=True, kw_only=True):
    """`text` is plain text."""

    text: Annotated[str, msgspec.Meta(max_length=COMMENT_LENGTH)]


class RemoveCommentBody(LeagueBody, frozen=True, kw_only=True):
    reason: Annotated[str, msgspec.Meta(max_length=REASON_LENGTH)]
