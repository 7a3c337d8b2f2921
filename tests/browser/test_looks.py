"""What looks at every page sees what it must not let pass."""

from __future__ import annotations

import pytest

from tests.browser.conftest import DESK, PageAt
from tests.browser.looks import assert_fits, assert_no_axe_violations, take_shot


def test_a_page_that_is_spoilt_is_told_apart(page_at: PageAt) -> None:
    page = page_at(DESK)
    page.goto("/people/log-in/")
    assert_no_axe_violations(page)
    page.evaluate("document.getElementById('id_username').removeAttribute('id')")
    with pytest.raises(AssertionError, match="Found 1 accessibility violations"):
        assert_no_axe_violations(page)
    page.evaluate("document.querySelector('main').style.width = '2000px'")
    with pytest.raises(AssertionError, match="px wide in a window of"):
        assert_fits(page)
    page.evaluate("document.body.replaceChildren()")
    with pytest.raises(AssertionError, match="looks blank"):
        take_shot(page, "looks-blank")
