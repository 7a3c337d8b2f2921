"""Ways to begin a team, in a real browser."""

from __future__ import annotations

import re
import time
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from people.models import Person
from teams.models import Team
from teams.services.new_teams import create_team
from tests.browser.conftest import DESK, PHONE, PageAt
from tests.browser.looks import assert_sound, wait_until_ready
from tests.browser.test_people import enter

pytestmark = pytest.mark.django_db(transaction=True)

REFUSED = ("status of 422",)


def test_the_dice_put_teams_together_until_one_pleases(
    page_at: PageAt, alice: Person
) -> None:
    page = page_at(PHONE)
    enter(page, alice)
    page.goto("/teams/new/kitsune/")
    page.get_by_role("link", name="Roll a team").click()
    expect(page).to_have_url(re.compile("seed="))
    seeds = [page.url]
    for _ in range(2):
        page.get_by_role("link", name="Roll again").click()
        expect(page).not_to_have_url(seeds[-1])
        seeds.append(page.url)
    assert len(set(seeds)) == 3
    wait_until_ready(page)
    name = page.get_by_role("heading", level=1).inner_text()
    page.get_by_role("button", name=f"Choose {name}").click()
    expect(page.locator("#register")).to_be_visible()
    expect(page.get_by_role("heading", level=1)).to_have_text(name)


def test_a_bad_file_is_answered_in_a_sentence(
    page_at: PageAt, alice: Person, tmp_path: Path
) -> None:
    page = page_at(PHONE, expected=REFUSED)
    enter(page, alice)
    page.goto("/teams/new/import/")
    file = tmp_path / "holiday.rosz"
    file.write_bytes(b"PK but not a zip")
    page.get_by_label("File").set_input_files(file)
    page.get_by_role("button", name="Import file").click()
    expect(page.locator(".err")).to_contain_text("This is not a BattleScribe roster")
    assert_sound(page, "builder-import-refused-390")


def test_another_name_is_drawn_without_leaving_the_page(
    page_at: PageAt, alice: Person
) -> None:
    page = page_at(DESK)
    enter(page, alice)
    page.goto("/teams/new/ika/")
    wait_until_ready(page)
    field = page.get_by_label("Name of the team")
    page.evaluate("window.stayed = true")
    assert field.input_value()
    for _ in range(3):
        # Until the field itself is another one: an answer that has come is not yet on
        # the page, and what is clicked in between goes with the field it was beside.
        field.fill("No Such Name")
        page.get_by_role("link", name="Another name").click()
        expect(field).not_to_have_value("No Such Name")
    expect(field).not_to_have_value("")
    assert page.evaluate("window.stayed") is True


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
def test_double_click_creates_one_team(
    page_at: PageAt, alice: Person, monkeypatch: pytest.MonkeyPatch, *, scripts: bool
) -> None:
    page = page_at(DESK, scripts=scripts)
    enter(page, alice)
    found = create_team

    def found_slowly(**given: Any) -> Any:
        time.sleep(0.8)  # long enough for the second click
        return found(**given)

    monkeypatch.setattr("teams.views.new_teams.create_team", found_slowly)
    page.goto("/teams/new/ika/")
    if scripts:
        wait_until_ready(page)
    page.get_by_label("Name of the team").fill("Quiet Storm")
    sent: list[str] = []
    page.on("request", lambda one: sent.append(one.method))
    box = page.get_by_role("button", name="Create team").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.click(x, y)
    page.wait_for_timeout(200)
    page.mouse.click(x, y)
    # The second click may abort the first navigation, which wait_for_url reports.
    expect(page).to_have_url(re.compile(r"/teams/\d+/"))
    assert sent.count("POST") == (1 if scripts else 2)
    assert Team.objects.count() == 1


def test_form_works_again_after_going_back(page_at: PageAt, alice: Person) -> None:
    page = page_at(DESK)
    enter(page, alice)
    for name in ("Quiet Storm", "Loud Storm"):
        if name == "Quiet Storm":
            page.goto("/teams/new/ika/")
        else:
            page.go_back()
        wait_until_ready(page)
        page.get_by_label("Name of the team").fill(name)
        page.get_by_role("button", name="Create team").click()
        page.wait_for_url(re.compile(r"/teams/\d+/"))
    assert Team.objects.count() == 2
