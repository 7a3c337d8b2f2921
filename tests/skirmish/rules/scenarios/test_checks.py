"""What may be expected."""

from __future__ import annotations

import pytest

from skirmish.rules.scenarios.checks import CLAIMS
from tests.skirmish.rules.scenarios import test_decision_checks, test_state_checks
from tests.skirmish.rules.scenarios.duel import FIRST, fault, run


def test_every_claim_is_tried_somewhere() -> None:
    tried = test_decision_checks.CLAIMS + test_state_checks.CLAIMS
    names = {claim.removeprefix("not ").split()[0] for claim, _, _ in tried}
    # Pieces and the hash have a test of their own.
    assert CLAIMS.keys() - names == {"hash", "goal", "medal", "crate", "role"}


def test_not_turns_a_claim_round() -> None:
    assert run("expect not a1 at E6\n") == []
    (found,) = run("expect not a1 at E5\n")
    assert found.sentence == "This is true: a1 at E5."


@pytest.mark.parametrize(
    ("play", "words"),
    [
        ("expect a9 at E5\n", "no figure and no check called “a9”"),
        ("expect joy\n", "no check called"),
        ("expect not\n", "Say what to expect"),
    ],
)
def test_what_means_nothing_is_unreadable_with_its_line(play: str, words: str) -> None:
    problem = fault(play)
    assert problem.line == FIRST + play.count("\n") - 1
    assert words in problem.sentence
