"""Scrolls in a real browser: to look at, to print, to share and to grow."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from people.models import Person
from teams.services.adjustments import adjust_team
from teams.services.new_teams import create_team
from teams.services.roster import (
    recruit_ninja,
    rename_ninja,
    rename_team,
    set_lore,
    set_ninja_note,
)
from teams.services.share_links import share_team
from tests.browser.conftest import DESK, PHONE, PageAt
from tests.browser.looks import (
    assert_fits,
    assert_sound,
    assert_sound_everywhere,
    take_shot,
    wait_until_ready,
)
from tests.browser.test_people import enter
from tests.cast import cast
from tests.teams.test_growth_views import until
from tests.verbs import Tale, registered_team

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def ines() -> Person:
    return cast("ines", time_zone="Europe/Berlin")


@pytest.fixture
def tale(ines: Person) -> Tale:
    """A team with a life behind it and a game half settled."""
    told = registered_team(ines, "paper-lanterns")
    rename_ninja(told.edit, ninja=2, name="Hana of the Reeds")
    set_ninja_note(told.edit, ninja=2, text="The red one.")
    set_lore(told.edit, text="They came down from the shrine.\n\nIn rain.")
    told.play(feats={2: 9, 5: 2}).settle()
    told.play(feats={3: 4, 2: 1}).settle()
    recruit_ninja(told.edit, profile="benkei")
    adjust_team(told.edit, reason="Fell", ninja=4, games_to_miss=2)
    adjust_team(told.edit, reason="Fell", ninja=5, starts_in_healing_house=True)
    return told.play(feats={1: 8, 6: 1}, hurt=[2, 7])


def open_at(tale: Tale, need: str, page: Page) -> None:
    """The page between games, settled as far as this question or this roll."""
    until(tale, need)
    page.goto(f"/teams/{tale.team_id}/growth/")
    wait_until_ready(page)


class TestToLookAt:
    def test_every_page_is_sound_at_every_size_and_scheme(
        self, tale: Tale, ines: Person, page_at: PageAt
    ) -> None:
        token = share_team(team_id=tale.team_id, actor=ines)
        rolled = next(line for line in tale.history().lines if line.dice)
        act = tale.history().lines[-1].batch
        base = f"/teams/{tale.team_id}"
        page = page_at(PHONE)
        enter(page, ines)
        for name, path in {
            "front": f"{base}/",
            "past": f"{base}/?at=30",
            "history": f"{base}/history/",
            "ninja": f"{base}/ninja/2/",
            "growth": f"{base}/growth/",
            "report": f"{base}/report/?challenge=capture-the-medal",
            "keep": f"{base}/keep/",
            "void": f"{base}/history/{act}/",
            "correct": f"{base}/correct/",
            "dice": f"{base}/history/{rolled.number}/dice/",
            "shared": f"/teams/shared/{token}/",
        }.items():
            page.goto(path)
            assert_sound_everywhere(page, f"scroll-{name}")

    def test_dice_and_advances_are_sound(
        self, tale: Tale, ines: Person, page_at: PageAt
    ) -> None:
        page = page_at(PHONE)
        enter(page, ines)
        open_at(tale, "downtime", page)
        assert_sound_everywhere(page, "scroll-downtime")
        open_at(tale, "advance", page)
        assert_sound_everywhere(page, "scroll-advance")

    def test_a_long_name_a_crowd_and_an_empty_draft_fit(
        self, ines: Person, page_at: PageAt, width: int
    ) -> None:
        draft = create_team(owner=ines, clan="ijin", name="W" * 60)
        page = page_at(width)
        enter(page, ines)
        page.goto(f"/teams/{draft.team_id}/")
        assert_sound(page, f"scroll-empty-{width}")
        crowd = registered_team(ines, "open-furnace")
        for ninja in crowd.state.ninja:
            rename_ninja(crowd.edit, ninja=ninja.id, name=f"{'M' * 50}{ninja.id}")
        page.goto(f"/teams/{crowd.team_id}/")
        assert_fits(page)

    def test_a_meaning_opens_by_tap_and_by_keyboard_and_closes_again(
        self, tale: Tale, ines: Person, page_at: PageAt, width: int
    ) -> None:
        page = page_at(width)
        enter(page, ines)
        page.goto(f"/teams/{tale.team_id}/")
        chip = page.get_by_role("button", name="Nimble").first
        meaning = page.locator("#kw-nimble")
        expect(meaning).to_be_hidden()
        chip.click()
        expect(meaning).to_be_visible()
        page.keyboard.press("Escape")
        expect(meaning).to_be_hidden()
        chip.focus()
        page.keyboard.press("Enter")
        expect(meaning).to_be_visible()
        expect(meaning).to_contain_text("When dodging")
        take_shot(page, f"scroll-meaning-{width}", whole=False)

    def test_the_past_is_walked_entry_by_entry(
        self, tale: Tale, ines: Person, page_at: PageAt
    ) -> None:
        page = page_at(DESK)
        enter(page, ines)
        page.goto(f"/teams/{tale.team_id}/history/")
        page.get_by_role("link", name="The team after entry 20", exact=True).click()
        expect(page.get_by_text("You are viewing the past.")).to_be_visible()
        page.get_by_role("link", name="Entry 19").click()
        expect(page.get_by_text("after entry 19,")).to_be_visible()
        page.get_by_role("link", name="Show the team now").click()
        expect(page.get_by_text("You are viewing the past.")).to_be_hidden()


class TestToPrint:
    def test_paper_has_two_sides_and_no_site_around_them(
        self, tale: Tale, ines: Person, page_at: PageAt
    ) -> None:
        page = page_at(DESK)
        enter(page, ines)
        page.goto(f"/teams/{tale.team_id}/")
        printed = page.pdf(prefer_css_page_size=True, print_background=True)
        assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 2
        page.emulate_media(media="print")
        for gone in (
            ".nav",
            ".foot",
            ".scroll-tabs",
            ".scroll-edge",
            ".scroll-rod",
            ".toasts",
        ):
            expect(page.locator(gone).first).to_be_hidden()
        expect(page.locator(".roster")).to_be_visible()
        expect(page.locator(".games")).to_be_visible()
        take_shot(page, "scroll-printed")

    def test_dark_readers_print_on_white_paper(
        self, tale: Tale, ines: Person, page_at: PageAt
    ) -> None:
        page = page_at(DESK, scheme="dark")
        enter(page, ines)
        page.goto(f"/teams/{tale.team_id}/")
        page.emulate_media(media="print", color_scheme="dark")
        picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
        assert picture.getpixel((3, 3)) == (255, 255, 255)


class TestToGrow:
    @pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no-scripts"])
    def test_a_game_is_reported_and_settled_step_by_step_on_a_phone(
        self, ines: Person, page_at: PageAt, scripts: bool
    ) -> None:
        tale = registered_team(ines)
        page = page_at(PHONE, scripts=scripts)
        enter(page, ines)
        page.goto(f"/teams/{tale.team_id}/growth/")
        page.get_by_role("link", name="Report a game").click()
        page.wait_for_url("**/report/")
        if scripts:
            wait_until_ready(page)
        page.get_by_label("Challenge (optional)").select_option("Brawl")
        if not scripts:
            page.get_by_role("button", name="Show the fields").click()
        page.wait_for_url("**challenge=brawl**")
        if scripts:
            wait_until_ready(page)
        page.get_by_label("Win", exact=True).check()
        page.get_by_label("Opponent").fill("Paper Cranes")
        chunin = page.locator(".doers li").first
        chunin.get_by_label("On the board").check()
        injured = chunin.get_by_role("spinbutton", name=re.compile("Injured chunin"))
        if scripts:
            more = chunin.get_by_role(
                "button", name=re.compile("One more.*Injured chunin")
            )
            for _ in range(4):
                more.click()
            expect(injured).to_have_value("4")
        else:
            injured.fill("4")
        page.locator(".doers li").nth(1).get_by_label(
            "Ended in the Healing House"
        ).check()
        page.get_by_role("button", name="Save report").click()
        self.settle(page)
        assert tale.state.games == 1
        assert tale.state.find(1).xp >= 4 * 2
        assert tale.state.find(1).growth
        assert any(" rolled " in sentence for sentence in tale.journal())

    def settle(self, page: Page) -> None:
        """Press what is offered until nothing is left to settle."""
        version = page.locator("#growth input[name=version]").first
        roll = page.get_by_role("button", name=re.compile("^Roll for"))
        take = page.get_by_role("button", name=re.compile("Take this|Close recruit"))
        for _ in range(20):
            expect(page.locator("#growth")).to_be_visible()
            page.wait_for_load_state()  # all of it, before it is looked through
            seen = version.input_value()
            if roll.count():
                roll.first.click()
            elif take.count():
                take.click()
            else:
                return
            expect(version).not_to_have_value(seen)
        raise AssertionError("The settlement has no end.")

    def test_a_roll_changes_the_page_without_leaving_it(
        self, tale: Tale, ines: Person, page_at: PageAt
    ) -> None:
        page = page_at(DESK)
        enter(page, ines)
        open_at(tale, "downtime", page)
        page.evaluate("window.stayed = true")
        page.get_by_role("button", name=re.compile("^Roll for")).first.click()
        expect(page.locator(".journal .die.fresh").first).to_be_visible()
        assert page.evaluate("window.stayed") is True
        expect(page.get_by_role("status").filter(has_text="rolled")).to_be_attached()

    def test_a_refusal_leaves_the_page_as_it_is(
        self, tale: Tale, ines: Person, page_at: PageAt
    ) -> None:
        page = page_at(DESK, expected=("409",))
        enter(page, ines)
        page.goto(f"/teams/{tale.team_id}/growth/")
        wait_until_ready(page)
        rename_team(tale.edit, name="Meanwhile")
        page.get_by_role("button", name="Take this").click()
        expect(page.get_by_role("alert")).to_contain_text(
            "has changed since you opened this page"
        )
        expect(page.get_by_role("heading", name="Name the All-Star")).to_be_visible()

    def test_a_choice_shows_the_ninja_as_it_would_be(
        self, tale: Tale, ines: Person, page_at: PageAt, width: int
    ) -> None:
        page = page_at(width)
        enter(page, ines)
        open_at(tale, "advance", page)
        choices = page.locator(".choice")
        assert choices.count() > 5
        expect(page.locator(".after:visible")).to_have_count(1)
        choices.nth(4).locator("input").check()
        expect(choices.nth(4).locator(".after")).to_be_visible()
        expect(page.locator(".after:visible")).to_have_count(1)
        take_shot(page, f"scroll-choice-{width}", whole=False)

    def test_somebody_joins_leaves_and_it_is_all_taken_back(
        self, ines: Person, page_at: PageAt
    ) -> None:
        tale = registered_team(ines).play().settle()
        page = page_at(DESK)
        enter(page, ines)
        page.goto(f"/teams/{tale.team_id}/growth/")
        wait_until_ready(page)
        page.locator("summary").filter(has_text="Tora Kunoichi").click()
        page.get_by_label("Name").locator("visible=true").fill("Needle")
        page.get_by_role("button", name="Recruit for 9 koban").click()
        expect(page.locator(".members").get_by_text("Needle")).to_be_visible()
        page.get_by_role("link", name="Undo the last change").click()
        expect(page.get_by_text("Needle leaves the team.")).to_be_visible()
        page.get_by_label("Reason").fill("Changed my mind")
        page.get_by_role("button", name="Undo", exact=True).click()
        expect(
            page.get_by_text("Undone. The history shows your reason.")
        ).to_be_visible()
        assert len(tale.state.ninja) == 9


class TestToShare:
    def test_a_link_is_made_copied_shown_and_revoked(
        self, tale: Tale, ines: Person, page_at: PageAt
    ) -> None:
        page = page_at(PHONE)
        enter(page, ines)
        page.goto(f"/teams/{tale.team_id}/keep/")
        page.get_by_role("button", name="Create a link").click()
        expect(
            page.get_by_role("img", name="QR code of the share link")
        ).to_be_visible()
        address = page.locator(".address code").inner_text()
        assert_sound(page, "scroll-shared-keep-390")
        stranger = page_at(PHONE, expected=("404",))
        stranger.goto(address)
        expect(stranger.get_by_role("heading", level=1)).to_have_text(tale.state.name)
        page.get_by_role("button", name="Revoke the link").click()
        expect(page.get_by_text("The link no longer works.")).to_be_visible()
        assert stranger.goto(address).status == 404

    def test_a_picture_is_hung_up_and_taken_down(
        self, tale: Tale, ines: Person, page_at: PageAt, tmp_path: Path
    ) -> None:
        file, fake = tmp_path / "crest.png", tmp_path / "fake.png"
        Image.new("RGB", (300, 200), "teal").save(file)
        fake.write_text("no picture")
        page = page_at(DESK, expected=("422",))
        enter(page, ines)
        page.goto(f"/teams/{tale.team_id}/keep/")
        page.get_by_label("Picture").set_input_files(fake)
        page.get_by_role("button", name="Upload logo").click()
        expect(page.get_by_text("We cannot open this picture.")).to_be_visible()
        assert_sound(page, "scroll-keep-refused-1280")
        page.get_by_label("Picture").set_input_files(file)
        page.get_by_role("button", name="Upload logo").click()
        crest = page.get_by_role("img", name="Team logo")
        expect(crest).to_be_visible()
        page.goto(f"/teams/{tale.team_id}/")
        assert page.locator("img.logo").evaluate("one => one.naturalWidth") == 300
        take_shot(page, "scroll-logo", whole=False)
        page.goto(f"/teams/{tale.team_id}/keep/")
        page.get_by_role("button", name="Remove logo").click()
        expect(page.get_by_text("The logo was removed.")).to_be_visible()
        expect(crest).to_be_hidden()
