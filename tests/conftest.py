"""What every test may count on: settings apart from var/, and one real browser."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from hypothesis import settings
from rest_framework.throttling import SimpleRateThrottle

pytest_plugins = [
    "tests.ledger_plugin",
    "tests.choice",
    "tests.steps",
    "tests.reading",
    "tests.schedule",
    "tests.cast",
    "tests.migrated",
]

# A busy machine is slow, not wrong: examples have no deadline of their own. They are
# the same in every run, so that a test which fails is not one that was unlucky.
settings.register_profile("moonlight", deadline=None, derandomize=True)
settings.load_profile("moonlight")

# Playwright keeps an event loop in the thread of the test, which Django would
# take for asynchronous code that must not touch the database.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")

# The shell has no window of its own to draw, and takes half the time.
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
CHROMIUM = os.environ.get("MOONLIGHT_CHROMIUM") or next(
    filter(None, map(shutil.which, BROWSERS)), None
)


@pytest.fixture(scope="session")
def browser_type_launch_args(
    browser_type_launch_args: dict[str, Any],
) -> dict[str, Any]:
    return {
        **browser_type_launch_args,
        "executable_path": CHROMIUM,
        "args": [
            "--no-sandbox",
            "--disable-dev-shm-usage",
            "--disable-background-networking",
            "--disable-gpu",
        ],
    }


@pytest.fixture
def connection_kept() -> Iterator[None]:
    """For requests that do not come from Django's own test client, which does this
    too: a request must not close the connection that holds the test's transaction."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.fixture
def unlimited() -> Iterator[None]:
    """Programs may ask as often as they like. Without `monkeypatch`, whose tests are
    each a story of its own."""
    before = SimpleRateThrottle.THROTTLE_RATES
    SimpleRateThrottle.THROTTLE_RATES = {"anon": None, "user": None}
    yield
    SimpleRateThrottle.THROTTLE_RATES = before


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if CHROMIUM is None:
        skip_browser_tests(items)


def skip_browser_tests(items: list[pytest.Item]) -> None:
    without = pytest.mark.skip(reason="no chromium here: the browser tests did not run")
    for item in items:
        if item.get_closest_marker("browser"):
            item.add_marker(without)
