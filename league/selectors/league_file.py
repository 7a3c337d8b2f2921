"""Export a league as a document."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import chain

import msgspec
from django.db.models import QuerySet
from django.http import Http404

from league.models.competitions import Competition, Fixture, Round
from league.models.leagues import AuditEntry, League
from league.models.seasons import Entrant, Season
from league.rules.competitions.brackets import bracket_of
from league.rules.competitions.results import TeamResult
from league.rules.exchange import document as rules
from league.rules.exchange.document import (
    CompetitionPart,
    DatePart,
    EntrantPart,
    FixturePart,
    LeagueDocument,
    LeaguePart,
    LogPart,
    MemberPart,
    Numbers,
    PairPart,
    PersonPart,
    RoundPart,
    SeasonPart,
    SidePart,
    TeamPart,
    VersionPart,
)
from league.rules.history.match_facts import MatchFacts
from league.rules.house_rule_versions import EffectiveFrom
from league.rules.league_templates import PlannedCompetition
from league.rules.seasons import FinalPlace
from league.selectors.access import get_managed_league
from league.selectors.competitions.playoffs import BRACKET, GROUPS, SEEDING
from league.selectors.competitions.results import OWED, PARTS
from league.selectors.league_file_matches import (
    export_comment,
    export_match,
    export_posts,
    format_optional_time,
    format_time,
)
from people.models import Person
from teams.models import Team
from teams.selectors.access import Viewer
from teams.selectors.team_file import build_team_document

# The entry about an import belongs to the site that imported the league.
IMPORTED = "imported"


def league_file(uid: str, viewer: Viewer) -> bytes:
    """Return the league file for its masters."""
    return rules.encode(league_document(get_managed_league(uid, viewer).league))


def league_file_of(uid: str) -> bytes:
    """Return the league file of any league, for operators."""
    league = League.objects.filter(uid=uid).first()
    if league is None:
        raise Http404("This league does not exist.")
    return rules.encode(league_document(league))


def league_document(league: League) -> LeagueDocument:
    """Build the document. Queries: one per kind of object, and one per team."""
    teams = list(
        Team.objects.filter(entrants__season__league=league).distinct().order_by("pk")
    )
    people = sorted(_people(league), key=lambda one: one.username)
    numbers = Numbers(
        people={one.pk: number for number, one in enumerate(people, start=1)},
        teams={one.pk: number for number, one in enumerate(teams, start=1)},
    )
    names = {one.pk: one.username for one in people}
    return LeagueDocument(
        format=rules.FORMAT,
        schema=rules.SCHEMA,
        league=_league(league),
        people=tuple(
            PersonPart(
                username=one.username,
                display_name=one.display_name,
                is_gone=one.is_deleted,
            )
            for one in people
        ),
        members=tuple(_members(league, names)),
        rules=tuple(_versions(league, names)),
        teams=tuple(
            TeamPart(owner=names[one.owner_id], document=build_team_document(one))
            for one in teams
        ),
        seasons=tuple(
            _season(one, names, numbers) for one in league.seasons.order_by("number")
        ),
        news=tuple(export_posts(league, names)),
        log=tuple(_log(league, names)),
    )


def _people(league: League) -> QuerySet[Person]:
    """Return everyone the file names."""
    fixtures = Fixture.objects.filter(competition__season__league=league)
    entrants = Entrant.objects.filter(season__league=league)
    ids = chain(
        league.memberships.values_list("person", flat=True),
        league.rules_versions.values_list("author", flat=True),
        _lines(league).values_list("actor", flat=True),
        league.posts.values_list("author", flat=True),
        entrants.values_list("person", flat=True),
        entrants.values_list("team__owner", flat=True),
        fixtures.values_list("date_steps__person", flat=True),
        fixtures.values_list("comments__author", flat=True),
        fixtures.values_list("comments__removed_by", flat=True),
        fixtures.values_list("match__arranged_by", flat=True),
        fixtures.values_list("match__places__person", flat=True),
        fixtures.values_list("match__places__choice_by", flat=True),
        fixtures.values_list("match__reports__author", flat=True),
        fixtures.values_list("match__corrections__author", flat=True),
        fixtures.values_list("match__reports__answers__person", flat=True),
    )
    return Person.objects.filter(pk__in={one for one in ids if one is not None})


def _league(league: League) -> LeaguePart:
    return LeaguePart(
        uid=league.uid,
        name=league.name,
        blurb=league.blurb,
        place=league.place,
        dates=league.dates if league.dates.text else None,
        visibility=league.visibility,
        admission=league.admission,
        stage=league.stage,
        template=league.template,
        confirmation_days=league.confirmation_days,
        decision_days=league.decision_days,
        created=format_time(league.created),
    )


def _members(league: League, names: dict[int, str]) -> Iterator[MemberPart]:
    for one in league.memberships.order_by("pk"):
        yield MemberPart(
            person=names[one.person_id],
            role=one.role,
            joined=format_time(one.joined),
            left=format_optional_time(one.left),
            is_kept_out=one.is_kept_out,
        )


def _versions(league: League, names: dict[int, str]) -> Iterator[VersionPart]:
    for one in league.rules_versions.order_by("number"):
        yield VersionPart(
            number=one.number,
            changes=one.changes,
            told=tuple(one.told),
            reason=one.reason,
            author=names[one.author_id],
            created=format_time(one.created),
            moment=EffectiveFrom(one.moment),
            in_force=format_optional_time(one.in_force),
            withdrawn=format_optional_time(one.withdrawn),
        )


def _lines(league: League) -> QuerySet[AuditEntry]:
    return AuditEntry.objects.filter(league=league).exclude(kind=IMPORTED)


def _log(league: League, names: dict[int, str]) -> Iterator[LogPart]:
    for one in _lines(league).order_by("pk"):
        yield LogPart(
            kind=one.kind,
            actor=names.get(one.actor_id or 0),
            wording=one.wording,
            is_override=one.is_override,
            created=format_time(one.created),
        )


def _season(season: Season, names: dict[int, str], numbers: Numbers) -> SeasonPart:
    entrants = list(season.entrants.select_related("rules").order_by("pk"))
    numbers = numbers.with_entrants(
        {one.pk: number for number, one in enumerate(entrants, start=1)}
    )
    final = season.final_table
    return SeasonPart(
        number=season.number,
        name=season.name,
        stage=season.stage,
        is_entry_closed=season.is_entry_closed,
        seed=season.seed,
        created=format_time(season.created),
        started=format_optional_time(season.started),
        closed=format_optional_time(season.closed),
        final_table=None
        if final is None
        else numbers.final_table(msgspec.convert(final, tuple[FinalPlace, ...])),
        entrants=tuple(_entrant(one, names, numbers) for one in entrants),
        apart=tuple(
            PairPart(
                one=numbers.entrants[one.one_id],
                other=numbers.entrants[one.other_id],
                reason=one.reason,
            )
            for one in season.forbidden_pairs.order_by("pk")
        ),
        competitions=tuple(
            _competition(one, numbers)
            for one in season.competitions.prefetch_related("rounds").order_by("number")
        ),
        fixtures=tuple(
            _fixture(one, number, names, numbers)
            for number, one in enumerate(_fixtures(season), start=1)
        ),
    )


def _entrant(one: Entrant, names: dict[int, str], numbers: Numbers) -> EntrantPart:
    return EntrantPart(
        team=numbers.teams[one.team_id],
        person=names[one.person_id],
        rules=one.rules.number,
        lot=str(one.lot),
        stage=one.stage,
        group=one.group,
        club=one.club,
        seeding=one.seeding,
        adjustment=one.adjustment,
        adjustment_reason=one.adjustment_reason,
        replaces=numbers.entrants[one.replaces_id] if one.replaces_id else None,
        joined=format_time(one.joined),
        left=format_optional_time(one.left),
    )


def _competition(one: Competition, numbers: Numbers) -> CompetitionPart:
    held = dict(one.settings)
    bracket, seeding = held.pop(BRACKET, None), held.pop(SEEDING, None)
    groups = held.pop(GROUPS, None)
    to_file = numbers.entrants.__getitem__
    return CompetitionPart(
        number=one.number,
        plan=msgspec.convert(held, PlannedCompetition),
        stage=one.stage,
        seed=one.seed,
        created=format_time(one.created),
        rounds=tuple(_round(each, numbers) for each in one.rounds.all()),
        bracket=bracket and bracket_of(bracket),
        seeding=None if seeding is None else tuple(map(to_file, seeding)),
        groups=groups
        and {name: tuple(map(to_file, each)) for name, each in groups.items()},
    )


def _round(one: Round, numbers: Numbers) -> RoundPart:
    return RoundPart(
        number=one.number,
        name=one.name,
        opens=format_optional_time(one.opens),
        closes=format_optional_time(one.closes),
        closed=format_optional_time(one.closed),
        ratings={numbers.teams[int(team)]: it for team, it in one.ratings.items()},
    )


def _fixtures(season: Season) -> QuerySet[Fixture]:
    return (
        Fixture.objects.filter(competition__season=season)
        .select_related("match", "competition", "round", "rules")
        .prefetch_related(
            "sides",
            "date_steps",
            "comments",
            "match__places",
            "match__reports__answers",
            "match__corrections",
            "match__settlements__steps__place",
            "match__settlements__report",
        )
        .order_by("pk")
    )


def _fixture(
    one: Fixture, number: int, names: dict[int, str], numbers: Numbers
) -> FixturePart:
    outcome = one.outcome and msgspec.convert(
        one.outcome[PARTS], tuple[TeamResult, ...]
    )
    facts = one.facts and msgspec.convert(one.facts, MatchFacts)
    return FixturePart(
        competition=one.competition.number,
        number=one.number,
        leg=one.leg,
        round=one.round.number if one.round else None,
        is_bye=one.is_bye,
        sides=tuple(
            SidePart(
                entrant=numbers.entrants[side.entrant_id] if side.entrant_id else None,
                side=side.side,
                slot=side.slot,
            )
            for side in one.sides.all()
        ),
        match=export_match(one.match, names, numbers) if one.match else None,
        outcome=numbers.outcome(outcome) if outcome else None,
        owed=one.outcome.get(OWED) if one.outcome else None,
        rules=one.rules.number if one.rules else None,
        facts=numbers.facts(facts, match=number) if facts else None,
        why=tuple(one.why),
        missed=tuple(numbers.entrants[entry] for entry in one.missed),
        override_reason=one.override_reason,
        challenge=one.challenge,
        agreed_for=format_optional_time(one.agreed_for),
        created=format_time(one.created),
        dates=tuple(
            DatePart(
                person=names[step.person_id],
                kind=step.kind,
                dates=tuple(
                    format_time(datetime.fromtimestamp(date, UTC))
                    for date in step.dates
                ),
                words=step.words,
                created=format_time(step.created),
            )
            for step in one.date_steps.all()
        ),
        comments=tuple(export_comment(each, names) for each in one.comments.all()),
    )
