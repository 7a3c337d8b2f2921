"""Refusals and failures as a visitor meets them."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from people.models import Person
from tests.browser.conftest import DESK, PHONE, PageAt
from tests.browser.looks import (
    assert_no_axe_violations,
    assert_sound,
    assert_sound_everywhere,
    take_shot,
    wait_until_ready,
)
from tests.browser.test_people import enter
from tests.config.refusal_urls import REFUSALS

pytestmark = pytest.mark.urls("tests.config.refusal_urls")

REFUSED = ("status of 422",)


NOES = (
    ("/garble/", 400, "We could not read that request"),
    ("/deny/", 403, "You cannot open this page"),
    ("/no/such/page/", 404, "Nothing here but moonlight"),
    ("/broken/", 500, "We dropped the lantern"),
    ("/refuse/many/", 422, "That is not possible"),
    ("/refuse/conflict/", 409, "Someone else changed this first"),
)


def test_every_page_that_says_no_is_sound(
    page_at: PageAt,
) -> None:
    failed = "error: Failed to load resource: the server responded with a status of"
    expected = tuple(f"{path}: {failed} {status}" for path, status, _ in NOES)
    page = page_at(PHONE, expected=expected)
    for path, status, heading in NOES:
        answer = page.goto(path)
        assert answer is not None
        assert answer.status == status
        expect(page.get_by_role("heading", level=1)).to_have_text(heading)
        assert_sound_everywhere(page, f"error-{status}")


def test_a_stale_form_says_what_to_do(page_at: PageAt) -> None:
    page = page_at(DESK, expected=("status of 403",))
    page.goto("/form/")
    page.context.clear_cookies()
    page.get_by_label("Name").fill("Ines")
    page.get_by_role("button", name="Send", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("This form has expired")
    assert_sound(page, "error-csrf-1280")


def test_what_was_typed_is_still_there_after_a_refusal(page_at: PageAt) -> None:
    page = page_at(DESK, expected=REFUSED)
    page.goto("/form/")
    page.get_by_label("Name").fill("Nine Quiet Tails")
    page.get_by_role("button", name="Send", exact=True).click()
    expect(page.get_by_role("alert")).to_have_text(REFUSALS["one"].sentence)
    wait_until_ready(page)
    page.get_by_role("link", name="Go back").click()
    expect(page).to_have_url("/form/")
    expect(page.get_by_label("Name")).to_have_value("Nine Quiet Tails")


def test_a_refusal_leads_back_without_scripts(page_at: PageAt) -> None:
    page = page_at(DESK, scripts=False, expected=REFUSED)
    page.goto("/form/?step=2")
    page.get_by_label("Name").fill("Nine Quiet Tails")
    page.get_by_role("button", name="Send", exact=True).click()
    expect(page.get_by_role("alert")).to_have_text(REFUSALS["one"].sentence)
    page.get_by_role("link", name="Go back").click()
    expect(page).to_have_url("/form/?step=2")


def test_htmx_shows_a_refusal_as_a_message(page_at: PageAt, width: int) -> None:
    page = page_at(width, expected=REFUSED)
    page.goto("/form/")
    wait_until_ready(page)
    page.get_by_role("button", name="Send quietly").click()
    message = page.get_by_role("alert")
    for part in REFUSALS["many"].parts:
        expect(message).to_contain_text(part.sentence)
    expect(page.locator("#here")).to_have_text("As it was.")
    take_shot(page, f"refusal-message-{width}", whole=False)
    assert_no_axe_violations(page)
    page.get_by_role("button", name="Close this message").click()
    expect(message).to_have_count(0)


def test_the_same_form_is_refused_in_a_page_without_scripts(page_at: PageAt) -> None:
    page = page_at(DESK, scripts=False, expected=REFUSED)
    page.goto("/form/")
    page.get_by_role("button", name="Send quietly").click()
    for part in REFUSALS["many"].parts:
        expect(page.get_by_role("alert")).to_contain_text(part.sentence)


def test_a_post_without_a_form_is_still_known_to_be_ours(
    page_at: PageAt, alice: Person
) -> None:
    page = page_at(DESK, expected=REFUSED)
    enter(page, alice)
    page.goto("/form/")
    wait_until_ready(page)
    page.get_by_role("button", name="Send without a form").click()
    expect(page.get_by_role("alert")).to_contain_text(REFUSALS["one"].sentence)


def test_good_news_leaves_by_itself_and_bad_news_stays(page_at: PageAt) -> None:
    page = page_at(DESK, alone=True)
    # Time stands still but for what we wind it forward.
    page.clock.install(time=0)
    page.clock.pause_at(1)
    page.goto("/say/")
    wait_until_ready(page)
    good, bad = page.get_by_text("Suzume is spared."), page.get_by_role("alert")
    expect(good).to_be_visible()
    page.clock.fast_forward(7000)
    expect(good).to_be_visible()
    page.clock.fast_forward(2000)
    expect(good).to_have_count(0)
    page.clock.fast_forward(60_000)
    expect(bad).to_contain_text("The ronin has left.")


def test_messages_cover_nothing_where_nothing_could_put_them_away(
    page_at: PageAt,
) -> None:
    page = page_at(DESK, scripts=False)
    page.goto("/say/")
    expect(page.get_by_role("alert")).to_contain_text("The ronin has left.")
    expect(page.locator("#messages")).to_have_css("position", "static")
    expect(page.get_by_role("button", name="Close this message")).to_have_count(0)


def test_a_request_that_breaks_says_so(page_at: PageAt) -> None:
    page = page_at(DESK, expected=("status of 500", "Response Status Error Code 500"))
    page.goto("/form/")
    wait_until_ready(page)
    page.get_by_role("button", name="Break").click()
    expect(page.get_by_role("alert")).to_contain_text("Something broke on our side.")
    expect(page.locator("#here")).to_have_text("As it was.")


def test_a_request_that_gets_lost_says_so(page_at: PageAt) -> None:
    lost = ("net::ERR_INTERNET_DISCONNECTED", "htmx:sendError", "htmx:afterRequest")
    page = page_at(DESK, expected=lost)
    page.goto("/form/")
    wait_until_ready(page)
    page.context.set_offline(True)
    page.get_by_role("button", name="Break").click()
    expect(page.get_by_role("alert")).to_contain_text("Check your connection")
