"""Steps of script/test that fail beside the tests are told, and waited for."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.tidy.tree import ROOT


def test_the_summary_waits_for_the_steps_and_tells_what_failed(tmp_path: Path) -> None:
    suite, steps = tmp_path / "suite", tmp_path / "steps"
    for folder in (suite, steps):
        folder.mkdir()
    (suite / "pytest.ini").write_text("[pytest]\n")
    (suite / "conftest.py").write_text('pytest_plugins = ["tests.steps"]\n')
    (suite / "test_one.py").write_text("def test_one():\n    pass\n")
    command = (sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-q")
    pipe, other_end = os.pipe()
    pytest = subprocess.Popen(
        ["sh", "-c", 'exec "$@" 3<&0', "sh", *command, suite],
        env={
            **os.environ,
            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
            "PYTHONPATH": str(ROOT),
            "MOONLIGHT_STEPS": str(steps),
        },
        stdin=pipe,
        stdout=subprocess.PIPE,
        text=True,
    )
    os.close(pipe)
    assert pytest.stdout is not None
    with pytest, pytest.stdout:
        assert "[100%]" in pytest.stdout.readline()
        # The tests are over, the steps are not.
        (steps / "mypy.log").write_text("A word is not a number.\n")
        (steps / "failures").write_text("mypy\n")
        os.close(other_end)
        told = pytest.stdout.read().splitlines()
    assert "mypy failed" in told[-3]
    assert told[-2] == "A word is not a number."
    assert told[-1].startswith("1 passed")
