"""What players do at a table besides answering: plan, undo, drag, offer, give up."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from people.models import Person
from tables.games.base import Audience
from tables.models import Table
from tables.selectors.access import get_table
from tables.selectors.state import get_state
from tests.browser.conftest import DESK, PHONE, PageAt
from tests.browser.looks import assert_sound, wait_until_ready
from tests.browser.test_people import enter
from tests.tables.opponents import open_table, play_on

MOST_MOVES = 300
PICK = "(to) => document.querySelector('.play').page.pick(to)"
REFRESH = "() => document.querySelector('.play').page.link.refresh()"
IS_IDLE = "() => !('busy' in document.querySelector('.play').dataset)"

State = dict[str, Any]
pytestmark = pytest.mark.usefixtures("transactional_db")


@pytest.fixture
def people(alice: Person, bob: Person) -> dict[int, Person]:
    return {0: alice, 1: bob}


@pytest.fixture
def table(people: dict[int, Person]) -> Table:
    return open_table(people[0], people[1])


def play_until(
    table: Table, people: dict[int, Person], is_wanted: Callable[[State], object]
) -> tuple[int, State]:
    """Play on until the state of the seat that decides is a wanted one."""
    for _ in range(MOST_MOVES):
        seat = get_table(table.uid).asked_seat
        assert seat is not None, "The game ended before."
        state = get_state(table.uid, Audience((seat,)))
        if is_wanted(state):
            return seat, state
        table = play_on(table, people)
    pytest.fail("No such position came up.")


def sit_down(page: Page, person: Person, table: Table) -> None:
    """Open the table as one of its players, without what happened before."""
    enter(page, person)
    page.goto(f"/play/{table.uid}/")
    page.locator(".play").wait_for()
    wait_until_ready(page)


def asks(kind: str) -> Callable[[State], object]:
    return lambda state: state["question"]["kind"] == kind


def space(page: Page, name: str) -> tuple[float, float]:
    box = page.locator(f"[data-space={name}]").bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def dodging(state: State) -> list[str]:
    return [hint["space"] for hint in state["hints"]["reach"] if hint["dodges"]]


@pytest.mark.parametrize("width", [PHONE, DESK], ids=["390", "1280"])
def test_path_shows_its_dodges_and_sends_the_whole_plan(
    page_at: PageAt, table: Table, people: dict[int, Person], width: int
) -> None:
    seat, state = play_until(table, people, dodging)
    hints = [hint for hint in state["hints"]["reach"] if hint["dodges"]]
    hint = max(hints, key=lambda hint: len(hint["dodges"]))
    page = page_at(width)
    sit_down(page, people[seat], table)
    assert page.locator(".chances text").count() == sum(
        hint["chance"] < 1 for hint in state["hints"]["reach"]
    )
    expect(page.locator(".reach-dots circle").first).to_be_attached()
    page.evaluate(
        "(to) => document.querySelector('.play').page.pick(to)", hint["space"]
    )
    expect(page.locator(".board .dodge")).to_have_count(len(hint["dodges"]))
    sentence = page.locator(".plan .sentence")
    expect(sentence).to_contain_text(f"to reach {hint['space']} unharmed")
    expect(sentence).to_contain_text(f"dodge out of {hint['dodges'][0]['space']} (")
    expect(page.locator(".act [data-do=confirm]")).to_be_in_viewport(ratio=1)
    assert_sound(page, "table-path")
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.post_data or ""))
    with page.expect_response("**/moves/"):
        page.locator(".act [data-do=confirm]").click()
    page.wait_for_function(IS_IDLE)
    (body,) = [json.loads(text) for text in sent if "lines" in text]
    assert body["lines"][: len(hint["lines"])] == hint["lines"]
    assert " stop " in body["lines"][-1]


def test_undo_takes_a_token_back_and_says_so_in_a_sentence(
    page_at: PageAt, table: Table, people: dict[int, Person]
) -> None:
    seat, _ = play_until(table, people, asks("tokens"))
    page = page_at(DESK)
    sit_down(page, people[seat], table)
    page.mouse.click(*space(page, "J12"))
    page.locator(".act [data-do=confirm]").click()
    undo = page.get_by_role("button", name="Take back: place a lantern on J12")
    expect(undo).to_be_visible()
    assert get_state(table.uid, Audience())["view"]["lanterns"] == ["J12"]
    undo.click()
    expect(undo).to_be_hidden()
    expect(page.locator(".log")).to_contain_text("took back a decision")
    assert get_state(table.uid, Audience())["view"]["lanterns"] == []


def test_ninja_is_deployed_by_dragging_it_onto_the_board(
    page_at: PageAt, table: Table, people: dict[int, Person]
) -> None:
    seat, state = play_until(table, people, asks("deploy"))
    page = page_at(DESK)
    sit_down(page, people[seat], table)
    edge = state["view"]["edges"]["AB"[seat]]
    start = page.evaluate(
        "(edge) => document.querySelector('.play').page.ground.start(edge)[0]", edge
    )
    ninja = page.locator("[data-place]").first
    label = ninja.get_attribute("data-place")
    ninja.hover()
    page.mouse.down()
    page.mouse.move(*space(page, start), steps=5)
    page.mouse.up()
    confirm = page.locator(".act [data-do=confirm]")
    expect(confirm).to_contain_text(f"on {start}")
    with page.expect_response("**/moves/"):
        confirm.click()
    page.wait_for_function(IS_IDLE)
    figures = get_state(table.uid, Audience())["view"]["figures"]
    assert next(f["space"] for f in figures if f["label"] == label) == start


def test_arrow_keys_walk_over_the_board_and_enter_chooses(
    page_at: PageAt, table: Table, people: dict[int, Person]
) -> None:
    seat, _ = play_until(table, people, asks("tokens"))
    page = page_at(DESK)
    sit_down(page, people[seat], table)
    page.locator("[data-space=J10]").focus()
    for key in ("ArrowUp", "ArrowUp", "ArrowRight"):
        page.keyboard.press(key)
    cell = page.locator("[data-space=K12]")
    expect(cell).to_be_focused()
    expect(cell).to_have_accessible_name("K12, raked sand. can be chosen.")
    page.keyboard.press("Enter")
    expect(page.locator(".plan .sentence")).to_contain_text("K12")
    with page.expect_response("**/moves/"):
        page.keyboard.press("Enter")
    page.wait_for_function(IS_IDLE)
    assert get_state(table.uid, Audience())["view"]["lanterns"] == ["K12"]


def test_page_connects_again_after_its_stream_was_cut(
    page_at: PageAt, table: Table, people: dict[int, Person]
) -> None:
    page = page_at(DESK)
    sit_down(page, people[0], table)
    opened: list[int] = []

    def stream(route: Route) -> None:
        """One event with the real state, then the connection ends."""
        state = route.fetch(url=page.url + "state/").json()
        opened.append(state["version"])
        data = json.dumps({"version": state["version"], "state": state})
        body = f"retry: 1500\nid: {state['version']}\nevent: table\ndata: {data}\n\n"
        route.fulfill(content_type="text/event-stream", body=body)

    page.route("**/live/tables/**", stream)
    page.evaluate(
        "(url) => { const { link } = document.querySelector('.play').page;"
        " link.urls.stream = url; link.wake(); }",
        f"/live/tables/{table.uid}/",
    )
    root = page.locator(".play")
    expect(root).to_have_attribute("data-connection", "reconnecting")
    expect(page.get_by_text("Connecting again…")).to_be_visible()
    play_on(table, people, 2)
    version = get_state(table.uid, Audience((0,)))["version"]
    expect(root).to_have_attribute("data-shown", str(version))
    assert len(opened) > 1
    assert opened[0] < opened[-1] == version


def test_draw_is_offered_on_one_page_and_accepted_on_the_other(
    page_at: PageAt, table: Table, people: dict[int, Person]
) -> None:
    first, second = page_at(DESK), page_at(PHONE, alone=True)
    sit_down(first, people[0], table)
    sit_down(second, people[1], table)
    first.get_by_label("More").click()
    with first.expect_response("**/draw-offer/"):
        first.get_by_role("button", name="Offer a draw").click()
    second.evaluate(REFRESH)
    second.get_by_label("More").click()
    expect(second.get_by_text("Your opponent offers a draw.")).to_be_visible()
    second.get_by_role("button", name="Accept").click()
    expect(second.locator(".ending h2")).to_have_text("A draw")
    first.evaluate(REFRESH)
    expect(first.locator(".ending h2")).to_have_text("A draw")


def test_player_concedes_out_of_turn_after_a_warning_and_is_offered_a_rematch(
    page_at: PageAt, table: Table, people: dict[int, Person]
) -> None:
    page = page_at(PHONE)
    seat = get_table(table.uid).asked_seat
    assert seat is not None
    sit_down(page, people[1 - seat], table)
    page.get_by_label("More").click()
    page.get_by_role("button", name="Concede").click()
    expect(page.locator(".plan")).to_contain_text("the game ends and you lose")
    assert get_table(table.uid).stage == "playing"
    page.get_by_role("button", name="Concede the game").click()
    expect(page.locator(".ending h2")).to_have_text("You lose")
    page.get_by_role("button", name="Play again").click()
    page.wait_for_url(lambda url: "/play/" in url and str(table.uid) not in url)
    waiting = page.get_by_role("heading", name="Waiting for one more player")
    expect(waiting).to_be_visible()
