"""How many teams play a match, and how they split into sides."""

from __future__ import annotations

import pytest

from challenges.rules.sides import refuse_team_count
from kernel.errors import Refusal
from tests.ledger import rule


@rule("GROUP-02")
@pytest.mark.parametrize(
    ("count", "code"),
    [(0, "too-few-teams"), (1, "too-few-teams"), (5, "too-many-teams")],
)
def test_match_between_one_or_five_teams_is_refused(count: int, code: str) -> None:
    with pytest.raises(Refusal) as refused:
        refuse_team_count(count, field="others")
    assert (refused.value.code, refused.value.field) == (code, "others")


@rule("GROUP-02")
@pytest.mark.parametrize("count", [2, 3, 4])
def test_match_between_two_to_four_teams_is_allowed(count: int) -> None:
    refuse_team_count(count)
