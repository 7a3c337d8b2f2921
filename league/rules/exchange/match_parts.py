"""The matches section of the league file."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta

from challenges.rules.reports.match_report import MatchReport
from challenges.rules.stages import (
    Agreement,
    CorrectionStage,
    MatchStage,
    ReportKind,
    ReportVerdict,
    SettlementStage,
)
from teams.rules.exchange.file_format import ExchangePart
from teams.rules.reports.team_report import MatchType, TeamReport


def one_of(*words: str) -> Meta:
    return Meta(pattern=rf"^({'|'.join(words)})$(?!\n)")


# The limits of texts are those of the columns that store them.
# A time in UTC, such as 2026-11-16T12:00:00+00:00.
When = Annotated[
    str,
    Meta(
        pattern=r"^20\d\d-[01]\d-[0-3]\dT[0-2]\d:[0-5]\d:[0-5]\d(\.\d{1,6})?"
        r"\+00:00$(?!\n)"
    ),
]
Username = Annotated[str, Meta(min_length=1, max_length=30)]
Name = Annotated[str, Meta(max_length=80)]
Title = Annotated[str, Meta(max_length=120)]
Slug = Annotated[str, Meta(max_length=60, pattern=r"^[a-z0-9-]*$(?!\n)")]
Reason = Annotated[str, Meta(max_length=500)]
Seed = Annotated[str, Meta(max_length=64, pattern=r"^[0-9a-f]*$(?!\n)")]
Uid = Annotated[str, Meta(pattern=r"^[0-9a-f]{32}$(?!\n)")]
Batch = Annotated[
    str, Meta(pattern=r"^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$(?!\n)")
]
Number = Annotated[int, Meta(ge=1, le=1_000_000)]
Small = Annotated[int, Meta(ge=0, le=30_000)]
Count = Annotated[int, Meta(ge=0, le=1_000_000)]


class AnswerPart(ExchangePart, frozen=True, kw_only=True):
    person: Username | None = None
    verdict: ReportVerdict
    reason: Reason = ""
    created: When


class ReportPart(ExchangePart, frozen=True, kw_only=True):
    kind: ReportKind
    content: MatchReport
    author: Username | None = None
    note: Reason = ""
    created: When
    answers: tuple[AnswerPart, ...] = ()


class StepPart(ExchangePart, frozen=True, kw_only=True):
    """What a settlement step wrote to a team's journal. `place` counts from 0."""

    place: Small
    step: Annotated[str, Meta(max_length=20, pattern=r"^[a-z0-9-]+$(?!\n)")]
    batch: Batch | None = None
    first_line: Count
    last_line: Count
    created: When


class SettlementPart(ExchangePart, frozen=True, kw_only=True):
    report: Number  # of the match's reports, from 1
    revision: Number
    stage: SettlementStage
    reports: tuple[TeamReport, ...]
    decide_by: When
    created: When
    finished: When | None = None
    steps: tuple[StepPart, ...] = ()


class TeamConsequence(ExchangePart, frozen=True, kw_only=True):
    """What a correction changed for a team; teams outside the file have no number."""

    team: Number | None = None
    name: Title
    sentences: tuple[str, ...] = ()


class MatchConsequence(ExchangePart, frozen=True, kw_only=True):
    uid: Uid
    title: str
    is_corrected: bool = False
    sentences: tuple[str, ...] = ()


class AmendmentPart(ExchangePart, frozen=True, kw_only=True):
    """A correction of a settled match. Without content the match became void."""

    stage: CorrectionStage
    content: MatchReport | None = None
    reason: Reason
    author: Username | None = None
    version: Number
    agreed: tuple[Username, ...] = ()
    teams: tuple[TeamConsequence, ...] = ()
    matches: tuple[MatchConsequence, ...] = ()
    table: tuple[TeamConsequence, ...] | None = None
    has_new_dice: bool = False
    error: str = ""
    created: When
    finished: When | None = None


class PlacePart(ExchangePart, frozen=True, kw_only=True):
    """A team's place in a match, and the challenge its owner chose.

    With an `absence` the others play on without it, or agree to call the match off.
    """

    side: Small
    person: Username
    team: Number | None = None
    name: Title = ""
    agreement: Agreement
    choice: Slug = ""
    choice_by: Username | None = None
    rating_before: Count | None = None
    points_behind: Count = 0
    absence: Annotated[str, one_of("", "forfeit", "no-show", "excused")] = ""
    agrees_to_call_off: bool = False
    proposed_side: Small | None = None
    agrees_to_sides: bool = False


class MatchPart(ExchangePart, frozen=True, kw_only=True):
    """A match. `seed` is included once its dice have been rolled."""

    uid: Uid
    standing: MatchType
    stage: MatchStage
    challenge: Slug = ""
    ground: Slug = ""
    challenge_roll: dict[str, Any] | None = None
    seed: Seed = ""
    version: Number
    note: Title = ""
    arranged_by: Username | None = None
    play_by: When | None = None
    opened: When | None = None
    reported: When | None = None
    confirm_by: When | None = None
    confirmed: When | None = None
    settled: When | None = None
    created: When
    updated: When
    places: tuple[PlacePart, ...]
    reports: tuple[ReportPart, ...] = ()
    settlements: tuple[SettlementPart, ...] = ()
    amendments: tuple[AmendmentPart, ...] = ()
