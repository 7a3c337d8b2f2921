"""Planning and starting a season in a real browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from league.models.leagues import League
from league.models.seasons import Entrant, SeasonStage
from league.rules.league_templates import Kind, PlannedCompetition
from league.services.competitions.competitions import add_competition
from people.models import Person
from tests.browser.conftest import PHONE, PageAt
from tests.browser.looks import assert_sound_everywhere, wait_until_still
from tests.browser.test_matches import at
from tests.browser.test_people import enter
from tests.cast import cast
from tests.league.stories import founded
from tests.league.test_competitions import crowd

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def dana(transactional_db: None) -> Person:
    return cast("dana")


@pytest.fixture
def league(dana: Person) -> League:
    league = founded(dana)
    crowd(league, 4)
    plan = PlannedCompetition(kind=Kind.ROUND_ROBIN, name="All against all")
    add_competition(uid=league.uid, actor=dana, plan=plan)
    return league


def names(page: Page) -> list[str]:
    return page.locator(".seeding b").all_inner_texts()


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no-scripts"])
def test_season_starts_with_the_seeding_of_the_preview(
    page_at: PageAt, league: League, dana: Person, scripts: bool
) -> None:
    page = page_at(PHONE, scripts=scripts)
    if scripts:
        at(page, dana, f"/leagues/{league.uid}/plan/start/")
    else:
        enter(page, dana)
        page.goto(f"/leagues/{league.uid}/plan/start/")
    page.get_by_role("button", name="Seed the teams").click()
    expect(page.locator(".seeding li")).to_have_count(4)
    before = names(page)
    page.get_by_role("button", name=f"Move {before[3]} up").click()
    expect(page.locator(".seeding b").nth(2)).to_have_text(before[3])
    field = page.get_by_label(f"Seed of {before[2]}")
    field.fill("1")
    field.press("Enter")
    after = [before[2], before[0], before[1], before[3]]
    expect(page.locator(".seeding b")).to_have_text(after)
    first = page.locator(".start-round").first
    expect(first).to_contain_text(after[0])
    expect(first.locator("li").first).to_contain_text(after[3])
    if scripts:
        wait_until_still(page)
        assert_sound_everywhere(page, "season-start-seeded")
    page.get_by_role("button", name="Start the season").click()
    expect(page.get_by_text("The season has started.")).to_be_visible()
    assert league.seasons.get().stage == SeasonStage.RUNNING
    entrants = Entrant.objects.order_by("seeding").select_related("team")
    assert [str(one.team) for one in entrants] == after


def test_plan_form_shows_the_fields_of_the_chosen_kind(
    page_at: PageAt, league: League, dana: Person
) -> None:
    page = at(page_at(PHONE), dana, f"/leagues/{league.uid}/plan/1/edit/")
    expect(page.get_by_label("Everyone meets everyone twice")).to_be_visible()
    expect(page.get_by_label("Teams that reach the playoffs")).to_be_hidden()
    assert_sound_everywhere(page, "season-plan-round-robin")
    page.get_by_label("Format").select_option("playoffs")
    expect(page.get_by_label("Everyone meets everyone twice")).to_be_hidden()
    expect(page.get_by_text("In extra rounds at the end.")).to_be_hidden()
    expect(page.get_by_label("Teams that reach the playoffs")).to_be_visible()
    assert_sound_everywhere(page, "season-plan-playoffs")
