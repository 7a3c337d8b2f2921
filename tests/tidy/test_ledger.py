"""The ledger, tried on real runs of pytest over small suites of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest

from tests.inventory import FILES, ROOT, Record, read_record

# Each of them starts a program of its own.
pytestmark = pytest.mark.slow

SUITE = """
    from __future__ import annotations
    import pytest
    from tests.ledger import rule

    @rule("COMBAT-01")
    def test_passes(): pass

    @rule("COMBAT-02")
    def test_fails(): assert False

    @rule("COMBAT-03")
    @pytest.mark.skip(reason="not today")
    def test_is_skipped(): pass

    @rule("COMBAT-04")
    def test_skips_itself(): pytest.skip("not today")

    @rule("COMBAT-05")
    @pytest.mark.xfail
    def test_is_expected_to_fail(): assert False

    @rule("COMBAT-06")
    @pytest.mark.xfail(strict=False)
    def test_passes_against_expectation(): pass

    @rule("COMBAT-07")
    @pytest.mark.parametrize("number", [1, 2, 3])
    def test_with_parameters(number): assert number < 3

    @rule("COMBAT-08")
    @pytest.mark.parametrize("number", [1, 2])
    def test_with_good_parameters(number): assert number < 3

    @rule("COMBAT-09")
    def test_one_of_two_passes(): pass

    @rule("COMBAT-09")
    def test_two_of_two_fails(): assert False

    @rule("COMBAT-10")
    def test_one_of_two_passes_beside_a_skip(): pass

    @rule("COMBAT-10")
    def test_two_of_two_is_skipped(): pytest.skip("not today")

    @rule("TEAM-01", "TEAM-02")
    @rule("TEAM-03")
    def test_of_three_rules(): pass

    @rule("TEAM-04")
    class TestOfAClass:
        def test_inherits(self): pass
        @rule("TEAM-05")
        def test_adds(self): pass

    @pytest.fixture
    def broken_before(): raise RuntimeError("broken before")

    @pytest.fixture
    def broken_after():
        yield
        raise RuntimeError("broken after")

    @rule("TEAM-06")
    def test_whose_fixture_breaks(broken_before): pass

    @rule("TEAM-07")
    def test_whose_fixture_breaks_afterwards(broken_after): pass

    def test_unmarked(): pass
"""
PROVEN = {
    "COMBAT-01",
    "COMBAT-08",
    "COMBAT-10",
    "TEAM-01",
    "TEAM-02",
    "TEAM-03",
    "TEAM-04",
    "TEAM-05",
}
MARKED = {f"COMBAT-{n:02}" for n in range(1, 11)} | {f"TEAM-0{n}" for n in range(1, 8)}


def run(
    folder: Path, source: str, *arguments: str, full_run: str | None = None
) -> subprocess.CompletedProcess[str]:
    """pytest over one file, with nothing loaded but our plugin and xdist."""
    (folder / "pytest.ini").write_text("[pytest]\nmarkers =\n    rule(*ids): ours\n")
    (folder / "conftest.py").write_text('pytest_plugins = ["tests.ledger_plugin"]\n')
    (folder / "test_suite.py").write_text(dedent(source))
    environment = os.environ | {
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
        "PYTHONPATH": str(ROOT),
    }
    # The run around this test may be a full run; the small one must not say so.
    for name in [*environment]:
        if name.startswith(("PYTEST_XDIST", "MOONLIGHT_", "PYTEST_ADDOPTS")):
            del environment[name]
    if full_run is not None:
        environment["MOONLIGHT_FULL_RUN"] = full_run
    command = [sys.executable, "-m", "pytest", "-p", "xdist", "-p", "no:cacheprovider"]
    return subprocess.run(
        [*command, *arguments],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(scope="module", params=["-n0", "-n2"])
def record(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Record:
    folder = tmp_path_factory.mktemp("suite")
    file = folder / "ledger.json"
    done = run(folder, SUITE, request.param, f"--ledger={file}")
    found = read_record(file)
    assert found is not None, done.stdout + done.stderr
    return found


def test_a_rule_counts_only_with_a_pass_and_without_a_failure(record: Record) -> None:
    assert {rule for rule in record.rules if record.is_tested(rule)} == PROVEN


def test_every_marked_rule_is_in_the_record(record: Record) -> None:
    assert set(record.rules) == MARKED


def test_each_test_is_recorded_with_the_worst_that_happened(record: Record) -> None:
    def outcomes(rule_id: str) -> list[str]:
        return sorted(record.rules[rule_id].values())

    assert outcomes("COMBAT-02") == ["failed"]
    assert outcomes("COMBAT-03") == ["skipped"]
    assert outcomes("COMBAT-05") == ["skipped"]
    assert outcomes("COMBAT-06") == ["skipped"]
    assert outcomes("COMBAT-07") == ["failed", "passed", "passed"]
    assert outcomes("TEAM-04") == ["passed", "passed"]
    assert outcomes("TEAM-06") == ["failed"]
    assert outcomes("TEAM-07") == ["failed"]


def test_a_worker_that_dies_takes_its_rule_with_it(tmp_path: Path) -> None:
    source = """
        import os
        from tests.ledger import rule

        @rule("MOVE-01")
        def test_passes(): pass

        @rule("MOVE-01", "MOVE-02")
        def test_kills_its_process(): os._exit(1)
    """
    file = tmp_path / "ledger.json"
    done = run(tmp_path, source, "-n2", f"--ledger={file}")
    found = read_record(file)
    assert found is not None, done.stdout
    assert not found.is_tested("MOVE-01")
    assert not found.is_tested("MOVE-02")


@pytest.mark.parametrize("workers", ["-n0", "-n2"])
def test_an_unknown_id_fails_the_collection_and_names_the_nearest(
    tmp_path: Path, workers: str
) -> None:
    source = """
        from tests.ledger import rule

        @rule("COMBAT-101")
        def test_of_no_rule(): pass
    """
    file = tmp_path / "ledger.json"
    done = run(tmp_path, source, workers, f"--ledger={file}")
    assert done.returncode not in (0, 5)
    assert "test_of_no_rule: 'COMBAT-101' is no rule of the inventory." in done.stdout
    assert "Did you mean COMBAT-11, COMBAT-10, COMBAT-01?" in done.stdout
    assert not file.exists()


def test_a_mark_that_names_no_rule_is_refused(
    tmp_path: Path,
) -> None:
    source = """
        from tests.ledger import rule

        @rule()
        def test_a(): pass

        @rule(12)
        def test_b(): pass

        @rule("combat-12")
        def test_c(): pass
    """
    done = run(tmp_path, source)
    assert done.returncode == pytest.ExitCode.INTERRUPTED
    for sentence in (
        "test_a: @rule names no rule.",
        "test_b: 12 is no rule",
        "test_c: 'combat-12' is no rule of the inventory. Did you mean COMBAT-12",
    ):
        assert sentence in done.stdout


@pytest.mark.parametrize(
    "source",
    [
        """
        from tests.ledger import rule
        pytestmark = rule("NOPE-1")
        def test_a(): pass
        """,
        """
        from tests.ledger import rule
        @rule("NOPE-1")
        class TestOfAClass:
            def test_a(self): pass
        """,
    ],
    ids=["module", "class"],
)
def test_a_mark_on_many_tests_is_held_against_the_inventory_too(
    tmp_path: Path, source: str
) -> None:
    done = run(tmp_path, source)
    assert done.returncode == pytest.ExitCode.INTERRUPTED
    assert "test_a: 'NOPE-1' is no rule" in done.stdout


PASSING = """
    from tests.ledger import rule

    @rule("MOVE-01")
    def test_passes(): pass

    @rule("MOVE-02")
    def test_fails(): assert False
"""


def test_a_run_that_was_broken_off_leaves_the_old_record(tmp_path: Path) -> None:
    file = tmp_path / "ledger.json"
    file.write_text("the old record")
    run(tmp_path, PASSING, "-x", f"--ledger={file}")
    assert file.read_text() == "the old record"


def test_without_being_asked_nothing_is_recorded(tmp_path: Path) -> None:
    plugin = (ROOT / "tests" / "ledger_plugin.py").read_text()
    assert record_of_a_copy(tmp_path / "a", plugin, full_run=None) is None
    assert record_of_a_copy(tmp_path / "b", plugin, full_run="0") is None


def test_a_full_run_is_recorded_in_var(tmp_path: Path) -> None:
    plugin = (ROOT / "tests" / "ledger_plugin.py").read_text()
    found = record_of_a_copy(tmp_path, plugin, full_run="1")
    assert found is not None
    assert found.is_tested("MOVE-01")
    assert not found.is_tested("MOVE-02")


def record_of_a_copy(
    folder: Path, plugin: str, *, full_run: str | None
) -> Record | None:
    """Run a copy of the ledger, so that the real var/ is left alone."""
    (folder / "tests").mkdir(parents=True)
    (folder / "fixtures" / "ledger").mkdir(parents=True)
    (folder / "tests" / "__init__.py").touch()
    (folder / "tests" / "ledger_plugin.py").write_text(plugin)
    for name in ("ledger.py", "inventory.py"):
        (folder / "tests" / name).write_text((ROOT / "tests" / name).read_text())
    for file in FILES:
        (folder / "fixtures" / "ledger" / file.name).write_text(file.read_text())
    run(folder, PASSING, full_run=full_run)
    return read_record(folder / "var" / "ledger.json")
