"""Names as long as they may be, of one word, which no page may be wider for."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from challenges.models import Match
from league.models.leagues import NAME_LENGTH, League
from league.rules.league_templates import Kind
from people.models import Person
from people.rules.names import DISPLAY_NAME_LENGTH_MAX, USERNAME_LENGTH_MAX
from teams.rules.roster.names import NAME_LENGTH as TEAM_NAME_LENGTH
from tests.browser.conftest import DESK, PageAt
from tests.browser.looks import assert_fits, wait_until_ready
from tests.browser.test_matches import at
from tests.cast import cast
from tests.league.stories import entered, founded
from tests.league.test_competitions import begun, fixtures, play

pytestmark = pytest.mark.django_db(transaction=True)

PAGES = ("", "fixtures/", "statistics/", "hall/", "members/", "log/", "plan/", "news/")


def one_word(letter: str, length: int, number: int = 0) -> str:
    return f"{letter * (length - 1)}{number}"


def person(number: int) -> Person:
    return cast(
        one_word("m", USERNAME_LENGTH_MAX, number),
        display_name=one_word("W", DISPLAY_NAME_LENGTH_MAX, number),
    )


@pytest.fixture
def league(transactional_db: None) -> League:
    master = person(0)
    league = founded(master, one_word("M", NAME_LENGTH))
    for number in (1, 2):
        name = one_word("W", TEAM_NAME_LENGTH, number)
        entered(league, person(number), name=name)
    (fixture,) = fixtures(begun(league, master, name=one_word("M", NAME_LENGTH)))
    assert fixture.match is not None
    play(fixture.match, 3, 1)
    return league


def test_no_page_is_wider_for_them(page_at: PageAt, league: League, width: int) -> None:
    shown = page_at(width)
    master = Person.objects.get(username=one_word("m", USERNAME_LENGTH_MAX))
    entrant = league.seasons.get().entrants.first()
    played = Match.objects.get()
    assert entrant is not None
    for path in (
        *(f"/leagues/{league.uid}/{page}" for page in PAGES),
        f"/teams/{entrant.team_id}/",
        f"/matches/{played.uid}/",
    ):
        at(shown, master, path)
        wait_until_ready(shown)
        assert_fits(shown)
    if width == DESK:
        for path in (f"/leagues/{league.uid}/", "/"):
            shown.goto(path)
            assert_clear_of_the_moon(shown)


def assert_clear_of_the_moon(shown: Page) -> None:
    """Letters are as bright as it is."""
    heading = shown.locator("h1").bounding_box()
    moon = shown.locator(".moon").bounding_box()
    assert heading is not None
    assert moon is not None
    # The disc is the middle half of the drawing; around it is its glow.
    assert heading["x"] + heading["width"] <= moon["x"] + moon["width"] / 4


def test_a_bracket_does_not_make_the_page_wider(
    page_at: PageAt, transactional_db: None
) -> None:
    master = cast("dana")
    league = founded(master)
    for number in range(16):
        entered(league, cast(f"crowd{number}"))
    begun(league, master, kind=Kind.PLAYOFFS, reach=16)
    shown = page_at(DESK)
    for path in ("", "fixtures/"):
        shown.goto(f"/leagues/{league.uid}/{path}")
        for wide in (500, 800, DESK):
            shown.set_viewport_size({"width": wide, "height": 900})
            assert_fits(shown)
