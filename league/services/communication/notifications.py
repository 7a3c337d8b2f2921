"""Sending the letters of the outbox. Each is claimed before it is sent, so that two
workers do not send it twice, and tried again if the mail server would not have it."""

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
    Letter,
    Notice,
    NoticeKind,
    NoticeSwitch,
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


def letters_send_due() -> int:
    """Everything that is due. Tells how many letters went out."""
    due = Letter.objects.filter(next_try__lte=timezone.now()).order_by("next_try", "pk")
    return sum(
        letter_send(letter_id=one) for one in due.values_list("pk", flat=True)[:AT_ONCE]
    )


def letter_send(*, letter_id: int) -> bool:
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


def letters_forget() -> int:
    """Letters are not kept once nobody can ask after them."""
    old = Letter.objects.filter(next_try=None, created__lt=timezone.now() - KEPT)
    return old.delete()[0]


def _claimed(letter_id: int) -> Letter | None:
    """The letter, if it is due and nobody else has it."""
    now = timezone.now()
    with transaction.atomic():
        letter = (
            Letter.objects.select_for_update(of=("self",))
            .filter(pk=letter_id, next_try__lte=now)
            .select_related("person", "league")
            .first()
        )
        if letter is not None:
            letter.next_try = now + FIRST_PAUSE * 2**letter.attempts
            letter.attempts += 1
            letter.save(update_fields=["attempts", "next_try"])
    return letter


def _close(letter: Letter, *, sent: bool = False, failure: str = "") -> None:
    letter.next_try, letter.failure = None, failure
    letter.sent = timezone.now() if sent else None
    letter.save(update_fields=["next_try", "failure", "sent"])


def _mail(letter: Letter) -> EmailMessage:
    token = unsubscribe_token(letter.person_id, letter.kind)
    stop = settings.SITE_ADDRESS + reverse("league:unsubscribe", args=[token])
    context = {
        "letter": letter,
        "link": settings.SITE_ADDRESS + letter.address,
        "stop": stop,
        "switches": settings.SITE_ADDRESS + reverse("league:notice-switches"),
    }
    return EmailMessage(
        # A line break in a subject would be a header of its own.
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

# What most programs show of a subject, and how much of it a league's name may take.
SUBJECT_SHOWN = 70
LEAGUE_SHOWN = 36
FEW_WORDS = {
    NoticeKind.REPORTED: "report to confirm",
    NoticeKind.DISPUTED: "disputed report",
    NoticeKind.RULED: "ruling on your match",
    NoticeKind.SETTLED: "after your match",
    NoticeKind.AMENDED: "corrected match",
    NoticeKind.DRAWN: "your next opponent",
    NoticeKind.DATES: "date for your match",
    NoticeKind.REMINDER: "reminder",
    NoticeKind.JOINING: "request to join",
    NoticeKind.ROLES: "roles in the league",
    NoticeKind.RULES: "house rules changed",
    NoticeKind.SEASON: "season news",
    NoticeKind.NEWS: "new newsletter",
    NoticeKind.TABLES: "online game",
    NoticeKind.TALK: "comment on your match",
}


# What somebody is told: the same for all, or in the time zone of whoever reads it.
Words = str | Callable[[ZoneInfo], str]


def tell(
    people: Collection[int],
    kind: NoticeKind,
    words: Words,
    address: str,
    *,
    league: League | None = None,
    letter: str = "",
    is_mailed: bool = True,
) -> None:
    """Tell people, by id, in a sentence or two, with the page it is about.

    Part of the transaction in which it happened. `letter` is what a mail says where
    that is more than the words.
    """
    each = dict.fromkeys(people, words)
    tell_each(each, kind, address, league=league, letter=letter, is_mailed=is_mailed)


def tell_each(
    each: Mapping[int, Words],
    kind: NoticeKind,
    address: str,
    *,
    league: League | None = None,
    letter: str = "",
    is_on_site: bool = True,
    is_mailed: bool = True,
) -> None:
    """The same for people, by id, of whom each is told something else."""
    if not each:
        return
    there = Person.objects.filter(pk__in=each, is_active=True)
    zones = dict(there.order_by("pk").values_list("pk", "time_zone"))
    wanted = wishes(zones, kind)
    told = {person: _in_zone(each[person], name) for person, name in zones.items()}
    notices = Notice.objects.bulk_create(
        Notice(
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
            sender=Notice,
            people=[one.person_id for one in notices],
            notices=[one.pk for one in notices],
        )
    letters = Letter.objects.bulk_create(
        Letter(
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
        letters_owed.send(sender=Letter)


def tell_once(
    people: Collection[int],
    kind: NoticeKind,
    words: Words,
    address: str,
    league: League | None,
) -> None:
    """Tell those who have not been told the same before."""
    known: set[int] = set()
    zones = Person.objects.filter(pk__in=people).values_list("pk", "time_zone")
    for person, name in zones:
        said = _in_zone(words, name)
        for outbox, text in ((Notice, "words"), (Letter, "body")):
            told = outbox.objects.filter(person=person, kind=kind, address=address)
            if told.filter(**{text: said}).exists():
                known.add(person)
    tell(set(people) - known, kind, words, address, league=league)


def members_of(league: League, *, only_masters: bool = False) -> set[int]:
    """The ids of everybody who belongs to it."""
    found = league.memberships.filter(left=None)
    if only_masters:
        found = found.filter(role__in=(Role.MASTER, Role.CO_MASTER))
    return set(found.values_list("person", flat=True))


def notice_read(*, person: Person, notice_id: int) -> str:
    """Mark a notice as read; gives the address of what it is about."""
    notice = Notice.objects.filter(person=person, pk=notice_id).first()
    if notice is None:
        raise Http404("This notification does not exist.")
    if notice.read is None:
        notice.read = timezone.now()
        notice.save(update_fields=["read"])
    return notice.address


def notices_read_all(*, person: Person) -> int:
    unread = Notice.objects.filter(person=person, read=None)
    return unread.update(read=timezone.now())


@transaction.atomic
def switches_set(*, person: Person, wanted: Mapping[str, Wish]) -> None:
    """How somebody wants to hear of each kind; what is as usual is not stored."""
    unknown = sorted(set(wanted) - set(NoticeKind.values))
    if unknown:
        raise Refusal(
            f"There is no kind of notification called {unknown[0]}. The kinds are"
            f" {', '.join(NoticeKind.values)}.",
            code="unknown-kind",
            field="switches",
        )
    for name, wish in wanted.items():
        kind = NoticeKind(name)
        mine = NoticeSwitch.objects.filter(person=person, kind=kind)
        if wish == usual(kind):
            mine.delete()
        else:
            NoticeSwitch.objects.update_or_create(
                person=person,
                kind=kind,
                defaults={"on_site": wish.on_site, "by_mail": wish.by_mail},
            )


def unsubscribe_token(person_id: int, kind: str) -> str:
    return signing.dumps([person_id, kind], salt=SALT)


def unsubscribed_kind(token: str) -> tuple[int, NoticeKind]:
    """Whose mail a link stops, and which; it works as long as the site's key does."""
    try:
        person_id, kind = signing.loads(token, salt=SALT)
    except signing.BadSignature as broken:
        raise Http404(
            "This link is no longer valid. Change your settings instead."
        ) from broken
    return person_id, NoticeKind(kind)


def unsubscribe(*, token: str) -> NoticeKind:
    person_id, kind = unsubscribed_kind(token)
    person = Person.objects.filter(pk=person_id, is_active=True).first()
    if person is None:
        raise Http404("This person does not exist.")
    now = wishes([person_id], kind)[person_id]
    switches_set(person=person, wanted={kind: Wish(now.on_site, by_mail=False)})
    return kind


def _in_zone(words: Words, name: str) -> str:
    return words if isinstance(words, str) else words(zone(name))


def _subject(kind: NoticeKind, words: str, league: League | None) -> str:
    """The league and what it is about, in one short line: the first sentence where
    that is short, or a few words. The letter says all of it."""
    name = f"{_cut(' '.join(league.name.split()), LEAGUE_SHOWN)}: " if league else ""
    line = " ".join(words.split("\n", 1)[0].split())
    first, end, _ = line.partition(". ")
    for what in (line, first + end.strip()):
        if len(name + what) <= SUBJECT_SHOWN:
            return name + what
    return name + FEW_WORDS[kind]


def _cut(words: str, length: int) -> str:
    return words if len(words) <= length else words[: length - 1] + "…"
