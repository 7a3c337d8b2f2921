from __future__ import annotations

import re

import pytest
import time_machine
from django.contrib.auth import get_user
from django.contrib.auth.password_validation import password_validators_help_texts
from django.test import Client
from django.urls import reverse
from django.utils.html import escape

from kernel.errors import Refusal
from people.services.accounts import confirm_password, request_password_reset
from people.services.rate_limits import TooMany
from people.services.tokens import create_token
from tests.cast import PASSWORD, browser_of

pytestmark = pytest.mark.django_db

NEW = "another quite long secret"


@pytest.fixture
def on_commit(django_capture_on_commit_callbacks):
    return lambda: django_capture_on_commit_callbacks(execute=True)


@pytest.fixture
def reset_link(alice, mailoutbox) -> str:
    request_password_reset(
        email=alice.email, site="http://testserver", client="10.0.0.1"
    )
    link = re.search(r"http://testserver(/\S+)", mailoutbox.pop().body).group(1)
    assert mailoutbox == []
    return link


def change(client, current=PASSWORD, new=NEW):
    return client.post(
        reverse("people:password-change"),
        {"current_password": current, "password": new},
    )


# ---- forgotten


def test_a_forgotten_password_is_replaced_through_the_mail(
    visitor, alice, reset_link, mailoutbox, on_commit
):
    response = visitor.get(reset_link, follow=True)
    # The secret leaves the address of the page, so that no link on it can carry it.
    assert response.request["PATH_INFO"].endswith("/set-password/")
    with on_commit():
        response = visitor.post(response.request["PATH_INFO"], {"password": NEW})
    assert response.url == reverse("home")
    alice.refresh_from_db()
    assert alice.check_password(NEW)
    assert get_user(visitor) == alice
    (notice,) = mailoutbox
    assert notice.subject == "Your Moonlight password has changed"
    assert notice.to == ["alice@example.org"]


def test_the_mail_reminds_of_the_username(visitor, alice, mailoutbox):
    visitor.post(reverse("people:password-reset"), {"email": "ALICE@example.org"})
    assert "Your username: alice" in mailoutbox[0].body


def test_a_reset_link_works_once(visitor, reset_link):
    page = visitor.get(reset_link, follow=True).request["PATH_INFO"]
    visitor.post(page, {"password": NEW})
    again = Client().get(reset_link, follow=True)
    assert "This link no longer works." in again.content.decode()


def test_a_reset_link_is_too_old_after_a_day(visitor, alice, mailoutbox):
    with time_machine.travel("2026-11-16 12:00:00Z", tick=False) as clock:
        visitor.post(reverse("people:password-reset"), {"email": alice.email})
        link = re.search(r"http://testserver(/\S+)", mailoutbox[0].body).group(1)
        clock.shift(24 * 3600 + 1)
        page = visitor.get(link, follow=True).content.decode()
    assert "This link no longer works." in page


def test_a_closed_account_cannot_be_opened_with_an_old_link(visitor, alice, reset_link):
    alice.is_active = False
    alice.save()
    page = visitor.get(reset_link, follow=True)
    assert "This link no longer works." in page.content.decode()


def test_a_made_up_link_leads_nowhere(visitor, alice):
    for uid in ("MQ", "not-a-number"):
        page = visitor.get(f"/people/password/reset/{uid}/abc-def/")
        assert "This link no longer works." in page.content.decode()


def test_a_weak_new_password_is_refused_and_the_old_one_stays(
    visitor, alice, reset_link
):
    page = visitor.get(reset_link, follow=True).request["PATH_INFO"]
    response = visitor.post(page, {"password": "alice"})
    assert response.status_code == 422
    assert "too similar to the username" in response.content.decode()
    alice.refresh_from_db()
    assert alice.check_password(PASSWORD)


def test_a_reset_anywhere_ends_a_lock_out(visitor, alice, reset_link):
    guesser = Client()
    for _ in range(5):
        guesser.post("/people/log-in/", {"username": "Alice", "password": "wrong"})
    given = {"username": "alice", "password": NEW}
    assert guesser.post("/people/log-in/", given).status_code == 429
    page = visitor.get(reset_link, follow=True).request["PATH_INFO"]
    visitor.post(page, {"password": NEW}, REMOTE_ADDR="10.0.0.2")
    assert Client().post("/people/log-in/", given).status_code == 302


def test_reset_mails_are_limited_by_address_and_by_network(visitor, alice, mailoutbox):
    page = reverse("people:password-reset")
    for _ in range(3):
        assert visitor.post(page, {"email": "alice@example.org"}).status_code == 302
    assert visitor.post(page, {"email": "alice@example.org"}).status_code == 429
    for number in range(26):
        given = {"email": f"p{number}@example.org"}
        assert visitor.post(page, given).status_code == 302
    given = {"email": "one.more@example.org"}
    assert visitor.post(page, given).status_code == 429
    assert visitor.post(page, given, REMOTE_ADDR="10.0.0.9").status_code == 302


@pytest.mark.parametrize("host", ["testserver:8888", "testserver:1@evil.example"])
def test_reset_link_ignores_the_host_header(visitor, alice, mailoutbox, host, settings):
    settings.SITE_ADDRESS = "https://moonlight.example"
    given = {"email": alice.email}
    visitor.post(reverse("people:password-reset"), given, headers={"Host": host})
    for mail in mailoutbox:
        assert "https://moonlight.example/people/password/reset/" in mail.body
        assert "8888" not in mail.body
        assert "evil" not in mail.body
    assert len(mailoutbox) == ("@" not in host)


def test_a_forged_host_gets_no_mail_sent(visitor, alice, mailoutbox, settings):
    settings.ALLOWED_HOSTS = ["moonlight.example"]
    response = visitor.post(
        reverse("people:password-reset"),
        {"email": alice.email},
        HTTP_HOST="evil.example",
    )
    assert response.status_code == 400
    assert not mailoutbox


# ---- changed


def test_a_changed_password_ends_every_other_session(alice, alice_client, mailoutbox):
    other = browser_of(alice)
    before = alice_client.session.session_key
    assert change(alice_client).url == reverse("people:profile")
    assert get_user(alice_client) == alice
    assert alice_client.session.session_key != before
    assert not get_user(other).is_authenticated
    alice.refresh_from_db()
    assert alice.check_password(NEW)


def test_new_password_revokes_api_tokens_and_names_them(
    alice, alice_client, mailoutbox, on_commit
):
    create_token(person=alice, name="Club <site>")
    with on_commit():
        change(alice_client)
    assert "- Club <site> (moon_" in mailoutbox[0].body
    assert not alice.api_tokens.exists()


def test_a_notice_that_cannot_be_sent_undoes_nothing(
    alice, alice_client, settings, on_commit
):
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    with on_commit():
        response = change(alice_client)
    assert response.url == reverse("people:profile")
    alice.refresh_from_db()
    assert alice.check_password(NEW)


def test_the_old_password_is_asked_for(alice, alice_client):
    response = change(alice_client, current="wrong password")
    assert response.status_code == 422
    assert list(response.context["form"].errors) == ["current_password"]
    assert "That is not your password." in response.content.decode()
    alice.refresh_from_db()
    assert alice.check_password(PASSWORD)


def test_a_password_may_end_with_a_space(alice, alice_client):
    change(alice_client, new=f"{NEW} ")
    alice.refresh_from_db()
    assert alice.check_password(f"{NEW} ")
    assert not alice.check_password(NEW)


def test_the_rules_are_shown_before_anybody_breaks_them(alice_client):
    page = alice_client.get(reverse("people:password-change")).content.decode()
    for rule in password_validators_help_texts():
        assert f"<li>{escape(rule)}</li>" in page
    assert "at least 10 characters" in page
    assert 'autocomplete="current-password"' in page
    assert 'autocomplete="new-password"' in page


def test_a_stolen_session_cannot_try_every_password(alice):
    for _ in range(10):
        with pytest.raises(Refusal, match="not your password"):
            confirm_password(person=alice, password="guess")
    with pytest.raises(TooMany, match="You have entered ten wrong passwords"):
        confirm_password(person=alice, password=PASSWORD)


@pytest.mark.parametrize(
    ("name", "fields"),
    [
        ("password-change", {"current_password", "password"}),
        ("email-change", {"current_password"}),
        ("delete", {"current_password"}),
        ("login", {"password"}),
    ],
)
def test_a_report_of_a_crash_holds_no_password(alice, name, fields):
    client = Client() if name == "login" else browser_of(alice)
    response = client.post(reverse(f"people:{name}"), dict.fromkeys(fields, "secret"))
    hidden = response.wsgi_request.sensitive_post_parameters
    assert hidden == "__ALL__" or fields <= set(hidden)
