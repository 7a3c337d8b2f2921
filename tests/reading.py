"""How the processes of a parallel run read the tests.

Each of them needs all test files, and whoever comes first has to prepare a file for
reading: pytest rewrites its assertions and keeps the result on the disk, which in a
fresh checkout takes as long as all else that is done to collect the tests. Were all
processes to begin with the first file, each would do all of it. So each begins at a
file of its own, goes round, and finds prepared what the others have passed before.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from tests.choice import FOLDERS

TESTS = Path(__file__).parent


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Iterator[None]:
    """Tests and modules stay until the end: no need to look through them for garbage,
    neither while there are ever more of them nor again and again afterwards."""
    gc.disable()
    try:
        read(ahead(session.config))
        return (yield)
    finally:
        gc.collect()
        gc.freeze()
        gc.enable()


def ahead(config: pytest.Config) -> list[str]:
    """What this process reads before it looks for tests, if all are wanted."""
    worker = getattr(config, "workerinput", None)
    if worker is None or config.args_source is not pytest.Config.ArgsSource.TESTPATHS:
        return []
    left_out = FOLDERS if config.getoption("--quick") else []
    number = int(worker["workerid"].removeprefix("gw"))
    return in_turn(modules(left_out), number, worker["workercount"])


def modules(left_out: Sequence[Path]) -> list[str]:
    """The names of all files of tests."""
    return [
        ".".join(file.relative_to(TESTS.parent).with_suffix("").parts)
        for file in sorted(TESTS.rglob("test_*.py"))
        if not set(left_out) & set(file.parents)
    ]


def in_turn(names: Sequence[str], number: int, count: int) -> list[str]:
    """All names, beginning where the process of this number does."""
    first = len(names) * number // count
    return [*names[first:], *names[:first]]


def read(names: Sequence[str]) -> None:
    for name in names:
        # What cannot be read is told by pytest when it comes to it.
        with contextlib.suppress(Exception, pytest.skip.Exception):
            importlib.import_module(name)
