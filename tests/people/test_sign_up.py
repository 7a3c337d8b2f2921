from __future__ import annotations

import re

import pytest
import time_machine
from django.contrib.auth import get_user
from django.urls import reverse

from kernel.errors import Conflict, Refusal, Refusals
from people import selectors
from people.models import Person
from people.services.accounts import request_email_change, sign_up_person

pytestmark = pytest.mark.django_db

PASSWORD = "a quite long secret"
WANTED = {
    "username": "erin",
    "display_name": "Erin",
    "password": PASSWORD,
    "time_zone": "Europe/Berlin",
}


def link_in(mail) -> str:
    return re.search(r"http://testserver(/\S+)", mail.body).group(1)


def ask(client, email="erin@example.org"):
    return client.post(reverse("people:sign-up"), {"email": email})


def test_a_stranger_signs_up_and_is_logged_in(visitor, mailoutbox):
    response = ask(visitor, "Erin@Example.ORG")
    assert response.status_code == 302
    assert response.url == reverse("people:sign-up-sent")
    assert "Check your email" in visitor.get(response.url).content.decode()
    assert not Person.objects.exists()

    link = link_in(mailoutbox[0])
    assert mailoutbox[0].to == ["Erin@Example.ORG"]
    assert (
        "Your address Erin@Example.ORG is confirmed"
        in visitor.get(link).content.decode()
    )
    response = visitor.post(link, WANTED, follow=True)
    assert response.redirect_chain == [(reverse("home"), 302)]
    assert "Welcome, Erin. Your account is ready." in response.content.decode()

    erin = Person.objects.get()
    assert get_user(visitor) == erin
    assert (erin.username, erin.display_name) == ("erin", "Erin")
    assert (erin.email, erin.time_zone) == ("Erin@example.org", "Europe/Berlin")
    assert (erin.is_active, erin.is_staff, erin.is_superuser) == (True, False, False)
    assert erin.password.startswith("argon2$")
    assert erin.check_password(PASSWORD)


def test_who_was_on_the_way_to_a_page_comes_out_there(visitor, mailoutbox):
    asked = visitor.get("/teams/new/", follow=True).content.decode()
    (sign_up,) = re.findall(r'href="(/people/sign-up/\?next=[^"]+)"', asked)
    visitor.post(sign_up, {"email": "erin@example.org"})
    response = visitor.post(link_in(mailoutbox[0]), WANTED)
    assert response.url == "/teams/new/"


def test_nobody_is_led_to_another_site(visitor, mailoutbox):
    address = reverse("people:sign-up") + "?next=https://evil.example/"
    visitor.post(address, {"email": "erin@example.org"})
    link = link_in(mailoutbox[0])
    assert "evil" not in link
    response = visitor.post(f"{link}?next=//evil.example/", WANTED)
    assert response.url == reverse("home")


def test_the_session_is_another_one_after_signing_up(visitor, mailoutbox):
    ask(visitor)
    visitor.session["kept"] = True
    visitor.get(link_in(mailoutbox[0]))
    before = visitor.session.session_key
    visitor.post(link_in(mailoutbox[0]), WANTED)
    assert visitor.session.session_key not in {None, before}


def test_a_link_makes_one_account_and_then_leads_to_the_log_in(visitor, mailoutbox):
    ask(visitor)
    link = link_in(mailoutbox[0])
    visitor.post(link, WANTED)
    again = visitor.post(link, {**WANTED, "username": "second"})
    assert "You already have an account" in again.content.decode()
    assert Person.objects.count() == 1


def test_a_link_is_too_old_after_a_day(visitor, mailoutbox):
    with time_machine.travel("2026-11-16 12:00:00Z", tick=False) as clock:
        ask(visitor)
        link = link_in(mailoutbox[0])
        clock.shift(24 * 3600)
        assert visitor.get(link).status_code == 200
        clock.shift(1)
        response = visitor.post(link, WANTED)
    assert response.status_code == 422
    assert "That link is too old. Ask for a new one." in response.content.decode()
    assert not Person.objects.exists()


def test_a_link_cannot_be_made_up_or_borrowed_from_another_purpose(visitor, alice):
    request_email_change(
        person=alice, email="new@example.org", site="http://testserver"
    )
    from django.core import mail

    borrowed = link_in(mail.outbox[0]).rstrip("/").rpartition("/")[2]
    for link in ("made-up", borrowed):
        response = visitor.get(reverse("people:sign-up-finish", args=[link]))
        assert response.status_code == 422
        assert "That link is not complete." in response.content.decode()


def test_a_taken_username_is_said_so_and_everything_else_is_kept(
    visitor, alice, mailoutbox
):
    ask(visitor)
    wanted = {**WANTED, "username": "Alice"}
    response = visitor.post(link_in(mailoutbox[0]), wanted)
    page = response.content.decode()
    assert response.status_code == 409
    assert "That username is taken. Choose another." in page
    assert '<option value="Europe/Berlin" selected>' in page
    assert PASSWORD not in page


def test_everything_that_is_wrong_is_said_at_once(alice):
    with pytest.raises(Refusals) as refused:
        sign_up_person(
            username="alice",
            email="not an address",
            password="alice",
            display_name="x" * 41,
            time_zone="Mars/Olympus",
            language="tlh",
        )
    assert [part.field for part in refused.value.parts] == [
        "username",
        "email",
        "display_name",
        "time_zone",
        "language",
        "password",
        "password",
        "password",
    ]
    assert Person.objects.count() == 1


@pytest.mark.parametrize(
    ("password", "reason"),
    [
        ("too short", "too short"),
        ("password1234", "too common"),
        ("1234567890123", "entirely numeric"),
        ("erin-the-great", "too similar to the display name"),
        ("erin@example", "too similar to the email"),
    ],
)
def test_weak_passwords_are_refused_with_the_reason(db, password, reason):
    with pytest.raises(Refusal, match=reason):
        sign_up_person(
            username="user-7",
            display_name="Erin the great",
            email="erin@example.org",
            password=password,
        )


@pytest.mark.parametrize(
    ("hidden", "code"),
    [("person_by_username", "username-taken"), ("person_by_email", "email-taken")],
)
def test_whoever_is_slower_by_a_moment_is_told_so(alice, monkeypatch, hidden, code):
    """The account appears between our look and our insert."""
    found = getattr(selectors, hidden)
    looks = iter([None])
    monkeypatch.setattr(selectors, hidden, lambda key: next(looks, found(key)))
    given = {"username": "other", "email": "other@example.org", "password": PASSWORD}
    given |= {"username": "alice"} if "username" in hidden else {"email": alice.email}
    with pytest.raises(Conflict) as refused:
        sign_up_person(**given)
    assert refused.value.code == code
    assert Person.objects.count() == 1


def test_the_mail_says_what_it_is_for_and_how_long_it_works(visitor, mailoutbox):
    ask(visitor)
    (mail,) = mailoutbox
    assert mail.subject == "Finish signing up to Moonlight"
    assert "It works for 24 hours." in mail.body
    assert "&" not in mail.body


def test_a_mail_that_cannot_be_sent_is_admitted(visitor, settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    response = ask(visitor)
    assert response.status_code == 503
    assert "The email could not be sent" in response.content.decode()


def test_a_site_without_mail_server_says_where_its_mails_are(visitor, settings):
    page = reverse("people:sign-up-sent")
    assert "has no mail server yet" not in visitor.get(page).content.decode()
    settings.EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"
    assert "has no mail server yet" in visitor.get(page).content.decode()


def test_a_malformed_address_is_refused_and_sends_nothing(visitor, mailoutbox):
    response = ask(visitor, "not an address")
    assert response.status_code == 422
    assert not mailoutbox


def test_an_address_is_not_filled_with_mail(visitor, mailoutbox):
    for _ in range(3):
        assert ask(visitor).status_code == 302
    response = ask(visitor, "ERIN@example.org")
    assert response.status_code == 429
    assert "We have already sent three emails to this address." in (
        response.content.decode()
    )
    assert len(mailoutbox) == 3


def test_one_network_signs_up_a_club_and_not_a_crowd(visitor, mailoutbox):
    for number in range(30):
        assert ask(visitor, f"p{number}@example.org").status_code == 302
    assert ask(visitor, "p31@example.org").status_code == 429
    other = visitor.post(
        reverse("people:sign-up"), {"email": "p31@example.org"}, REMOTE_ADDR="10.0.0.2"
    )
    assert other.status_code == 302
    assert len(mailoutbox) == 31
