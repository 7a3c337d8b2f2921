"""The viewer of the API by day and by night."""

from __future__ import annotations

from typing import get_args

from playwright.sync_api import Page, expect

from tests.browser.conftest import DESK, PHONE, PageAt
from tests.browser.looks import (
    Scheme,
    assert_fits,
    show_at,
    take_shot,
    wait_until_ready,
)

# How bright the paper is on which the list lies, and what is written on it.
BRIGHTNESS = """() => {
  const parts = (colour) => colour.match(/[\\d.]+/g).map(Number);
  const bright = ([r, g, b]) => (0.3 * r + 0.6 * g + 0.1 * b) / 255;
  const paper = (node) => {
    const [r, g, b, alpha = 1] = parts(getComputedStyle(node).backgroundColor);
    return alpha < 0.5 ? paper(node.parentElement) : bright([r, g, b]);
  };
  return [".info .title", ".opblock-tag", ".opblock-summary-path"].map((words) => {
    const node = document.querySelector(`.swagger-ui ${words}`);
    return [paper(node), bright(parts(getComputedStyle(node).color))];
  });
}"""


def assert_is(page: Page, scheme: Scheme) -> None:
    # The device tells the page of its scheme with the next picture it draws.
    expect(page.locator("html.dark-mode")).to_have_count(int(scheme == "dark"))
    for paper, ink in page.evaluate(BRIGHTNESS):
        assert (paper < ink) == (scheme == "dark")
        assert abs(paper - ink) > 0.4


def test_it_is_light_by_day_dark_by_night_and_follows_the_switch(
    page_at: PageAt,
) -> None:
    page = page_at(PHONE)
    page.goto("/api/v1/")
    expect(page.locator(".swagger-ui .opblock-tag").first).to_be_visible()
    wait_until_ready(page)
    page.locator(".swagger-ui .opblock-summary-control").first.click()
    expect(page.locator(".swagger-ui .opblock.is-open")).to_be_visible()
    for width in (PHONE, DESK):
        for scheme in get_args(Scheme):
            show_at(page, width, scheme)
            assert_is(page, scheme)
            assert_fits(page)
            take_shot(page, f"api-{width}-{scheme}", whole=False)
    for name, scheme in (("Day", "light"), ("Night", "dark"), ("Day", "light")):
        page.get_by_role("button", name=name, exact=True).click()
        assert_is(page, scheme)
