"""Create and change accounts: sign-up, password, profile, address, access."""

from __future__ import annotations

from datetime import timedelta
from urllib.parse import urlencode

from axes.handlers.proxy import AxesProxyHandler
from django.contrib.auth.password_validation import validate_password
from django.contrib.auth.tokens import default_token_generator
from django.core import signing
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import IntegrityError, transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode

from kernel.errors import Conflict, Refusal, Refusals
from people import catalogue, selectors
from people.models import ApiToken, Person
from people.rules import names
from people.selectors import get_last_seen
from people.services import rate_limits
from people.services.mail import send_account_notice, send_mail_now


def _refuse(refusals: list[Refusal | None]) -> None:
    found = [refusal for refusal in refusals if refusal]
    if found:
        raise found[0] if len(found) == 1 else Refusals(found)


def _email_refusal(email: str) -> Refusal | None:
    try:
        validate_email(email)
    except ValidationError:
        return Refusal(
            "That is not an email address. Enter one like name@example.org.",
            code="email-malformed",
            field="email",
        )
    return None


def _time_zone_refusal(name: str) -> Refusal | None:
    if name in catalogue.time_zones():
        return None
    return Refusal(
        "We do not know that time zone. Choose one such as Europe/Berlin or UTC.",
        code="time-zone-unknown",
        field="time_zone",
    )


def _language_refusal(code: str) -> Refusal | None:
    offered = catalogue.languages()
    if code in offered:
        return None
    spoken = ", ".join(offered.values())
    return Refusal(
        f"The site is not translated into that language. It speaks: {spoken}.",
        code="language-unknown",
        field="language",
    )


def _password_refusals(password: str, *, person: Person) -> list[Refusal | None]:
    try:
        validate_password(password, person)
    except ValidationError as error:
        return [
            Refusal(message, code="password-weak", field="password")
            for message in error.messages
        ]
    return []


def _username_taken() -> Conflict:
    return Conflict(
        "That username is taken. Choose another.",
        code="username-taken",
        field="username",
    )


def _email_taken() -> Conflict:
    return Conflict(
        "There is already an account with this email address. Log in, or reset its"
        " password.",
        code="email-taken",
        field="email",
    )


# ---- sign-up


def request_sign_up(*, email: str, site: str, client: str, back: str = "") -> None:
    """Send a sign-up link to a new address, or a reminder to one with an account.

    The caller learns nothing about the address, since one mail is sent in either case.
    `back` is the page that the person came from, such as an invitation; the link leads
    there.
    """
    _refuse([_email_refusal(email)])
    rate_limits.count_attempt(rate_limits.SIGN_UPS, who=client)
    rate_limits.count_attempt(rate_limits.MAILS, who=email)
    owner = selectors.person_by_email(email)
    if owner:
        context = {
            "person": owner,
            "login": site + reverse("people:login"),
            "reset": site + reverse("people:password-reset"),
        }
        send_mail_now(
            "sign_up_taken", to=owner.email, context=context, language=owner.language
        )
        return
    link = signing.dumps(email, salt=selectors.SIGN_UP_SALT)
    query = f"?{urlencode({'next': back})}" if back else ""
    address = site + reverse("people:sign-up-finish", args=[link]) + query
    send_mail_now("sign_up", to=email, context={"link": address, "site": site})


def sign_up_person(
    *,
    username: str,
    email: str,
    password: str,
    display_name: str = "",
    time_zone: str = catalogue.UTC,
    language: str = "en",
) -> Person:
    """Create the account of a person whose address is verified."""
    display_name = names.normalise_display_name(display_name)
    person = Person(
        username=username,
        email=Person.objects.normalize_email(email),
        display_name=display_name,
        time_zone=time_zone,
        language=language,
    )
    _refuse(
        [
            names.username_refusal(username)
            or (_username_taken() if selectors.person_by_username(username) else None),
            _email_refusal(email)
            or (_email_taken() if selectors.person_by_email(email) else None),
            names.display_name_refusal(display_name),
            _time_zone_refusal(time_zone),
            _language_refusal(language),
            *_password_refusals(password, person=person),
        ]
    )
    person.set_password(password)
    try:
        with transaction.atomic():
            person.save(force_insert=True)
    except IntegrityError as error:
        # Somebody took one of the two since we looked.
        taken = _email_taken() if selectors.person_by_email(email) else None
        raise taken or _username_taken() from error
    return person


def refuse_email(email: str) -> None:
    """Refuse an address that is invalid or already has an account."""
    taken = _email_taken() if selectors.person_by_email(email) else None
    _refuse([_email_refusal(email) or taken])


# ---- password


def request_password_reset(*, email: str, site: str, client: str) -> None:
    """Send a link to choose a new password; to an address without an account, the
    advice to try another.

    The caller learns nothing about the address.
    """
    _refuse([_email_refusal(email)])
    rate_limits.count_attempt(rate_limits.RESETS, who=client)
    rate_limits.count_attempt(rate_limits.MAILS, who=email)
    person = selectors.person_by_email(email)
    if person is None or not person.is_active:
        sign_up = site + reverse("people:sign-up")
        send_mail_now("password_reset_unknown", to=email, context={"sign_up": sign_up})
        return
    mail_password_reset(person=person, site=site)


def mail_password_reset(*, person: Person, site: str) -> None:
    args = [
        urlsafe_base64_encode(force_bytes(person.pk)),
        default_token_generator.make_token(person),
    ]
    link = site + reverse("people:password-reset-finish", args=args)
    send_mail_now(
        "password_reset",
        to=person.email,
        context={"person": person, "link": link},
        language=person.language,
    )


def confirm_password(*, person: Person, password: str) -> None:
    """Refuse unless this is the person's password; limit repeated attempts."""
    rate_limits.refuse_if_limited(rate_limits.PASSWORD_FAILURES, who=str(person.pk))
    if person.check_password(password):
        return
    rate_limits.count_attempt(rate_limits.PASSWORD_FAILURES, who=str(person.pk))
    raise Refusal(
        "That is not your password. Try again, or log out and reset it.",
        code="password-wrong",
        field="current_password",
    )


def check_password_rules(*, person: Person, password: str) -> None:
    """Refuse a password that breaks the password rules."""
    _refuse(_password_refusals(password, person=person))


@transaction.atomic
def change_password(*, person: Person, password: str) -> Person:
    """Set a new password, end every session, API token and lock-out, and tell the
    person.
    """
    person = Person.objects.select_for_update().get(pk=person.pk)
    check_password_rules(person=person, password=password)
    person.set_password(password)
    person.save(update_fields=["password"])
    AxesProxyHandler.reset_attempts(username=person.username.lower())
    tokens = selectors.tokens_of(person)
    ApiToken.objects.filter(person=person).delete()
    send_account_notice(
        "password_changed",
        to=person.email,
        context={"person": person, "tokens": tokens},
        language=person.language,
    )
    return person


# ---- profile and address


def update_profile(
    *, person: Person, display_name: str, time_zone: str, language: str
) -> Person:
    display_name = names.normalise_display_name(display_name)
    _refuse(
        [
            names.display_name_refusal(display_name),
            _time_zone_refusal(time_zone),
            _language_refusal(language),
        ]
    )
    person.display_name = display_name
    person.time_zone = time_zone
    person.language = language
    person.save(update_fields=["display_name", "time_zone", "language"])
    return person


def request_email_change(*, person: Person, email: str, site: str) -> None:
    """Send a link to the new address, or a warning to the account that has it."""
    email = Person.objects.normalize_email(email)
    _refuse([_email_refusal(email)])
    if email.lower() == person.email.lower():
        raise Refusal(
            "That is already your address. Enter a new one.",
            code="email-same",
            field="email",
        )
    rate_limits.count_attempt(rate_limits.EMAIL_CHANGES, who=str(person.pk))
    rate_limits.count_attempt(rate_limits.MAILS, who=email)
    owner = selectors.person_by_email(email)
    if owner:
        send_mail_now(
            "email_change_taken",
            to=owner.email,
            context={"person": owner},
            language=owner.language,
        )
        return
    content = (person.pk, email, selectors.email_change_state(person))
    link = signing.dumps(content, salt=selectors.EMAIL_CHANGE_SALT)
    address = site + reverse("people:email-change-finish", args=[link])
    send_mail_now(
        "email_change",
        to=email,
        context={"person": person, "link": address},
        language=person.language,
    )


@transaction.atomic
def confirm_email_change(*, person: Person, link: str) -> Person:
    """Change the account's address to the one the link was sent to, and tell the old
    one.
    """
    person_id, email, state = selectors.email_change_content(link)
    person = Person.objects.select_for_update().get(pk=person.pk)
    if person_id != person.pk:
        raise Refusal(
            "That link belongs to another account. Log in there to use it.",
            code="link-of-another",
        )
    if state != selectors.email_change_state(person):
        raise Conflict(
            "That link has been used, or your password has changed since. Ask for a"
            " new one.",
            code="link-used",
        )
    old, person.email = person.email, email
    try:
        with transaction.atomic():
            person.save(update_fields=["email"])
    except IntegrityError as error:
        raise _email_taken() from error
    context = {"person": person, "email": email}
    send_account_notice(
        "email_changed", to=old, context=context, language=person.language
    )
    return person


# ---- the operator


@transaction.atomic
def set_person_access(
    *, person: Person, is_active: bool, is_staff: bool, is_superuser: bool
) -> Person:
    """Set whether a person can log in and whether they can operate the site."""
    person = Person.objects.select_for_update().get(pk=person.pk)
    if person.is_deleted:
        raise Refusal("This account has been deleted and cannot be changed.")
    stays_operator = is_active and is_superuser
    if person.is_superuser and not stays_operator:
        refuse_last_operator(person)
    person.is_active = is_active
    person.is_staff = is_staff
    person.is_superuser = is_superuser
    person.save(update_fields=["is_active", "is_staff", "is_superuser"])
    return person


def refuse_last_operator(person: Person) -> None:
    if not selectors.has_other_operator(person):
        raise Refusal(
            "This is the site's only operator. Make someone else one first.",
            code="last-operator",
        )


# Knowing the day is enough, and spares a write at every request.
SEEN_EVERY = timedelta(days=1)


def record_last_seen(*, person: Person) -> None:
    """Record the day on which the person last used the site or the API."""
    now = timezone.now()
    if now - get_last_seen(person) >= SEEN_EVERY:
        there = Person.objects.filter(pk=person.pk, deleted_at=None)
        there.update(last_seen=now)
