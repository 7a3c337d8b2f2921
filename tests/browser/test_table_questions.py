"""Every question has an answer on both pages, and nothing is sent twice."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from skirmish.rules.decision import (
    CARD,
    DICE,
    DIE,
    EDGE,
    ELEMENT,
    FACING,
    FIGURE,
    NUMBER,
    PLAIN,
    SEAT,
    SPACE,
    STATUS,
)
from skirmish.rules.storage.notation import VERBS
from tables.services import bots
from tests.browser.conftest import DESK, PHONE, PageAt
from tests.browser.looks import wait_until_ready
from tests.browser.table_player import BoardPlayer, TextPlayer

# How the wire writes each mode, and arguments that fit it.
MODES: dict[int, tuple[str, list[str]]] = {
    PLAIN: ("plain", []),
    SPACE: ("space", ["J10", "K11"]),
    FIGURE: ("figure", ["a1", "b2"]),
    FACING: ("facing", ["N", "SW"]),
    DIE: ("die", ["1", "2"]),
    DICE: ("dice", ["1", "2"]),
    ELEMENT: ("element", ["fire", "void"]),
    NUMBER: ("number", ["1", "2", "3"]),
    SEAT: ("seat", ["A", "B"]),
    EDGE: ("edge", ["north", "west"]),
    STATUS: ("status", ["stun", "haste"]),
    CARD: ("card", ["1"]),
}
ASKED = [
    *((verb, mode) for verb, mode in VERBS.items() if verb != "concede"),
    *((f"{head} something", mode) for head in ("use", "spend", "do") for mode in MODES),
    *((f"play sidestep{moon}", mode) for moon in ("", " moon") for mode in MODES),
]
# Show a question with one option, press what belongs to it, and return what was sent.
ANSWER = """async ([verb, mode, args]) => {
  const { page } = document.querySelector("[data-asks]");
  const state = structuredClone(page.state);
  state.version += 1;
  state.view.roll = mode.startsWith("di")
    ? [{ what: "x", figure: "a1", seat: "A", faces: ["fire", "air"], first: 1 }] : null;
  state.question = { seat: "A", kind: "test", figure: null, mine: true, prompt: "Well?",
    options: [{ verb, owner: null, mode, args, label: "Something" }] };
  const sent = [];
  page.link.play = async (lines) => { sent.push(...lines); return null; };
  // Loads the dialog; later questions find it there.
  await page.withDialog?.((dialog) => dialog.close());
  page.show(state);
  const press = (places) => {
    for (const place of places) document.querySelector(place)?.click();
  };
  if (page.board && mode === "space") { page.pick(args[0]); }
  press(page.board ? [
    "dialog [data-die]", "dialog [data-use]", ".act [data-figure]", ".act [data-face]",
    ".act [data-line]", "dialog [data-do=confirm]", ".act [data-do=confirm]",
  ] : ["[data-part=options] input", "[data-part=options] button"]);
  await Promise.resolve();
  return sent;
}"""


@pytest.fixture(autouse=True)
def _quick_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "WINDOW_ANSWER_SECONDS", 0)


def start_now(page: Page) -> None:
    page.goto("/play/")
    page.get_by_role("button", name="Play now").click()
    page.locator(".play").wait_for()
    wait_until_ready(page)


def assert_all_answered(page: Page) -> None:
    for verb, mode in ASKED:
        word, args = MODES[mode]
        sent = page.evaluate(ANSWER, [verb, word, args])
        expected = " ".join(["A", verb, *args[:1]])
        assert sent == [expected], f"{verb} with a {word}: {sent}"


@pytest.mark.usefixtures("transactional_db")
class TestQuestions:
    def test_every_verb_and_mode_is_answered_on_the_board(
        self, page_at: PageAt
    ) -> None:
        page = page_at(PHONE)
        start_now(page)
        BoardPlayer(page).wait()
        assert_all_answered(page)

    def test_every_verb_and_mode_is_answered_in_the_text_view(
        self, page_at: PageAt
    ) -> None:
        page = page_at(DESK)
        start_now(page)
        page.get_by_role("link", name="Text view").click()
        page.locator(".text-view").wait_for()
        TextPlayer(page).wait()
        assert_all_answered(page)


@pytest.mark.usefixtures("transactional_db")
class TestSending:
    def test_lost_answer_is_asked_for_again_with_the_same_key(
        self, page_at: PageAt
    ) -> None:
        page = page_at(PHONE, expected=("net::ERR_FAILED",))
        start_now(page)
        player = BoardPlayer(page)
        player.wait()
        bodies: list[dict[str, Any]] = []

        def lose_first(route: Route) -> None:
            bodies.append(json.loads(route.request.post_data or "{}"))
            if len(bodies) == 1:
                # The server plays the move; its answer gets lost.
                route.fetch()
                route.abort()
            else:
                route.continue_()

        page.route("**/moves/", lose_first)
        version = player.root.get_attribute("data-shown")
        player.answer()
        player.answer()
        expect(player.root).not_to_have_attribute("data-shown", version or "")
        first, second = bodies
        assert first == second

    def test_stale_move_is_refused_with_a_sentence_and_the_new_state(
        self, page_at: PageAt
    ) -> None:
        page = page_at(PHONE, expected=("409",))
        start_now(page)
        player = BoardPlayer(page)
        player.wait()
        other = page.context.new_page()
        other.goto(page.url)
        elsewhere = BoardPlayer(other)
        elsewhere.wait()
        version = elsewhere.root.get_attribute("data-shown")
        elsewhere.answer()
        elsewhere.answer()
        expect(elsewhere.root).not_to_have_attribute("data-shown", version or "")
        page.evaluate(
            "async (old) => { const { page } = document.querySelector('.play');"
            " page.finish(await page.link.play(['A pass'], Number(old))); }",
            version,
        )
        expect(page.get_by_role("alert")).not_to_be_empty()
        expect(player.root).not_to_have_attribute("data-shown", version or "")

    def test_two_quick_taps_send_one_move(self, page_at: PageAt) -> None:
        page = page_at(PHONE)
        start_now(page)
        player = BoardPlayer(page)
        player.wait()
        sent: list[str] = []
        page.on("request", lambda request: sent.append(request.url))
        player.answer()
        page.evaluate(
            "() => { const one = document.querySelector('.act [data-do=confirm]');"
            " one.click(); one.click(); }"
        )
        page.wait_for_function(
            "() => !('busy' in document.querySelector('.play').dataset)"
        )
        assert sum(url.endswith("/moves/") for url in sent) == 1


@pytest.mark.usefixtures("transactional_db")
def test_hot_seat_covers_the_cards_until_the_device_has_changed_hands(
    page_at: PageAt,
) -> None:
    page = page_at(PHONE)
    page.goto("/play/new/")
    page.get_by_label("Who plays seat B").select_option("me")
    page.get_by_role("button", name="Start game").click()
    page.locator(".play").wait_for()
    cover = page.locator("dialog.cover")
    expect(cover).to_be_visible()
    expect(page.locator(".cards")).to_be_hidden()
    cover.get_by_role("button").click()
    expect(cover).to_be_hidden()
    expect(page.locator(".act h2").first).to_be_visible()
