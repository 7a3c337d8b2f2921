"""Ties that were drawn under awkward names are shown as people say them."""

from __future__ import annotations

import pytest

from league.models.competitions import Fixture
from league.rules.league_templates import Kind
from people.models import Person
from tests.cast import browser_of
from tests.league.stories import founded
from tests.league.test_competitions import begun, crowd

pytestmark = pytest.mark.django_db


def test_pages_and_programs_show_old_names_as_new_ones(dana: Person) -> None:
    league = founded(dana)
    crowd(league, 2)
    season = begun(league, dana, kind=Kind.PLAYOFFS, reach=2)
    competition = season.competitions.get()
    competition.settings["bracket"]["ties"][0]["name"] = "Round of 16 1"
    competition.save(update_fields=["settings"])
    Fixture.objects.filter(competition=competition).update(why=["Round of 16 1"])
    browser, root = browser_of(dana), f"/leagues/{league.uid}/"
    for address in (root, f"{root}fixtures/", f"{root}plan/"):
        page = browser.get(address).content.decode().lower()
        assert "round of 16 1" not in page
    assert "round of 16, match 1" in browser.get(root).content.decode().lower()
    told = browser.get(f"/api/v1{root}fixtures/").json()["results"]
    assert [one["title"] for one in told] == ["Round of 16, match 1"]
    bracket = browser.get(f"/api/v1{root}playoffs/").content.decode()
    assert "Round of 16, match 1" in bracket
