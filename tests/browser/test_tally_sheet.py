"""The tally sheet where it has most to hold: four teams, and somebody who robs."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from challenges.rules.reports.match_report import read_report
from kernel.ids import ProfileSlug
from people.models import Person
from teams.rules.journal.entries import Recruited
from teams.services.journal import lock_journal
from teams.services.roster import rename_team
from tests.browser.conftest import PHONE, PageAt
from tests.browser.looks import assert_sound, everywhere
from tests.browser.test_matches import at, tap
from tests.cast import cast
from tests.challenges.verbs import Meeting, arranged
from tests.verbs import Tale

pytestmark = pytest.mark.django_db(transaction=True)

SMALL = 320
WIDE = """[...document.querySelectorAll(".screen:not([hidden]) .grid-wrap")].map(
    (one) => one.scrollWidth - one.clientWidth)"""


@pytest.fixture
def people(transactional_db: None) -> list[Person]:
    return [cast(name) for name in ("alice", "bob", "charlie", "dana")]


def hire_robber(tale: Tale) -> int:
    """The ronin who robs whom he injures, for whom few leagues have room."""
    with lock_journal(tale.edit) as journal:
        number = journal.state.next_id
        journal.write(Recruited(ninja=number, profile=ProfileSlug("goemon"), price=1))
    return number


def meet(people: list[Person], challenge: str = "search") -> tuple[Meeting, int]:
    meeting = arranged(*people, challenge=challenge)
    for tale in meeting.tales:
        rename_team(tale.edit, name=f"The Long Band of {tale.owner}")
    robber = hire_robber(meeting.tales[0])
    return meeting.accept().open(), robber


def assert_all_in_sight(page: Page) -> None:
    """No sheet is wider than its place, on any screen."""
    screens = page.locator(".screens a").evaluate_all("all => all.map(one => one.hash)")
    for screen in screens:
        page.evaluate("hash => { location.hash = hash }", screen)
        expect(page.locator(screen)).to_be_visible()
        more = page.locator(f"{screen} [data-fielding]")
        if more.count() and more.is_visible():
            more.click()
        assert page.evaluate(WIDE) in ([], [0]), screen
    page.evaluate("hash => { location.hash = hash }", screens[0])


def test_all_of_it_is_in_sight_on_a_phone(
    page_at: PageAt, people: list[Person]
) -> None:
    meeting, robber = meet(people)
    page = at(page_at(PHONE), people[0], f"/matches/{meeting.uid}/report/")
    tap(page, f"t0.n{robber}.injured.2", 2)
    for way in everywhere(page, ((PHONE, "light"), (SMALL, "dark"))):
        assert_all_in_sight(page)
        on_board = page.locator('#team-0 [data-column="fielded"] [data-total]')
        expect(on_board).to_have_text("1")  # who injured others was there
        page.locator(f'[data-ninja="t0.n{robber}"]').scroll_into_view_if_needed()
        spilt = page.locator(".sum").evaluate(
            "one => one.scrollWidth - one.clientWidth"
        )
        assert spilt <= 0, "The score lies under the buttons."
        assert_sound(page, f"report-robber-{way}")


def test_whom_somebody_robbed_is_counted_under_the_same_heads(
    page_at: PageAt, people: list[Person]
) -> None:
    meeting, robber = meet(people, "brawl")
    page = at(page_at(PHONE), people[0], f"/matches/{meeting.uid}/report/")
    tap(page, f"t0.n{robber}.injured.1", 1)
    tap(page, f"t0.n{robber}.injured.3", 2)
    tap(page, f"t0.n{robber}.injured-chunin.2", 1)
    tap(page, "t0.n2.injured", 1)
    expect(page.locator('#team-0 [data-column="injured"] [data-total]')).to_have_text(
        "4"
    )
    expect(
        page.locator('#team-0 [data-column="injured-chunin"] [data-total]')
    ).to_have_text("1")
    # By keyboard from box to box, team by team.
    page.locator(f'.tally:has([name="t0.n{robber}.injured.1"]) [data-add="1"]').focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("3")
    page.evaluate("location.hash = '#finish'")
    names = [tale.team.name for tale in meeting.tales]
    told = page.locator("[data-overview]")
    expect(told).to_contain_text(f"Injured ninja of {names[3]} 2")
    expect(told).to_contain_text(f"Injured chunin of {names[2]} 3")
    page.locator("#finish").get_by_role("button", name="Use this score").click()
    page.get_by_role("button", name="Send the report").click()
    expect(page.get_by_text("yet to confirm").first).to_be_visible()
    (report,) = meeting.match.reports.all()
    (row,) = [
        one for one in read_report(report.content).teams[0].ninja if one.ninja == robber
    ]
    assert {(one.victim, one.against): one.times for one in row.deeds} == {
        ("ninja", 1): 1,
        ("ninja", 3): 2,
        ("chunin", 2): 3,
    }


def test_the_score_and_all_star_experience_follow_the_taps(
    page_at: PageAt, people: list[Person]
) -> None:
    meeting = arranged(*people[:2], challenge="champion").accept().open()
    page = at(page_at(PHONE), people[0], f"/matches/{meeting.uid}/report/")
    offer = page.locator('[data-offer="score"]')
    tap(page, "t0.n2.injured", 2)
    page.evaluate("location.hash = '#finish'")
    expect(offer).to_be_hidden()  # nobody was named champion
    page.evaluate("location.hash = '#team-0'")
    tap(page, "t0.n2.chosen-as-champion", 1)
    total = page.locator('[data-ninja="t0.n2"] [data-earned]')
    expect(total).to_have_text("4 XP")
    page.evaluate("location.hash = '#finish'")
    expect(offer).to_contain_text("Suggested: 6 : 0")
    expect(page.locator('[name="t0.score"]')).to_have_value("0")
    offer.get_by_role("button", name="Use this score").click()
    expect(page.locator('[name="t0.score"]')).to_have_value("6")
    expect(offer).to_be_hidden()
    page.locator('[data-offer="stars"] button').click()
    page.evaluate("location.hash = '#team-0'")
    expect(total).to_have_text("7 XP")
