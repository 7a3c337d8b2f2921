"""The first page people see."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE, PageAt
from tests.browser.looks import assert_fits, assert_sound_everywhere, show_at


def test_home_is_sound_at_every_size_and_scheme(page_at: PageAt) -> None:
    page = page_at(PHONE)
    page.goto("/")
    assert_sound_everywhere(page, "home")


@pytest.mark.parametrize("path", ["/", "/gallery/"])
def test_home_and_gallery_fit_every_window_between(page_at: PageAt, path: str) -> None:
    page = page_at(PHONE)
    page.goto(path)
    for between in (320, 600, 768, 961, 1920):
        show_at(page, between, "light")
        assert_fits(page)


def test_home_greets_whoever_is_logged_in(
    page_at: PageAt, django_user_model: type
) -> None:
    django_user_model.objects.create_user(
        "Ines", "ines@example.org", "nine-quiet-tails"
    )
    page = page_at(PHONE)
    page.goto("/people/log-in/?next=/")
    page.get_by_label("Username").fill("Ines")
    page.get_by_label("Password", exact=True).fill("nine-quiet-tails")
    page.get_by_role("main").get_by_role("button", name="Log in").click()
    expect(page).to_have_url("/")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Ines")
    assert_sound_everywhere(page, "home-logged-in")


def test_without_scripts_nothing_stands_between_the_top_and_the_page(
    page_at: PageAt, width: int
) -> None:
    page = page_at(width, scripts=False)
    page.goto("/")
    top = page.get_by_role("banner").bounding_box()
    below = page.get_by_role("main").bounding_box()
    assert top is not None
    assert below is not None
    assert below["y"] == top["y"] + top["height"]
