"""Who has to say yes to a report."""

from __future__ import annotations

import pytest

from challenges.rules.reports.confirmation import ConfirmationPolicy
from rulebook.rules.rule_setting_values import ResultConfirmation
from tests.ledger import rule

ALICE, BOB, DANA = 1, 2, 3
PLAYERS = frozenset({ALICE, BOB})


def table(how: ResultConfirmation, *masters: int) -> ConfirmationPolicy:
    return ConfirmationPolicy(how=how, players=PLAYERS, masters=frozenset(masters))


@rule("LEAGUE-17")
@pytest.mark.parametrize(
    ("how", "awaited"),
    [
        (ResultConfirmation.OPPONENT, {BOB}),
        (ResultConfirmation.NINJA_MASTER, {DANA}),
        (ResultConfirmation.NONE, set()),
    ],
)
def test_a_league_says_who_confirms(how: ResultConfirmation, awaited: set[int]) -> None:
    assert table(how, DANA).awaited(frozenset({ALICE})) == awaited


def test_one_master_is_enough() -> None:
    by_masters = table(ResultConfirmation.NINJA_MASTER, DANA, 4)
    assert by_masters.awaited(frozenset({ALICE})) == {DANA, 4}
    assert by_masters.awaited(frozenset({ALICE, DANA})) == frozenset()


@rule("NM-07")
def test_a_master_who_plays_is_no_master_of_the_match() -> None:
    with_deputy = table(ResultConfirmation.NINJA_MASTER, ALICE, DANA)
    assert with_deputy.awaited(frozenset({ALICE})) == {DANA}
    alone = table(ResultConfirmation.NINJA_MASTER, ALICE)
    assert not alone.is_for_masters
    assert alone.awaited(frozenset({ALICE})) == {BOB}
