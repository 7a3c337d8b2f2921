"""Sounds of a table: off until somebody turns them on, and remembered."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESK, PageAt
from tests.browser.looks import wait_until_ready
from tests.browser.test_tables import start_now

pytestmark = pytest.mark.usefixtures("transactional_db")


def open_menu(page: Page) -> None:
    page.locator(".more summary").click()


def test_sounds_are_off_until_they_are_turned_on(page_at: PageAt) -> None:
    page = page_at(DESK)
    start_now(page)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    open_menu(page)
    page.get_by_role("button", name="Sounds: off").click()
    expect(page.get_by_role("button", name="Sounds: on")).to_be_visible()
    assert any(url.endswith("/sound.js") for url in asked)
    page.reload()
    wait_until_ready(page)
    open_menu(page)
    page.get_by_role("button", name="Sounds: on").click()
    expect(page.get_by_role("button", name="Sounds: off")).to_be_visible()
