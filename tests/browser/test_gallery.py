"""Every component, looked at."""

from __future__ import annotations

from tests.browser.conftest import PHONE, PageAt
from tests.browser.looks import ALL_WAYS, assert_sound_everywhere


def test_the_gallery_is_sound_at_every_size_and_scheme(page_at: PageAt) -> None:
    page = page_at(PHONE)
    page.goto("/gallery/")
    assert_sound_everywhere(page, "gallery", ALL_WAYS)
