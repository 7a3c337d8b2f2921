"""Account links: operators hand them to people on sites without mail.

A link invites a person to sign up or lets them choose a new password. It expires, works
once, and only its digest is stored.
"""

from __future__ import annotations

import secrets
from datetime import timedelta

from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from kernel.errors import Refusal
from people import selectors
from people.models import AccountLink, Person
from people.services import accounts

INVITATION_DAYS = 14
RESET_DAYS = 2
DAYS_MAX = 90
_SECRET_BYTES = 32


def create_invitation(
    *, site: str, email: str = "", days: int = INVITATION_DAYS, actor: Person | None
) -> str:
    """Return the URL with which one person can sign up.

    With an email, the account gets that address; otherwise the person types theirs.
    """
    email = Person.objects.normalize_email(email.strip())
    if email:
        accounts.refuse_email(email)
    return _create(site, days, actor, email=email)


def create_reset_link(
    *, site: str, person: Person, days: int = RESET_DAYS, actor: Person | None
) -> str:
    """Return the URL with which a person can choose a new password.

    Earlier links for the same person stop working.
    """
    if not person.is_active:
        raise Refusal(
            f"{person.username} cannot log in. Reactivate the account first.",
            code="person-inactive",
        )
    AccountLink.objects.filter(person=person, used_at=None).delete()
    return _create(site, days, actor, person=person)


@transaction.atomic
def accept_invitation(
    *, secret: str, email: str, username: str, password: str, **profile: str
) -> Person:
    """Create the account of an invited person, and use up the link."""
    link = _lock(secret)
    if link.person_id is not None:
        raise selectors.link_expired()
    person = accounts.sign_up_person(
        email=link.email or email, username=username, password=password, **profile
    )
    _use(link)
    return person


@transaction.atomic
def use_reset_link(*, secret: str, password: str) -> Person:
    """Set a new password, and use up the link."""
    link = _lock(secret)
    if link.person is None or not link.person.is_active:
        raise selectors.link_expired()
    person = accounts.change_password(person=link.person, password=password)
    _use(link)
    return person


def _create(
    site: str,
    days: int,
    actor: Person | None,
    *,
    email: str = "",
    person: Person | None = None,
) -> str:
    if not 1 <= days <= DAYS_MAX:
        raise Refusal(
            f"A link can work for 1 to {DAYS_MAX} days.",
            code="days-wrong",
            field="days",
        )
    secret = secrets.token_urlsafe(_SECRET_BYTES)
    AccountLink.objects.create(
        digest=selectors.token_digest(secret),
        email=email,
        person=person,
        created_by=actor,
        expires_at=timezone.now() + timedelta(days=days),
    )
    return site + reverse("people:account-link", args=[secret])


def _lock(secret: str) -> AccountLink:
    """Lock a usable link, so that two requests cannot both use it."""
    links = AccountLink.objects.select_for_update().filter(
        digest=selectors.token_digest(secret),
        used_at=None,
        expires_at__gt=timezone.now(),
    )
    link = links.first()
    if link is None:
        raise selectors.link_expired()
    return link


def _use(link: AccountLink) -> None:
    link.used_at = timezone.now()
    link.save(update_fields=["used_at"])
