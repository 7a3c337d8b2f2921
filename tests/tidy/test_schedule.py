"""What is handed out together in a parallel run."""

from __future__ import annotations

import pytest

from tests.schedule import unit_of


@pytest.mark.parametrize(
    ("test", "unit"),
    [
        ("tests/services/test_up.py::TestRunning::test_it", "tests/services/"),
        ("tests/services/test_fuzz.py::test_it", "tests/services/test_fuzz.py"),
        ("tests/teams/rules/test_it.py::test_a[1]", "tests/teams/rules/test_it.py"),
        ("tests/kernel/test_it.py::TestA::test_b", "tests/kernel/test_it.py"),
    ],
)
def test_what_is_slow_to_share_or_quick_to_run_is_handed_out_together(
    test: str, unit: str
) -> None:
    assert unit_of(test) == unit


@pytest.mark.parametrize(
    "test",
    [
        "tests/league/test_rounds.py::TestSwiss::test_it[a/rules/b]",
        "tests/skirmish/rules/test_random_play.py::test_it[1]",
    ],
)
def test_stories_and_whole_games_are_handed_out_one_by_one(test: str) -> None:
    assert unit_of(test) == test
