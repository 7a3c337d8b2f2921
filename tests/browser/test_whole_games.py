"""Whole games of several players: between two browsers, and by keyboard alone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tables.services import bots
from tests.browser.conftest import DESK, PHONE, PageAt
from tests.browser.looks import wait_until_ready
from tests.browser.table_player import (
    MOST_STEPS,
    REFRESH,
    SETTLED,
    BoardPlayer,
    KeyboardPlayer,
    Player,
    TextPlayer,
)
from tests.browser.test_tables import ENDINGS

pytestmark = [
    pytest.mark.usefixtures("transactional_db"),
    pytest.mark.sweep,
    pytest.mark.timeout(1800),
]


@pytest.fixture(autouse=True)
def _quick_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "WINDOW_ANSWER_SECONDS", 0)


def start_table(page: Page, challenge: str, players: dict[str, str]) -> None:
    """Fill in the form of a new table, and wait for its page."""
    page.goto("/play/new/")
    wait_until_ready(page)
    page.get_by_label("Challenge", exact=True).select_option(challenge)
    page.get_by_label("Seats", exact=True).select_option(str(1 + len(players)))
    for letter, player in players.items():
        page.get_by_label(f"Who plays seat {letter}").select_option(player)
    page.get_by_role("button", name="Start game").click()
    page.locator(".play[data-stage]").wait_for()
    wait_until_ready(page)


def play_together(players: list[Player]) -> None:
    """Let each answer what their own page asks, until the game is over."""
    for _ in range(MOST_STEPS):
        for player in players:
            player.page.evaluate(REFRESH)
            player.page.wait_for_function(SETTLED)
            if player.asks:
                player.kinds.add(player.asks)
                player.answer()
        if all(player.is_over for player in players):
            return
    msg = "The game between two browsers does not end."
    raise AssertionError(msg)


def test_capture_the_medal_between_two_browsers(page_at: PageAt) -> None:
    """One on a phone with the board, the other at a desk with the text view."""
    phone, desk = page_at(PHONE), page_at(DESK)
    start_table(phone, "Capture the Medal", {"B": "Open seat"})
    expect(phone.get_by_role("heading", name="Waiting for one more")).to_be_visible()
    desk.goto(phone.url)
    wait_until_ready(desk)
    desk.get_by_label("Team", exact=True).select_option("Earth Shrine")
    desk.get_by_role("button", name="Join the game").click()
    expect(desk.locator(".join")).to_have_count(0)
    wait_until_ready(desk)
    desk.get_by_role("link", name="Text view").click()
    desk.locator(".text-view").wait_for()
    one, other = BoardPlayer(phone), TextPlayer(desk)
    play_together([one, other])
    assert {"deploy", "turn", "activation"} <= one.kinds & other.kinds
    if one.dialog.is_visible():
        one.answer()
    expect(phone.locator(".ending h2")).to_have_text(ENDINGS)
    expect(desk.locator("[data-part=headline]")).to_contain_text("The game is over")


def test_search_of_four_with_two_bots_by_keyboard_alone(page_at: PageAt) -> None:
    page = page_at(DESK)
    bot = "Bot: Novice"
    start_table(page, "Search", {"B": "Me, on this device", "C": bot, "D": bot})
    page.goto(f"{page.url}text/")
    player = KeyboardPlayer(page)
    player.play_to_the_end()
    assert {"deploy", "turn", "activation"} <= player.kinds
    expect(page.locator("[data-part=headline]")).to_contain_text("The game is over")
