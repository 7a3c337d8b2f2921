"""Standing orders, invitations, the dice of a game and push messages in the browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from people.models import Person
from tables.services.creation import SeatChoice, create_table
from tests.browser.conftest import DESK, PHONE, PageAt
from tests.browser.looks import assert_sound_everywhere
from tests.browser.test_people import enter
from tests.tables.opponents import bot_table, viewer_for

BOTH = ((PHONE, "dark"), (DESK, "light"))


def test_standing_orders_are_chosen_from_the_table(
    alice: Person, page_at: PageAt
) -> None:
    table = bot_table(alice)
    page = page_at(PHONE)
    enter(page, alice)
    page.goto(f"/play/{table.uid}/")
    page.get_by_label("More").click()
    page.get_by_role("link", name="Standing orders").click()
    assert_sound_everywhere(page, "standing-orders", BOTH)
    page.get_by_label("When I could reroll").select_option("never")
    page.get_by_role("button", name="Save standing orders").click()
    page.locator(".play").wait_for()
    page.goto(f"/play/{table.uid}/standing-orders/")
    expect(page.get_by_label("When I could reroll")).to_have_value("never")


def test_invitation_and_dice_pages_are_sound(alice: Person, page_at: PageAt) -> None:
    seats = (SeatChoice(kind="shrine", slug="fire-shrine", is_mine=True), SeatChoice())
    table = create_table(viewer_for(alice), seats=seats)
    page = page_at(DESK)
    page.goto(f"/play/{table.uid}/invitation/")
    width = page.get_by_role("img", name="QR code").evaluate("img => img.naturalWidth")
    assert width > 100
    assert_sound_everywhere(page, "invitation", BOTH)
    page.goto(f"/play/{table.uid}/dice/")
    expect(page.get_by_label("Hash that was shown")).to_have_value(table.commitment)
    assert_sound_everywhere(page, "table-dice", BOTH)


@pytest.mark.usefixtures("transactional_db")
def test_page_of_push_messages_is_sound(alice: Person, page_at: PageAt) -> None:
    page = page_at(DESK)
    enter(page, alice)
    page.goto("/leagues/notices/switches/")
    page.get_by_role("link", name="Push messages on your devices").click()
    expect(page.get_by_role("button", name="Turn on for this device")).to_be_visible()
    assert_sound_everywhere(page, "push-messages", BOTH)
