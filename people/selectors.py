"""Queries about people. Nothing here writes."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from axes.helpers import get_cool_off
from axes.models import AccessAttempt
from django.conf import settings
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import AnonymousUser
from django.core import signing
from django.db.models import Max
from django.utils import timezone

from kernel.errors import Refusal
from people import catalogue
from people.models import AccountLink, ApiToken, Person

SIGN_UP_SALT = "people.sign-up"
EMAIL_CHANGE_SALT = "people.email-change"


@dataclass(frozen=True, slots=True)
class TokenLine:
    """An API token as its owner sees it, without the secret."""

    id: int
    name: str
    prefix: str
    created: datetime
    last_used: datetime | None


def signed_in(user: Person | AnonymousUser) -> Person:
    """Return `request.user` as a Person, in a view that requires a log-in."""
    assert isinstance(user, Person)
    return user


def person_by_username(username: str) -> Person | None:
    return Person.objects.filter(username__lower=username.lower()).first()


def person_by_email(email: str) -> Person | None:
    return Person.objects.filter(email__lower=email.lower()).first() if email else None


def has_other_operator(person: Person) -> bool:
    """Return whether another operator could still run the site."""
    operators = Person.objects.filter(is_superuser=True, is_active=True)
    return operators.exclude(pk=person.pk).exists()


# ---- what may be chosen


def time_zone_choices() -> tuple[tuple[str, tuple[tuple[str, str], ...]], ...]:
    return catalogue.time_zone_groups()


def language_choices() -> tuple[tuple[str, str], ...]:
    return tuple(catalogue.languages().items())


def preferences(person: Person) -> tuple[ZoneInfo, str]:
    """Return the time zone and the language for pages. Queries: 0.

    A language that the site no longer offers becomes the default language.
    """
    offered = catalogue.languages()
    spoken = person.language if person.language in offered else settings.LANGUAGE_CODE
    return catalogue.zone(person.time_zone), spoken


def day_words(moment: datetime, zone: ZoneInfo) -> str:
    """Return the day in the person's time zone: Sat 5 Dec."""
    local = moment.astimezone(zone)
    return f"{local:%a} {local.day} {local:%b}"


def moment_words(moment: datetime, zone: ZoneInfo) -> str:
    """Return the time with its zone: Sat 5 Dec, 20:30 (Europe/Berlin)."""
    place = zone.key.replace("_", " ")
    return f"{day_words(moment, zone)}, {moment.astimezone(zone):%H:%M} ({place})"


# ---- tokens


def token_line(token: ApiToken) -> TokenLine:
    return TokenLine(
        id=token.pk,
        name=token.name,
        prefix=token.prefix,
        created=token.created,
        last_used=token.last_used,
    )


def tokens_of(person: Person) -> tuple[TokenLine, ...]:
    return tuple(map(token_line, ApiToken.objects.filter(person=person)))


def token_digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def token_by_secret(secret: str) -> ApiToken | None:
    """Return the token with its person, if both are still active. Queries: 1."""
    try:
        # A digest is unique. Asking for the first would sort by the wayside.
        return ApiToken.objects.select_related("person").get(
            digest=token_digest(secret), person__is_active=True
        )
    except ApiToken.DoesNotExist:
        return None


def get_last_seen(person: Person) -> datetime:
    """Return the day of the person's last visit. Queries: 0."""
    known = (person.last_login, person.last_seen)
    return max((one for one in known if one is not None), default=person.created)


# ---- links sent by mail


def _link_content(link: str, *, salt: str) -> Any:
    try:
        return signing.loads(link, salt=salt, max_age=settings.PASSWORD_RESET_TIMEOUT)
    except signing.SignatureExpired as error:
        raise Refusal(
            "That link is too old. Ask for a new one.", code="link-expired"
        ) from error
    except signing.BadSignature as error:
        raise Refusal(
            "That link is not complete. Copy all of it from the email, or ask for a"
            " new one.",
            code="link-broken",
        ) from error


def sign_up_email(link: str) -> str:
    """Return the address that this sign-up link was sent to."""
    email: str = _link_content(link, salt=SIGN_UP_SALT)
    return email


def email_change_content(link: str) -> tuple[int, str, str]:
    """Return who asked for the change, the new address, and the state at that time."""
    person_id, email, state = _link_content(link, salt=EMAIL_CHANGE_SALT)
    return person_id, email, state


def email_change_state(person: Person) -> str:
    """Return a value that changes with the address or the password.

    So a link works once, and never after the owner has taken the account back.
    """
    state = f"{person.email}|{person.get_session_auth_hash()}"
    return hashlib.sha256(state.encode()).hexdigest()[:16]


# ---- lock-out


def lockout_end(*, username: str, client: str) -> datetime | None:
    """Return when log-ins under this name from this network work again."""
    latest = AccessAttempt.objects.filter(
        username=username.lower(), ip_address=client or None
    ).aggregate(latest=Max("attempt_time"))["latest"]
    cool_off = get_cool_off()
    return latest + cool_off if latest and cool_off else None


# ---- one's own data


def own_record(person: Person) -> dict[str, Any]:
    """Return everything the accounts app stores about a person. Queries: 5."""
    return {
        "person": {
            "id": person.pk,
            "username": person.username,
            "display_name": person.display_name,
            "email": person.email,
            "time_zone": person.time_zone,
            "language": person.language,
            "created": person.created,
            "last_login": person.last_login,
            "last_seen": person.last_seen,
            "is_active": person.is_active,
            "is_staff": person.is_staff,
            "is_superuser": person.is_superuser,
            "groups": list(person.groups.values_list("name", flat=True)),
            "user_permissions": list(
                person.user_permissions.values_list("codename", flat=True)
            ),
        },
        "api_tokens": list(
            ApiToken.objects.filter(person=person).values(
                "name", "prefix", "created", "last_used"
            )
        ),
        "failed_log_ins": list(
            AccessAttempt.objects.filter(username=person.username.lower()).values(
                "attempt_time", "ip_address", "user_agent", "failures_since_start"
            )
        ),
        "operator_log": list(
            LogEntry.objects.filter(user=person).values(
                "action_time", "object_repr", "change_message"
            )
        ),
    }


# ---- account links


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountLinkPage:
    """What a usable link is for."""

    person: Person | None  # whose password it resets; none for an invitation
    email: str


def get_account_link(secret: str) -> AccountLinkPage:
    """Return a link that has neither expired nor been used. Queries: 1."""
    links = AccountLink.objects.select_related("person").filter(
        digest=token_digest(secret), used_at=None, expires_at__gt=timezone.now()
    )
    link = links.first()
    is_usable = link is not None and (link.person is None or link.person.is_active)
    if link is None or not is_usable:
        raise link_expired()
    return AccountLinkPage(person=link.person, email=link.email)


def link_expired() -> Refusal:
    return Refusal(
        "This link has expired or has been used. Ask the site's operator for a"
        " new one.",
        code="link-expired",
    )
