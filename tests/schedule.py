"""What a parallel run hands out at once, and in which order.

Tests that start real servers stay in one process, since several products at once on a
small machine only make each other slow, and so do those that share something that takes
long to make. These are the largest units of work, and so begin first.

Tests of rules take a millisecond each, much less than asking for the next one: they are
handed out by file. All others are handed out one by one.

xdist has a mark for this, but writes it into a part of the test that pytest 9 no longer
reads.
"""

from __future__ import annotations

import pytest
from xdist.remote import Producer
from xdist.scheduler import LoadScopeScheduling

TOGETHER = (
    "tests/services/test_fuzz.py",
    "tests/skirmish/test_exhaustive.py::test_random_games_use_every",
    "tests/services/test_postgres.py",
    "tests/services/",
    "tests/tidy/",
)
BY_FILE = ("/rules/", "tests/kernel/")


def unit_of(nodeid: str) -> str:
    """The unit of work that a test belongs to."""
    file = nodeid.partition("::")[0]
    if any(one in file for one in BY_FILE) and "test_random" not in file:
        return file
    return next((one for one in TOGETHER if nodeid.startswith(one)), nodeid)


class Schedule(LoadScopeScheduling):
    def _split_scope(self, nodeid: str) -> str:
        return unit_of(nodeid)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(
    config: pytest.Config, items: list[pytest.Item]
) -> None:
    if hasattr(config, "workerinput"):
        items.sort(key=lambda item: not item.nodeid.startswith(TOGETHER))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(
    config: pytest.Config, log: Producer
) -> LoadScopeScheduling | None:
    if config.getoption("dist") != "load":
        return None
    # In the order of the tests; by itself it begins with whatever has most of them.
    config.option.loadscopereorder = False
    return Schedule(config, log)
