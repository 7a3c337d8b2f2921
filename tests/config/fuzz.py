"""Made-up questions to every address of the API that is not of one team."""

from __future__ import annotations

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from rest_framework.throttling import SimpleRateThrottle
from schemathesis.specs.openapi.checks import positive_data_acceptance

from people import services
from people.models import Person
from tests.described import of_all_else


@pytest.fixture
def unlimited(monkeypatch: pytest.MonkeyPatch) -> None:
    rates = {"anon": None, "user": None}
    monkeypatch.setattr(SimpleRateThrottle, "THROTTLE_RATES", rates)


@pytest.fixture
def alice_token(alice: Person) -> str:
    return services.token_make(person=alice, name="fuzz").secret


@pytest.mark.slow
@of_all_else.parametrize()
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
