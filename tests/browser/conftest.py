"""Windows of a real browser, each of which fails its test if the page complains."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Protocol

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect
from pytest_django.fixtures import Settings
from pytest_django.live_server_helper import LiveServer

from people.models import Person
from tests.browser.contexts import Contexts
from tests.browser.looks import DESK, PHONE, Scheme, show_at
from tests.cast import cast

# A busy machine is slow, not wrong: Playwright itself would wait for five seconds.
expect.set_options(timeout=20_000)


class PageAt(Protocol):
    def __call__(
        self,
        width: int,
        *,
        scheme: Scheme = "light",
        scripts: bool = True,
        expected: tuple[str, ...] = (),
        alone: bool = False,
    ) -> Page: ...


def pytest_itemcollected(item: pytest.Item) -> None:
    item.add_marker(pytest.mark.browser)


@pytest.fixture
def alice(transactional_db: None) -> Person:
    """Where the server sees her, which has a connection of its own."""
    return cast("alice")


@pytest.fixture
def bob(transactional_db: None) -> Person:
    return cast("bob")


@pytest.fixture(scope="session")
def base_url(live_server: LiveServer) -> str:
    """Lets every page be opened by its path."""
    return live_server.url


@pytest.fixture(autouse=True)
def site_address(settings: Settings, live_server: LiveServer) -> None:
    """Links that the product writes lead to the server under test."""
    settings.SITE_ADDRESS = live_server.url


@pytest.fixture(scope="session")
def contexts(
    browser: Browser, browser_context_args: dict[str, Any], base_url: str
) -> Iterator[Contexts]:
    options = {**browser_context_args, "reduced_motion": "reduce"}
    found = Contexts(partial(browser.new_context, **options), origin=base_url)
    yield found
    found.close()
    # Each connection of the browser has a thread of the live server, with a connection
    # to the database that it closes at its end.
    for thread in threading.enumerate():
        if "process_request_thread" in thread.name:
            thread.join(timeout=20)


def listen(
    page: Page, complaints: list[str], expected: tuple[str, ...], origin: str
) -> None:
    """Write down what the browser complains of, unless a test expects it."""

    def heard(message: ConsoleMessage) -> None:
        # Of something that could not be loaded, this is the address of that.
        where = (message.location["url"] or page.url).removeprefix(origin)
        said = f"{where}: {message.type}: {message.text}"
        is_bad = message.type in {"error", "warning"}
        if is_bad and not any(part in said for part in expected):
            complaints.append(said)

    page.on("console", heard)
    page.on("pageerror", lambda error: complaints.append(f"{page.url}: {error}"))


@pytest.fixture
def page_at(
    contexts: Contexts,
    new_context: Callable[..., BrowserContext],
    live_server: LiveServer,
) -> Iterator[PageAt]:
    """Opens a page of a given width; addresses are relative to the live server.

    Contexts are emptied and used again. `alone` asks for one that is thrown away,
    for what a context never forgets, such as a clock.

    Errors in the console, uncaught exceptions and violations of the content
    security policy fail the test at its end. `expected` names parts of console
    messages that belong to what the test tries, such as the status of a refusal.
    """
    complaints: list[str] = []
    with contexts.borrowing() as borrow:

        def open_page(
            width: int,
            *,
            scheme: Scheme = "light",
            scripts: bool = True,
            expected: tuple[str, ...] = (),
            alone: bool = False,
        ) -> Page:
            make = new_context if alone else borrow
            page = make(
                has_touch=width == PHONE, java_script_enabled=scripts
            ).new_page()
            show_at(page, width, scheme)
            listen(page, complaints, expected, origin=live_server.url)
            return page

        yield open_page
        # Before pages close, which cuts off what they still wait for.
        heard = "\n".join(complaints)
    assert not heard, f"The browser complained:\n{heard}"


@pytest.fixture(params=[PHONE, DESK], ids=["390", "1280"])
def width(request: pytest.FixtureRequest) -> int:
    return request.param
