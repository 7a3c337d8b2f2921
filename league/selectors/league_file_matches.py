"""Export the matches of a league."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import msgspec

from challenges.models import Correction, Match, MatchTeam, Report, Settlement
from challenges.rules.reports.match_report import read_report
from challenges.rules.stages import (
    Agreement,
    CorrectionStage,
    MatchStage,
    ReportKind,
    ReportVerdict,
    SettlementStage,
)
from league.models.communication import Comment
from league.models.leagues import League
from league.rules.exchange.document import CommentPart, Numbers, PostPart
from league.rules.exchange.match_parts import (
    AmendmentPart,
    AnswerPart,
    MatchConsequence,
    MatchPart,
    PlacePart,
    ReportPart,
    SettlementPart,
    StepPart,
    TeamConsequence,
)
from teams.rules.reports.team_report import MatchType, TeamReport


def format_time(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat()


def format_optional_time(moment: datetime | None) -> str | None:
    return format_time(moment) if moment else None


def export_match(match: Match, names: dict[int, str], numbers: Numbers) -> MatchPart:
    """Export a match. Queries: 0 if everything is prefetched."""
    return MatchPart(
        uid=match.uid.hex,
        standing=MatchType(match.standing),
        stage=MatchStage(match.stage),
        challenge=match.challenge,
        ground=match.ground,
        challenge_roll=match.challenge_roll,
        # A seed stays secret until its dice have been rolled.
        seed=match.seed if match.challenge_roll else "",
        version=match.version,
        note=match.note,
        arranged_by=names.get(match.arranged_by_id or 0),
        play_by=format_optional_time(match.play_by),
        opened=format_optional_time(match.opened),
        reported=format_optional_time(match.reported),
        confirm_by=format_optional_time(match.confirm_by),
        confirmed=format_optional_time(match.confirmed),
        settled=format_optional_time(match.settled),
        created=format_time(match.created),
        updated=format_time(match.updated),
        places=tuple(_place(one, names, numbers) for one in match.places.all()),
        reports=tuple(_report(one, names) for one in match.reports.all()),
        settlements=tuple(_settlement(one) for one in match.settlements.all()),
        amendments=tuple(
            _amendment(one, names, numbers) for one in match.corrections.all()
        ),
    )


def _place(place: MatchTeam, names: dict[int, str], numbers: Numbers) -> PlacePart:
    return PlacePart(
        side=place.side,
        person=names[place.person_id],
        team=numbers.teams[place.team_id] if place.team_id else None,
        name=place.name,
        agreement=Agreement(place.agreement),
        choice=place.choice,
        choice_by=names.get(place.choice_by_id or 0),
        rating_before=place.rating_before,
        points_behind=place.points_behind,
        absence=place.absence,
        agrees_to_call_off=place.agrees_to_call_off,
        proposed_side=place.proposed_side,
        agrees_to_sides=place.agrees_to_sides,
    )


def _report(report: Report, names: dict[int, str]) -> ReportPart:
    return ReportPart(
        kind=ReportKind(report.kind),
        content=read_report(report.content),
        author=names.get(report.author_id or 0),
        note=report.note,
        created=format_time(report.created),
        answers=tuple(
            AnswerPart(
                person=names.get(one.person_id or 0),
                verdict=ReportVerdict(one.verdict),
                reason=one.reason,
                created=format_time(one.created),
            )
            for one in report.answers.all()
        ),
    )


def _amendment(
    one: Correction, names: dict[int, str], numbers: Numbers
) -> AmendmentPart:
    found = one.consequences
    return AmendmentPart(
        stage=CorrectionStage(one.stage),
        content=None if one.content is None else read_report(one.content),
        reason=one.reason,
        author=names.get(one.author_id or 0),
        version=one.version,
        agreed=tuple(names[person] for person in one.agreed if person in names),
        teams=tuple(_concerned(each, numbers) for each in found.get("teams", ())),
        matches=tuple(
            MatchConsequence(
                uid=UUID(each["uid"]).hex,
                title=each["title"],
                is_corrected=each["is_corrected"],
                sentences=tuple(each["sentences"]),
            )
            for each in found.get("matches", ())
        ),
        table=None
        if found.get("table") is None
        else tuple(_concerned(each, numbers) for each in found["table"]),
        has_new_dice=found.get("has_new_dice", False),
        error=one.error,
        created=format_time(one.created),
        finished=format_optional_time(one.finished),
    )


def _concerned(each: dict[str, Any], numbers: Numbers) -> TeamConsequence:
    return TeamConsequence(
        team=numbers.teams.get(each["team"]),
        name=each["name"],
        sentences=tuple(each["sentences"]),
    )


def _settlement(one: Settlement) -> SettlementPart:
    return SettlementPart(
        report=one.report.number,
        revision=one.revision,
        stage=SettlementStage(one.stage),
        reports=msgspec.convert(one.reports, tuple[TeamReport, ...]),
        decide_by=format_time(one.decide_by),
        created=format_time(one.created),
        finished=format_optional_time(one.finished),
        steps=tuple(
            StepPart(
                place=step.place.number,
                step=step.step,
                batch=str(step.batch) if step.batch else None,
                first_line=step.first_line,
                last_line=step.last_line,
                created=format_time(step.created),
            )
            for step in one.steps.all()
        ),
    )


def export_posts(league: League, names: Mapping[int, str]) -> Iterator[PostPart]:
    for one in league.posts.order_by("number"):
        yield PostPart(
            number=one.number,
            title=one.title,
            text=one.text,
            author=names.get(one.author_id or 0),
            until=format_time(one.until),
            created=format_time(one.created),
            edited=format_time(one.edited),
            published=format_optional_time(one.published),
        )


def export_comment(one: Comment, names: Mapping[int, str]) -> CommentPart:
    return CommentPart(
        author=names[one.author_id],
        text=one.text,
        created=format_time(one.created),
        edited=format_optional_time(one.edited),
        removed=format_optional_time(one.removed),
        removed_by=names.get(one.removed_by_id or 0),
        removal_reason=one.removal_reason,
    )
