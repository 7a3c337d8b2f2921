"""The matches of a league's file, laid down with their reports and settlements."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from uuid import UUID

import msgspec

from challenges.models import (
    Answer,
    Match,
    MatchTeam,
    Report,
    Settlement,
    SettlementStep,
)
from challenges.rules.match_report import as_plain
from league.rules.exchange_matches import MatchPart, ReportPart, SettlementPart
from league.rules.exchange_numbers import Numbers
from league.services.exchange_moments import when, when_if
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


def match_lay_down(
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
        # What was secret there is drawn anew here.
        seed=told.seed or secrets.token_hex(SEED_BYTES),
        version=told.version,
        note=told.note,
        arranged_by=people[told.arranged_by] if told.arranged_by else None,
        **{name: when_if(getattr(told, name)) for name in MOMENTS},
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
            rating_before=one.rating_before,
            points_behind=one.points_behind,
        )
        for number, one in enumerate(told.places)
    ]
    reports = [
        _report(match, number, one, people)
        for number, one in enumerate(told.reports, start=1)
    ]
    for one in told.settlements:
        _settlement(match, one, reports, places)
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
        created=when(told.created),
    )
    Answer.objects.bulk_create(
        Answer(
            report=report,
            person=people[one.person] if one.person else None,
            verdict=one.verdict.value,
            reason=one.reason,
            created=when(one.created),
        )
        for one in told.answers
    )
    return report


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
        decide_by=when(told.decide_by),
        created=when(told.created),
        finished=when_if(told.finished),
    )
    SettlementStep.objects.bulk_create(
        SettlementStep(
            settlement=settlement,
            place=places[one.place],
            step=one.step,
            batch=UUID(one.batch) if one.batch else None,
            first_line=one.first_line,
            last_line=one.last_line,
            created=when(one.created),
        )
        for one in told.steps
    )
