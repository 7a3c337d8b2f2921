"""The first page people see."""

from __future__ import annotations

from tests.browser.conftest import PageAt, Scheme
from tests.browser.looks import assert_sound


def test_home_is_sound_at_every_size_and_scheme(
    page_at: PageAt, width: int, scheme: Scheme
) -> None:
    page = page_at(width, scheme=scheme)
    page.goto("/")
    assert_sound(page, f"home-{width}-{scheme}")
