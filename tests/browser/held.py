"""Answers that come when a test lets them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Page, Route


@contextmanager
def holding(page: Page, pattern: str) -> Iterator[list[Route]]:
    """When the block ends the page has asked for this once, and is not answered before
    the one that is held is told to go on."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route(pattern, hold, times=1)
    with page.expect_request(pattern):
        yield held
    while not held:  # it is told of a request before it is asked what becomes of it
        page.evaluate("null")
