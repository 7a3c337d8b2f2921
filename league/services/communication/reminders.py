"""Reminders, sent a day before dates, deadlines and the end of rounds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils import timezone

from challenges.models import Match, Settlement
from challenges.rules.stages import MatchStage, SettlementStage
from challenges.selectors.match_host import get_host
from challenges.services.settlements import is_settling
from league.models.communication import Notification, NotificationKind, OutgoingEmail
from league.models.competitions import Fixture
from league.models.leagues import LeagueStage
from league.rules.match_dates import DAY, Talks, Timestamp, reminders
from league.selectors.competitions.match_dates import steps_of, talks_of, window_of
from league.services.communication.match_notifications import (
    get_match_title,
    get_report_reminder,
)
from league.services.communication.notifications import NotificationText, notify
from people.selectors import moment_words
from teams.selectors.journal_store import get_state

AT_ONCE = 500
BEFORE = timedelta(days=1)


def send_due_reminders() -> int:
    """Send every reminder that is due, once. Called by the clock."""
    now = timezone.now()
    dates = sum(_remind(one, int(now.timestamp())) for one in _fixtures_due(now))
    return dates + sum(_remind_of(one) for one in _matters_due(now))


def _fixtures_due(now: datetime) -> Iterator[int]:
    soon = (now, now + BEFORE)
    waiting = Fixture.objects.filter(
        match__stage=MatchStage.ARRANGED,
        competition__season__league__stage=LeagueStage.RUNNING,
    ).filter(
        Q(agreed_for__range=soon)
        | Q(agreed_for=None, round__closes__range=soon)
        | Q(agreed_for=None, date_steps__isnull=False)
    )
    return _in_pages(waiting)


def _in_pages(found: QuerySet[Any]) -> Iterator[int]:
    """Yield all ids, page by page, so that no page hides a later one that is due."""
    last = 0
    while page := list(
        found.filter(pk__gt=last)
        .order_by("pk")
        .values_list("pk", flat=True)
        .distinct()[:AT_ONCE]
    ):
        yield from page
        last = page[-1]


@dataclass(frozen=True, slots=True, kw_only=True)
class DueReminder:
    """A reminder about a match. People notified after `since` do not get it."""

    match: Match
    people: frozenset[int]
    words: NotificationText
    since: datetime


def _matters_due(now: datetime) -> Iterator[DueReminder]:
    yield from _reports_due(now)
    yield from _choices_due(now)
    yield from _unreported(now)


def _reports_due(now: datetime) -> Iterator[DueReminder]:
    """Yield reports that will confirm themselves, or that wait for a master."""
    found = _under_way().filter(
        Q(confirm_by__range=(now, now + BEFORE)) | Q(confirm_by=None),
        stage=MatchStage.REPORTED,
    )
    for pk in _in_pages(found):
        match = found.filter(pk=pk).first()
        if match is None or match.reported is None:
            continue
        if match.confirm_by is not None:
            since = match.confirm_by - BEFORE
        else:
            since = now - timedelta(days=get_host(match).terms(match).confirmation_days)
            if match.reported > since:
                continue
        people, words = get_report_reminder(match)
        yield DueReminder(match=match, people=people, words=words, since=since)


def _choices_due(now: datetime) -> Iterator[DueReminder]:
    found = Settlement.objects.filter(
        stage=SettlementStage.OPEN, decide_by__range=(now, now + BEFORE)
    ).select_related("match")
    for pk in _in_pages(found):
        if owed := found.filter(pk=pk).first():
            title = get_match_title(owed.match)
            yield DueReminder(
                match=owed.match,
                people=frozenset(_undecided(owed)),
                words=_until(
                    f"You have choices to make after {title}. Moonlight makes them for"
                    " you after",
                    owed.decide_by,
                ),
                since=owed.decide_by - BEFORE,
            )


def _unreported(now: datetime) -> Iterator[DueReminder]:
    begun = (now - 2 * BEFORE, now - BEFORE)
    found = _under_way().filter(stage=MatchStage.OPEN, opened__range=begun)
    for pk in _in_pages(found):
        if (match := found.filter(pk=pk).first()) and match.opened:
            yield DueReminder(
                match=match,
                people=frozenset(match.places.values_list("person_id", flat=True)),
                words=(
                    f"{get_match_title(match)} has started, but no one has reported it."
                ),
                since=match.opened,
            )


def _under_way() -> QuerySet[Match]:
    """Return matches outside archived leagues."""
    return Match.objects.exclude(
        fixture__competition__season__league__stage=LeagueStage.ARCHIVED
    )


def _until(words: str, moment: datetime) -> NotificationText:
    return lambda zone: f"{words} {moment_words(moment, zone)}."


@transaction.atomic
def _remind_of(matter: DueReminder) -> bool:
    """Send the reminder to everyone who has not had it, on the site or by email."""
    address = reverse("challenges:match", args=[matter.match.uid])
    known: set[int] = set()
    for outbox in (Notification, OutgoingEmail):
        told = outbox.objects.filter(
            kind=NotificationKind.REMINDER, address=address, created__gte=matter.since
        )
        known |= set(told.values_list("person", flat=True))
    people = matter.people - known
    fixture = Fixture.objects.filter(match=matter.match).first()
    league = fixture.competition.season.league if fixture else None
    notify(people, NotificationKind.REMINDER, matter.words, address, league=league)
    return bool(people)


def _undecided(settlement: Settlement) -> Iterator[int]:
    """Yield the owners of teams with open choices after this match."""
    match = settlement.match
    for place in match.places.select_related("team"):
        if place.team and is_settling(get_state(place.team), match):
            yield place.person_id


@transaction.atomic
def _remind(fixture_id: int, now: Timestamp) -> bool:
    fixture = (
        Fixture.objects.select_for_update(of=("self",))
        .select_related("round", "competition__season__league")
        .get(pk=fixture_id)
    )
    talks, window = talks_of(fixture), window_of(fixture)
    steps = steps_of(fixture)
    # Skip reminders that were due before the last step of the date log.
    quiet_since = steps[-1].at if steps else 0
    if fixture.reminded is not None:
        quiet_since = max(quiet_since, int(fixture.reminded.timestamp()))
    due = [
        one for one in reminders(window, talks) if quiet_since < one <= now < one + DAY
    ]
    if not due:
        return False
    people, words = _reminder(fixture, talks, due[0] + DAY)
    league = fixture.competition.season.league
    address = reverse("league:fixture", args=[league.uid, fixture.pk])
    notify(people, NotificationKind.REMINDER, words, address, league=league)
    fixture.reminded = datetime.fromtimestamp(now, UTC)
    fixture.save(update_fields=["reminded"])
    return True


def _reminder(
    fixture: Fixture, talks: Talks, deadline: Timestamp
) -> tuple[set[int], NotificationText]:
    """Return the recipients and the text of a reminder."""
    sides = [
        side.entrant
        for side in fixture.sides.select_related("entrant__team").order_by("number")
        if side.entrant is not None
    ]
    title = " against ".join(str(one) for one in sides)
    moment = datetime.fromtimestamp(deadline, UTC)
    everybody = {one.person_id for one in sides}
    if talks.agreed is not None:
        return everybody, _until(f"{title} is on", moment)
    if talks.answer_by == deadline:
        late = {one.person_id for one in sides if one.pk in talks.waiting_for}
        return late, _until(f"Answer the dates for {title} by", moment)
    words = f"{title} has no date yet, and its round closes on"
    return everybody, _until(words, moment)
