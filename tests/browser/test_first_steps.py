"""First steps of a player in a real browser: account, league, team, next match."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from league.models.leagues import League
from league.models.seasons import Entrant
from league.services.members import join_league
from people.models import Person
from people.services.links import create_invitation
from tests.browser.conftest import PHONE, PageAt
from tests.browser.looks import assert_sound_everywhere, wait_until_ready
from tests.browser.test_matches import at
from tests.cast import PASSWORD, cast
from tests.challenges.verbs import arranged
from tests.league.stories import founded
from tests.league.test_competitions import begun, crowd
from tests.verbs import registered_team

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def dana(transactional_db: None) -> Person:
    return cast("dana")


@pytest.fixture
def league(dana: Person) -> League:
    return founded(dana, starting_koban=80)


def test_team_is_founded_for_a_league_and_entered(
    page_at: PageAt, alice: Person, league: League
) -> None:
    join_league(uid=league.uid, person=alice)
    page = at(page_at(PHONE), alice, f"/leagues/{league.uid}/enter/")
    assert_sound_everywhere(page, "first-enter-empty")
    page.get_by_role("link", name="Build a team for this league").click()
    expect(page.locator(".for-league")).to_contain_text("80 koban")
    page.locator('main a[href^="/teams/new/tora/"]').first.click()
    page.get_by_role("link", name="Roll a team").click()
    wait_until_ready(page)
    page.get_by_role("button", name=re.compile("^Choose ")).click()
    expect(page.locator(".for-league")).to_contain_text("Built for Moon Cup")
    wait_until_ready(page)
    assert_sound_everywhere(page, "first-builder-banner")
    page.locator("#register").click()
    page.locator("#register-now").click()
    expect(page).to_have_url(re.compile(rf"/leagues/{league.uid}/enter/"))
    assert_sound_everywhere(page, "first-enter")
    page.get_by_role("button", name="Enter in Moon Cup").click()
    expect(page).not_to_have_url(re.compile("/enter/"))
    assert Entrant.objects.filter(season__league=league, person=alice).exists()


def test_ninja_is_renamed_with_one_tap_on_the_scroll(
    page_at: PageAt, alice: Person
) -> None:
    team = registered_team(alice)
    page = at(page_at(PHONE), alice, f"/teams/{team.team_id}/")
    page.get_by_role("button", name=re.compile("^Rename ")).first.click()
    field = page.locator(".rename-panel:popover-open input[name=name]")
    expect(field).to_be_focused()
    assert_sound_everywhere(page, "first-rename")
    field.fill("Hana of the Reeds")
    field.press("Enter")
    expect(page.get_by_role("link", name="Hana of the Reeds").first).to_be_visible()


def test_dashboard_leads_to_the_next_match(page_at: PageAt, dana: Person) -> None:
    league = founded(dana)
    one, other = crowd(league, 2)
    begun(league, dana)
    page = at(page_at(PHONE), one.owner, "/")
    card = page.locator(".next-match")
    expect(card).to_contain_text(other.team.name)
    assert_sound_everywhere(page, "first-dashboard")
    card.get_by_role("link", name="Find a date").click()
    expect(page.get_by_role("button", name="Propose")).to_be_visible()


def test_dashboard_shows_a_free_match(
    page_at: PageAt, alice: Person, bob: Person
) -> None:
    meeting = arranged(alice, bob)
    page = at(page_at(PHONE), alice, "/")
    card = page.locator(".next-match")
    expect(card).to_contain_text("waiting for Bob")
    assert_sound_everywhere(page, "first-dashboard-free")
    card.get_by_role("link", name="Open match").click()
    expect(page).to_have_url(re.compile(str(meeting.uid)))


def test_invitation_leads_through_sign_up_back_to_the_league(
    page_at: PageAt, league: League, mailoutbox: list
) -> None:
    page = page_at(PHONE)
    page.goto(f"/leagues/join/{league.code}/")
    expect(page.get_by_role("heading", level=1)).to_have_text("Moon Cup")
    assert_sound_everywhere(page, "first-invitation")
    page.get_by_role("link", name="Sign up and join").click()
    page.get_by_label("Email address").fill("nika@example.org")
    page.get_by_role("main").get_by_role("button").first.click()
    expect(page).to_have_url(re.compile("/sent/"))
    link = re.search(r"https?://[^/]+(/people/sign-up/\S+)", mailoutbox[-1].body)
    assert link is not None
    page.goto(link[1])
    page.get_by_label("Username").fill("nika")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("main").locator("form [type=submit], form .btn.seal").first.click()
    page.get_by_role("button", name="Join Moon Cup").click()
    expect(page.get_by_role("link", name="Enter a team").first).to_be_visible()
    assert league.memberships.filter(person__username="nika").exists()


def test_account_link_makes_an_account_without_any_mail(
    page_at: PageAt, base_url: str, transactional_db: None
) -> None:
    link = create_invitation(site=base_url, email="", days=7, actor=None)
    page = page_at(PHONE, expected=("status of 422",))
    page.goto(link)
    assert_sound_everywhere(page, "first-account-link")
    page.get_by_label("Email address").fill("nika@example.org")
    page.get_by_label("Username").fill("nika")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Create account").click()
    expect(page).not_to_have_url(link)
    expect(page.get_by_role("main")).not_to_contain_text("Create account")
    assert Person.objects.filter(username="nika").exists()
    page.goto(link)  # a link works once
    expect(page.get_by_role("main")).not_to_contain_text("Create account")
