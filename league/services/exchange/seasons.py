"""Import seasons with their competitions, rounds and fixtures."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from league.models.competitions import (
    Competition,
    DateStep,
    Fixture,
    FixtureSide,
    ForbiddenPair,
    Round,
)
from league.models.leagues import League, RulesVersion
from league.models.seasons import Entrant, Season
from league.rules.exchange.document import (
    CompetitionPart,
    EntrantPart,
    FixturePart,
    Numbers,
    SeasonPart,
)
from league.selectors.competitions.playoffs import BRACKET, GROUPS, SEEDING
from league.selectors.competitions.results import OWED, PARTS
from league.services.exchange.matches import (
    import_comments,
    import_match,
    parse_optional_time,
    parse_time,
)
from people.models import Person

People = Mapping[str, Person]


def import_season(
    league: League,
    told: SeasonPart,
    people: People,
    versions: Mapping[int, RulesVersion],
    numbers: Numbers,
) -> Season:
    season = Season.objects.create(
        league=league,
        number=told.number,
        name=told.name,
        stage=told.stage,
        is_entry_closed=told.is_entry_closed,
        seed=told.seed,
        created=parse_time(told.created),
        started=parse_optional_time(told.started),
        closed=parse_optional_time(told.closed),
    )
    numbers = numbers.with_entrants(_entrants(season, told, people, versions, numbers))
    if told.final_table is not None:
        table = numbers.final_table(told.final_table)
        season.final_table = msgspec.to_builtins(table)
        season.save(update_fields=["final_table"])
    for pair in told.apart:
        ForbiddenPair.objects.create(
            season=season,
            one_id=numbers.entrants[pair.one],
            other_id=numbers.entrants[pair.other],
            reason=pair.reason,
        )
    rounds: dict[tuple[int, int | None], Round] = {}
    competitions = {}
    for one in told.competitions:
        made = competitions[one.number] = _competition(season, one, numbers)
        for each in _rounds(made, one, numbers):
            rounds[one.number, each.number] = each
    for fixture in told.fixtures:
        _fixture(
            competitions[fixture.competition],
            rounds.get((fixture.competition, fixture.round)),
            fixture,
            people,
            versions,
            numbers,
        )
    return season


def _entrants(
    season: Season,
    told: SeasonPart,
    people: People,
    versions: Mapping[int, RulesVersion],
    numbers: Numbers,
) -> dict[int, int]:
    made: dict[int, int] = {}
    for number, one in enumerate(told.entrants, start=1):
        made[number] = Entrant.objects.create(
            season=season,
            team_id=numbers.teams[one.team],
            person=people[one.person],
            rules=versions[one.rules],
            replaces_id=made[one.replaces] if one.replaces else None,
            **_kept(one),
        ).pk
    return made


def _kept(one: EntrantPart) -> dict[str, object]:
    return {
        "lot_elsewhere": int(one.lot),
        "stage": one.stage,
        "group": one.group,
        "club": one.club,
        "seeding": one.seeding,
        "adjustment": one.adjustment,
        "adjustment_reason": one.adjustment_reason,
        "joined": parse_time(one.joined),
        "left": parse_optional_time(one.left),
    }


def _competition(
    season: Season, told: CompetitionPart, numbers: Numbers
) -> Competition:
    held = msgspec.to_builtins(told.plan)
    if told.bracket is not None:
        held[BRACKET] = msgspec.to_builtins(told.bracket)
    if told.seeding is not None:
        held[SEEDING] = [numbers.entrants[one] for one in told.seeding]
    if told.groups is not None:
        held[GROUPS] = {
            name: [numbers.entrants[one] for one in group]
            for name, group in told.groups.items()
        }
    return Competition.objects.create(
        season=season,
        number=told.number,
        kind=told.plan.kind.value,
        name=told.plan.name,
        settings=held,
        stage=told.stage,
        seed=told.seed,
        created=parse_time(told.created),
    )


def _rounds(
    competition: Competition, told: CompetitionPart, numbers: Numbers
) -> list[Round]:
    return [
        Round.objects.create(
            competition=competition,
            number=one.number,
            name=one.name,
            opens=parse_optional_time(one.opens),
            closes=parse_optional_time(one.closes),
            closed=parse_optional_time(one.closed),
            ratings={
                str(numbers.teams[team]): rating for team, rating in one.ratings.items()
            },
        )
        for one in told.rounds
    ]


def _fixture(
    competition: Competition,
    of_round: Round | None,
    told: FixturePart,
    people: People,
    versions: Mapping[int, RulesVersion],
    numbers: Numbers,
) -> None:
    match = import_match(told.match, people, numbers) if told.match else None
    outcome = facts = None
    if told.outcome is not None:
        outcome = {PARTS: msgspec.to_builtins(numbers.outcome(told.outcome))}
        if told.owed is not None:
            outcome[OWED] = told.owed
    if told.facts is not None:
        mapped = numbers.facts(told.facts, match=match.pk if match else 0)
        facts = msgspec.to_builtins(mapped)
    fixture = Fixture.objects.create(
        competition=competition,
        round=of_round,
        number=told.number,
        leg=told.leg,
        is_bye=told.is_bye,
        match=match,
        outcome=outcome,
        rules=versions[told.rules] if told.rules else None,
        facts=facts,
        why=list(told.why),
        missed=[numbers.entrants[one] for one in told.missed],
        override_reason=told.override_reason,
        challenge=told.challenge,
        agreed_for=parse_optional_time(told.agreed_for),
        created=parse_time(told.created),
    )
    FixtureSide.objects.bulk_create(
        FixtureSide(
            fixture=fixture,
            number=number,
            entrant_id=numbers.entrants[side.entrant] if side.entrant else None,
            side=side.side,
            slot=side.slot,
        )
        for number, side in enumerate(told.sides)
    )
    _dates(fixture, told, people)


def _dates(fixture: Fixture, told: FixturePart, people: People) -> None:
    DateStep.objects.bulk_create(
        DateStep(
            fixture=fixture,
            person=people[step.person],
            kind=step.kind,
            dates=[int(parse_time(date).timestamp()) for date in step.dates],
            words=step.words,
            created=parse_time(step.created),
        )
        for step in told.dates
    )
    import_comments(fixture, told.comments, people)
