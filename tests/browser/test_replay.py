"""Replays as people see them: upload a game, scrub, play, jump and share a moment."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESK, PHONE, PageAt
from tests.browser.looks import assert_sound, assert_sound_everywhere, wait_until_ready

# How the last moment of a game says how it went.
ENDS = re.compile("wins|win|draw", re.IGNORECASE)
GOLDEN = Path(__file__).parents[1] / "skirmish" / "golden"

pytestmark = pytest.mark.usefixtures("transactional_db")


def watch(page: Page, name: str) -> None:
    page.goto("/play/replay/")
    page.get_by_label("Game file").set_input_files(GOLDEN / f"{name}.txt")
    page.get_by_role("button", name="Watch").click()
    page.locator(".replay[data-at]").wait_for()
    wait_until_ready(page)


def at(page: Page) -> int:
    return int(page.locator(".replay").get_attribute("data-at") or -1)


def expect_at(page: Page, moment: int) -> None:
    expect(page.locator(".replay")).to_have_attribute("data-at", str(moment))


def test_golden_game_is_scrubbed_from_its_start_to_its_end(page_at: PageAt) -> None:
    page = page_at(DESK)
    watch(page, "brawl-2")
    slider = page.get_by_role("slider", name="Moment")
    last = int(slider.get_attribute("max") or 0)
    assert last > 100
    for moment in (last // 3, last // 2, last):
        slider.fill(str(moment))
        expect_at(page, moment)
        expect(slider).to_have_attribute(
            "aria-valuetext", re.compile(f"moment {moment} of {last}")
        )
    expect(page.locator(".happened")).to_contain_text(ENDS)
    slider.focus()
    page.keyboard.press("ArrowLeft")
    expect_at(page, last - 1)
    page.keyboard.press("Home")
    expect_at(page, 0)
    expect(page.get_by_role("button", name="One moment back")).to_be_disabled()


def test_jumps_lead_to_combats_scores_and_rounds(page_at: PageAt) -> None:
    page = page_at(DESK)
    watch(page, "brawl-2")
    page.get_by_role("button", name="Next combat").click()
    expect(page.locator(".happened .attack-began")).to_be_visible()
    combat = at(page)
    page.get_by_role("button", name="Next round").click()
    expect(page.locator(".happened .round-began")).to_be_visible()
    page.get_by_role("button", name="Next score").click()
    expect(page.locator(".happened .scored").first).to_be_visible()
    scored = at(page)
    assert scored > combat
    page.get_by_role("button", name="To the start").click()
    expect_at(page, 0)
    page.get_by_role("button", name="Previous combat").click()
    expect(page.locator("[data-part=say]")).to_have_text("There is no earlier combat.")


def test_replay_plays_by_itself_and_pauses(page_at: PageAt) -> None:
    page = page_at(DESK)
    watch(page, "brawl-2")
    page.get_by_label("Speed").select_option("8")
    page.get_by_role("button", name="Play", exact=True).click()
    # Beyond the frames that came with the page.
    page.wait_for_function(
        "() => Number(document.querySelector('.replay').dataset.at) > 14"
    )
    page.get_by_role("button", name="Pause").click()
    paused = at(page)
    page.wait_for_timeout(400)
    assert at(page) <= paused + 1


def test_address_of_a_moment_opens_it_again(page_at: PageAt) -> None:
    page = page_at(DESK)
    watch(page, "brawl-2")
    address = page.url.split("?")[0]
    page.get_by_role("slider", name="Moment").fill("57")
    page.wait_for_url("**?at=57")
    happened = page.locator(".happened").inner_text()
    page.goto(f"{address}?at=57")
    wait_until_ready(page)
    expect_at(page, 57)
    assert page.locator(".happened").inner_text() == happened
    page.goto(f"{address}#58")
    wait_until_ready(page)
    expect_at(page, 58)
    page.get_by_role("button", name="Copy link").click()
    expect(page.locator(".notice")).to_contain_text(re.compile("copied|at=58"))


def test_hand_of_a_player_is_shown_through_their_eyes(page_at: PageAt) -> None:
    page = page_at(DESK)
    watch(page, "brawl-2")
    expect(page.locator("[data-part=hand]")).to_be_hidden()
    page.get_by_label("Seen by").select_option("Clan 2")
    page.wait_for_url("**eyes=B**")
    wait_until_ready(page)
    expect(page.locator("[data-part=hand]")).to_contain_text("Moon cards of Clan 2")


def test_replay_is_sound_on_phones_and_desks(page_at: PageAt) -> None:
    page = page_at(PHONE)
    watch(page, "search-2")
    page.get_by_role("slider", name="Moment").fill("150")
    expect_at(page, 150)
    ways = ((PHONE, "light"), (DESK, "dark"))
    assert_sound_everywhere(page, "replay", ways)  # type: ignore[arg-type]


def test_upload_page_is_sound_and_refuses_with_a_sentence(
    page_at: PageAt, tmp_path: Path
) -> None:
    page = page_at(DESK, expected=("422",))
    page.goto("/play/replay/")
    assert_sound_everywhere(page, "replay-upload")
    file = tmp_path / "game.txt"
    file.write_text("no game")
    page.get_by_label("Game file").set_input_files(file)
    page.get_by_role("button", name="Watch").click()
    expect(page.get_by_text("This game file cannot be played.")).to_be_visible()
    assert_sound(page, "replay-upload-refused")


def test_game_goes_on_from_a_moment(page_at: PageAt) -> None:
    page = page_at(DESK)
    watch(page, "brawl-2")
    page.get_by_role("slider", name="Moment").fill("90")
    expect_at(page, 90)
    shown = page.evaluate(
        "() => document.querySelector('.replay').page.state.view.scores"
    )
    page.locator(".more summary").click()
    page.get_by_label("Which team you play").select_option("all")
    page.locator(".branch").get_by_role("button", name="Play").click()
    page.locator(".play[data-shown]").wait_for()
    scores = page.evaluate(
        "() => document.querySelector('.play').page.state.view.scores"
    )
    assert scores == shown
    expect(page.get_by_role("heading", name="Pass the device")).to_be_visible()


@pytest.mark.parametrize("name", sorted(file.stem for file in GOLDEN.glob("*.txt")))
def test_every_golden_game_is_shown_from_start_to_end(
    page_at: PageAt, name: str
) -> None:
    page = page_at(DESK)
    watch(page, name)
    last = int(page.get_by_role("slider", name="Moment").get_attribute("max") or 0)
    for moment in (last // 2, last):
        page.get_by_role("slider", name="Moment").fill(str(moment))
        expect_at(page, moment)
        expect(page.locator(".board .fig").first).to_be_attached()
    expect(page.locator(".happened")).to_contain_text(ENDS)
