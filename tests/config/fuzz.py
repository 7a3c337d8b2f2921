"""Made-up questions to every address of the API that is of no team and no league."""

from __future__ import annotations

import pytest
import schemathesis
from schemathesis.specs.openapi.checks import positive_data_acceptance

from people.models import Person
from people.services.tokens import create_token
from tests.described import of_all_else, questions


@pytest.fixture
def alice_token(alice: Person) -> str:
    return create_token(person=alice, name="fuzz").secret


@pytest.mark.slow
@pytest.mark.usefixtures("unlimited", "connection_kept")
@of_all_else.parametrize()
@questions
def test_every_address_keeps_what_the_description_promises(
    case: schemathesis.Case, alice_token: str
) -> None:
    """Made-up questions, good and bad, against the real thing."""
    case.call_and_validate(
        headers={"Authorization": f"Bearer {alice_token}"},
        # The rules may refuse what is well-formed; that is what refusals are for.
        excluded_checks=[positive_data_acceptance],
    )
