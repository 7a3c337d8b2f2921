"""Real servers. Tests here stay in one process of a parallel run, since starting
several products at once on a small machine only makes each of them slow."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.services import postgres

HERE = Path(__file__).parent


# Before xdist reads the groups, which it does first of all as well.
@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(pytest.mark.service)
            item.add_marker(pytest.mark.xdist_group("services"))


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    with postgres.server() as url:
        yield url
