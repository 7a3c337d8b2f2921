"""What script/test found besides the tests, told where nobody can miss it.

script/test names a folder in MOONLIGHT_STEPS, in which `failures` has the name of each
step that failed and `NAME.log` what it said. Steps that take long run beside the tests
and hold the other end of descriptor 3 open; the summary waits until they are done.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

FOLDER = "MOONLIGHT_STEPS"
PIPE = 3


def pytest_configure(config: pytest.Config) -> None:
    # Taken away at once: neither workers nor tests that run pytest have to do with it.
    if folder := os.environ.pop(FOLDER, None):
        config.pluginmanager.register(Steps(Path(folder)), "moonlight-steps")


class Steps:
    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @pytest.hookimpl(trylast=True)
    def pytest_terminal_summary(
        self, terminalreporter: pytest.TerminalReporter
    ) -> None:
        with os.fdopen(PIPE) as pipe:
            pipe.read()
        for name in (self.folder / "failures").read_text().split():
            terminalreporter.section(f"{name} failed", red=True)
            terminalreporter.line((self.folder / f"{name}.log").read_text().rstrip())
