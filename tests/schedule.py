"""Which tests of a parallel run stay in one process: those that start real servers,
since several products at once on a small machine only make each other slow, and those
that share something that takes long to make.

They are the largest units of work, and so begin first. xdist has a mark for this, but
writes it into a part of the test that pytest 9 no longer reads.
"""

from __future__ import annotations

import pytest
from xdist.remote import Producer
from xdist.scheduler import LoadScopeScheduling

TOGETHER = (
    "tests/services/",
    "tests/tidy/test_contracts.py",
    "tests/tidy/test_ledger.py",
)


class Schedule(LoadScopeScheduling):
    def _split_scope(self, nodeid: str) -> str:
        return next((one for one in TOGETHER if nodeid.startswith(one)), nodeid)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(
    config: pytest.Config, log: Producer
) -> LoadScopeScheduling | None:
    return Schedule(config, log) if config.getoption("dist") == "load" else None
