"""Emails to people. The first line of a template is the subject."""

from __future__ import annotations

import logging
from smtplib import SMTPException
from typing import Any

from django.conf import settings
from django.core.mail import send_mail
from django.db import transaction
from django.template.loader import render_to_string
from django.utils import translation

from kernel.errors import Refusal

log = logging.getLogger(__name__)


class MailFailed(Refusal):
    code = "mail-failed"
    status = 503


def send_mail_now(
    template: str, *, to: str, context: dict[str, Any], language: str | None = None
) -> None:
    """Send an email immediately; the person is waiting for it."""
    hours = settings.PASSWORD_RESET_TIMEOUT // 3600
    with translation.override(language or translation.get_language()):
        text = render_to_string(
            f"people/mail/{template}.txt", {"hours": hours, **context}
        )
    subject, _, body = text.strip().partition("\n")
    try:
        send_mail(subject, body.strip() + "\n", None, [to])
    except (SMTPException, OSError) as error:
        log.exception("Mail %s could not be sent.", template)
        raise MailFailed(
            "The email could not be sent. Nothing was changed. Try again in a"
            " few minutes."
        ) from error


def send_account_notice(
    template: str, *, to: str, context: dict[str, Any], language: str
) -> None:
    """Send an account email after commit.

    A failure is logged, not raised, so the change stands.
    """
    transaction.on_commit(
        lambda: send_mail_now(template, to=to, context=context, language=language),
        robust=True,
    )
