"""The API as a whole: its description, its viewer, its limits."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from rest_framework.throttling import SimpleRateThrottle

from people.models import Person

ME = "/api/v1/me/"


@pytest.mark.django_db
def test_the_viewer_shows_the_api_from_our_own_files(client: Client) -> None:
    page = client.get("/api/v1/").content.decode()
    assert "swagger-ui-bundle.js" in page
    loaded = re.findall(r'<(?:script|link)[^>]+(?:src|href)="([^"]+)"', page)
    assert loaded
    assert all(address.startswith("/") for address in loaded)
    script = client.get("/api/v1/", {"script": ""})
    assert script["Content-Type"].startswith("application/javascript")


@pytest.mark.django_db
def test_too_many_questions_are_told_when_to_come_back(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    rates = {"anon": "2/min", "user": "2/min"}
    monkeypatch.setattr(SimpleRateThrottle, "THROTTLE_RATES", rates)
    url = "/api/v1/rulebook/clans/"
    assert [client.get(url).status_code for _ in range(2)] == [200, 200]
    answer = client.get(url)
    assert answer.status_code == 429
    assert answer["Content-Type"] == "application/problem+json"
    assert 0 < int(answer["Retry-After"]) <= 60


def test_a_session_may_read_and_write_but_not_without_the_csrf_token(
    alice: Person,
) -> None:
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(alice)
    assert browser.get(ME).status_code == 200
    change = {"display_name": "Alice the Bold"}
    answer = browser.patch(ME, change, content_type="application/json")
    assert answer.status_code == 403
    alice.refresh_from_db()
    assert alice.display_name != "Alice the Bold"


def test_an_unknown_address_of_the_api_is_a_problem_too(client: Client) -> None:
    answer = client.get("/api/v1/nowhere/")
    assert answer.status_code == 404
    assert answer["Content-Type"] == "application/problem+json"
