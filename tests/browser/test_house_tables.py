"""Tables of the house rules on a phone."""

from __future__ import annotations

import pytest

from people.models import Person
from tests.browser.conftest import PHONE, PageAt
from tests.browser.looks import assert_fits
from tests.browser.test_matches import at
from tests.cast import cast
from tests.league.stories import founded

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def dana(transactional_db: None) -> Person:
    return cast("dana")


def test_numbers_of_a_row_stand_beside_each_other(
    dana: Person, page_at: PageAt
) -> None:
    league = founded(dana)
    page = at(page_at(PHONE), dana, f"/leagues/{league.uid}/rules/change/")
    page.locator("#k-settlement > summary").click()
    games = page.locator('[name="downtime_table.earth.games"]').bounding_box()
    xp = page.locator('[name="downtime_table.earth.xp"]').bounding_box()
    assert games is not None
    assert xp is not None
    assert abs(games["y"] - xp["y"]) < 1
    assert games["x"] + games["width"] < xp["x"]
    assert_fits(page)
