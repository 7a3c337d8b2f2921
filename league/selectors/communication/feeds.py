"""News feeds and calendars, with the keys that open them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from zoneinfo import ZoneInfo

from django.contrib.auth.models import AnonymousUser
from django.db.models import Case, Q, QuerySet, Value, When
from django.db.models.functions import Coalesce
from django.http import Http404
from django.utils import timezone

from challenges.rules.stages import MatchStage
from league.models.communication import FeedKey, PostStage
from league.models.competitions import Fixture, FixtureSide
from league.models.leagues import League
from league.selectors.access import get_visible_league
from league.selectors.communication.news import PostLine, post_line
from people.models import Person
from people.selectors import preferences
from teams.selectors.access import Viewer

POSTS = 20
FIXTURES = 500
_NEXT, _LATE, _OVER = range(3)


@dataclass(frozen=True, slots=True, kw_only=True)
class NewsFeed:
    uid: str
    league: str
    blurb: str
    posts: tuple[PostLine, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Appointment:
    """A match in a calendar: at its date, or at the deadline of its round."""

    id: int
    title: str
    league: str
    league_uid: str
    heading: str
    begins: datetime | None
    until: date | None
    match: str
    changed: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Agenda:
    name: str
    appointments: tuple[Appointment, ...]


def key_of(person: Person) -> str:
    """Return the person's feed key, or None."""
    found = FeedKey.objects.filter(person=person).values_list("key", flat=True)
    return found.first() or ""


def own_leagues(person: Person) -> tuple[tuple[str, str], ...]:
    """Return uids and names of a person's leagues."""
    found = League.objects.filter(memberships__person=person, memberships__left=None)
    return tuple(found.order_by("name").values_list("uid", "name"))


def person_of_key(key: str) -> Person | None:
    found = FeedKey.objects.filter(key=key, person__is_active=True)
    feed_key = found.select_related("person").first() if key else None
    return feed_key.person if feed_key else None


def news_feed(uid: str, key: str) -> NewsFeed:
    """Return the news of a league. A private league needs the key of a member."""
    league = get_visible_league(uid, _viewer(key)).league
    posts = league.posts.filter(stage=PostStage.PUBLISHED).select_related("author")
    latest = posts.order_by("-published")[:POSTS]
    return NewsFeed(
        uid=league.uid,
        league=league.name,
        blurb=league.blurb,
        posts=tuple(map(post_line, latest)),
    )


def league_agenda(uid: str, key: str) -> Agenda:
    league = get_visible_league(uid, _viewer(key)).league
    found = _fixtures().filter(competition__season__league=league)
    zone = _zone(person_of_key(key))
    return Agenda(name=league.name, appointments=_appointments(found, zone))


def own_agenda(key: str) -> Agenda:
    """Return all matches of the owner of a key."""
    person = person_of_key(key)
    if person is None:
        raise Http404("This calendar does not exist.")
    mine = FixtureSide.objects.filter(entrant__person=person).values("fixture")
    found = _fixtures().filter(pk__in=mine)
    lines = _appointments(found, _zone(person))
    return Agenda(name=f"Matches of {person}", appointments=lines)


def _zone(person: Person | None) -> ZoneInfo:
    """Return the time zone in which the reader's days end."""
    return preferences(person)[0] if person else ZoneInfo("UTC")


def _viewer(key: str) -> Viewer:
    return person_of_key(key) or AnonymousUser()


def _fixtures() -> QuerySet[Fixture]:
    """Return fixtures with a known time: upcoming, then overdue, then finished ones."""
    has_window = Q(match__stage=MatchStage.ARRANGED, round__closes__isnull=False)
    moment = Coalesce("agreed_for", "round__closes")
    is_over = Q(match__stage=MatchStage.SETTLED)
    place = Case(
        When(is_over, then=Value(_OVER)),
        When(moment__lt=timezone.now(), then=Value(_LATE)),
        default=Value(_NEXT),
    )
    return (
        Fixture.objects.filter(Q(agreed_for__isnull=False) | has_window)
        .filter(match__isnull=False)
        .exclude(match__stage__in=(MatchStage.CALLED_OFF, MatchStage.VOID))
        .annotate(moment=moment)
        .annotate(place=place)
        .select_related("match", "round", "competition__season__league")
        .prefetch_related("sides__entrant__team")
        .order_by("place", Case(When(place=_NEXT, then="moment")), "-moment", "pk")
    )


def _appointments(found: QuerySet[Fixture], zone: ZoneInfo) -> tuple[Appointment, ...]:
    return tuple(_appointment(one, zone) for one in found[:FIXTURES])


def _appointment(fixture: Fixture, zone: ZoneInfo) -> Appointment:
    of_round, match = fixture.round, fixture.match
    if match is None:
        raise AssertionError("A calendar only shows fixtures with a match.")
    is_waiting = match.stage == MatchStage.ARRANGED
    league = fixture.competition.season.league
    closes = of_round.closes if of_round and is_waiting else None
    return Appointment(
        id=fixture.pk,
        title=" against ".join(str(side) for side in fixture.sides.all()),
        league=league.name,
        league_uid=league.uid,
        heading=of_round.name if of_round else fixture.competition.name,
        begins=fixture.agreed_for,
        until=closes.astimezone(zone).date() if closes else None,
        match=str(match.uid),
        changed=match.updated,
    )
