"""Windows of a real browser, each of which fails its test if the page complains."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Literal, Protocol

import pytest
from playwright.sync_api import BrowserContext, ConsoleMessage, Page
from pytest_django.live_server_helper import LiveServer

PHONE, DESK = 390, 1280
HEIGHTS = {PHONE: 844, DESK: 900}

Scheme = Literal["light", "dark"]


class PageAt(Protocol):
    def __call__(
        self,
        width: int,
        *,
        scheme: Scheme = "light",
        scripts: bool = True,
        expected: tuple[str, ...] = (),
    ) -> Page: ...


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "/browser/" in item.path.as_posix():
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def base_url(live_server: LiveServer) -> str:
    """Lets every page be opened by its path."""
    return live_server.url


@pytest.fixture
def page_at(
    new_context: Callable[..., BrowserContext], live_server: LiveServer
) -> Iterator[PageAt]:
    """Opens a page of a given width; addresses are relative to the live server.

    Errors in the console, uncaught exceptions and violations of the content
    security policy fail the test at its end. `expected` names parts of console
    messages that belong to what the test tries, such as the status of a refusal.
    """
    complaints: list[str] = []

    def listen(page: Page, expected: tuple[str, ...]) -> None:
        def heard(message: ConsoleMessage) -> None:
            said = f"{message.type}: {message.text}"
            is_bad = message.type in {"error", "warning"}
            if is_bad and not any(part in said for part in expected):
                complaints.append(f"{page.url}: {said}")

        page.on("console", heard)
        page.on("pageerror", lambda error: complaints.append(f"{page.url}: {error}"))

    def open_page(
        width: int,
        *,
        scheme: Scheme = "light",
        scripts: bool = True,
        expected: tuple[str, ...] = (),
    ) -> Page:
        options: dict[str, Any] = {
            "viewport": {"width": width, "height": HEIGHTS.get(width, 900)},
            "color_scheme": scheme,
            "java_script_enabled": scripts,
            "reduced_motion": "reduce",
            "has_touch": width == PHONE,
        }
        page = new_context(**options).new_page()
        listen(page, expected)
        return page

    yield open_page
    assert not complaints, "The browser complained:\n" + "\n".join(complaints)


@pytest.fixture(params=[PHONE, DESK], ids=["390", "1280"])
def width(request: pytest.FixtureRequest) -> int:
    return request.param


@pytest.fixture
def scheme(width: int) -> Scheme:
    """Phones at night and desks by day. The gallery, which shows every component,
    is looked at in all four ways."""
    return "dark" if width == PHONE else "light"
