"""Teams built in a real browser: on a phone, by keyboard, without scripts, in two
windows at once."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import FloatRect, Locator, Page, expect

from people.models import Person
from rulebook.catalogue import catalogue
from teams.rules.state import Stage
from teams.selectors.builder import get_builder_state
from teams.selectors.team_list import list_teams
from teams.services.new_teams import create_random_team, create_team
from tests.browser.conftest import DESK, PHONE, PageAt
from tests.browser.held import holding
from tests.browser.looks import (
    assert_fits,
    assert_no_axe_violations,
    assert_sound_everywhere,
    take_shot,
    wait_until_ready,
)
from tests.browser.test_people import enter

pytestmark = pytest.mark.django_db(transaction=True)

CONFLICT = ("status of 409",)
REFUSED = ("status of 422",)
TAP = 44


def open_builder(page: Page, person: Person, clan: str = "ika", **found: str) -> int:
    written = create_team(owner=person, clan=clan, name="Tidewatch", **found)
    enter(page, person)
    page.goto(f"/teams/{written.team_id}/build/")
    wait_until_ready(page)
    return written.team_id


def recruit(page: Page, slug: str) -> None:
    page.locator(f"#more-{slug}").click()


def koban(page: Page) -> Locator:
    return page.locator(".purse .left strong")


def said(page: Page) -> Locator:
    return page.locator("#build-said")


def box(locator: Locator) -> FloatRect:
    found = locator.bounding_box()
    assert found is not None
    return found


def profiles(team_id: int, person: Person) -> list[str]:
    return [str(one.row.profile) for one in get_builder_state(team_id, person).rows]


# ---- the whole way


@pytest.mark.parametrize("clan", list(catalogue().clans))
def test_a_team_is_built_and_registered_on_a_phone(
    page_at: PageAt, alice: Person, clan: str
) -> None:
    page = page_at(PHONE)
    enter(page, alice)
    page.goto("/teams/new/")
    page.get_by_role("link", name=catalogue().clans[clan].name).click()
    page.get_by_label("Name of the team").fill("Night Ferry")
    page.get_by_role("button", name="Create team").click()
    expect(page).to_have_url(re.compile("/build/"))
    wait_until_ready(page)
    expect(koban(page)).to_have_text("100")
    settle = page.locator("#to-settle")
    spent = 0
    for profile in catalogue().clans[clan].profiles:
        for _ in range(profile.allowance.minimum):
            recruit(page, profile.slug)
            spent += profile.koban
    expect(koban(page)).to_have_text(str(100 - spent))
    expect(settle).to_have_text("1 to fix")
    settle.tap()
    page.locator("#verdicts").get_by_role("link").tap()
    pick = page.locator(".pick").first
    expect(pick.get_by_role("radio").first).to_be_focused()
    expect(pick).to_be_in_viewport()
    pick.get_by_role("radio").last.check()
    expect(said(page)).to_contain_text("The team is legal.")
    page.locator("#register").tap()
    page.get_by_role("button", name="Register Night Ferry").tap()
    expect(page).to_have_url(re.compile(r"/teams/\d+/$"))
    (line,) = list_teams(alice)
    assert (line.stage, line.koban) == (Stage.REGISTERED, 100 - spent)


def test_no_tap_is_lost_and_what_is_tapped_stays_under_the_finger(
    page_at: PageAt, alice: Person
) -> None:
    page = page_at(PHONE)
    open_builder(page, alice)
    oni = page.locator("#more-ika-oni")
    oni.scroll_into_view_if_needed()
    place = box(oni)
    for _ in range(4):  # without waiting for an answer
        page.touchscreen.tap(place["x"] + 20, place["y"] + 20)
    expect(koban(page)).to_have_text("20")
    why = page.locator("#why-not-ika-chunin")
    expect(why).to_contain_text("21 koban")
    assert "u-lock" not in why.inner_html(), "it can be hired all the same"
    assert box(oni)["y"] == pytest.approx(place["y"], abs=1)


def test_choosing_an_ability_recruits_with_one_tap(
    page_at: PageAt, alice: Person
) -> None:
    page = page_at(PHONE)
    team_id = open_builder(page, alice)
    spear = page.locator("#ability-ika-chunin-1-fishermans-spear")
    page.locator("label", has=spear).tap()
    expect(koban(page)).to_have_text("79")
    expect(spear).to_be_checked()
    expect(spear).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(said(page)).to_contain_text("chose Net.")
    (one,) = get_builder_state(team_id, alice).rows
    expect(said(page)).to_contain_text(f"{one.row.name} chose Net.")
    assert [ability.slug for ability in one.row.abilities] == ["net"]


def test_the_purse_stays_under_the_thumb_and_targets_fit_it(
    page_at: PageAt, alice: Person
) -> None:
    page = page_at(PHONE)
    open_builder(page, alice)
    recruit(page, "ika-chunin")
    expect(said(page)).to_contain_text("79 koban left")
    for view in ("recruit", "roster", "story"):
        page.locator(".foot-tabs a", has_text=view.title()).click()
        expect(page).to_have_url(re.compile(f"view={view}"))
        small = page.evaluate(
            """() => [...document.querySelectorAll("#build :is(a, button, summary,"
              + "input:not([type=hidden]), select, textarea)")]
              .filter((one) => one.checkVisibility() && !one.closest("p"))
              .map((one) => one.closest("label") ?? one)
              .map((one) => [one.outerHTML.slice(0, 80), one.getBoundingClientRect()])
              .filter(([, { width, height }]) => Math.min(width, height) < 44)
              .map(([html]) => html)"""
        )
        assert not small
        assert_fits(page)
        for where in (0, 10_000):
            page.mouse.wheel(0, where)
            assert box(page.locator(".foot-tabs"))["y"] > 844 / 2


# ---- undo and redo


def test_undo_and_redo_by_button_by_key_and_after_a_reload(
    page_at: PageAt, alice: Person
) -> None:
    page = page_at(DESK)
    open_builder(page, alice)
    recruit(page, "ika-chunin")
    recruit(page, "ika-oni")
    expect(koban(page)).to_have_text("59")
    page.keyboard.press("Control+z")
    expect(koban(page)).to_have_text("79")
    expect(said(page)).to_contain_text("Undone. 79 koban left")
    page.reload()
    wait_until_ready(page)
    page.get_by_role("button", name=re.compile(r"^Redo: .+ \(Ika Oni\)")).click()
    expect(koban(page)).to_have_text("59")
    page.get_by_role("button", name=re.compile(r"^Undo: .+ \(Ika Oni\)")).click()
    expect(koban(page)).to_have_text("79")
    page.keyboard.press("Control+Shift+Z")
    expect(koban(page)).to_have_text("59")


def test_in_a_text_undo_is_the_browsers(page_at: PageAt, alice: Person) -> None:
    page = page_at(DESK)
    open_builder(page, alice)
    recruit(page, "ika-chunin")
    expect(koban(page)).to_have_text("79")
    page.locator("#ronin-find").press_sequentially("kap")
    page.keyboard.press("Control+z")
    expect(page.locator("#offer-kappa")).to_be_visible()
    expect(koban(page)).to_have_text("79")


# ---- the keyboard


def test_a_team_is_built_with_the_keyboard_alone(
    page_at: PageAt, alice: Person
) -> None:
    page = page_at(DESK)
    team_id = open_builder(page, alice)
    plus = page.locator("#more-ika-kaiken")
    plus.focus()
    for left in ("91", "82"):
        page.keyboard.press("Enter")
        expect(koban(page)).to_have_text(left)
        expect(plus).to_be_focused()
    minus = page.locator("#less-ika-kaiken")
    minus.focus()
    for left in ("91", "100"):
        page.keyboard.press("Space")
        expect(koban(page)).to_have_text(left)
    expect(minus).to_be_focused()
    page.keyboard.press("Space")  # there is nobody left, and nothing happens
    plus.focus()
    page.keyboard.press("Enter")
    expect(koban(page)).to_have_text("91")
    page.locator("#more-ika-chunin").focus()
    page.keyboard.press("Enter")
    expect(koban(page)).to_have_text("70")
    page.locator(".build-tabs a", has_text="Roster").focus()
    page.keyboard.press("Enter")
    down = page.locator("#down-3")
    expect(page.locator("#roster-title")).to_be_visible()
    down.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".ninja").last).to_have_attribute("data-ninja", "3")
    expect(down).to_be_focused()
    page.locator("#up-3").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".ninja").first).to_have_attribute("data-ninja", "3")
    expect(page.locator("#up-3")).to_be_focused()
    page.locator("#let-go-3").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".ninja")).to_have_count(1)
    expect(page.locator("#roster")).to_be_focused()
    assert profiles(team_id, alice) == ["ika-chunin"]


# ---- what is typed


def test_names_notes_and_lore_are_saved_when_their_field_is_left(
    page_at: PageAt, alice: Person
) -> None:
    page = page_at(DESK)
    team_id = open_builder(page, alice)
    recruit(page, "ika-chunin")
    recruit(page, "ika-kaiken")
    page.locator(".build-tabs a", has_text="Roster").click()
    page.locator("#name-1").fill("Kaori")
    page.locator("#name-2").fill("Umi")
    expect(said(page)).to_contain_text("Kaori")
    expect(page.locator("#name-2")).to_have_value("Umi")
    page.locator("#noting-1 summary").click()
    page.locator("#note-1").fill("Afraid of herons.")
    page.locator("#draw-2").click()
    expect(page.locator("#name-2")).not_to_have_value("Umi")
    expect(page.locator("#note-1")).to_be_visible()
    page.locator(".build-tabs a", has_text="Story").click()
    page.locator("#team-name").fill("Reefwatch")
    page.locator("#team-lore").fill("They keep the lights.")
    page.keyboard.press("Tab")
    expect(page.get_by_role("heading", level=1)).to_have_text("Reefwatch")
    expect(said(page)).to_contain_text("lore")
    team = get_builder_state(team_id, alice)
    assert team.head.name == "Reefwatch"
    assert team.scroll.lore == "They keep the lights."
    assert team.rows[0].row.name == "Kaori"
    assert team.rows[0].row.note == "Afraid of herons."


def test_what_is_typed_and_chosen_while_an_answer_is_on_its_way_is_not_lost(
    page_at: PageAt, alice: Person
) -> None:
    page = page_at(DESK)
    team_id = open_builder(page, alice)
    recruit(page, "ika-chunin")
    expect(koban(page)).to_have_text("79")
    with holding(page, "**/build/recruit/**") as held:
        recruit(page, "ika-oni")
    net = page.locator("#ability-ika-chunin-1-net")
    net.check()
    page.locator("#ronin-find").fill("kappa")
    held[0].continue_()
    expect(page.locator("#ronin .offer")).to_have_count(1)
    expect(page.locator("#ronin-find")).to_have_value("kappa")
    expect(net).to_be_checked()
    expect(koban(page)).to_have_text("59")
    team = get_builder_state(team_id, alice)
    assert [one.slug for one in team.rows[0].row.abilities] == ["net"]


def test_what_was_refused_is_still_in_its_field(page_at: PageAt, alice: Person) -> None:
    page = page_at(DESK, expected=REFUSED)
    open_builder(page, alice)
    for slug in ("ika-chunin", "ika-kaiken"):
        recruit(page, slug)
    page.locator(".build-tabs a", has_text="Roster").click()
    page.locator("#name-1").fill("Kaori")
    page.locator("#name-2").fill("Kaori")
    page.locator("#name-2").blur()
    expect(page.get_by_role("alert")).to_contain_text("Another ninja on the team")
    page.locator("#down-1").click()
    expect(said(page)).to_contain_text("a new order")
    expect(page.locator("#name-2")).to_have_value("Kaori")


def test_a_row_is_dragged_to_its_place(page_at: PageAt, alice: Person) -> None:
    page = page_at(DESK)
    team_id = open_builder(page, alice)
    for slug in ("ika-chunin", "ika-kaiken", "ika-yajiri"):
        recruit(page, slug)
    page.locator(".build-tabs a", has_text="Roster").click()
    rows = page.locator(".ninja")
    expect(rows).to_have_count(3)
    wait_until_ready(page)
    grip = box(rows.nth(2).locator("[data-grip]"))
    top = box(rows.nth(0))
    page.mouse.move(grip["x"] + 8, grip["y"] + grip["height"] / 2)
    page.mouse.down()
    page.mouse.move(grip["x"] + 8, top["y"] + 4, steps=6)
    page.mouse.up()
    expect(said(page)).to_contain_text("a new order")
    assert profiles(team_id, alice) == ["ika-yajiri", "ika-chunin", "ika-kaiken"]


def test_ronin_are_found_while_somebody_types(page_at: PageAt, alice: Person) -> None:
    page = page_at(DESK)
    open_builder(page, alice)
    find = page.locator("#ronin-find")
    find.press_sequentially("komu")
    expect(page.locator("#ronin .offer")).to_have_count(1)
    expect(find).to_be_focused()
    expect(find).to_have_value("komu")
    recruit(page, "komuso")
    expect(koban(page)).to_have_text("87")
    expect(page.locator("#ronin .offer")).to_have_count(1)
    find.fill("")
    expect(page.locator("#ronin .offer")).to_have_count(18)
    page.locator("label.el.void").click()
    expect(page.locator("#offer-kappa")).to_be_visible()
    expect(page.locator("#offer-momotaro")).to_have_count(0)


# ---- without scripts


def test_a_team_is_built_and_registered_without_scripts(
    page_at: PageAt, alice: Person
) -> None:
    page = page_at(PHONE, scripts=False)
    written = create_team(owner=alice, clan="ika", name="Tidewatch")
    enter_without_scripts(page, alice)
    page.goto(f"/teams/{written.team_id}/build/")
    for slug, held in (("ika-chunin", 1), ("ika-kaiken", 1), ("ika-kaiken", 2)):
        recruit(page, slug)
        expect(page.locator(f"#less-{slug} + b")).to_have_text(str(held))
        expect(page).to_have_url(re.compile(f"#offer-{slug}$"))
    page.get_by_label("Fisherman's Spear").check()
    page.locator(".pick").get_by_role("button", name="Choose").click()
    expect(page).to_have_url(re.compile("#offer-ika-chunin$"))
    register, to_settle = page.locator("#register"), page.locator("#to-settle")
    expect(register).to_be_visible()
    page.locator("#undo").click()
    expect(to_settle).to_have_text("1 to fix")
    page.locator("#redo").click()
    expect(register).to_be_visible()
    page.get_by_role("link", name="Roster").locator("visible=true").click()
    name = page.locator("#name-1")
    name.fill("Kaori")
    page.locator("#ninja-1").get_by_role("button", name="Save").first.click()
    expect(name).to_have_attribute("value", "Kaori")  # as the server wrote it
    register.click()
    page.get_by_role("button", name="Register Tidewatch").click()
    expect(page).to_have_url(re.compile(r"/teams/\d+/$"))


def enter_without_scripts(page: Page, person: Person) -> None:
    page.goto("/people/log-in/")
    page.get_by_label("Username").fill(person.username)
    page.get_by_label("Password", exact=True).fill("correct horse battery staple")
    page.get_by_role("main").get_by_role("button", name="Log in").click()
    expect(page).not_to_have_url(re.compile("/log-in/"))


# ---- two windows


def test_in_two_windows_the_later_one_sees_what_changed_and_loses_nothing(
    page_at: PageAt, alice: Person
) -> None:
    page = page_at(DESK, expected=CONFLICT)
    team_id = open_builder(page, alice)
    other = page.context.new_page()
    other.goto(page.url)
    wait_until_ready(other)
    recruit(other, "ika-chunin")
    expect(koban(other)).to_have_text("79")
    recruit(page, "yagyu-jubei")
    conflict = page.locator("#conflict")
    expect(conflict).to_contain_text("has changed since you opened this page")
    expect(conflict).to_be_focused()
    expect(conflict).to_be_in_viewport()
    expect(koban(page)).to_have_text("79")
    take_shot(page, "builder-conflict-1280")
    assert_no_axe_violations(page)
    page.get_by_role("button", name="Apply my change anyway").click()
    expect(koban(page)).to_have_text("55")
    expect(conflict).to_have_count(0)
    assert profiles(team_id, alice) == ["ika-chunin", "yagyu-jubei"]


def test_a_session_that_ended_leads_to_the_log_in(
    page_at: PageAt, alice: Person
) -> None:
    page = page_at(DESK)
    open_builder(page, alice)
    page.context.clear_cookies(name="sessionid")
    recruit(page, "ika-oni")
    expect(page).to_have_url(re.compile("/people/log-in/"))


# ---- the end


def test_a_draft_is_deleted_after_a_question(page_at: PageAt, alice: Person) -> None:
    page = page_at(PHONE)
    open_builder(page, alice)
    page.locator(".foot-tabs a", has_text="Story").click()
    page.get_by_role("button", name="Delete draft").tap()
    page.get_by_role("button", name="Keep it").tap()
    expect(page.locator("#delete")).to_be_hidden()
    page.get_by_role("button", name="Delete draft").tap()
    page.locator("#delete").tap()
    expect(page).to_have_url(re.compile("/teams/$"))
    assert not list_teams(alice)


# ---- looks


def test_every_page_of_building_is_sound(page_at: PageAt, alice: Person) -> None:
    page = page_at(PHONE)
    enter(page, alice)
    page.goto("/teams/")
    assert_sound_everywhere(page, "builder-no-teams")
    random = create_random_team(owner=alice, clan="kitsune")
    draft = create_team(owner=alice, clan="ika", name="Tidewatch")
    page.goto(f"/teams/{draft.team_id}/build/")
    wait_until_ready(page)
    for slug in ("ika-chunin", "ika-kaiken", "ika-oni", "benkei"):
        recruit(page, slug)
    expect(page.locator("#less-benkei + b")).to_have_text("1")
    for name, path in {
        "teams": "",
        "new": "new/",
        "clan": "new/tora/",
        "random": f"new/ijin/random/?seed={'7c' * 32}",
        "import": "new/import/",
        "recruit": f"{draft.team_id}/build/",
        "roster": f"{random.team_id}/build/?view=roster",
        "story": f"{draft.team_id}/build/?view=story",
    }.items():
        page.goto(f"/teams/{path}")
        assert_sound_everywhere(page, f"builder-{name}")
