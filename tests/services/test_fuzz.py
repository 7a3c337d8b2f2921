"""Made-up questions to every address of the API.

They run in one process of their own: making them up takes longer than reading all
other tests, and every process of a parallel run would do it. So their files are not
named as tests are. Also, schemathesis gives all tests of a file one name, by which
xdist would hand out only the first of them.
"""

from __future__ import annotations

import os

import pytest

from tests.services.product import ROOT, run_tests

FILES = ("tests/config/fuzz.py", "tests/league/fuzz.py", "tests/teams/fuzz.py")


@pytest.mark.sweep
@pytest.mark.timeout(1800)
def test_whatever_is_asked_is_answered_as_the_api_describes_itself() -> None:
    # With the folder of this run, in which there is a database to copy.
    folder = os.environ["MOONLIGHT_TEST_DATA"]
    run_tests("-n0", "--maxfail=3", *FILES, MOONLIGHT_TEST_DATA=folder)


def test_no_file_of_questions_is_forgotten() -> None:
    found = {path.relative_to(ROOT).as_posix() for path in ROOT.glob("tests/*/fuzz.py")}
    assert found == set(FILES)
