"""Who may keep an answer, what a page may use, and by which address visitors count."""

from __future__ import annotations

import pytest
from django.test import Client, RequestFactory
from rest_framework.request import Request
from rest_framework.throttling import AnonRateThrottle

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("path", ["/", "/rules/", "/leagues/", "/gallery/", "/teams/"])
def test_page_of_a_signed_in_person_is_private(alice_client: Client, path: str) -> None:
    assert "private" in alice_client.get(path).headers["Cache-Control"]


def test_page_of_a_visitor_may_be_shared(client: Client) -> None:
    assert "Cache-Control" not in client.get("/rules/").headers


def test_api_answers_are_not_stored(alice_client: Client, client: Client) -> None:
    for path in ("/api/v1/teams/", "/api/v1/leagues/", "/api/v1/no/such/"):
        assert alice_client.get(path).headers["Cache-Control"] == "no-store"
    assert client.get("/api/v1/teams/").headers["Cache-Control"] == "no-store"


def test_rulebook_for_programs_stays_public(alice_client: Client) -> None:
    answer = alice_client.get("/api/v1/rulebook/profiles/")
    assert "public" in answer.headers["Cache-Control"]


@pytest.mark.parametrize("path", ["/", "/no/such/page/", "/api/v1/teams/"])
def test_no_page_may_use_devices(client: Client, path: str) -> None:
    policy = client.get(path).headers["Permissions-Policy"]
    for feature in ("camera", "microphone", "geolocation", "payment"):
        assert f"{feature}=()" in policy
    assert "clipboard-write=(self)" in policy


def test_made_up_forwarded_address_does_not_evade_the_limit(rf: RequestFactory) -> None:
    throttle = AnonRateThrottle()
    idents = {
        throttle.get_ident(Request(rf.get("/", headers={"X-Forwarded-For": forged})))
        for forged in ("1.2.3.4", "5.6.7.8", "")
    }
    assert idents == {"127.0.0.1"}
