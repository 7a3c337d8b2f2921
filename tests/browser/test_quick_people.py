"""People who are quicker than scripts and answers: nothing that they do is lost."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Route, expect

from challenges.selectors.report_drafts import get_report_draft
from people.models import Person
from tests.browser.conftest import DESK, PHONE, PageAt
from tests.browser.held import holding
from tests.browser.looks import wait_until_ready
from tests.browser.test_matches import at
from tests.browser.test_people import enter, sign_up_link
from tests.challenges.verbs import arranged, opened
from tests.verbs import registered_team

pytestmark = pytest.mark.django_db(transaction=True)

# Chooses the next element as soon as there is another one to choose from: before the
# browser does anything else.
CHOOSE_AT_ONCE = """() => {
  window.stayed = true;
  new MutationObserver((_, observer) => {
    observer.disconnect();
    document.getElementById("pick-element-water").click();
  }).observe(document.querySelector("main"), { childList: true, subtree: true });
}"""

KEPT = """caches.open("reports").then((kept) => kept.keys())
  .then((all) => all.map((one) => one.url))"""


def go_without(page: Page, script: str, address: str) -> Route:
    """The page, before this script of its has come."""
    with holding(page, f"**/js/{script}") as held:
        page.goto(address)
    return held[0]


def test_what_an_answer_brings_can_be_used_at_once(page_at: PageAt) -> None:
    page = page_at(DESK)
    page.goto("/rules/keywords/")
    wait_until_ready(page)
    page.evaluate(CHOOSE_AT_ONCE)
    page.get_by_role("link", name="Fire", exact=True).click()
    expect(page.get_by_role("heading", level=2)).to_have_text(["Water"])
    assert page.evaluate("window.stayed") is True


def test_who_types_a_password_goes_on_typing(page_at: PageAt) -> None:
    page = page_at(DESK)
    late = go_without(page, "password.js", "/people/log-in/")
    field = page.get_by_label("Password", exact=True)
    field.press_sequentially("correct ")
    late.continue_()
    expect(page.get_by_role("button", name="Show the password")).to_be_visible()
    page.keyboard.type("horse")
    expect(field).to_have_value("correct horse")


def test_a_time_zone_that_was_chosen_stays(
    page_at: PageAt, base_url: str, mailoutbox: list
) -> None:
    link = sign_up_link("erin@example.org", base_url, mailoutbox)
    page = page_at(DESK)
    late = go_without(page, "time-zone.js", link)
    zone = page.get_by_label("Time zone")
    zone.select_option("Pacific/Chatham")
    late.continue_()
    wait_until_ready(page)
    expect(zone).to_have_value("Pacific/Chatham")


def test_a_challenge_that_was_chosen_can_be_shown(
    page_at: PageAt, alice: Person
) -> None:
    page = page_at(DESK)
    enter(page, alice)
    team = registered_team(alice).team_id
    late = go_without(page, "scroll-choose.js", f"/teams/{team}/report/")
    page.get_by_label("Challenge (optional)").select_option("Brawl")
    late.continue_()
    wait_until_ready(page)
    page.get_by_role("button", name="Show the fields").click()
    page.wait_for_url("**challenge=brawl**")


def test_what_was_told_of_a_match_is_heard(
    page_at: PageAt, alice: Person, bob: Person
) -> None:
    meeting = opened(alice, bob)
    page = page_at(PHONE)
    enter(page, alice)
    late = go_without(page, "match-report.js", f"/matches/{meeting.uid}/report/")
    page.locator('[name="t0.n2.healing"]').check()
    page.locator('[name="t0.score"]').fill("3")
    page.locator('[name="t0.star.0"][value="3"]').check()
    late.continue_()
    wait_until_ready(page)
    expect(page.locator("[data-saved]")).to_have_text("saved")
    values = get_report_draft(meeting.uid, alice).values
    told = {"t0.n2.healing": True, "t0.score": 3, "t0.star.0": 3}
    assert {name: values[name] for name in told} == told


def test_a_report_is_kept_with_the_files_that_come_last(
    page_at: PageAt, alice: Person, bob: Person
) -> None:
    meeting = opened(alice, bob)
    page = page_at(PHONE)
    enter(page, alice)
    late = go_without(page, "find.js", f"/matches/{meeting.uid}/report/")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    late.continue_()
    page.locator("form[data-kept]").wait_for()
    assert any(address.endswith("/js/find.js") for address in page.evaluate(KEPT))


def test_who_chooses_is_not_disturbed_by_what_the_others_do(
    page_at: PageAt, alice: Person, bob: Person
) -> None:
    meeting = arranged(alice, bob, challenge="")
    page = at(page_at(DESK, expected=("409",)), alice, f"/matches/{meeting.uid}/")
    choice = page.get_by_label("Challenge", exact=True)
    choice.select_option("champion")
    propose = page.get_by_role("button", name="Propose it")
    with holding(page, "**/?pulse=*") as held:
        meeting.accept()
    # While the page asks what is new, and before it hears of it.
    propose.click()
    held[0].continue_()
    expect(page.get_by_text("has not answered yet")).to_be_hidden()
    expect(page.get_by_role("alert")).to_contain_text("has changed since you loaded it")
    expect(choice).to_have_value("champion")
    propose.click()
    expect(page.locator(".proposals")).to_contain_text("Champion")
