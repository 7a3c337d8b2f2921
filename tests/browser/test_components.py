"""Components that do something, tried in the gallery."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import DESK, PHONE, PageAt
from tests.browser.looks import assert_fits, assert_no_axe_violations, take_shot


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
def test_a_dialog_opens_and_closes(page_at: PageAt, scripts: bool) -> None:
    page = page_at(DESK, scripts=scripts)
    page.goto("/gallery/")
    dialog = page.get_by_role("dialog")
    opener = page.get_by_role("button", name="Undo game 5…")
    opener.click()
    expect(dialog).to_be_visible()
    # The page behind must stay where it is.
    expect(opener).to_be_in_viewport()
    expect(page.get_by_role("button", name="Keep it")).to_be_focused()
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(opener).to_be_focused()


def test_an_open_dialog_is_sound(page_at: PageAt, width: int) -> None:
    page = page_at(width)
    page.goto("/gallery/")
    page.get_by_role("button", name="Undo game 5…").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    take_shot(page, f"dialog-{width}", whole=False)
    assert_fits(page)
    assert_no_axe_violations(page)


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
def test_a_tip_opens_by_touch(page_at: PageAt, scripts: bool) -> None:
    page = page_at(PHONE, scripts=scripts)
    page.goto("/gallery/")
    tip = page.locator("#chip-learned")
    expect(tip).to_be_hidden()
    page.get_by_role("button", name="Learned").tap()
    expect(tip).to_be_visible()
    expect(tip).to_be_in_viewport(ratio=1)
    take_shot(page, f"tip-390-{'with' if scripts else 'without'}-scripts", whole=False)


def test_a_tip_opens_and_closes_by_keyboard(page_at: PageAt) -> None:
    page = page_at(DESK)
    page.goto("/gallery/")
    tip = page.locator("#tip-house")
    page.get_by_role("button", name="house", exact=True).focus()
    page.keyboard.press("Enter")
    expect(tip).to_be_visible()
    assert_no_axe_violations(page)
    page.keyboard.press("Escape")
    expect(tip).to_be_hidden()


def test_a_tip_stands_beside_its_word(page_at: PageAt) -> None:
    page = page_at(DESK)
    page.goto("/gallery/")
    word = page.get_by_role("button", name="house", exact=True)
    word.click()
    expect(page.locator("#tip-house")).to_be_visible()
    at, tip = word.bounding_box(), page.locator("#tip-house").bounding_box()
    assert at is not None
    assert tip is not None
    assert 0 <= tip["y"] - (at["y"] + at["height"]) < 20
    assert abs(tip["x"] - at["x"]) < 20


def test_pages_lead_on_and_keep_the_rest_of_the_address(page_at: PageAt) -> None:
    page = page_at(DESK)
    page.goto("/gallery/?q=moon")
    page.get_by_role("link", name="Next page").click()
    expect(page).to_have_url("/gallery/?q=moon&page=6")
    expect(page.locator(".pages [aria-current=page]")).to_have_text("6")


def test_an_error_is_read_out_with_its_field(page_at: PageAt) -> None:
    page = page_at(DESK)
    page.goto("/gallery/")
    field = page.locator("#refused_koban")
    expect(field).to_have_accessible_description("“Koban to spend” is at most 100.")
    expect(field).to_have_attribute("aria-invalid", "true")
    described = page.locator("#refused_team")
    expect(described).to_have_accessible_description(
        "At most 40 letters. Fill in “Team name”."
    )


def test_paper_keeps_the_sheets_and_drops_the_site(page_at: PageAt) -> None:
    page = page_at(DESK, scheme="dark")
    page.goto("/gallery/")
    page.emulate_media(media="print")
    expect(page.locator(".nav")).to_be_hidden()
    expect(page.locator(".foot")).to_be_hidden()
    expect(page.locator(".sheet").first).to_be_visible()
    sheet = "getComputedStyle(document.querySelector('.sheet'))"
    assert page.evaluate(f"{sheet}.backgroundColor") == "rgb(255, 255, 255)"
    assert page.evaluate(f"{sheet}.color") == "rgb(28, 29, 44)"
