"""Getting about: by keyboard, by thumb, by night, with and without scripts."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import DESK, PHONE, PageAt
from tests.browser.looks import (
    assert_fits,
    assert_no_axe_violations,
    take_shot,
    wait_until_ready,
)

NIGHT_GROUND = "rgb(11, 15, 30)"
DAY_GROUND = "rgb(221, 225, 234)"


def ground(page: Page) -> str:
    return page.evaluate("getComputedStyle(document.body).backgroundColor")


NAME = "(e) => e.ariaLabel || e.labels?.[0]?.textContent || e.textContent.trim()"


def tab_stops(page: Page, count: int) -> list[str]:
    """The names of what the Tab key reaches, each of which must be seen to have it."""
    names = []
    for _ in range(count):
        page.keyboard.press("Tab")
        name, outline = page.evaluate(
            f"""() => {{
                const at = document.activeElement;
                const style = getComputedStyle(at);
                return [({NAME})(at), style.outlineStyle + " " + style.outlineWidth];
            }}"""
        )
        assert outline == "solid 3px", f"{name} does not show that it has the focus."
        names.append(name)
    return names


def test_the_keyboard_reaches_everything_in_the_bar_in_order(page_at: PageAt) -> None:
    page = page_at(DESK)
    page.goto("/gallery/")
    controls = page.locator(".nav :is(a, button, input:not([type=hidden])):visible")
    there = controls.evaluate_all(f"(all) => all.map({NAME})")
    assert {"Moonlight", "Rules", "Find a rule", "Night", "Log in"} <= set(there)
    assert tab_stops(page, 1 + len(there)) == ["Skip to content", *there]


def test_a_slash_goes_to_the_search(page_at: PageAt) -> None:
    page = page_at(DESK)
    page.goto("/gallery/")
    wait_until_ready(page)
    field = page.get_by_label("Find a rule")
    page.keyboard.press("/")
    expect(field).to_be_focused()
    page.keyboard.type("a/b")
    expect(field).to_have_value("a/b")
    page.keyboard.press("Enter")
    expect(page).to_have_url("/rules/?q=a%2Fb")


def test_the_skip_link_leads_past_the_bar(page_at: PageAt) -> None:
    page = page_at(DESK)
    page.goto("/gallery/")
    page.keyboard.press("Tab")
    expect(page.get_by_text("Skip to content")).to_be_in_viewport()
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()


def test_the_current_section_is_marked(page_at: PageAt) -> None:
    page = page_at(DESK)
    page.goto("/")
    current = page.locator(".nav [aria-current=page]")
    expect(current).to_have_count(1)
    expect(current).to_have_text("Moonlight")


def test_the_menu_opens_and_closes_by_keyboard_on_a_phone(page_at: PageAt) -> None:
    page = page_at(PHONE)
    page.goto("/")
    panel = page.locator("#nav-panel")
    expect(panel).to_be_hidden()
    page.get_by_role("button", name="Menu").focus()
    page.keyboard.press("Enter")
    expect(panel).to_be_visible()
    page.keyboard.press("Tab")
    inside = "document.activeElement.closest('#nav-panel') !== null"
    assert page.evaluate(inside)
    page.keyboard.press("Escape")
    expect(panel).to_be_hidden()
    expect(page.get_by_role("button", name="Menu")).to_be_focused()


def test_the_open_menu_is_sound(page_at: PageAt) -> None:
    page = page_at(PHONE)
    page.goto("/")
    page.get_by_role("button", name="Menu").tap()
    expect(page.locator("#nav-panel")).to_be_visible()
    take_shot(page, "menu-390-light", whole=False)
    assert_fits(page)
    assert_no_axe_violations(page)


def test_the_menu_works_without_scripts(page_at: PageAt) -> None:
    page = page_at(PHONE, scripts=False)
    page.goto("/")
    page.get_by_role("button", name="Menu").tap()
    expect(page.locator("#nav-panel")).to_be_visible()
    page.locator("#nav-panel").get_by_role("link", name="Log in").tap()
    expect(page).to_have_url("/people/log-in/")


def test_the_scheme_follows_the_system(page_at: PageAt) -> None:
    for scheme, expected in (("light", DAY_GROUND), ("dark", NIGHT_GROUND)):
        page = page_at(DESK, scheme=scheme)
        page.goto("/")
        assert ground(page) == expected


def test_a_chosen_scheme_stays_until_it_is_given_up(page_at: PageAt) -> None:
    page = page_at(DESK, scheme="light")
    page.goto("/")
    wait_until_ready(page)
    page.get_by_role("button", name="Night").click()
    assert ground(page) == NIGHT_GROUND
    page.goto("/gallery/")
    assert ground(page) == NIGHT_GROUND
    assert page.locator("html").get_attribute("data-theme") == "dark"
    expect(page.get_by_role("button", name="Night", pressed=True)).to_be_visible()
    wait_until_ready(page)
    page.get_by_role("button", name="Same as your device").click()
    assert ground(page) == DAY_GROUND
    page.reload()
    assert ground(page) == DAY_GROUND


def test_the_scheme_can_be_chosen_without_scripts(page_at: PageAt) -> None:
    page = page_at(DESK, scheme="light", scripts=False)
    page.goto("/gallery/?page=2")
    page.get_by_role("button", name="Night").click()
    expect(page).to_have_url("/gallery/?page=2")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")


def test_home_reads_the_same_without_scripts(page_at: PageAt, width: int) -> None:
    page = page_at(width, scripts=False)
    page.goto("/")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert_fits(page)
    page.get_by_role("link", name="Tora").click()
    expect(page).to_have_url("/rules/clans/tora/")


def test_header_search_finds_while_one_types(page_at: PageAt) -> None:
    page = page_at(DESK)
    page.goto("/leagues/")
    wait_until_ready(page)
    page.get_by_label("Find a rule").press_sequentially("haste")
    found = page.locator("#nav-found")
    expect(found.get_by_role("link", name="Haste").first).to_be_visible()
    assert_no_axe_violations(page)
    take_shot(page, "header-search")
    page.keyboard.press("ArrowDown")
    expect(found.get_by_role("link").first).to_be_focused()
    page.keyboard.press("Escape")
    expect(found.get_by_role("link")).to_have_count(0)
    page.get_by_label("Find a rule").fill("xyzzyx")
    expect(found).to_contain_text("Nothing found")


def test_message_covers_no_button_on_a_phone(page_at: PageAt) -> None:
    page = page_at(PHONE)
    page.goto("/gallery/")
    wait_until_ready(page)
    page.evaluate(
        """() => {
            const failure = document.querySelector("#failure").content.cloneNode(true);
            failure.querySelector("span").textContent = "You need 24 koban.";
            document.querySelector("#messages").append(failure);
        }"""
    )
    expect(page.locator("#messages .toast")).to_be_visible()
    covered = page.evaluate(
        """() => [...document.querySelectorAll("a, button, input, summary")]
            .filter((one) => !one.closest("#messages") && one.checkVisibility())
            .filter((one) => {
                const box = one.getBoundingClientRect();
                const x = box.left + box.width / 2, y = box.top + box.height / 2;
                if (y < 0 || y > innerHeight) return false;
                return document.elementFromPoint(x, y)?.closest("#messages");
            }).map((one) => one.outerHTML)"""
    )
    assert covered == []
    box = page.locator("#messages .toast").bounding_box()
    assert box is not None
    assert box["y"] < PHONE, "thumbs press at the bottom"
