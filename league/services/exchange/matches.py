"""Import matches with their reports, settlements and comments."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

import msgspec

from challenges.models import (
    Correction,
    Match,
    MatchTeam,
    Report,
    ReportAnswer,
    Settlement,
    SettlementStep,
)
from challenges.rules.reports.match_report import as_plain
from kernel.errors import Refusal
from league.models.communication import Comment, Post, PostStage
from league.models.competitions import Fixture
from league.models.leagues import League
from league.rules.exchange.document import CommentPart, Numbers, PostPart
from league.rules.exchange.match_parts import (
    AmendmentPart,
    MatchPart,
    ReportPart,
    SettlementPart,
    TeamConsequence,
)
from people.models import Person

SEED_BYTES = 32
MOMENTS = (
    "play_by",
    "opened",
    "reported",
    "confirm_by",
    "confirmed",
    "settled",
    "created",
    "updated",
)


def import_match(
    told: MatchPart, people: Mapping[str, Person], numbers: Numbers
) -> Match:
    match = Match.objects.create(
        uid=UUID(told.uid),
        standing=told.standing.value,
        stage=told.stage.value,
        is_hosted=True,
        challenge=told.challenge,
        ground=told.ground,
        challenge_roll=told.challenge_roll,
        # A seed that was still secret is not in the file, so draw a new one.
        seed=told.seed or secrets.token_hex(SEED_BYTES),
        version=told.version,
        note=told.note,
        arranged_by=people[told.arranged_by] if told.arranged_by else None,
        **{name: parse_optional_time(getattr(told, name)) for name in MOMENTS},
    )
    places = [
        MatchTeam.objects.create(
            match=match,
            number=number,
            side=one.side,
            person=people[one.person],
            team_id=numbers.teams[one.team] if one.team else None,
            name=one.name,
            agreement=one.agreement.value,
            choice=one.choice,
            choice_by=people[one.choice_by] if one.choice_by else None,
            rating_before=one.rating_before,
            points_behind=one.points_behind,
            absence=one.absence,
            agrees_to_call_off=one.agrees_to_call_off,
            proposed_side=one.proposed_side,
            agrees_to_sides=one.agrees_to_sides,
        )
        for number, one in enumerate(told.places)
    ]
    reports = [
        _report(match, number, one, people)
        for number, one in enumerate(told.reports, start=1)
    ]
    for one in told.settlements:
        _settlement(match, one, reports, places)
    for number, amended in enumerate(told.amendments, start=1):
        _amendment(match, number, amended, people, numbers)
    return match


def _report(
    match: Match, number: int, told: ReportPart, people: Mapping[str, Person]
) -> Report:
    report = Report.objects.create(
        match=match,
        number=number,
        kind=told.kind.value,
        content=as_plain(told.content),
        author=people[told.author] if told.author else None,
        note=told.note,
        created=parse_time(told.created),
    )
    ReportAnswer.objects.bulk_create(
        ReportAnswer(
            report=report,
            person=people[one.person] if one.person else None,
            verdict=one.verdict.value,
            reason=one.reason,
            created=parse_time(one.created),
        )
        for one in told.answers
    )
    return report


def _amendment(
    match: Match,
    number: int,
    told: AmendmentPart,
    people: Mapping[str, Person],
    numbers: Numbers,
) -> None:
    Correction.objects.create(
        match=match,
        number=number,
        stage=told.stage.value,
        content=None if told.content is None else as_plain(told.content),
        reason=told.reason,
        author=people[told.author] if told.author else None,
        version=told.version,
        agreed=sorted(people[one].pk for one in told.agreed),
        consequences=_consequences(told, numbers),
        error=told.error,
        created=parse_time(told.created),
        finished=parse_optional_time(told.finished),
    )


def _consequences(told: AmendmentPart, numbers: Numbers) -> dict[str, Any]:
    """Return the consequences with the ids and names of this site."""
    if not (told.teams or told.matches):
        return {}
    return {
        "teams": [_concerned(one, numbers) for one in told.teams],
        "matches": [
            {
                "uid": str(UUID(one.uid)),
                "title": one.title,
                "is_corrected": one.is_corrected,
                "sentences": list(one.sentences),
            }
            for one in told.matches
        ],
        "table": None
        if told.table is None
        else [_concerned(one, numbers) for one in told.table],
        "has_new_dice": told.has_new_dice,
    }


def _concerned(one: TeamConsequence, numbers: Numbers) -> dict[str, Any]:
    return {
        "team": numbers.teams[one.team] if one.team else 0,
        "name": one.name,
        "sentences": list(one.sentences),
    }


def _settlement(
    match: Match,
    told: SettlementPart,
    reports: list[Report],
    places: list[MatchTeam],
) -> None:
    settlement = Settlement.objects.create(
        match=match,
        report=reports[told.report - 1],
        revision=told.revision,
        stage=told.stage.value,
        reports=msgspec.to_builtins(list(told.reports)),
        decide_by=parse_time(told.decide_by),
        created=parse_time(told.created),
        finished=parse_optional_time(told.finished),
    )
    SettlementStep.objects.bulk_create(
        SettlementStep(
            settlement=settlement,
            place=places[one.place],
            step=one.step,
            batch=UUID(one.batch) if one.batch else None,
            first_line=one.first_line,
            last_line=one.last_line,
            created=parse_time(one.created),
        )
        for one in told.steps
    )


People = Mapping[str, Person]


def import_posts(league: League, told: Iterable[PostPart], people: People) -> None:
    Post.objects.bulk_create(
        Post(
            league=league,
            number=one.number,
            title=one.title,
            text=one.text,
            stage=PostStage.PUBLISHED if one.published else PostStage.DRAFT,
            author=people[one.author] if one.author else None,
            until=parse_time(one.until),
            created=parse_time(one.created),
            edited=parse_time(one.edited),
            published=parse_optional_time(one.published),
        )
        for one in told
    )


def import_comments(
    fixture: Fixture, told: Iterable[CommentPart], people: People
) -> None:
    Comment.objects.bulk_create(
        Comment(
            fixture=fixture,
            author=people[one.author],
            text=one.text,
            created=parse_time(one.created),
            edited=parse_optional_time(one.edited),
            removed=parse_optional_time(one.removed),
            removed_by=people[one.removed_by] if one.removed_by else None,
            removal_reason=one.removal_reason,
        )
        for one in told
    )


def parse_time(text: str) -> datetime:
    try:
        return datetime.fromisoformat(text)
    except ValueError as error:
        raise Refusal(
            f"{text} is not a valid date and time.", code="no-time"
        ) from error


def parse_optional_time(text: str | None) -> datetime | None:
    return parse_time(text) if text else None
