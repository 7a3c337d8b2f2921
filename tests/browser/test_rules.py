"""The rules reference in a real browser: found at once, readable everywhere."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESK, PHONE, PageAt
from tests.browser.looks import WAYS, assert_sound_everywhere, wait_until_ready

PAGES = {
    "index": "/rules/",
    "results": "/rules/?q=poison",
    "nothing": "/rules/?q=xyzzyplugh",
    "clans": "/rules/clans/",
    "clan": "/rules/clans/tora/",
    "ronin": "/rules/ronin/",
    "profiles": "/rules/profiles/?element=fire&sort=at",
    "profile": "/rules/profiles/moon-princess/",
    "keywords": "/rules/keywords/",
    "keyword": "/rules/keywords/entangle/",
    "ability": "/rules/abilities/redistribution/",
    "statuses": "/rules/statuses/",
    "elements": "/rules/elements/",
    "terrain": "/rules/terrain/",
    "challenges": "/rules/challenges/",
    "challenge": "/rules/challenges/search/",
    "cards": "/rules/cards/?element=void",
    "card": "/rules/cards/mamoru/",
    "tables": "/rules/tables/",
    "grounds": "/rules/grounds/",
    "ground": "/rules/grounds/moon-garden/?challenge=infiltration",
    "rulings": "/rules/rulings/",
    "area": "/rules/rulings/combat/",
}


# One page of every layout.
LAYOUTS = (
    "index",
    "results",
    "clan",
    "profiles",
    "keyword",
    "tables",
    "ground",
    "area",
)


def test_pages_are_sound_on_a_phone_and_layouts_everywhere(page_at: PageAt) -> None:
    page = page_at(PHONE)
    for name, path in PAGES.items():
        page.goto(path)
        ways = WAYS if name in LAYOUTS else ((PHONE, "dark"),)
        assert_sound_everywhere(page, f"rules-{name}", ways)


@pytest.fixture
def reading(page_at: PageAt) -> Page:
    page = page_at(DESK)
    page.goto("/rules/")
    wait_until_ready(page)
    return page


def test_results_follow_the_typing_without_a_new_page(reading: Page) -> None:
    reading.evaluate("window.stayed = true")
    field = reading.get_by_role("searchbox", name="Search the rules")

    field.press_sequentially("nimb")

    expect(reading.locator(".hit-name").first).to_have_text("Nimble")
    expect(reading.locator("#search-count")).to_have_text(re.compile(r"\d+ results"))
    expect(field).to_be_focused()
    expect(reading).to_have_url(re.compile(r"/rules/\?q=nimb$"))
    assert reading.evaluate("window.stayed") is True


def test_clearing_the_field_brings_the_contents_back(reading: Page) -> None:
    field = reading.get_by_role("searchbox", name="Search the rules")
    field.fill("nimble")
    expect(reading.locator(".hit-name").first).to_have_text("Nimble")
    field.fill("")
    expect(reading.get_by_role("heading", name="The six clans")).to_be_visible()
    expect(reading).to_have_url(re.compile(r"/rules/$"))


def test_filters_narrow_the_results_at_once(reading: Page) -> None:
    reading.get_by_role("searchbox", name="Search the rules").fill("mastery")
    expect(reading.locator(".hit-name").first).to_contain_text("Mastery")

    reading.locator("label", has=reading.locator("#kind-keyword")).click()
    # A filter that is asked for too early cuts off what the one before it waits for.
    expect(reading).to_have_url(re.compile(r"kind=keyword$"))
    reading.locator("label", has=reading.locator("#element-fire")).click()

    expect(reading.locator(".hit")).to_have_count(1)
    expect(reading.locator(".hit-name")).to_have_text("Fire Mastery")
    expect(reading).to_have_url(
        re.compile(r"/rules/\?q=mastery&kind=keyword&element=fire$")
    )


def test_a_filter_keeps_the_keyboard_where_it_was(reading: Page) -> None:
    reading.locator("#element-all").focus()
    reading.keyboard.press("ArrowRight")
    expect(reading.locator(".hit").first).to_be_visible()
    expect(reading.locator("#element-spirit")).to_be_focused()
    expect(reading.locator("#element-spirit")).to_be_checked()


def test_arrow_keys_walk_through_the_results(reading: Page) -> None:
    field = reading.get_by_role("searchbox", name="Search the rules")
    field.fill("stun")
    expect(reading.locator(".hit-name").first).to_have_text("Stun")

    asked: list[str] = []
    reading.on("request", lambda r: asked.append(r.url) if "?q=" in r.url else None)
    field.press("ArrowDown")
    expect(reading.locator(".hit").first).to_be_focused()
    reading.keyboard.press("ArrowDown")
    expect(reading.locator(".hit").nth(1)).to_be_focused()
    reading.keyboard.press("ArrowUp")
    reading.keyboard.press("ArrowUp")
    expect(field).to_be_focused()
    assert asked == [], "leaving the field asked for the results again"
    reading.keyboard.press("ArrowDown")
    reading.keyboard.press("Enter")

    expect(reading).to_have_url(re.compile(r"/rules/statuses/stun/$"))


def test_going_back_to_a_search_shows_it_whole(reading: Page) -> None:
    reading.get_by_role("searchbox", name="Search the rules").fill("volcano")
    expect(reading.locator(".hit-name").first).to_have_text("Volcano Pots")
    reading.locator(".hit").first.click()
    expect(reading.get_by_role("heading", level=1)).to_have_text("Volcano Pots")

    reading.go_back()

    expect(reading.get_by_role("searchbox", name="Search the rules")).to_have_value(
        "volcano"
    )
    expect(reading.get_by_role("heading", level=1)).to_have_text("Rules")
    expect(reading.locator(".hit-name").first).to_have_text("Volcano Pots")


def test_searching_works_without_scripts(page_at: PageAt) -> None:
    page = page_at(PHONE, scripts=False)
    page.goto("/rules/")
    page.get_by_role("searchbox", name="Search the rules").fill("volcano")
    page.locator("label", has=page.locator("#kind-ability")).click()
    page.locator(".finder").get_by_role("button", name="Search").click()
    expect(page.locator(".hit-name")).to_have_text("Volcano Pots")
    page.locator(".hit").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Volcano Pots")


def test_lists_are_filtered_without_a_new_page(page_at: PageAt) -> None:
    page = page_at(DESK)
    page.goto("/rules/keywords/")
    wait_until_ready(page)
    page.evaluate("window.stayed = true")
    page.get_by_role("link", name="Fire", exact=True).click()
    expect(page.get_by_role("heading", level=2)).to_have_text(["Fire"])
    expect(page).to_have_url(re.compile(r"/rules/keywords/\?element=fire$"))
    expect(page.locator("#pick-element-fire")).to_be_focused()
    assert page.evaluate("window.stayed") is True

    page.go_back()
    expect(page.get_by_role("heading", name="General")).to_be_visible()
    expect(page.get_by_role("heading", level=1)).to_have_text("Keywords")


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
def test_a_mark_tells_its_reason_by_touch_and_by_keyboard(
    page_at: PageAt, *, scripts: bool
) -> None:
    page = page_at(PHONE, scripts=scripts)
    page.goto("/rules/profiles/moon-princess/")
    mark = page.get_by_role("button", name="Price: external")
    reason = page.locator("#why-moon-princess-koban")
    expect(reason).to_be_hidden()

    mark.tap()
    expect(reason).to_be_visible()
    expect(reason).to_contain_text("Two public transcriptions say 18")
    page.keyboard.press("Escape")
    expect(reason).to_be_hidden()

    mark.focus()
    page.keyboard.press("Enter")
    expect(reason).to_be_visible()


def test_a_keyword_opens_its_meaning_where_it_stands(page_at: PageAt) -> None:
    page = page_at(PHONE)
    page.goto("/rules/clans/tora/")
    page.locator("#tora-oni").get_by_role("button", name="Resilient").click()
    tip = page.locator("#kw-tora-oni-resilient")
    expect(tip).to_be_visible()
    tip.get_by_role("link", name="Read the rule").click()
    expect(page).to_have_url(re.compile(r"/rules/keywords/resilient/$"))


def test_a_link_to_a_rule_marks_it(page_at: PageAt) -> None:
    page = page_at(DESK)
    page.goto("/rules/rulings/MOVE-05/")
    expect(page).to_have_url(re.compile(r"/rules/rulings/move/#MOVE-05$"))
    expect(page.locator("#MOVE-05")).to_be_in_viewport()


def test_rulings_are_found_while_typing(page_at: PageAt) -> None:
    page = page_at(DESK)
    page.goto("/rules/rulings/")
    wait_until_ready(page)
    page.get_by_role("searchbox", name="Search the rulings").fill("corner cutting")
    expect(page.locator(".rule-id a")).to_have_text("MOVE-05")
    expect(page).to_have_url(re.compile(r"/rules/rulings/\?q=corner%20cutting$"))


def test_a_page_prints_under_its_name_and_without_the_ways_to_others(
    page_at: PageAt,
) -> None:
    page = page_at(DESK)
    page.goto("/rules/clans/tora/")
    page.emulate_media(media="print")
    expect(page.get_by_role("heading", name="Tora", exact=True)).to_be_visible()
    for part in (".rules-tabs", ".neighbours", ".nav", ".foot"):
        expect(page.locator(part)).to_be_hidden()
