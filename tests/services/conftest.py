"""Real servers. Tests here stay in one process of a parallel run: tests/schedule.py."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.services import postgres


def pytest_itemcollected(item: pytest.Item) -> None:
    item.add_marker(pytest.mark.service)


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    with postgres.server() as url:
        yield url
