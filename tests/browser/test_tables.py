"""Online play as people see it: lobby, table, text view, whole games."""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from django.conf import settings
from playwright.sync_api import Page, expect

from tables.services import bots
from tests.browser.conftest import DESK, PHONE, PageAt
from tests.browser.looks import (
    assert_no_axe_violations,
    assert_sound,
    assert_sound_everywhere,
    wait_until_ready,
)
from tests.browser.table_player import BoardPlayer, TextPlayer

BOARD_BYTES = 15_000
PAGE_BYTES = 60_000
ENDINGS = re.compile("You win|You lose|A draw")
BOARD_FILES = ("markup", "spaces", "pieces", "overlays", "board")


@pytest.fixture(autouse=True)
def _quick_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots answer in windows after a moment; here nobody watches them wait."""
    monkeypatch.setattr(bots, "WINDOW_ANSWER_SECONDS", 0)


def start_now(page: Page) -> None:
    page.goto("/play/")
    page.get_by_role("button", name="Play now").click()
    page.locator(".play").wait_for()
    wait_until_ready(page)


@pytest.mark.usefixtures("transactional_db")
class TestPages:
    def test_lobby_is_sound_at_every_size_and_scheme(self, page_at: PageAt) -> None:
        page = page_at(DESK)
        page.goto("/play/")
        assert_sound_everywhere(page, "lobby")

    def test_form_of_a_new_table_is_sound(self, page_at: PageAt) -> None:
        page = page_at(DESK)
        page.goto("/play/new/")
        assert_sound_everywhere(page, "new-table")

    def test_table_is_sound_on_phones_and_desks(self, page_at: PageAt) -> None:
        page = page_at(PHONE)
        start_now(page)
        BoardPlayer(page).wait()
        assert_sound_everywhere(page, "table", ((PHONE, "light"), (DESK, "dark")))

    def test_text_view_is_sound_everywhere(self, page_at: PageAt) -> None:
        page = page_at(DESK)
        start_now(page)
        page.get_by_role("link", name="Text view").click()
        page.locator(".text-view").wait_for()
        TextPlayer(page).wait()
        assert_sound_everywhere(page, "text-view")

    def test_page_stays_within_its_budget(
        self, page_at: PageAt, record_property: Callable[[str, object], None]
    ) -> None:
        """Scripts and styles, compressed one by one as they are sent."""
        page = page_at(DESK)
        start_now(page)
        loaded = page.evaluate(
            "() => performance.getEntriesByType('resource')"
            ".map(({name}) => new URL(name).pathname)"
        )
        sizes = {
            name: len(gzip.compress(content_of(name)))
            for name in loaded
            if name.endswith((".js", ".css"))
        }
        board = sum(sizes[f"/static/js/table/{name}.js"] for name in BOARD_FILES)
        record_property("board", board)
        record_property("page", sum(sizes.values()))
        assert board <= BOARD_BYTES
        assert sum(sizes.values()) <= PAGE_BYTES


def content_of(address: str) -> bytes:
    name = address.removeprefix(settings.STATIC_URL)
    folders = [Path(folder) for folder in settings.STATICFILES_DIRS]
    files = [folder / name for folder in folders]
    return next(file for file in files if file.exists()).read_bytes()


@pytest.mark.usefixtures("transactional_db")
class TestPlaying:
    def test_whole_brawl_against_a_bot_on_a_phone(self, page_at: PageAt) -> None:
        page = page_at(PHONE)
        start_now(page)
        player = BoardPlayer(page)
        player.play_to_the_end()
        assert {"tokens", "deploy", "turn", "activation", "upkeep"} <= player.kinds
        if player.dialog.is_visible():
            player.answer()
        expect(page.locator(".ending h2")).to_have_text(ENDINGS)
        assert_sound(page, "table-over")

    def test_whole_brawl_in_the_text_view(self, page_at: PageAt) -> None:
        page = page_at(DESK)
        start_now(page)
        page.get_by_role("link", name="Text view").click()
        page.locator(".text-view").wait_for()
        player = TextPlayer(page)
        player.play_to_the_end()
        assert {"tokens", "deploy", "turn", "activation"} <= player.kinds
        expect(page.locator("[data-part=headline]")).to_contain_text("The game is over")
        assert_no_axe_violations(page)
