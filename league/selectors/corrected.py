"""What was corrected after the newsletter had told of it, and what it had told."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

import msgspec
from django.db.models import QuerySet

from challenges.models import Amendment
from challenges.rules.match_report import MatchReport, read
from challenges.rules.stages import AmendmentStage
from challenges.selectors.corrections import version_before
from challenges.selectors.hosting import host_of
from league.models import Fixture, League, Post, Season
from league.rules.match_facts import MatchFacts
from league.rules.newsletter import Corrected
from league.rules.results import Result
from league.rules.statistics import Move, movement
from league.selectors.house_rules import rules_of
from league.selectors.results import (
    entries_of,
    outcome_as,
    result_with,
    season_facts,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Retold:
    """A match that was told of, and that counts as another one now."""

    fixture: Fixture
    before: MatchReport | None  # as it counted then; nothing if it was void
    reason: str
    corrected_at: datetime

    @property
    def words(self) -> Corrected:
        facts = self.fixture.facts
        match = self.fixture.match
        if match is None:
            raise AssertionError("Only matches are corrected.")
        return Corrected(
            names=tuple(place.name for place in match.places.all()),
            now=facts and msgspec.convert(facts, MatchFacts),
            reason=self.reason,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Erratum:
    """A result of an issue that was corrected later."""

    fixture_id: int
    correction: Corrected
    corrected_at: datetime


def told_before(fixtures: QuerySet[Fixture], since: datetime) -> QuerySet[Fixture]:
    """Those whose match was settled by then for the first time. A correction that
    leaves something open settles a match once more."""
    return fixtures.filter(match__settlements__finished__lte=since).distinct()


def was_corrected(league: League, since: datetime) -> bool:
    return _amendments(league, since).exists()


def retold(league: League, since: datetime | None) -> tuple[Retold, ...]:
    """In the order of the corrections. Two queries, and three for each match."""
    if since is None:
        return ()
    first: dict[int, Amendment] = {}
    last: dict[int, Amendment] = {}
    for one in _amendments(league, since).order_by("finished", "pk"):
        first.setdefault(one.match_id, one)
        last.pop(one.match_id, None)
        last[one.match_id] = one
    found = Fixture.objects.filter(match__in=last).select_related(
        "match", "competition", "rules"
    )
    fixtures = {one.match_id: one for one in told_before(found, since)}
    return tuple(
        Retold(
            fixture=fixtures[match],
            before=before,
            reason=one.reason,
            corrected_at=one.finished or since,
        )
        for match, one in last.items()
        if match in fixtures
        # What was corrected and then put back is as it was told.
        for before in [version_before(one.match, first[match].number)]
        if before != (None if one.content is None else read(one.content))
    )


def list_errata(post: Post) -> tuple[Erratum, ...]:
    """Return the results of an issue that were corrected after it was written, unless
    they were worked into it before it was published.

    Queries: 4, and three for each corrected match.
    """
    league = post.league
    if not was_corrected(league, post.until):
        return ()
    before = league.posts.filter(number__lt=post.number).order_by("-number").first()
    since = before.until if before else None
    told = _told_in(league, since, post.until)
    return tuple(
        Erratum(
            fixture_id=one.fixture.pk,
            correction=one.words,
            corrected_at=one.corrected_at,
        )
        for one in retold(league, post.until)
        if one.fixture.pk in told and not _is_worked_in(post, one.corrected_at)
    )


def _is_worked_in(post: Post, corrected_at: datetime) -> bool:
    """Whether a draft was edited between a correction and its publication."""
    was_out = post.published is not None and post.published <= corrected_at
    return not was_out and post.edited > corrected_at


def _told_in(league: League, since: datetime | None, until: datetime) -> set[int]:
    """Return the fixtures whose result or correction was news in that time."""
    of_league = Fixture.objects.filter(competition__season__league=league)
    told = set(told_before(of_league, until).values_list("pk", flat=True))
    if since is None:
        return told
    older = set(told_before(of_league, since).values_list("pk", flat=True))
    again = _amendments(league, since).filter(finished__lte=until)
    return (told - older) | set(again.values_list("match__fixture", flat=True))


def moves_since(
    season: Season, since: datetime | None, corrected: tuple[Retold, ...]
) -> tuple[Move, ...]:
    """From the table as it stood then to the table now."""
    facts = season_facts(season)
    if since is None:
        return movement((), facts.table())
    of_season = Fixture.objects.filter(competition__season=season)
    counted = {
        *told_before(of_season, since).values_list("pk", flat=True),
        *of_season.filter(is_bye=True, round__closed__lte=since).values_list(
            "pk", flat=True
        ),
    }
    as_told = {one.fixture.pk: _result(one) for one in corrected}
    then = [one for one in facts.results if one.number in counted - as_told.keys()] + [
        as_told[one.fixture.pk]
        for one in corrected
        if one.fixture.competition.season_id == season.pk
    ]
    results = tuple(one for one in then if one is not None)
    old = replace(facts, results=results).table() if results else ()
    return movement(old, facts.table())


def _amendments(league: League, since: datetime) -> QuerySet[Amendment]:
    return Amendment.objects.filter(
        match__fixture__competition__season__league=league,
        stage=AmendmentStage.DONE,
        finished__gt=since,
    ).select_related("match")


def _result(one: Retold) -> Result | None:
    """What it came to as it was told then."""
    match = one.fixture.match
    if one.before is None or match is None:
        return None
    terms = host_of(match).terms(match)
    outcome = outcome_as(one.before, match, terms, entries_of(one.fixture))
    held = one.fixture.rules
    return result_with(one.fixture, outcome, rules_of(held) if held else None)
