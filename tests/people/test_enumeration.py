"""Nobody learns from us who has an account: the answers to a known and to an unknown
name or address are the same to the byte, and so is what happens on the wire."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth import authenticate
from django.test import Client, RequestFactory
from django.urls import reverse

from tests.cast import PASSWORD, cast

pytestmark = pytest.mark.django_db


def answer(address: str, given: dict[str, str]) -> tuple[object, ...]:
    """Status, headers and bytes of the answer and of the page it leads to, without
    what is different on every request, and without what was typed."""
    client = Client()
    response = client.post(address, given)
    pages = [response]
    if response.status_code == 302:
        pages.append(client.get(response.url))
    return tuple(
        (page.status_code, headers(page), body(page, given.values())) for page in pages
    )


def headers(response) -> dict[str, str]:
    changing = {"Expires", "Content-Length"}
    return {name: text for name, text in response.items() if name not in changing}


def body(response, typed) -> str:
    text = response.content.decode()
    text = re.sub(r"(csrfmiddlewaretoken\" value=\"|X-CSRFToken\": \")\w+", "", text)
    for word in typed:
        text = text.replace(word, "")
    return text


def test_signing_up_with_a_taken_address_looks_like_any_other(alice, mailoutbox):
    page = reverse("people:sign-up")
    taken = answer(page, {"email": "alice@example.org"})
    fresh = answer(page, {"email": "erin@example.org"})
    assert taken == fresh
    assert [mail.to for mail in mailoutbox] == [
        ["alice@example.org"],
        ["erin@example.org"],
    ]


def test_the_owner_of_a_taken_address_learns_of_it_and_gets_no_sign_up_link(
    alice, visitor, mailoutbox
):
    visitor.post(reverse("people:sign-up"), {"email": "ALICE@example.org"})
    (mail,) = mailoutbox
    assert mail.to == ["alice@example.org"]
    assert "Your username: alice" in mail.body
    assert "http://testserver/people/log-in/" in mail.body
    assert "/people/sign-up/" not in mail.body


def test_resetting_the_password_of_an_unknown_address_looks_like_any_other(
    alice, mailoutbox
):
    cast("gone", is_active=False)
    page = reverse("people:password-reset")
    known = answer(page, {"email": "alice@example.org"})
    unknown = answer(page, {"email": "nobody@example.org"})
    closed = answer(page, {"email": "gone@example.org"})
    assert known == unknown == closed
    assert [mail.to for mail in mailoutbox] == [
        ["alice@example.org"],
        ["nobody@example.org"],
        ["gone@example.org"],
    ]
    assert "/people/password/reset/" in mailoutbox[0].body
    for mail in mailoutbox[1:]:
        assert "there is no active account with this address" in re.sub(
            r"\s+", " ", mail.body
        )
        assert "/people/password/reset/" not in mail.body


def test_wrong_passwords_unknown_names_and_closed_accounts_get_one_answer(alice):
    cast("closed", is_active=False)
    page = reverse("people:login")
    wrong = answer(page, {"username": "alice", "password": "wrong password"})
    unknown = answer(page, {"username": "nobody", "password": "wrong password"})
    closed = answer(page, {"username": "closed", "password": PASSWORD})
    assert wrong == unknown == closed
    assert wrong[0][0] == 422


def test_an_unknown_name_is_locked_out_like_a_known_one(alice):
    page = reverse("people:login")
    for _ in range(4):
        for username in ("alice", "nobody"):
            answer(page, {"username": username, "password": "wrong password"})
    known = answer(page, {"username": "alice", "password": "wrong password"})
    unknown = answer(page, {"username": "nobody", "password": "wrong password"})
    assert known == unknown
    assert known[0][0] == 429


def test_an_unknown_name_costs_a_hash_as_a_known_one_does(alice, monkeypatch):
    """Otherwise the clock would tell what the page does not."""
    hashed = []
    monkeypatch.setattr(
        "people.models.Person.set_password",
        lambda _person, raw: hashed.append(raw),
    )
    request = RequestFactory().post("/")
    authenticate(request, username="nobody", password="some password")
    assert hashed == ["some password"]


def test_asking_for_a_taken_new_address_looks_like_any_other(
    alice_client, bob, mailoutbox
):
    page = reverse("people:email-change")
    pages = []
    for email in ("bob@example.org", "fresh@example.org"):
        given = {"email": email, "current_password": PASSWORD}
        response = alice_client.post(page, given)
        sent = alice_client.get(response.url)
        pages.append((response.status_code, body(sent, given.values())))
    assert pages[0] == pages[1]
    assert "so nothing was changed" in mailoutbox[0].body
    assert mailoutbox[0].to == ["bob@example.org"]
