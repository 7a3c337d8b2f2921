"""What programs send about matches, and what they receive."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

import msgspec

from challenges.rules.reports.draft import ODD, RefusedTap, Tap
from challenges.rules.reports.match_report import MatchReport, Presence
from challenges.rules.stages import MatchStage
from challenges.selectors.challenge_choice import (
    ChallengeChoiceSection,
    ChallengeRollSection,
)
from challenges.selectors.correction_pages import CorrectionsSection
from challenges.selectors.match_page import MatchPage, MatchPermissions, ReportRow
from challenges.selectors.match_preview import MatchTeamRow
from challenges.selectors.settlement_progress import SettlementProgress
from challenges.selectors.side_proposals import SidesSection
from kernel.errors import Refusal
from kernel.ids import ChallengeSlug
from teams.rules.reports.team_report import MatchType
from teams.serializers.requests import Body, Name, Number, Reason, Slug
from teams.serializers.responses import Answer

NOTE_LENGTH = 120
TAPS_AT_ONCE = 300

Place = Annotated[int, msgspec.Meta(ge=0, le=3)]


class MatchAnswer(Answer, frozen=True, kw_only=True):
    """A match as you see it; `may` says what you can do with it now."""

    uid: UUID
    version: int
    stage: MatchStage
    standing: MatchType
    note: str
    league: str
    heading: str
    challenge: ChallengeSlug | None
    talk: ChallengeChoiceSection
    sides: SidesSection
    roll: ChallengeRollSection | None
    promised: str
    places: tuple[MatchTeamRow, ...]
    outlook: str  # how it may go, before it has begun
    reports: tuple[ReportRow, ...]
    waiting: tuple[str, ...]
    confirm_by: datetime | None
    play_by: datetime | None
    opened: datetime | None
    settled: datetime | None
    progress: SettlementProgress | None
    may: MatchPermissions
    corrections: CorrectionsSection

    @classmethod
    def of(cls, page: MatchPage) -> MatchAnswer:
        taken = {
            name: getattr(page, name)
            for name in cls.__struct_fields__
            if name != "challenge"
        }
        challenge = page.challenge.slug if page.challenge else None
        return cls(challenge=challenge, **taken)


class MatchBody(Body, frozen=True, kw_only=True):
    """`version` is the one you looked at; if the match has changed since, the answer
    is a conflict. Without it, and without If-Match, whatever is there is changed."""

    version: Number | None = None

    def values(self) -> dict[str, Any]:
        """The arguments of the service."""
        return {
            name: getattr(self, name)
            for name in self.__struct_fields__
            if name != "version"
        }


class ArrangeMatchBody(Body, frozen=True, kw_only=True):
    """An invitation, by usernames, to a match outside every league. With a partner
    among them it is two against two, or of three two against one; with `is_alone` you
    play alone against the two others."""

    team_id: Number
    invited: Annotated[tuple[Name, ...], msgspec.Meta(max_length=3)]
    partner: Name = ""
    is_alone: bool = False
    standing: MatchType = MatchType.FREE
    challenge: Slug = ""
    note: Annotated[str, msgspec.Meta(max_length=NOTE_LENGTH)] = ""


class AcceptMatchBody(MatchBody, frozen=True, kw_only=True):
    team_id: Number


class RollChallengeBody(MatchBody, frozen=True, kw_only=True):
    """With `together` you say that everybody at your table agrees."""

    together: bool = False


class ChooseChallengeBody(RollChallengeBody, frozen=True, kw_only=True):
    challenge: Slug


class ProposeSidesBody(MatchBody, frozen=True, kw_only=True):
    """The side of each team, in their order: [0, 1, 1] is the first team alone against
    two. Name the proposed sides to agree to them. With a side of its own, each team
    plays for itself."""

    sides: Annotated[tuple[Place, ...], msgspec.Meta(min_length=3, max_length=4)]


class ForfeitMatchBody(MatchBody, frozen=True, kw_only=True):
    """`absent` are the numbers of the teams that do not play, counted from 0."""

    absent: Annotated[tuple[Place, ...], msgspec.Meta(max_length=4)]
    presence: Presence = Presence.FORFEIT
    reason: Reason = ""


class AgreeToCallOffBody(MatchBody, frozen=True, kw_only=True):
    """A master who does not play in the match decides alone and gives a reason."""

    reason: Reason = ""


class SendReportBody(MatchBody, frozen=True, kw_only=True):
    """Without a report, the draft is sent in."""

    report: MatchReport | None = None
    note: Reason = ""


class ConfirmReportBody(MatchBody, frozen=True, kw_only=True):
    """Without a number, the last report is meant."""

    number: Number | None = None


class WitnessDiceBody(MatchBody, frozen=True, kw_only=True):
    """`number` is the team's in the match, counted from 0."""

    number: Place


class DisputeReportBody(MatchBody, frozen=True, kw_only=True):
    """`counter` tells how it really went."""

    reason: Reason
    counter: MatchReport | None = None


class RuleReportBody(MatchBody, frozen=True, kw_only=True):
    """One of the reports, by its number, or one of the master's own."""

    reason: Reason
    number: Number | None = None
    report: MatchReport | None = None


class AmendMatchBody(MatchBody, frozen=True, kw_only=True):
    """How a match that was settled really went."""

    report: MatchReport
    reason: Reason


class VoidMatchBody(MatchBody, frozen=True, kw_only=True):
    reason: Reason


class AnswerAmendmentBody(MatchBody, frozen=True, kw_only=True):
    """A yes or no to a correction that somebody else at the table proposed."""

    number: Number
    is_yes: bool


class UndoAmendmentBody(MatchBody, frozen=True, kw_only=True):
    """Let what stood before a correction count again; it must be the last one."""

    number: Number
    reason: Reason


class PreviewUndoBody(MatchBody, frozen=True, kw_only=True):
    number: Number


class PreviewAmendmentBody(MatchBody, frozen=True, kw_only=True):
    """Without a report, the preview tells of a match declared void."""

    report: MatchReport | None = None


class TapsBody(Body, frozen=True, kw_only=True):
    """Taps on the draft; one that was sent before is known by its id."""

    taps: Annotated[tuple[Tap, ...], msgspec.Meta(max_length=TAPS_AT_ONCE)]


class SentTaps(Body, frozen=True, kw_only=True):
    """The same as a browser sends it, which may have kept something odd."""

    taps: Annotated[tuple[dict[str, Any], ...], msgspec.Meta(max_length=TAPS_AT_ONCE)]


def taps_sent(body: bytes) -> tuple[list[Tap], list[RefusedTap]]:
    """The taps that can be read, and the others."""
    try:
        plain = msgspec.json.decode(body, type=SentTaps).taps
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise Refusal(
            f"These are not draft changes: {error}.", code="unreadable"
        ) from error
    taps, odd = [], []
    for one in plain:
        try:
            taps.append(msgspec.convert(one, Tap))
        except msgspec.ValidationError:
            odd.append(RefusedTap(id=str(one.get("id", "")), sentence=ODD))
    return taps, odd
