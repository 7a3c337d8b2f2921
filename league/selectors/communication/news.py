"""News of a league, and the data for a new issue."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import msgspec
from django.db.models import QuerySet
from django.http import Http404

from challenges.models import Correction
from challenges.rules.reports.match_report import MatchReport, read_report
from challenges.rules.stages import CorrectionStage
from challenges.selectors.corrections import get_report_before
from challenges.selectors.match_host import get_host
from kernel.ids import TeamId
from league.models.communication import Post, PostStage
from league.models.competitions import Fixture
from league.models.leagues import League
from league.models.seasons import Entrant, EntrantStage, Season, SeasonStage
from league.rules.competitions.results import Result
from league.rules.history.match_facts import MatchFacts
from league.rules.history.newsletter import (
    Corrected,
    Ended,
    Injured,
    IssueFacts,
    NextGame,
    correction_line,
    revise_issue,
)
from league.rules.history.statistics import Move, movement
from league.rules.seasons import FinalPlace
from league.selectors.access import LeagueAccess, get_visible_league
from league.selectors.competitions.fixtures import FixtureLine, season_fixtures
from league.selectors.competitions.results import (
    entries_of,
    get_season_results,
    outcome_as,
    result_with,
)
from league.selectors.house_rules import rules_of
from league.selectors.leagues import LeagueHead, head_of, master_of, season_last
from people.selectors import day_words, moment_words, preferences
from rulebook.catalogue import catalogue
from teams.rules.phrases import ninja_name
from teams.selectors.access import Viewer
from teams.selectors.journal_store import get_state

COMING = 8
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True, kw_only=True)
class PostLine:
    """An issue with its Markdown text."""

    number: int
    title: str
    text: str
    author: str
    is_draft: bool
    published: datetime | None
    edited: datetime
    version: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PostPage:
    head: LeagueHead
    post: PostLine
    errata: tuple[Erratum, ...]
    needs_revision: bool  # something was corrected since the issue was edited

    @property
    def notes(self) -> tuple[str, ...]:
        """Return a line of Markdown for each corrected result."""
        return tuple(
            correction_line(one.correction, challenge_names()) for one in self.errata
        )

    @property
    def revised_text(self) -> str:
        """Return the text with all corrections worked in."""
        new = [one for one in self.errata if one.corrected_at > self.post.edited]
        return revise_issue(
            self.post.text, [one.correction for one in new], challenge_names()
        )


def posts_queryset(standpoint: LeagueAccess) -> QuerySet[Post]:
    """Return the issues, newest first; drafts only for masters."""
    found = standpoint.league.posts.select_related("author", "league")
    if not standpoint.is_master:
        found = found.filter(stage=PostStage.PUBLISHED)
    return found


def post_line(post: Post) -> PostLine:
    return PostLine(
        number=post.number,
        title=post.title,
        text=post.text,
        author=str(post.author) if post.author else "",
        is_draft=post.stage == PostStage.DRAFT,
        published=post.published,
        edited=post.edited,
        version=post_version(post),
    )


def post_version(post: Post) -> int:
    """Return a number that changes with every edit."""
    return (post.edited - EPOCH) // timedelta(microseconds=1)


def get_post_page(uid: str, viewer: Viewer, number: int) -> PostPage:
    standpoint = get_visible_league(uid, viewer)
    post = posts_queryset(standpoint).filter(number=number).first()
    if post is None:
        raise Http404("This issue does not exist.")
    errata = list_errata(post)
    return PostPage(
        head=head_of(standpoint),
        post=post_line(post),
        errata=errata,
        needs_revision=any(one.corrected_at > post.edited for one in errata),
    )


def challenge_names() -> dict[str, str]:
    return {str(slug): one.name for slug, one in catalogue().challenges.items()}


def posts_reporting(fixture: Fixture) -> list[Post]:
    """Return the issues that have to be revised because a match was corrected."""
    league = fixture.competition.season.league
    return [
        post
        for post in league.posts.select_related("league")
        if any(fixture.pk == one.fixture_id for one in list_errata(post))
    ]


def latest_post(uid: str) -> PostLine | None:
    """Return the newest issue of a league. Queries: 1."""
    found = Post.objects.filter(league__uid=uid, stage=PostStage.PUBLISHED)
    post = found.select_related("author").order_by("-published").first()
    return post_line(post) if post else None


def told_until(league: League) -> datetime | None:
    """Return until when the issues so far have covered events."""
    last = league.posts.order_by("-number").first()
    return last.until if last else None


def draft_waits(standpoint: LeagueAccess) -> bool:
    """Return whether there is a draft; a league has at most one."""
    drafts = standpoint.league.posts.filter(stage=PostStage.DRAFT)
    return standpoint.is_master and drafts.exists()


def issue_facts(league: League, number: int, since: datetime | None) -> IssueFacts:
    """Return everything since a moment for the current or last season."""
    season = season_last(league)
    season.league = league
    earlier, results = _matches(league, since)
    corrected = list_corrected_results(league, since)
    # All readers get the same text, in the time zone of the ninja master, and it says
    # so.
    zone, _ = preferences(master_of(league))
    return IssueFacts(
        league=league.name,
        season=season.name,
        number=number,
        earlier=earlier,
        results=results,
        corrected=tuple(one.words for one in corrected),
        ended=tuple(map(_ended, _closed(league, since))),
        moves=moves_since(season, since, corrected),
        injured=tuple(_injured(season)),
        coming=tuple(_coming(one, zone) for one in _waiting(season)),
        challenges=challenge_names(),
        titles=tuple(
            league.posts.filter(number__lt=number)
            .order_by("number")
            .values_list("title", flat=True)
        ),
    )


def has_news(league: League, since: datetime | None) -> bool:
    """Return whether a season was closed, or a match settled or corrected, since
    then."""
    if _closed(league, since).exists():
        return True
    found = Fixture.objects.filter(
        competition__season__league=league, facts__isnull=False
    )
    if since is None:
        return found.exists()
    is_new = found.filter(match__settled__gt=since).exists()
    return is_new or was_corrected(league, since)


def _closed(league: League, since: datetime | None) -> QuerySet[Season]:
    found = league.seasons.filter(closed__isnull=False).order_by("number")
    return found if since is None else found.filter(closed__gt=since)


def _ended(season: Season) -> Ended:
    places = msgspec.convert(season.final_table or [], list[FinalPlace])
    champions = tuple(one.name for one in places if one.is_champion)
    return Ended(season=season.name, champions=champions)


def _matches(
    league: League, since: datetime | None
) -> tuple[tuple[MatchFacts, ...], tuple[MatchFacts, ...]]:
    """Return the matches that earlier issues covered, and the new ones. Queries: at
    most 2."""
    found = Fixture.objects.filter(
        competition__season__league=league, facts__isnull=False
    )
    told = set[int]()
    if since is not None:
        told = set(told_before(found, since).values_list("pk", flat=True))
    old: list[MatchFacts] = []
    new: list[MatchFacts] = []
    rows = found.order_by("match__settled", "pk").values_list("pk", "facts")
    for pk, facts in rows:
        (old if pk in told else new).append(msgspec.convert(facts, MatchFacts))
    return tuple(old), tuple(new)


def _injured(season: Season) -> list[Injured]:
    entrants = Entrant.objects.filter(season=season, stage=EntrantStage.ACTIVE)
    book = catalogue()
    found = []
    for entrant in entrants.select_related("team").order_by("team__name", "pk"):
        state = get_state(entrant.team)
        found += [
            Injured(
                team=entrant.team.name,
                name=ninja_name(state, one.id, book),
                matches=one.games_to_miss,
            )
            for one in state.ninja
            if one.is_absent
        ]
    return found


def _waiting(season: Season) -> list[FixtureLine]:
    if season.stage == SeasonStage.CLOSED:
        return []
    waiting = [
        one
        for one in season_fixtures(season)
        if one.is_waiting and all(side.team_id for side in one.sides)
    ]
    waiting.sort(key=lambda one: (one.round_number, one.number))
    # The current round, and every match with a date.
    first = waiting[0].round_number if waiting else 0
    next_ones = [one for one in waiting if one.agreed_for or one.round_number == first]
    return next_ones[:COMING]


def _coming(line: FixtureLine, zone: ZoneInfo) -> NextGame:
    when = ""
    if line.agreed_for is not None:
        when = moment_words(line.agreed_for, zone)
    elif line.closes is not None:
        when = f"until {day_words(line.closes, zone)}"
    return NextGame(
        teams=tuple(TeamId(side.team_id or 0) for side in line.sides),
        names=tuple(side.name for side in line.sides),
        heading=line.round or line.competition,
        when=when,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectedResult:
    """A reported match whose result has changed since."""

    fixture: Fixture
    before: MatchReport | None  # as it counted then; nothing if it was void
    reason: str
    corrected_at: datetime

    @property
    def words(self) -> Corrected:
        facts = self.fixture.facts
        match = self.fixture.match
        if match is None:
            raise AssertionError("Only fixtures with a match can be corrected.")
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
    """Return matches that were first settled before a moment. Corrections may settle
    them again."""
    return fixtures.filter(match__settlements__finished__lte=since).distinct()


def was_corrected(league: League, since: datetime) -> bool:
    return _amendments(league, since).exists()


def list_corrected_results(
    league: League, since: datetime | None
) -> tuple[CorrectedResult, ...]:
    """Return corrected results in the order of correction. Queries: 2, and 3 for
    each match."""
    if since is None:
        return ()
    first: dict[int, Correction] = {}
    last: dict[int, Correction] = {}
    for one in _amendments(league, since).order_by("finished", "pk"):
        first.setdefault(one.match_id, one)
        last.pop(one.match_id, None)
        last[one.match_id] = one
    found = Fixture.objects.filter(match__in=last).select_related(
        "match", "competition", "rules"
    )
    fixtures = {one.match_id: one for one in told_before(found, since)}
    return tuple(
        CorrectedResult(
            fixture=fixtures[match],
            before=before,
            reason=one.reason,
            corrected_at=one.finished or since,
        )
        for match, one in last.items()
        if match in fixtures
        # Results that were corrected and then restored are as reported.
        for before in [get_report_before(one.match, first[match].number)]
        if before != (None if one.content is None else read_report(one.content))
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
        for one in list_corrected_results(league, post.until)
        if one.fixture.pk in told and not _is_worked_in(post, one.corrected_at)
    )


def _is_worked_in(post: Post, corrected_at: datetime) -> bool:
    """Return whether a draft was edited between a correction and its publication."""
    was_out = post.published is not None and post.published <= corrected_at
    return not was_out and post.edited > corrected_at


def _told_in(league: League, since: datetime | None, until: datetime) -> set[int]:
    """Return the fixtures that were settled or corrected in a period."""
    of_league = Fixture.objects.filter(competition__season__league=league)
    told = set(told_before(of_league, until).values_list("pk", flat=True))
    if since is None:
        return told
    older = set(told_before(of_league, since).values_list("pk", flat=True))
    again = _amendments(league, since).filter(finished__lte=until)
    return (told - older) | set(again.values_list("match__fixture", flat=True))


def moves_since(
    season: Season, since: datetime | None, corrected: tuple[CorrectedResult, ...]
) -> tuple[Move, ...]:
    """Return how the standings moved since a moment."""
    facts = get_season_results(season)
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


def _amendments(league: League, since: datetime) -> QuerySet[Correction]:
    return Correction.objects.filter(
        match__fixture__competition__season__league=league,
        stage=CorrectionStage.DONE,
        finished__gt=since,
    ).select_related("match")


def _result(one: CorrectedResult) -> Result | None:
    """Return the result as it was reported then."""
    match = one.fixture.match
    if one.before is None or match is None:
        return None
    terms = get_host(match).terms(match)
    outcome = outcome_as(one.before, match, terms, entries_of(one.fixture))
    held = one.fixture.rules
    return result_with(one.fixture, outcome, rules_of(held) if held else None)
