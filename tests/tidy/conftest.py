from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from tests.tidy.tree import parsed, text


@pytest.fixture(scope="package", autouse=True)
def forgotten_afterwards() -> Iterator[None]:
    """The whole tree, parsed, is much to carry through the tests that come after. While
    it is there nobody looks through it for garbage, which takes longer than parsing."""
    gc.disable()
    yield
    parsed.cache_clear()
    text.cache_clear()
    gc.enable()
