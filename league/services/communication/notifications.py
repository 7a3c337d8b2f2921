"""Notifications on the site and by email, with their preferences.

Each email is claimed before it is sent, so that two workers do not send it twice, and
retried if the mail server refuses it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Mapping
from datetime import timedelta
from smtplib import SMTPException
from zoneinfo import ZoneInfo

from django.conf import settings
from django.core import signing
from django.core.mail import EmailMessage
from django.db import transaction
from django.http import Http404
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone

from kernel.errors import Refusal
from league.models.communication import (
    WORDS_LENGTH,
    Notification,
    NotificationKind,
    NotificationPreference,
    OutgoingEmail,
)
from league.models.leagues import League, Role
from league.selectors.communication.notifications import Wish, usual, wishes
from league.signals import letters_owed, notices_written
from people.catalogue import zone
from people.models import Person

log = logging.getLogger(__name__)

AT_ONCE = 200
TRIES = 8
FIRST_PAUSE = timedelta(minutes=1)
KEPT = timedelta(days=30)


def send_due_emails() -> int:
    """Send all emails that are due. Return how many were sent."""
    due = OutgoingEmail.objects.filter(next_try__lte=timezone.now()).order_by(
        "next_try", "pk"
    )
    return sum(
        send_email(letter_id=one) for one in due.values_list("pk", flat=True)[:AT_ONCE]
    )


def send_email(*, letter_id: int) -> bool:
    letter = _claimed(letter_id)
    if letter is None:
        return False
    person = letter.person
    if not person.is_active or not person.email:
        _close(letter, failure="This person no longer has an account.")
        return False
    try:
        _mail(letter).send()
    except (SMTPException, OSError) as error:
        log.warning("Email %s could not be sent: %s", letter_id, error)
        letter.failure = str(error)[:WORDS_LENGTH]
        if letter.attempts >= TRIES:
            letter.next_try = None
        letter.save(update_fields=["failure", "next_try"])
        return False
    _close(letter, sent=True)
    return True


def delete_old_emails() -> int:
    """Delete sent and failed emails after their retention time."""
    old = OutgoingEmail.objects.filter(next_try=None, created__lt=timezone.now() - KEPT)
    return old.delete()[0]


def _claimed(letter_id: int) -> OutgoingEmail | None:
    """Claim the email. Return None if it is not due or another worker has it."""
    now = timezone.now()
    with transaction.atomic():
        letter = (
            OutgoingEmail.objects.select_for_update(of=("self",))
            .filter(pk=letter_id, next_try__lte=now)
            .select_related("person", "league")
            .first()
        )
        if letter is not None:
            letter.next_try = now + FIRST_PAUSE * 2**letter.attempts
            letter.attempts += 1
            letter.save(update_fields=["attempts", "next_try"])
    return letter


def _close(letter: OutgoingEmail, *, sent: bool = False, failure: str = "") -> None:
    letter.next_try, letter.failure = None, failure
    letter.sent = timezone.now() if sent else None
    letter.save(update_fields=["next_try", "failure", "sent"])


def _mail(letter: OutgoingEmail) -> EmailMessage:
    token = make_unsubscribe_token(letter.person_id, letter.kind)
    stop = settings.SITE_ADDRESS + reverse("league:unsubscribe", args=[token])
    context = {
        "letter": letter,
        "link": settings.SITE_ADDRESS + letter.address,
        "stop": stop,
        "switches": settings.SITE_ADDRESS + reverse("league:notice-switches"),
    }
    return EmailMessage(
        # A line break in a subject would start another header.
        subject=" ".join(letter.subject.split()),
        body=render_to_string("league/mail/notice.txt", context),
        to=[letter.person.email],
        headers={
            "List-Unsubscribe": f"<{stop}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
            "Auto-Submitted": "auto-generated",
        },
    )


SALT = "league.unsubscribe"

# How much of a subject most programs show, and how much of it a league's name may take.
SUBJECT_SHOWN = 70
LEAGUE_SHOWN = 36
SUBJECT_LABELS = {
    NotificationKind.REPORTED: "report to confirm",
    NotificationKind.DISPUTED: "disputed report",
    NotificationKind.RULED: "ruling on your match",
    NotificationKind.SETTLED: "after your match",
    NotificationKind.AMENDED: "corrected match",
    NotificationKind.DRAWN: "your next opponent",
    NotificationKind.DATES: "date for your match",
    NotificationKind.REMINDER: "reminder",
    NotificationKind.JOINING: "request to join",
    NotificationKind.ROLES: "roles in the league",
    NotificationKind.RULES: "house rules changed",
    NotificationKind.SEASON: "season news",
    NotificationKind.NEWS: "new newsletter",
    NotificationKind.TABLES: "online game",
    NotificationKind.TALK: "comment on your match",
}


# The text of a notification: the same for all, or in each reader's time zone.
NotificationText = str | Callable[[ZoneInfo], str]


def notify(
    people: Collection[int],
    kind: NotificationKind,
    words: NotificationText,
    address: str,
    *,
    league: League | None = None,
    letter: str = "",
    is_mailed: bool = True,
) -> None:
    """Notify people, by id, with a text and a link.

    Runs in the caller's transaction. `letter` is a longer text for the email.
    """
    each = dict.fromkeys(people, words)
    notify_each(each, kind, address, league=league, letter=letter, is_mailed=is_mailed)


def notify_each(
    each: Mapping[int, NotificationText],
    kind: NotificationKind,
    address: str,
    *,
    league: League | None = None,
    letter: str = "",
    is_on_site: bool = True,
    is_mailed: bool = True,
) -> None:
    """Notify people, by id, each with their own text."""
    if not each:
        return
    there = Person.objects.filter(pk__in=each, is_active=True)
    zones = dict(there.order_by("pk").values_list("pk", "time_zone"))
    wanted = wishes(zones, kind)
    told = {person: _in_zone(each[person], name) for person, name in zones.items()}
    notices = Notification.objects.bulk_create(
        Notification(
            person_id=person,
            league=league,
            kind=kind,
            words=_cut(told[person], WORDS_LENGTH),
            address=address,
        )
        for person, wish in wanted.items()
        if wish.on_site and is_on_site
    )
    if notices:
        notices_written.send(
            sender=Notification,
            people=[one.person_id for one in notices],
            notices=[one.pk for one in notices],
        )
    letters = OutgoingEmail.objects.bulk_create(
        OutgoingEmail(
            person_id=person,
            league=league,
            kind=kind,
            subject=_subject(kind, told[person], league),
            body=letter or told[person],
            address=address,
        )
        for person, wish in wanted.items()
        if wish.by_mail and is_mailed
    )
    if letters:
        letters_owed.send(sender=OutgoingEmail)


def notify_once(
    people: Collection[int],
    kind: NotificationKind,
    words: NotificationText,
    address: str,
    league: League | None,
) -> None:
    """Notify only the people who have not been sent the same text before."""
    known: set[int] = set()
    zones = Person.objects.filter(pk__in=people).values_list("pk", "time_zone")
    for person, name in zones:
        said = _in_zone(words, name)
        for outbox, text in ((Notification, "words"), (OutgoingEmail, "body")):
            told = outbox.objects.filter(person=person, kind=kind, address=address)
            if told.filter(**{text: said}).exists():
                known.add(person)
    notify(set(people) - known, kind, words, address, league=league)


def get_member_ids(league: League, *, only_masters: bool = False) -> set[int]:
    """Return the ids of all members, or of all masters."""
    found = league.memberships.filter(left=None)
    if only_masters:
        found = found.filter(role__in=(Role.MASTER, Role.CO_MASTER))
    return set(found.values_list("person", flat=True))


def mark_notification_read(*, person: Person, notice_id: int) -> str:
    """Mark a notification as read and return the URL of its subject."""
    notice = Notification.objects.filter(person=person, pk=notice_id).first()
    if notice is None:
        raise Http404("This notification does not exist.")
    if notice.read is None:
        notice.read = timezone.now()
        notice.save(update_fields=["read"])
    return notice.address


def mark_all_notifications_read(*, person: Person) -> int:
    unread = Notification.objects.filter(person=person, read=None)
    return unread.update(read=timezone.now())


@transaction.atomic
def set_preferences(*, person: Person, wanted: Mapping[str, Wish]) -> None:
    """Store a person's preferences. Defaults are not stored."""
    unknown = sorted(set(wanted) - set(NotificationKind.values))
    if unknown:
        raise Refusal(
            f"There is no kind of notification called {unknown[0]}. The kinds are"
            f" {', '.join(NotificationKind.values)}.",
            code="unknown-kind",
            field="switches",
        )
    for name, wish in wanted.items():
        kind = NotificationKind(name)
        mine = NotificationPreference.objects.filter(person=person, kind=kind)
        if wish == usual(kind):
            mine.delete()
        else:
            NotificationPreference.objects.update_or_create(
                person=person,
                kind=kind,
                defaults={"on_site": wish.on_site, "by_mail": wish.by_mail},
            )


def make_unsubscribe_token(person_id: int, kind: str) -> str:
    return signing.dumps([person_id, kind], salt=SALT)


def read_unsubscribe_token(token: str) -> tuple[int, NotificationKind]:
    """Return the person and the kind that an unsubscribe link is for."""
    try:
        person_id, kind = signing.loads(token, salt=SALT)
    except signing.BadSignature as broken:
        raise Http404(
            "This link is no longer valid. Change your settings instead."
        ) from broken
    return person_id, NotificationKind(kind)


def unsubscribe(*, token: str) -> NotificationKind:
    person_id, kind = read_unsubscribe_token(token)
    person = Person.objects.filter(pk=person_id, is_active=True).first()
    if person is None:
        raise Http404("This person does not exist.")
    now = wishes([person_id], kind)[person_id]
    set_preferences(person=person, wanted={kind: Wish(now.on_site, by_mail=False)})
    return kind


def _in_zone(words: NotificationText, name: str) -> str:
    return words if isinstance(words, str) else words(zone(name))


def _subject(kind: NotificationKind, words: str, league: League | None) -> str:
    """Return the subject line: the league and the first sentence, or a short label."""
    name = f"{_cut(' '.join(league.name.split()), LEAGUE_SHOWN)}: " if league else ""
    line = " ".join(words.split("\n", 1)[0].split())
    first, end, _ = line.partition(". ")
    for what in (line, first + end.strip()):
        if len(name + what) <= SUBJECT_SHOWN:
            return name + what
    return name + SUBJECT_LABELS[kind]


def _cut(words: str, length: int) -> str:
    return words if len(words) <= length else words[: length - 1] + "…"
