"""The API as a whole: its description, its viewer, its limits."""

from __future__ import annotations

import re

import pytest
import schemathesis
from django.test import Client
from hypothesis import HealthCheck, settings
from rest_framework.throttling import SimpleRateThrottle
from schemathesis.specs.openapi.checks import positive_data_acceptance

from config.wsgi import application
from people import services
from people.models import Person

ME = "/api/v1/me/"


@pytest.fixture
def unlimited(monkeypatch: pytest.MonkeyPatch) -> None:
    rates = {"anon": None, "user": None}
    monkeypatch.setattr(SimpleRateThrottle, "THROTTLE_RATES", rates)


@pytest.fixture
def alice_token(alice: Person) -> str:
    return services.token_make(person=alice, name="fuzz").secret


# Read without a database, so that every address becomes a test of its own.
schema = schemathesis.openapi.from_wsgi("/api/v1/schema/", application)


@pytest.mark.slow
@schema.parametrize()
@settings(
    max_examples=3,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
def test_every_address_keeps_what_the_description_promises(
    case: schemathesis.Case, alice_token: str, unlimited: None, connection_kept: None
) -> None:
    """Made-up questions, good and bad, against the real thing."""
    case.call_and_validate(
        headers={"Authorization": f"Bearer {alice_token}"},
        # The rules may refuse what is well-formed; that is what refusals are for.
        excluded_checks=[positive_data_acceptance],
    )


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
