"""Reminders of dates, of answers that are due, and of rounds that close."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from django.db import transaction
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone

from challenges.models import Match
from challenges.rules.stages import MatchStage
from league.models import Fixture
from league.models.leagues import LeagueStage
from league.models.notices import NoticeKind
from league.rules.dates import DAY, Moment, Talks, reminders
from league.selectors.dates import steps_of, talks_of, window_of
from league.services.notices import Words, tell
from league.services.telling import report_reminder
from people.selectors import moment_words

AT_ONCE = 500


def reminders_send_due() -> int:
    """Remind everybody whose moment has come; the clock calls this."""
    now = timezone.now()
    soon = (now, now + timedelta(days=1))
    waiting = Fixture.objects.filter(match__stage=MatchStage.ARRANGED).filter(
        Q(agreed_for__range=soon)
        | Q(agreed_for=None, round__closes__range=soon)
        | Q(agreed_for=None, date_steps__isnull=False)
    )
    ids = waiting.order_by("pk").values_list("pk", flat=True).distinct()
    of_dates = sum(_remind(one, int(now.timestamp())) for one in ids[:AT_ONCE])
    return of_dates + _remind_of_reports(now)


def _remind_of_reports(now: datetime) -> int:
    """Who has a day left to say yes or no, and masters without whom nothing counts,
    once in every time that the league gives them."""
    soon = Q(match__confirm_by__range=(now, now + timedelta(days=1)))
    due = Fixture.objects.filter(
        soon | Q(match__confirm_by=None),
        match__stage=MatchStage.REPORTED,
        competition__season__league__stage=LeagueStage.RUNNING,
    )
    due = due.filter(Q(reminded=None) | Q(reminded__lt=now - timedelta(days=1)))
    ids = due.order_by("match__reported", "pk").values_list("pk", flat=True)
    return sum(_remind_of_report(one, now) for one in ids[:AT_ONCE])


@transaction.atomic
def _remind_of_report(fixture_id: int, now: datetime) -> bool:
    fixture = (
        Fixture.objects.select_for_update(of=("self",))
        .select_related("match", "competition__season__league")
        .get(pk=fixture_id)
    )
    match, league = fixture.match, fixture.competition.season.league
    if match is None or match.reported is None or match.stage != MatchStage.REPORTED:
        return False
    if not _is_due(fixture, match, now):
        return False
    awaited, words = report_reminder(match)
    address = reverse("challenges:match", args=[match.uid])
    tell(awaited, NoticeKind.REMINDER, words, address, league=league)
    fixture.reminded = now
    fixture.save(update_fields=["reminded"])
    return True


def _is_due(fixture: Fixture, match: Match, now: datetime) -> bool:
    """Since the report, players are reminded once and masters again and again."""
    if match.reported is None:
        return False
    since = max(match.reported, fixture.reminded or match.reported)
    if match.confirm_by is not None:
        return since == match.reported
    days = fixture.competition.season.league.confirmation_days
    return now - since >= timedelta(days=days)


@transaction.atomic
def _remind(fixture_id: int, now: Moment) -> bool:
    fixture = (
        Fixture.objects.select_for_update(of=("self",))
        .select_related("round", "competition__season__league")
        .get(pk=fixture_id)
    )
    talks, window = talks_of(fixture), window_of(fixture)
    steps = steps_of(fixture)
    # Whoever has just spoken needs no reminder of what they spoke about.
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
    tell(people, NoticeKind.REMINDER, words, address, league=league)
    fixture.reminded = datetime.fromtimestamp(now, UTC)
    fixture.save(update_fields=["reminded"])
    return True


def _reminder(
    fixture: Fixture, talks: Talks, deadline: Moment
) -> tuple[set[int], Words]:
    """Whom it concerns, and what they are told."""
    sides = [
        side.entrant
        for side in fixture.sides.select_related("entrant__team").order_by("number")
        if side.entrant is not None
    ]
    title = " against ".join(str(one) for one in sides)
    moment = datetime.fromtimestamp(deadline, UTC)

    def told(words: str) -> Words:
        return lambda zone: f"{words} {moment_words(moment, zone)}."

    everybody = {one.person_id for one in sides}
    if talks.agreed is not None:
        return everybody, told(f"{title} is on")
    if talks.answer_by == deadline:
        late = {one.person_id for one in sides if one.pk in talks.waiting_for}
        return late, told(f"Dates for {title} wait for your answer until")
    return everybody, told(f"{title} has no date yet, and its round closes on")
