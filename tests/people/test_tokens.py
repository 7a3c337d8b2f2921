from __future__ import annotations

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from kernel.errors import Refusal
from people import selectors
from people.models import ApiToken
from people.services.tokens import create_token
from tests.cast import browser_of

pytestmark = pytest.mark.django_db

ME = "/api/v1/me/"


def me(secret: str, method: str = "get", **given):
    headers = {"Authorization": f"Bearer {secret}"}
    send = getattr(Client(), method)
    return send(ME, headers=headers, content_type="application/json", **given)


@pytest.fixture
def secret(alice) -> str:
    return create_token(person=alice, name="Site").secret


# ---- in the profile


def test_a_token_is_shown_once_and_stored_as_a_digest(alice, alice_client):
    page = reverse("people:tokens")
    response = alice_client.post(page, {"name": "Club  site"})
    (token,) = ApiToken.objects.all()
    assert (token.person, token.name) == (alice, "Club site")
    (shown,) = [
        word
        for word in response.content.decode()
        .replace("<", " ")
        .replace(">", " ")
        .split()
        if word.startswith(token.prefix) and not word.endswith("…")
    ]
    assert selectors.token_by_secret(shown) == token
    assert len(shown) >= 48
    assert shown not in str(vars(token))
    again = alice_client.get(page).content.decode()
    assert shown not in again
    assert f"{token.prefix}…" in again


def test_every_token_is_another(alice):
    made = {create_token(person=alice, name=f"t{n}").secret for n in range(5)}
    assert len(made) == 5


def test_a_revoked_token_is_gone_at_once(alice, alice_client, secret):
    assert me(secret).status_code == 200
    token = ApiToken.objects.get()
    page = reverse("people:token-revoke", args=[token.pk])
    assert alice_client.get(page).status_code == 405
    assert alice_client.post(page).url == reverse("people:tokens")
    assert me(secret).status_code == 401
    assert alice_client.post(page).status_code == 302


def test_nobody_revokes_the_token_of_another(bob_client, secret):
    token = ApiToken.objects.get()
    bob_client.post(reverse("people:token-revoke", args=[token.pk]))
    assert me(secret).status_code == 200


def test_nobody_sees_the_tokens_of_another(bob_client, secret):
    page = bob_client.get(reverse("people:tokens")).content.decode()
    assert ApiToken.objects.get().prefix not in page


@pytest.mark.parametrize(
    ("name", "reason"),
    [("", "Give the token a name"), ("x" * 61, "Give the token"), ("SITE", "already")],
)
def test_a_token_needs_a_name_of_its_own(alice, secret, name, reason):
    with pytest.raises(Refusal, match=reason):
        create_token(person=alice, name=name)
    assert ApiToken.objects.count() == 1


def test_reloading_the_page_makes_no_second_token(alice_client):
    page = reverse("people:tokens")
    alice_client.post(page, {"name": "Site"})
    response = alice_client.post(page, {"name": "Site"})
    assert response.status_code == 422
    assert "You already have a token named Site." in response.content.decode()
    assert ApiToken.objects.count() == 1


def test_twenty_tokens_are_the_most(alice):
    for number in range(20):
        create_token(person=alice, name=f"t{number}")
    with pytest.raises(Refusal, match="Revoke one first"):
        create_token(person=alice, name="t20")


# ---- in the API


def test_a_token_stands_for_its_person(secret):
    answer = me(secret).json()
    assert answer["username"] == "alice"
    assert (answer["name"], answer["email"]) == ("Alice", "alice@example.org")


def test_one_query_finds_the_person_and_one_notes_the_use(
    secret, django_assert_num_queries
):
    with time_machine.travel("2026-11-16 12:00:00Z", tick=False) as clock:
        with django_assert_num_queries(2):
            me(secret)
        clock.shift(59)
        with django_assert_num_queries(1):
            me(secret)
        assert ApiToken.objects.get().last_used.isoformat() == (
            "2026-11-16T12:00:00+00:00"
        )
        clock.shift(1)
        me(secret)
        assert ApiToken.objects.get().last_used.minute == 1


@pytest.mark.parametrize(
    "header",
    [
        "Bearer",
        "Bearer ",
        "Bearer moon_made-up",
        "Bearer moon_é",
        "Bearer two words",
        "bearer \x00",
    ],
)
def test_a_token_that_does_not_work_is_refused_as_unknown(secret, header):
    response = Client().get(ME, headers={"Authorization": header})
    assert response.status_code == 401
    assert response.headers["WWW-Authenticate"] == 'Bearer realm="Moonlight"'
    assert "alice" not in response.content.decode()


def test_the_scheme_is_read_in_any_capitals_and_others_are_left_alone(secret):
    ok = Client().get(ME, headers={"Authorization": f"BEARER {secret}"})
    assert ok.status_code == 200
    other = Client().get(ME, headers={"Authorization": f"Basic {secret}"})
    assert other.status_code == 401


def test_the_digest_is_not_a_key(secret):
    assert me(ApiToken.objects.get().digest).status_code == 401


def test_a_closed_account_has_no_working_tokens(alice, secret):
    alice.is_active = False
    alice.save()
    assert me(secret).status_code == 401


def test_a_program_changes_the_profile_and_nothing_else(alice, secret):
    given = {
        "display_name": "A.",
        "time_zone": "Asia/Tokyo",
        "username": "mallory",
        "email": "mallory@example.org",
        "is_superuser": True,
    }
    response = me(secret, "patch", data=given)
    assert response.status_code == 200
    assert response.json()["display_name"] == "A."
    alice.refresh_from_db()
    assert (alice.display_name, alice.time_zone) == ("A.", "Asia/Tokyo")
    assert (alice.username, alice.email) == ("alice", "alice@example.org")
    assert (alice.language, alice.is_superuser) == ("en", False)


def test_what_the_site_declines_the_api_declines_in_the_same_words(alice, secret):
    response = me(secret, "patch", data={"time_zone": "Mars/Olympus"})
    assert response.status_code == 422
    assert response.headers["Content-Type"] == "application/problem+json"
    problem = response.json()
    assert problem["code"] == "time-zone-unknown"
    assert "such as Europe/Berlin" in problem["detail"]
    alice.refresh_from_db()
    assert alice.time_zone == "UTC"


def test_a_session_works_for_the_api_and_writing_with_it_needs_a_csrf_token(alice):
    browser = browser_of(alice)
    assert browser.get(ME).json()["username"] == "alice"
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(alice)
    response = strict.patch(ME, {"display_name": "M"}, content_type="application/json")
    assert response.status_code == 403


def test_somebody_unknown_is_told_how_to_show_who_they_are(visitor):
    response = visitor.get(ME)
    assert response.status_code == 401
    assert response.headers["WWW-Authenticate"].startswith("Bearer")
