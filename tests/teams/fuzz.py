"""Made-up questions about a real team, each answered as the description says."""

from __future__ import annotations

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from rest_framework.throttling import SimpleRateThrottle
from schemathesis.specs.openapi.checks import (
    negative_data_rejection,
    positive_data_acceptance,
)

from people.models import Person
from tests.described import of_a_team
from tests.teams.test_api import Program
from tests.verbs import Tale, registered_team


@pytest.fixture
def program(alice: Person) -> Program:
    return Program(alice)


@pytest.fixture
def busy_team(alice: Person, monkeypatch: pytest.MonkeyPatch) -> Tale:
    """Half-way through a settlement, and asked as often as one likes."""
    rates = {"anon": None, "user": None}
    monkeypatch.setattr(SimpleRateThrottle, "THROTTLE_RATES", rates)
    return registered_team(alice).play(feats={2: 9}, hurt=[1, 3])


@pytest.mark.slow
@of_a_team.parametrize()
@settings(
    max_examples=6,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
def test_any_act_on_a_real_team_is_answered_as_described(
    case: schemathesis.Case, program: Program, busy_team: Tale, connection_kept: None
) -> None:
    case.path_parameters["team_id"] = busy_team.team_id
    if "ninja" in case.path_parameters:
        case.path_parameters["ninja"] = 2
    case.call_and_validate(
        headers=program.headers,
        # The rules may refuse what is well-formed; that is what refusals are for. And
        # a bad team or token in the question was just replaced by a good one.
        excluded_checks=[positive_data_acceptance, negative_data_rejection],
    )
