"""Sending the letters of the outbox. Each is claimed before it is sent, so that two
workers do not send it twice, and tried again if the mail server would not have it."""

from __future__ import annotations

import logging
from datetime import timedelta
from smtplib import SMTPException

from django.conf import settings
from django.core.mail import EmailMessage
from django.db import transaction
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone

from league.models import Letter
from league.models.notices import WORDS_LENGTH
from league.services.notices import unsubscribe_token

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
        _close(letter, failure="There is nobody any more.")
        return False
    try:
        _mail(letter).send()
    except (SMTPException, OSError) as error:
        log.warning("Letter %s could not be sent: %s", letter_id, error)
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
