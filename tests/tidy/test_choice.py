"""A quick run leaves out what it says, and nothing else."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest

from tests.choice import FOLDERS, SLICE
from tests.tidy.tree import ROOT

MARKS = """
    [pytest]
    addopts = --strict-markers
    markers =
        browser:
        service:
        slow:
        story:
        sweep:
        django_db:
"""
BOTH = """
    def test_alone(): pass
    def test_stored(db): pass
"""
FILES = {
    "tests/league/rules/test_tables.py": "def test_alone(): pass",
    "tests/league/test_rounds.py": BOTH,
    SLICE[0]: BOTH,
    "tests/people/test_mail.py": """
        import pytest
        def test_alone(): pass
        def test_stored(db): pass
        @pytest.mark.slow
        def test_slow(): pass
        @pytest.mark.browser
        def test_browser(): pass
        @pytest.mark.service
        def test_service(): pass
        @pytest.mark.sweep
        def test_sweep(): pass
    """,
    "tests/skirmish/test_random_play.py": "def test_alone(): pass",
    "tests/skirmish/test_laws.py": """
        from hypothesis import given, strategies
        @given(strategies.none())
        def test_law(nothing): pass
    """,
}
CONFTEST = """
    import pytest
    pytest_plugins = ["tests.choice"]
    @pytest.fixture
    def db(): pass
"""


@pytest.fixture
def small_suite(tmp_path: Path) -> Path:
    files = {"pytest.ini": MARKS, "conftest.py": CONFTEST, **FILES}
    for name, content in files.items():
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(dedent(content))
    return tmp_path


def chosen(folder: Path, *options: str) -> set[str]:
    """Which tests of the small suite ran, without the folder that they are in."""
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            "-p",
            "no:cacheprovider",
            "-v",
            *options,
            "--import-mode=importlib",
        ],
        cwd=folder,
        env={
            **{k: v for k, v in os.environ.items() if not k.startswith("MOONLIGHT_")},
            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
            "PYTHONPATH": str(ROOT),
        },
        capture_output=True,
        text=True,
        check=True,
    )
    ran = [line.split()[0] for line in done.stdout.splitlines() if "PASSED" in line]
    return {test.removeprefix("tests/") for test in ran}


def test_a_quick_run_leaves_stories_browsers_servers_and_slow_tests_out(
    small_suite: Path,
) -> None:
    slice_of_it = SLICE[0].removeprefix("tests/")
    assert chosen(small_suite, "--quick") == {
        "league/rules/test_tables.py::test_alone",
        "league/test_rounds.py::test_alone",
        f"{slice_of_it}::test_alone",
        f"{slice_of_it}::test_stored",
        "people/test_mail.py::test_alone",
        "people/test_mail.py::test_stored",
    }


def test_plain_run_leaves_only_sweeps_out(small_suite: Path) -> None:
    plain, whole = chosen(small_suite), chosen(small_suite, "--all")
    assert len(plain) == 12
    assert whole - plain == {"people/test_mail.py::test_sweep"}


def test_sweeps_of_a_named_file_run(small_suite: Path) -> None:
    ran = chosen(small_suite, "tests/people/test_mail.py")
    assert "people/test_mail.py::test_sweep" in ran


def test_the_database_alone_can_be_asked_for(small_suite: Path) -> None:
    ran = chosen(small_suite, "--database-only")
    assert len(ran) == 3
    assert all(test.endswith("::test_stored") for test in ran)


def test_the_slice_is_there() -> None:
    assert [file for file in SLICE if not (ROOT / file).is_file()] == []


def test_all_that_is_not_even_read_would_be_left_out() -> None:
    for folder in FOLDERS:
        assert "item.add_marker(pytest.mark." in (folder / "conftest.py").read_text()
