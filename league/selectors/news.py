"""News of a league, and everything a new issue is drafted from."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import msgspec
from django.db.models import QuerySet
from django.http import Http404

from kernel.ids import TeamId
from league.models import Entrant, Fixture, League, Post, Season
from league.models.news import PostStage
from league.models.seasons import EntrantStage, SeasonStage
from league.rules.errata import revise_issue
from league.rules.match_facts import MatchFacts
from league.rules.newsletter import (
    Ended,
    Injured,
    IssueFacts,
    NextGame,
    correction_line,
)
from league.rules.seasons import FinalPlace
from league.selectors.access import Standpoint, league_seen
from league.selectors.corrected import (
    Erratum,
    list_errata,
    moves_since,
    retold,
    told_before,
    was_corrected,
)
from league.selectors.fixtures import FixtureLine, season_fixtures
from league.selectors.leagues import LeagueHead, head_of, master_of, season_last
from people.selectors import day_words, moment_words, preferences
from rulebook.catalogue import catalogue
from teams.rules.words import ninja_name
from teams.selectors import Viewer, state_of

COMING = 8
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True, kw_only=True)
class PostLine:
    """An issue as it is shown, with its Markdown."""

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


def posts_queryset(standpoint: Standpoint) -> QuerySet[Post]:
    """Latest first; drafts are for those who run the league."""
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
    """Another one after every edit: the moment of the last one, in microseconds."""
    return (post.edited - EPOCH) // timedelta(microseconds=1)


def post_page(uid: str, viewer: Viewer, number: int) -> PostPage:
    standpoint = league_seen(uid, viewer)
    post = posts_queryset(standpoint).filter(number=number).first()
    if post is None:
        raise Http404("There is no such issue.")
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
    """The newest issue of a league, for its front page. One query."""
    found = Post.objects.filter(league__uid=uid, stage=PostStage.PUBLISHED)
    post = found.select_related("author").order_by("-published").first()
    return post_line(post) if post else None


def told_until(league: League) -> datetime | None:
    """Up to when the issues so far have told what happened."""
    last = league.posts.order_by("-number").first()
    return last.until if last else None


def draft_waits(standpoint: Standpoint) -> bool:
    """Whether a master finds a draft: there is no second one beside it."""
    drafts = standpoint.league.posts.filter(stage=PostStage.DRAFT)
    return standpoint.is_master and drafts.exists()


def issue_facts(league: League, number: int, since: datetime | None) -> IssueFacts:
    """Everything since a moment, for the season that runs or ran last."""
    season = season_last(league)
    season.league = league
    earlier, results = _matches(league, since)
    corrected = retold(league, since)
    # One text for everybody: in the zone of whoever runs the league, and it says so.
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
    """Whether since then a season was closed, a match settled, or one corrected that
    was told of."""
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
    """Those that were told of, and those that were not. Two queries at most."""
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
        state = state_of(entrant.team)
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
    # The round that is on, and whatever has a date.
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
