"""Two phones at one table: counted together, reported, confirmed, settled."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from challenges import services
from people.models import Person
from tests.browser.conftest import DESK, PHONE, PageAt
from tests.browser.looks import assert_sound, wait_until_ready
from tests.browser.test_people import enter
from tests.cast import cast
from tests.challenges.verbs import Meeting, arranged, opened

pytestmark = pytest.mark.django_db(transaction=True)

# What a phone without a network says of itself.
OFFLINE = ("ERR_INTERNET_DISCONNECTED", "Failed to load resource")


@pytest.fixture
def alice(transactional_db: None) -> Person:
    return cast("alice")


@pytest.fixture
def bob(transactional_db: None) -> Person:
    return cast("bob")


def at(page: Page, person: Person, address: str) -> Page:
    enter(page, person)
    page.goto(address)
    wait_until_ready(page)
    return page


def tap(page: Page, name: str, times: int = 1) -> None:
    more = page.locator(f'.tally:has([name="{name}"]) [data-add="1"]')
    for _ in range(times):
        more.click()


def test_two_phones_report_and_confirm_one_match(
    page_at: PageAt, alice: Person, bob: Person
) -> None:
    meeting = opened(alice, bob)
    address = f"/matches/{meeting.uid}/"
    mine = at(page_at(PHONE, expected=OFFLINE), alice, f"{address}report/")
    theirs = at(page_at(PHONE, scheme="dark"), bob, f"{address}report/")
    assert_sound(mine, "report-score-390")

    tap(mine, "t0.score", 3)
    expect(theirs.locator('[name="t0.score"]')).to_have_value("3")
    tap(theirs, "t1.score")
    expect(mine.locator('[name="t1.score"]')).to_have_value("1")

    # Without a network nothing is lost, not even by closing the page.
    mine.context.set_offline(True)
    mine.get_by_role("button", name="Next").click()
    tap(mine, "t0.n2.injured", 2)
    expect(mine.locator("[data-saved]")).to_contain_text("to send")
    mine.context.set_offline(False)
    mine.reload()
    wait_until_ready(mine)
    expect(mine.locator("[data-saved]")).to_have_text("saved")
    expect(mine.locator('[name="t0.n2.injured"]')).to_have_value("2")
    assert_sound(mine, "report-team-390")
    theirs.get_by_role("link", name="All-Stars").click()
    theirs.locator('[name="t1.star.0"]').select_option("2")

    _send(mine)
    expect(mine.get_by_text("Bob has yet to say yes.")).to_be_visible()
    theirs.goto(address)
    expect(theirs.get_by_text("injured a ninja, 2 times")).to_be_visible()
    assert_sound(theirs, "match-confirm-390")
    theirs.get_by_role("button", name="Yes, confirm it").click()
    expect(theirs.get_by_text("About to begin.").first).to_be_visible()
    # A worker takes it from here; both pages follow by themselves.
    _settle(meeting)
    expect(mine.get_by_text("Revenue: 10 koban for the result.")).to_be_visible()
    expect(theirs.get_by_text("Settled", exact=True)).to_be_visible()
    assert_sound(theirs, "match-settled-390")


def _send(page: Page) -> None:
    page.get_by_role("link", name="Send").click()
    page.get_by_label("Notes").fill("The bridge fell.")
    page.get_by_role("button", name="Send the report").click()


def _settle(meeting: Meeting) -> None:
    services.settlement_run(settlement_id=meeting.settlement.pk)
    services.settlement_take_defaults(settlement_id=meeting.settlement.pk)


def test_a_match_is_arranged_and_begun_at_a_desk(
    page_at: PageAt, alice: Person, bob: Person
) -> None:
    meeting = arranged(alice, bob, challenge="")
    address = f"/matches/{meeting.uid}/"
    theirs = at(page_at(PHONE), bob, address)
    assert_sound(theirs, "match-invited-390")
    theirs.get_by_role("button", name="Play with this team").click()
    page = at(page_at(DESK), alice, address)
    page.get_by_label("Challenge", exact=True).select_option("champion")
    page.get_by_role("button", name="Propose it").click()
    theirs.get_by_role("button", name="Agree to Champion").click()
    expect(page.get_by_role("heading", name="Champion")).to_be_visible()
    assert_sound(page, "match-arranged-1280")
    page.get_by_role("button", name="Begin the match").click()
    expect(page.get_by_role("link", name="Count and report")).to_be_visible()
    assert_sound(page, "match-open-1280")
