"""Every component, looked at."""

from __future__ import annotations

import pytest

from tests.browser.conftest import PageAt, Scheme
from tests.browser.looks import assert_sound


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_gallery_is_sound_at_every_size_and_scheme(
    page_at: PageAt, width: int, scheme: Scheme
) -> None:
    page = page_at(width, scheme=scheme)
    page.goto("/gallery/")
    assert_sound(page, f"gallery-{width}-{scheme}")
