"""Requests and responses of the match API."""

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
    """Base of requests. `version` is the version of the match that you last saw.

    If the match has changed since, the response is a conflict. Without a version and
    without If-Match, the change applies to the current version.
    """

    version: Number | None = None

    def values(self) -> dict[str, Any]:
        """Return the arguments of the service."""
        return {
            name: getattr(self, name)
            for name in self.__struct_fields__
            if name != "version"
        }


class ArrangeMatchBody(Body, frozen=True, kw_only=True):
    """An invitation, by usernames, to a match outside leagues.

    Name a partner to play two against two or, among three, two against one. With
    `is_alone`, you play alone against two.
    """

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
    """With `together`, you confirm that everyone in the match agrees."""

    together: bool = False


class ChooseChallengeBody(RollChallengeBody, frozen=True, kw_only=True):
    challenge: Slug


class ProposeSidesBody(MatchBody, frozen=True, kw_only=True):
    """The side of each team, in order: [0, 1, 1] is the first team against two.

    Send the proposed sides to agree to them. Give each team a side of its own to let
    everyone play for themselves.
    """

    sides: Annotated[tuple[Place, ...], msgspec.Meta(min_length=3, max_length=4)]


class ForfeitMatchBody(MatchBody, frozen=True, kw_only=True):
    """`absent` are the numbers of the teams that do not play, counted from 0."""

    absent: Annotated[tuple[Place, ...], msgspec.Meta(max_length=4)]
    presence: Presence = Presence.FORFEIT
    reason: Reason = ""


class AgreeToCallOffBody(MatchBody, frozen=True, kw_only=True):
    """Only a master who does not play in the match has to give a reason."""

    reason: Reason = ""


class SendReportBody(MatchBody, frozen=True, kw_only=True):
    """Without a report, the shared draft is sent."""

    report: MatchReport | None = None
    note: Reason = ""


class ConfirmReportBody(MatchBody, frozen=True, kw_only=True):
    """Without a number, the last report is confirmed."""

    number: Number | None = None


class WitnessDiceBody(MatchBody, frozen=True, kw_only=True):
    """`number` is the team's number in the match, counted from 0."""

    number: Place


class DisputeReportBody(MatchBody, frozen=True, kw_only=True):
    """`counter` is your own version of what happened."""

    reason: Reason
    counter: MatchReport | None = None


class RuleReportBody(MatchBody, frozen=True, kw_only=True):
    """Choose one of the reports by its number, or send your own."""

    reason: Reason
    number: Number | None = None
    report: MatchReport | None = None


class AmendMatchBody(MatchBody, frozen=True, kw_only=True):
    """A corrected report of a settled match."""

    report: MatchReport
    reason: Reason


class VoidMatchBody(MatchBody, frozen=True, kw_only=True):
    reason: Reason


class AnswerAmendmentBody(MatchBody, frozen=True, kw_only=True):
    """Accept or decline a correction that another participant proposed."""

    number: Number
    is_yes: bool


class UndoAmendmentBody(MatchBody, frozen=True, kw_only=True):
    """Undo the last correction, given by its number."""

    number: Number
    reason: Reason


class PreviewUndoBody(MatchBody, frozen=True, kw_only=True):
    number: Number


class PreviewAmendmentBody(MatchBody, frozen=True, kw_only=True):
    """Without a report, preview what happens if the match is declared void."""

    report: MatchReport | None = None


class TapsBody(Body, frozen=True, kw_only=True):
    """Changes to the draft. A change is ignored if its id is already known."""

    taps: Annotated[tuple[Tap, ...], msgspec.Meta(max_length=TAPS_AT_ONCE)]


class SentTaps(Body, frozen=True, kw_only=True):
    """Changes as browsers send them; some may be malformed."""

    taps: Annotated[tuple[dict[str, Any], ...], msgspec.Meta(max_length=TAPS_AT_ONCE)]


def taps_sent(body: bytes) -> tuple[list[Tap], list[RefusedTap]]:
    """Return the changes that can be read, and the refused ones."""
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
