from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from kernel.errors import Conflict, Refusal, Refusals
from people.services.accounts import (
    change_password,
    confirm_email_change,
    request_email_change,
    update_profile,
)
from tests.cast import PASSWORD, browser_of

pytestmark = pytest.mark.django_db

SITE = "http://testserver"


@pytest.fixture
def on_commit(django_capture_on_commit_callbacks):
    return lambda: django_capture_on_commit_callbacks(execute=True)


def link_in(mail) -> str:
    return mail.body.partition(SITE)[2].split()[0]


# ---- profile


def test_a_person_changes_how_they_are_shown(alice, alice_client):
    given = {
        "display_name": "  Alice   of the Moon ",
        "time_zone": "Asia/Tokyo",
        "language": "en",
    }
    response = alice_client.post(reverse("people:profile"), given, follow=True)
    assert "Profile saved." in response.content.decode()
    alice.refresh_from_db()
    assert (alice.display_name, alice.time_zone) == ("Alice of the Moon", "Asia/Tokyo")


def test_the_profile_shows_what_is_stored(alice, alice_client):
    alice.time_zone = "Asia/Tokyo"
    alice.save()
    page = alice_client.get(reverse("people:profile")).content.decode()
    assert '<option value="Asia/Tokyo" selected>Tokyo</option>' in page
    assert 'value="Alice"' in page


def test_a_refused_profile_changes_nothing(alice):
    with pytest.raises(Refusals):
        update_profile(
            person=alice, display_name="\u202e", time_zone="Nowhere", language="en"
        )
    alice.refresh_from_db()
    assert (alice.display_name, alice.time_zone) == ("Alice", "UTC")


def test_a_name_is_shown_as_text_and_never_as_markup(alice):
    update_profile(
        person=alice, display_name="<b>Alice</b>", time_zone="UTC", language="en"
    )
    page = browser_of(alice).get(reverse("people:profile")).content.decode()
    assert "&lt;b&gt;Alice&lt;/b&gt;" in page
    assert "<b>Alice</b>" not in page


def test_only_languages_the_site_speaks_are_offered(alice_client, alice, settings):
    page = alice_client.get(reverse("people:profile")).content.decode()
    assert "only available in one language so far." in page
    assert "Deutsch" not in page
    with pytest.raises(Refusal, match="It speaks: English"):
        update_profile(person=alice, display_name="", time_zone="UTC", language="de")
    settings.LANGUAGES = [("en", "English"), ("de", "Deutsch")]
    page = browser_of(alice).get(reverse("people:profile")).content.decode()
    assert '<option value="de">Deutsch</option>' in page


PAGES = [
    "profile",
    "password-change",
    "email-change",
    "email-change-sent",
    "tokens",
    "own-data",
    "export",
]


@pytest.mark.parametrize("name", PAGES)
def test_an_account_is_shown_to_nobody_else(visitor, name):
    page = reverse(f"people:{name}")
    assert visitor.get(page).url == f"/people/log-in/?next={page}"


@pytest.mark.parametrize("name", [p for p in PAGES if p != "email-change-sent"])
def test_no_cache_keeps_a_page_of_an_account(alice_client, name):
    response = alice_client.get(reverse(f"people:{name}"))
    assert "private" in response.headers["Cache-Control"]
    assert "no-store" in response.headers["Cache-Control"]


@pytest.mark.parametrize(
    ("name", "queries"),
    # The session and the person; then the page's own.
    [("profile", 2), ("password-change", 2), ("tokens", 3), ("own-data", 2)],
)
def test_pages_of_an_account_ask_little(
    alice_client, name, queries, django_assert_num_queries
):
    with django_assert_num_queries(queries):
        assert alice_client.get(reverse(f"people:{name}")).status_code == 200


def test_gates_ask_the_database_nothing(visitor, django_assert_num_queries):
    for name in ("login", "sign-up", "sign-up-sent", "password-reset"):
        with django_assert_num_queries(0):
            assert visitor.get(reverse(f"people:{name}")).status_code == 200


# ---- mail address


def ask(client, email="new@example.org", password=PASSWORD):
    given = {"email": email, "current_password": password}
    return client.post(reverse("people:email-change"), given)


def test_an_address_changes_when_its_owner_says_so(
    alice, alice_client, mailoutbox, on_commit
):
    assert ask(alice_client, "New@Example.ORG").url == reverse(
        "people:email-change-sent"
    )
    alice.refresh_from_db()
    assert alice.email == "alice@example.org"
    (mail,) = mailoutbox
    assert mail.to == ["New@example.org"]

    link = link_in(mail)
    page = alice_client.get(link).content.decode()
    assert "to <b>New@example.org</b>" in page
    alice.refresh_from_db()
    assert alice.email == "alice@example.org"

    with on_commit():
        assert alice_client.post(link).url == reverse("people:profile")
    alice.refresh_from_db()
    assert alice.email == "New@example.org"
    assert mailoutbox[1].to == ["alice@example.org"]
    assert "now uses New@example.org" in mailoutbox[1].body


def test_a_link_to_change_the_address_works_once(alice, alice_client, mailoutbox):
    ask(alice_client)
    ask(alice_client, "second@example.org")
    first, second = map(link_in, mailoutbox)
    alice_client.post(first)
    for link in (first, second):
        response = alice_client.post(link)
        assert response.status_code == 409
        assert "That link has been used" in response.content.decode()
    alice.refresh_from_db()
    assert alice.email == "new@example.org"


def test_a_new_password_makes_open_links_worthless(alice, alice_client, mailoutbox):
    ask(alice_client)
    change_password(person=alice, password="taken back by alice")
    response = browser_of(type(alice).objects.get()).post(link_in(mailoutbox[0]))
    assert response.status_code == 409
    alice.refresh_from_db()
    assert alice.email == "alice@example.org"


def test_somebody_else_cannot_use_the_link(alice_client, bob, bob_client, mailoutbox):
    ask(alice_client)
    link = link_in(mailoutbox[0])
    response = bob_client.post(link)
    assert response.status_code == 422
    assert "That link belongs to another account." in response.content.decode()
    bob.refresh_from_db()
    assert bob.email == "bob@example.org"
    assert Client().post(link).url.startswith("/people/log-in/")


def test_an_address_that_was_taken_in_the_meantime_is_refused(alice, bob, mailoutbox):
    request_email_change(person=alice, email="new@example.org", site=SITE)
    bob.email = "New@example.org"
    bob.save()
    link = link_in(mailoutbox[0]).rstrip("/").rpartition("/")[2]
    with pytest.raises(Conflict, match="already an account"):
        confirm_email_change(person=alice, link=link)
    alice.refresh_from_db()
    assert alice.email == "alice@example.org"


def test_changing_the_address_takes_the_password(alice_client, mailoutbox):
    response = ask(alice_client, password="wrong password")
    assert response.status_code == 422
    assert "That is not your password." in response.content.decode()
    assert not mailoutbox


def test_the_same_address_is_no_change(alice_client, mailoutbox):
    response = ask(alice_client, "ALICE@example.org")
    assert "That is already your address." in response.content.decode()
    assert not mailoutbox
