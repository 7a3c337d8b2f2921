from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.tidy.tree import parsed, text


@pytest.fixture(scope="package", autouse=True)
def forgotten_afterwards() -> Iterator[None]:
    """The whole tree, parsed, is much to carry through the tests that come after."""
    yield
    parsed.cache_clear()
    text.cache_clear()
