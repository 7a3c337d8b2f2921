"""One's own account, looked at and used in a real browser, with and without scripts."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from people.models import ApiToken, Person
from people.services.accounts import request_sign_up
from people.services.tokens import create_token
from tests.browser.conftest import DESK, PHONE, PageAt
from tests.browser.looks import (
    assert_sound_everywhere,
    take_shot,
    wait_until_ready,
)
from tests.cast import PASSWORD, browser_of, cast

pytestmark = pytest.mark.django_db(transaction=True)

GATES = ["log-in", "sign-up", "sign-up/sent", "password/reset", "password/reset/sent"]
ACCOUNT = [
    "profile",
    "profile/email",
    "profile/password",
    "profile/tokens",
    "profile/data",
]


def enter(page: Page, person: Person) -> None:
    """Log in without typing, which has a test of its own."""
    session = browser_of(person).cookies["sessionid"].value
    page.context.add_cookies(
        [{"name": "sessionid", "value": session, "domain": "localhost", "path": "/"}]
    )


def sign_up_link(address: str, base_url: str, mailoutbox: list) -> str:
    request_sign_up(email=address, site=base_url, client="10.0.0.1")
    return re.search(r"http\S+", mailoutbox[-1].body).group()


def test_gates_are_sound_at_every_size_and_scheme(
    page_at: PageAt,
) -> None:
    page = page_at(PHONE)
    for path in GATES:
        page.goto(f"/people/{path}/")
        assert_sound_everywhere(page, f"people-{path.replace('/', '-')}")


def test_pages_of_an_account_are_sound_at_every_size_and_scheme(
    page_at: PageAt,
) -> None:
    alice = cast("alice", display_name="Alice of the Seventh Moon")
    create_token(person=alice, name="Club website")
    page = page_at(PHONE)
    enter(page, alice)
    for path in ACCOUNT:
        page.goto(f"/people/{path}/")
        expect(page.get_by_role("heading", level=1)).to_have_text(alice.display_name)
        assert_sound_everywhere(page, f"people-{path.replace('/', '-')}")


def test_refused_forms_and_the_lock_out_are_sound(page_at: PageAt) -> None:
    cast("alice")
    page = page_at(PHONE, expected=("422", "429"))
    page.goto("/people/log-in/")
    password = page.get_by_label("Password", exact=True)
    for tries in range(1, 6):
        page.get_by_label("Username").fill("alice")
        password.fill("wrong password")
        page.get_by_role("main").get_by_role("button", name="Log in").click()
        if tries < 5:
            expect(password).to_have_value("")  # the form is back, without it
            expect(
                page.get_by_text("That username and password do not match")
            ).to_be_visible()
        if tries == 1:
            assert_sound_everywhere(page, "people-log-in-refused")
    expect(page.get_by_role("heading", name="Too many attempts")).to_be_visible()
    assert_sound_everywhere(page, "people-locked-out")


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no-scripts"])
def test_a_stranger_signs_up_makes_a_token_and_leaves(
    page_at: PageAt, base_url: str, mailoutbox: list, scripts: bool
) -> None:
    page = page_at(PHONE, scripts=scripts)
    page.goto("/people/sign-up/")
    page.get_by_label("Email address").fill("erin@example.org")
    page.get_by_role("button", name="Send link").click()
    expect(page.get_by_role("heading", name="Check your email")).to_be_visible()

    page.goto(re.search(r"http\S+", mailoutbox[0].body).group())
    page.get_by_label("Username").fill("erin")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    if scripts:
        wait_until_ready(page)
    else:
        page.get_by_label("Time zone").select_option("Europe/Berlin")
    page.get_by_role("button", name="Create account").click()
    page.wait_for_url(f"{base_url}/")
    assert Person.objects.get().username == "erin"

    page.goto("/people/profile/tokens/")
    page.get_by_label("Name of the token").fill("Site")
    page.get_by_role("button", name="Create token").click()
    assert page.locator(".secret").inner_text().startswith("moon_")
    page.get_by_role("button", name="Revoke Site").click()
    expect(page.get_by_text("Token revoked.")).to_be_visible()
    assert not ApiToken.objects.exists()

    page.goto("/people/profile/data/")
    page.get_by_label("Your password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Delete my account permanently").click()
    page.wait_for_url(f"{base_url}/")
    assert Person.objects.get().is_deleted


def test_signing_up_is_sound_and_finds_the_time_zone(
    page_at: PageAt, base_url: str, mailoutbox: list
) -> None:
    link = sign_up_link("erin@example.org", base_url, mailoutbox)
    page = page_at(PHONE, expected=("422",))
    page.goto(link)
    zone = page.evaluate("Intl.DateTimeFormat().resolvedOptions().timeZone")
    expect(page.get_by_label("Time zone")).to_have_value(zone)
    assert_sound_everywhere(page, "people-sign-up-finish")

    page.get_by_label("Username").fill("erin")
    page.get_by_label("Password", exact=True).fill("erin")
    page.get_by_label("Time zone").select_option("UTC")
    page.get_by_role("button", name="Create account").click()
    expect(page.get_by_text("too similar to the username")).to_be_visible()
    expect(page.get_by_label("Time zone")).to_have_value("UTC")
    assert_sound_everywhere(page, "people-sign-up-refused")


def test_a_password_can_be_shown_and_is_hidden_again_when_it_is_sent(
    page_at: PageAt,
) -> None:
    cast("alice")
    page = page_at(DESK)
    page.goto("/people/log-in/")
    field = page.get_by_label("Password", exact=True)
    page.get_by_label("Username").fill("alice")
    field.fill(PASSWORD)
    show = page.get_by_role("button", name="Show the password")
    show.click()
    expect(field).to_have_attribute("type", "text")
    expect(show).to_have_attribute("aria-pressed", "true")
    page.get_by_role("main").get_by_role("button", name="Log in").click()
    expect(page.get_by_role("link", name="alice")).to_be_visible()


def test_the_profile_offers_the_zone_of_the_browser(page_at: PageAt) -> None:
    page = page_at(DESK)
    enter(page, cast("alice", time_zone="Pacific/Chatham"))
    page.goto("/people/profile/")
    expect(page.get_by_label("Time zone")).to_have_value("Pacific/Chatham")
    zone = page.evaluate("Intl.DateTimeFormat().resolvedOptions().timeZone")
    page.get_by_role("button", name=re.compile("Your browser is in")).click()
    expect(page.get_by_label("Time zone")).to_have_value(zone)


def test_a_new_token_is_sound_to_look_at(page_at: PageAt) -> None:
    page = page_at(PHONE)
    enter(page, cast("alice"))
    page.goto("/people/profile/tokens/")
    page.get_by_label("Name of the token").fill("Club website")
    page.get_by_role("button", name="Create token").click()
    expect(page.get_by_text("is ready. Copy it now")).to_be_visible()
    assert_sound_everywhere(page, "people-token-made")


def test_the_operators_pages_work_under_our_content_security_policy(
    page_at: PageAt,
) -> None:
    boss = cast("otto", is_staff=True, is_superuser=True)
    cast("alice")
    page = page_at(DESK)
    enter(page, boss)
    page.goto("/admin/people/person/")
    page.get_by_role("link", name="alice", exact=True).click()
    page.get_by_label("Staff").check()
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("was changed successfully")).to_be_visible()
    take_shot(page, "people-admin")
    assert Person.objects.get(username="alice").is_staff
