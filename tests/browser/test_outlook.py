"""What a figure could do next: shown on the board when it is held or asked for."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tables.services import bots
from tests.browser.conftest import PHONE, PageAt
from tests.browser.looks import assert_sound
from tests.browser.table_player import BoardPlayer
from tests.browser.test_tables import start_now

pytestmark = pytest.mark.usefixtures("transactional_db")
ENEMY = """() => {
  const { state } = document.querySelector(".play").page;
  const isFoe = ({ seat }) => !state.table.you.includes(seat);
  return state.view.figures.find((figure) => figure.space && isFoe(figure)).space;
}"""


@pytest.fixture(autouse=True)
def _quick_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "WINDOW_ANSWER_SECONDS", 0)


def play_until_turn(page: Page) -> None:
    """Set up the game, until the player chooses whom to activate."""
    player = BoardPlayer(page)
    for _ in range(80):
        player.wait()
        if player.asks == "turn":
            return
        player.answer()
    raise AssertionError("Nobody was ever asked whom to activate.")


def test_held_enemy_shows_where_it_can_go_and_whom_it_can_attack(
    page_at: PageAt,
) -> None:
    page = page_at(PHONE)
    start_now(page)
    play_until_turn(page)
    space = page.evaluate(ENEMY)
    page.locator(f"[data-space={space}]").hover()
    page.mouse.down()
    outlook = page.locator(".outlook")
    expect(outlook.get_by_role("heading")).to_contain_text("could do")
    page.mouse.up()
    expect(page.locator(".foresight .reach rect").first).to_be_attached()
    expect(page.locator("[data-part=say]")).to_contain_text(
        re.compile("could attack|cannot attack")
    )
    assert_sound(page, "outlook")
    page.keyboard.press("Escape")
    expect(outlook).to_have_count(0)
    expect(page.locator(".foresight")).to_have_count(0)


def test_outlook_opens_by_keyboard_and_by_tap(page_at: PageAt) -> None:
    page = page_at(PHONE)
    start_now(page)
    play_until_turn(page)
    space = page.evaluate(ENEMY)
    page.locator(f"[data-space={space}]").focus()
    page.keyboard.press("x")
    expect(page.locator(".outlook")).to_be_visible()
    page.locator(".outlook").get_by_role("button", name="Close").click()
    expect(page.locator(".outlook")).to_have_count(0)
    BoardPlayer(page).tap(space)
    expect(page.locator(".outlook")).to_be_visible()
