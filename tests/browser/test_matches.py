"""Two phones at one table: counted together, reported, confirmed, settled."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from challenges.rules.reports.match_report import read_report
from challenges.selectors.report_drafts import get_report_draft
from challenges.services.reports import confirm_report, submit_report
from challenges.services.settlements import apply_defaults, run_settlement
from people.models import Person
from rulebook.catalogue import catalogue
from teams.rules.phrases import ninja_labels
from tests.browser.conftest import DESK, PHONE, PageAt
from tests.browser.looks import assert_sound, wait_until_ready
from tests.browser.test_people import enter
from tests.browser.thumb import Effort, Thumb
from tests.browser.usual_games import BRAWL, SEARCH, Game, tell
from tests.challenges.verbs import Meeting, arranged, opened

pytestmark = pytest.mark.django_db(transaction=True)

# What a phone without a network says of itself.
OFFLINE = (
    "ERR_INTERNET_DISCONNECTED",
    "Failed to load resource",
    "htmx:sendError",
    "htmx:afterRequest",
)


def at(page: Page, person: Person, address: str) -> Page:
    enter(page, person)
    page.goto(address)
    wait_until_ready(page)
    return page


def lose_network(page: Page) -> None:
    """When the page is kept: a browser complains of a worker that it lost half way."""
    page.locator("form[data-kept]").wait_for()
    page.context.set_offline(True)


def tap(page: Page, name: str, times: int = 1) -> None:
    more = page.locator(f'.tally:has([name="{name}"]) [data-add="1"]')
    for _ in range(times):
        more.click()


def test_two_phones_report_and_confirm_one_match(
    page_at: PageAt, alice: Person, bob: Person
) -> None:
    meeting = opened(alice, bob, challenge="champion")
    address = f"/matches/{meeting.uid}/"
    mine = at(page_at(PHONE, expected=OFFLINE), alice, f"{address}report/")
    theirs = at(page_at(PHONE, scheme="dark"), bob, f"{address}report/")
    for page in (mine, theirs):
        page.get_by_role("link", name="Finish").click()
    assert_sound(mine, "report-finish-390")

    tap(mine, "t0.score", 3)
    expect(theirs.locator('[name="t0.score"]')).to_have_value("3")
    tap(theirs, "t1.score")
    expect(mine.locator('[name="t1.score"]')).to_have_value("1")

    # Without a network nothing is lost, not even by closing the page.
    lose_network(mine)
    mine.locator('.screens a[href="#team-0"]').click()
    tap(mine, "t0.n2.injured", 2)
    expect(mine.locator("[data-saved]")).to_contain_text("2 taps wait")
    mine.context.set_offline(False)
    mine.reload()
    wait_until_ready(mine)
    expect(mine.locator("[data-saved]")).to_have_text("saved")
    expect(mine.locator('[name="t0.n2.injured"]')).to_have_value("2")
    assert_sound(mine, "report-team-390")
    Thumb(theirs).choose("t1.star.0", "2")

    _send(mine)
    expect(mine.get_by_text("Bob has yet to confirm.")).to_be_visible()
    theirs.goto(address)
    expect(theirs.get_by_text("injured a ninja, 2 times")).to_be_visible()
    assert_sound(theirs, "match-confirm-390")
    theirs.get_by_role("button", name="Yes, confirm it").click()
    expect(theirs.get_by_text("Starting soon.").first).to_be_visible()
    # A worker takes it from here; both pages follow by themselves.
    _settle(meeting)
    expect(mine.get_by_text("Revenue: 10 koban for the result.")).to_be_visible()
    expect(theirs.get_by_text("Settled", exact=True)).to_be_visible()
    assert_sound(theirs, "match-settled-390")


def _send(page: Page) -> None:
    page.get_by_role("link", name="Finish").click()
    page.get_by_label("Anything memorable?").fill("The bridge fell.")
    page.get_by_role("button", name="Send the report").click()


def _settle(meeting: Meeting) -> None:
    run_settlement(settlement_id=meeting.settlement.pk)
    apply_defaults(settlement_id=meeting.settlement.pk)


def test_a_match_is_arranged_and_begun_at_a_desk(
    page_at: PageAt, alice: Person, bob: Person
) -> None:
    meeting = arranged(alice, bob, challenge="")
    address = f"/matches/{meeting.uid}/"
    theirs = at(page_at(PHONE), bob, address)
    assert_sound(theirs, "match-invited-390")
    theirs.get_by_role("button", name="Play with this team").click()
    expect(theirs.get_by_role("heading", name="You are invited")).to_be_hidden()
    page = at(page_at(DESK), alice, address)
    page.get_by_label("Challenge", exact=True).select_option("champion")
    page.get_by_role("button", name="Propose it").click()
    theirs.get_by_role("button", name="Agree to Champion").click()
    expect(page.get_by_role("heading", name="Champion")).to_be_visible()
    assert_sound(page, "match-arranged-1280")
    page.get_by_role("button", name="Start the match").click()
    expect(page.get_by_role("link", name="Count and report")).to_be_visible()
    assert_sound(page, "match-open-1280")


def test_an_odd_tap_loses_nothing_and_a_late_one_is_kept(
    page_at: PageAt, alice: Person, bob: Person
) -> None:
    meeting = opened(alice, bob, challenge="champion")
    late = "422 (Unprocessable"
    page = at(
        page_at(PHONE, expected=(late,)), alice, f"/matches/{meeting.uid}/report/"
    )
    # Something from another day, as if the page had changed since.
    odd = {"id": "odd", "field": "t9.score", "add": 1}
    good = [{"id": f"g{n}", "field": "t0.score", "add": 1} for n in range(3)]
    page.evaluate(
        "taps => localStorage.setItem(`taps:${taps.key}`, JSON.stringify(taps.all))",
        {"key": str(meeting.uid), "all": [good[0], odd, *good[1:]]},
    )
    page.reload()
    wait_until_ready(page)
    page.get_by_role("link", name="Finish").click()
    expect(page.locator("[data-saved]")).to_have_text("saved")
    expect(page.locator('[name="t0.score"]')).to_have_value("3")
    expect(page.get_by_role("alert")).to_contain_text("The report has no such field")
    assert_sound(page, "report-odd-tap-390")

    # The other phone sends, and the match is confirmed, before this one taps again.
    submit_report(meeting.by(bob))
    expect(page.get_by_role("alert")).to_contain_text("What you tap now is not in")
    confirm_report(meeting.by(alice))
    tap(page, "t0.score")
    expect(page.get_by_role("alert")).to_contain_text("it is kept on this phone (1)")
    expect(page.locator("[data-saved]")).to_have_text("1 kept here")
    kept = page.evaluate("key => localStorage.getItem(`taps:${key}`)", str(meeting.uid))
    assert "t0.score" in kept


# The bounds hold the flow to what docs/measurements.md says of it; how long that takes,
# tests.browser.bench_report works out.
TAPS_MAX = 16
BRAWL_MOST = Effort(taps=23, repeats=7, scrolls=0, thoughts=21)
SEARCH_MOST = Effort(taps=28, repeats=13, scrolls=0, thoughts=26)


def test_a_small_game_is_reported_with_few_taps(
    page_at: PageAt, alice: Person, bob: Person
) -> None:
    meeting = opened(alice, bob)
    page = at(page_at(PHONE), alice, f"/matches/{meeting.uid}/report/")
    expect(page.locator("h1")).to_have_count(1)
    thumb = Thumb(page)
    # The own team comes first.
    thumb.count("t0.n2.injured")
    thumb.count("t0.n3.injured")
    thumb.count("t0.n3.injured-chunin")
    thumb.count("t0.n2.stunned-chunin")
    thumb.count("t0.n4.revealed")
    thumb.tick("t0.n4.healing")
    thumb.go_on("#team-1")
    thumb.count("t1.n2.injured", 2)
    thumb.tick("t1.n2.healing")
    thumb.tick("t1.n3.healing")
    thumb.go_on("#finish")
    # In a Brawl the injuries make the score.
    expect(page.locator('[data-offer="score"]')).to_contain_text("Suggested: 4 : 2")
    thumb.take("score")
    first = page.locator("#finish .choice").first
    expect(first).to_contain_text("4 XP")  # of who earned most
    thumb.choose("t0.star.0", "3")
    thumb.choose("t1.star.0", "2")
    expect(page.locator("[data-overview]")).to_contain_text("Stunned chunin 1")
    assert_sound(page, "report-look-390")
    thumb.tap(page.get_by_role("button", name="Send the report"))
    expect(page.get_by_text("Bob has yet to confirm.")).to_be_visible()
    assert thumb.effort.all_taps <= TAPS_MAX
    assert thumb.effort.scrolls == 0
    (report,) = meeting.match.reports.all()
    ours, theirs = read_report(report.content).teams
    assert (ours.score, theirs.score) == (4, 2)
    done = {deed.event for row in ours.ninja for deed in row.deeds}
    assert done == {"injures_enemy", "stuns_chunin", "search_reveals"}
    assert [row.ninja for row in theirs.ninja if row.in_healing_house] == [2, 3]
    assert (ours.all_stars, theirs.all_stars) == ((3,), (2,))


@pytest.mark.parametrize(
    ("game", "most"),
    [(BRAWL, BRAWL_MOST), (SEARCH, SEARCH_MOST)],
    ids=["brawl", "search"],
)
def test_a_full_game_of_eighteen_injuries_is_reported_with_few_taps(
    page_at: PageAt, alice: Person, bob: Person, game: Game, most: Effort
) -> None:
    assert game.injuries == 18
    meeting = opened(alice, bob, challenge=game.challenge)
    page = at(page_at(PHONE), alice, f"/matches/{meeting.uid}/report/")
    thumb = Thumb(page)
    tell(thumb, game)
    assert_sound(page, f"report-{game.challenge}-finish-390")
    thumb.think()
    thumb.tap(page.get_by_role("button", name="Send the report"))
    expect(page.get_by_text("Bob has yet to confirm.")).to_be_visible()
    assert thumb.effort == most
    (report,) = meeting.match.reports.all()
    told = read_report(report.content)
    injuries = (
        deed.times
        for team in told.teams
        for row in team.ninja
        for deed in row.deeds
        if deed.event == "injures_enemy"
    )
    assert sum(injuries) == 18
    assert all(len(team.all_stars) == 1 for team in told.teams)
    assert tuple(team.score for team in told.teams) == (game.score or (10, 10))


def test_an_injury_is_named_with_one_more_tap_or_none(
    page_at: PageAt, alice: Person, bob: Person
) -> None:
    meeting = opened(alice, bob)
    page = at(page_at(PHONE), alice, f"/matches/{meeting.uid}/report/")
    victims = meeting.tales[1].state.ninja
    names = ninja_labels(meeting.tales[1].state, catalogue())
    chunin, second, third = (names[one.id] for one in victims[:3])
    injured = page.locator('[data-ninja="t0.n2"] [data-cell="injured"] output')
    dock = page.locator("[data-dock]")
    thumb = Thumb(page)
    thumb.count("t0.n2.injured")
    expect(dock).to_contain_text("Whom did")
    assert_sound(page, "report-whom-390")
    thumb.name(second)
    expect(injured).to_have_text("1")
    dock.get_by_role("button", name="In the Healing House").tap()
    expect(page.locator('[name="t1.n2.healing"]')).to_be_checked()
    # Whoever does not say it counts on; who hit the chunin after all says so.
    thumb.count("t0.n2.injured", 3)
    thumb.name(chunin)
    expect(injured).to_have_text("3")
    expect(page.locator('[name="t0.n2.injured-chunin"]')).to_have_value("1")
    # What is taken back are those without a name first.
    less = page.get_by_role("button", name="Each tap takes one back")
    thumb.tap(less)
    assert_sound(page, "report-taking-back-390")
    thumb.count("t0.n2.injured", 3)
    expect(injured).to_have_text("0")
    thumb.tap(less)
    thumb.count("t0.n2.injured")
    thumb.name(third)
    expect(dock).to_contain_text(f"injured {third}")
    expect(page.locator("[data-saved]")).to_have_text("saved")
    page.reload()
    expect(injured).to_have_text("1")
    submit_report(meeting.by(alice))
    page.goto(f"/matches/{meeting.uid}/")
    expect(page.get_by_text(f"injured a ninja ({third})")).to_be_visible()
    expect(page.get_by_text(f"injured a chunin ({chunin})")).to_be_visible()


def test_a_report_waits_on_the_phone_for_the_network(
    page_at: PageAt, alice: Person, bob: Person
) -> None:
    meeting = opened(alice, bob)
    address = f"/matches/{meeting.uid}/report/"
    page = at(page_at(PHONE, expected=OFFLINE), alice, address)
    thumb, saved = Thumb(page), page.locator("[data-saved]")
    lose_network(page)
    expect(saved).to_have_text("no network; all is saved")
    thumb.count("t0.n2.injured", 3)
    expect(saved).to_have_text("3 taps wait for the network")
    assert_sound(page, "report-offline-390")
    # Sending waits as well, and says so.
    page.get_by_role("link", name="Finish").tap()
    thumb.take("score")
    page.get_by_role("button", name="Send the report").tap()
    expect(page.get_by_role("alert")).to_contain_text("the report is not out yet")
    assert meeting.match.reports.count() == 0
    page.context.set_offline(False)
    expect(saved).to_have_text("saved")
    expect(page.get_by_role("alert")).to_be_hidden()
    page.get_by_role("button", name="Send the report").tap()
    expect(page.get_by_text("Bob has yet to confirm.")).to_be_visible()


def test_a_report_can_be_loaded_again_without_a_network(
    page_at: PageAt, alice: Person, bob: Person
) -> None:
    meeting = opened(alice, bob)
    address = f"/matches/{meeting.uid}/report/"
    page = at(page_at(PHONE, expected=OFFLINE), alice, address)
    lose_network(page)
    injured = page.locator('[data-ninja="t0.n2"] [data-cell="injured"] output')
    saved = page.locator("[data-saved]")
    Thumb(page).count("t0.n2.injured", 2)
    expect(injured).to_have_text("2")
    page.reload()
    wait_until_ready(page)
    expect(injured).to_have_text("2")
    expect(saved).to_have_text("2 taps wait for the network")
    assert_sound(page, "report-loaded-offline-390")
    page.context.set_offline(False)
    expect(saved).to_have_text("saved")
    values = get_report_draft(meeting.uid, alice).values
    assert values["t0.n2.injured"] == 2
    # Whoever logs out leaves nothing of it on the phone.
    page.goto("/people/log-in/")
    page.context.clear_cookies()
    page.goto("/")
    page.wait_for_function("async () => !(await caches.has('reports'))")


def test_two_phones_that_tap_the_same_at_once_lose_nothing(
    page_at: PageAt, alice: Person, bob: Person
) -> None:
    meeting = opened(alice, bob)
    address = f"/matches/{meeting.uid}/report/"
    mine = at(page_at(PHONE, expected=OFFLINE), alice, address)
    theirs = at(page_at(PHONE), bob, address)
    count = '[data-ninja="t0.n2"] [data-cell="injured"] output'
    lose_network(mine)
    Thumb(mine).count("t0.n2.injured", 2)
    theirs.locator('.screens a[href="#team-0"]').click()
    Thumb(theirs).count("t0.n2.injured")
    expect(theirs.locator("[data-saved]")).to_have_text("saved")
    mine.context.set_offline(False)
    for page in (mine, theirs):
        expect(page.locator(count)).to_have_text("3")
    # Of a name that both choose, the last one stands, on both phones.
    for page, ninja in ((mine, "2"), (theirs, "3")):
        page.get_by_role("link", name="Finish").click()
        Thumb(page).choose("t0.star.0", ninja)
        chosen = page.locator(f'[name="t0.star.0"][value="{ninja}"]')
        expect(chosen).to_be_checked()
        expect(page.locator("[data-saved]")).to_have_text("saved")
    expect(mine.locator('[name="t0.star.0"][value="3"]')).to_be_checked()
    expect(theirs.locator('[name="t0.star.0"][value="3"]')).to_be_checked()


def test_what_was_tapped_last_is_taken_back_even_after_a_reload(
    page_at: PageAt, alice: Person, bob: Person
) -> None:
    meeting = opened(alice, bob)
    page = at(page_at(PHONE), alice, f"/matches/{meeting.uid}/report/")
    names = ninja_labels(meeting.tales[1].state, catalogue())
    thumb, undo = Thumb(page), page.locator("[data-undo]")
    expect(undo).to_be_disabled()
    thumb.count("t0.n2.injured", 2)
    thumb.name(names[meeting.tales[1].state.ninja[1].id])
    thumb.count("t0.n3.revealed")
    thumb.tick("t0.n3.healing")
    expect(page.locator('[name="t0.n3.healing"]')).to_be_checked()
    expect(page.locator("[data-saved]")).to_have_text("saved")
    page.reload()
    wait_until_ready(page)
    thumb.tap(undo, 2)
    expect(page.locator('[name="t0.n3.healing"]')).not_to_be_checked()
    expect(page.locator('[name="t0.n3.revealed"]')).to_have_value("0")
    expect(page.locator("[data-dock]")).to_contain_text("Revealing searches.")
    # A name goes in one piece; the injury stays.
    thumb.tap(undo)
    expect(page.locator('[name="t0.n2.injured"]')).to_have_value("2")
    thumb.tap(undo, 2)
    expect(undo).to_be_disabled()
    expect(page.locator("[data-saved]")).to_have_text("saved")
    values = get_report_draft(meeting.uid, alice).values
    assert not any(values[f"t0.n{ninja}.injured"] for ninja in (2, 3))


# Links and buttons around the boxes, and the boxes once.
STOPS_MAX = 16
STOPS = """() => [...document.querySelectorAll("main :is(a, button, input, summary)")]
  .filter(one => one.checkVisibility() && !one.disabled && one.tabIndex >= 0).length"""


def test_a_team_is_counted_by_keyboard_alone(
    page_at: PageAt, alice: Person, bob: Person
) -> None:
    meeting = opened(alice, bob)
    page = at(page_at(DESK), alice, f"/matches/{meeting.uid}/report/")
    assert page.evaluate(STOPS) <= STOPS_MAX
    page.locator('.screens a[href="#finish"]').focus()
    page.keyboard.press("Tab")
    first = page.get_by_role("button", name=re.compile("Injured ninja: 0")).first
    expect(first).to_be_focused()
    assert_sound(page, "report-keys-1280")
    for key in ("3", "ArrowDown", "Enter", "+", "ArrowRight", "+", "-", "ArrowRight"):
        page.keyboard.press(key)
    for key in ("2", "1", "ArrowRight", "ArrowRight", "Space"):
        page.keyboard.press(key)
    told = {"t0.n1.injured": "3", "t0.n2.injured": "2", "t0.n2.injured-chunin": "0"}
    for name, value in (told | {"t0.n2.stunned-chunin": "1"}).items():
        expect(page.locator(f'[name="{name}"]')).to_have_value(value)
    expect(page.locator('[name="t0.n2.healing"]')).to_be_checked()
    # Who goes away and comes back is where they were.
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    expect(page.locator('[name="t0.n2.healing"]')).to_be_focused()


def test_a_number_that_cannot_be_is_told_and_changes_nothing(
    page_at: PageAt, alice: Person, bob: Person
) -> None:
    meeting = opened(alice, bob)
    page = at(page_at(PHONE), alice, f"/matches/{meeting.uid}/report/#finish")
    score, said = page.locator('[name="t0.score"]'), page.get_by_role("alert")
    for typed, sentence in (
        ("-3", "That is not a number that can be counted."),
        ("5000", "5000 is too many. Enter at most 999."),
        ("2.5", "That is not a number that can be counted."),
    ):
        score.fill(typed)
        score.press("Tab")
        expect(said).to_have_text(sentence)
        expect(score).to_have_value("0")
    # What is typed counts instead of what is there, and can be taken back.
    for digits in ("12", "7"):
        score.tap()
        expect(score).to_be_focused()
        page.keyboard.type(digits)
        score.press("Tab")
        expect(score).to_have_value(digits)
    expect(said).to_be_hidden()
    Thumb(page).tap(page.locator("[data-undo]"), 2)
    expect(score).to_have_value("0")
    expect(page.locator("[data-undo]")).to_be_disabled()


def test_a_report_that_is_sent_twice_goes_out_once(
    page_at: PageAt, alice: Person, bob: Person
) -> None:
    meeting = opened(alice, bob)
    address = f"/matches/{meeting.uid}/"
    mine = at(page_at(PHONE), alice, f"{address}report/#finish")
    theirs = at(page_at(PHONE), bob, f"{address}report/#finish")
    Thumb(mine).count("t0.score", 2)
    expect(theirs.locator('[name="t0.score"]')).to_have_value("2")
    mine.get_by_role("button", name="Send the report").dblclick()
    expect(mine.get_by_text("Bob has yet to confirm.")).to_be_visible()
    expect(theirs.get_by_role("alert")).to_contain_text("What you tap now is not in")
    # Who sends what is out already is told how it stands.
    theirs.get_by_role("button", name="Send the report").tap()
    expect(theirs.get_by_text("Is this how it went?")).to_be_visible()
    assert meeting.match.reports.count() == 1
