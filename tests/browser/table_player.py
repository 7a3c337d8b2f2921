"""Somebody who plays at an online table by what the page shows, and nothing else."""

from __future__ import annotations

from uuid import UUID

from playwright.sync_api import Locator, Page
from playwright.sync_api import TimeoutError as ClickTimeout

from tables.services.bots import answer_for_bots
from tests.browser.looks import wait_until_ready

MOST_STEPS = 1200
SETTLED = """() => {
  const page = document.querySelector("[data-asks]");
  if (!page || "busy" in page.dataset || page.page.link.isBusy) return false;
  // "Place them for me" goes on by itself.
  return !(page.page.placesAll && page.dataset.asks === "deploy");
}"""
REFRESH = "() => document.querySelector('[data-asks]').page.link.refresh()"


class Player:
    """What both views of a table have in common: waiting, and letting bots answer."""

    def __init__(self, page: Page, root: str) -> None:
        self.page = page
        self.root = page.locator(root)
        wait_until_ready(page)
        self.uid = UUID(page.url.split("/play/")[1].split("/")[0])
        self.kinds: set[str] = set()

    @property
    def asks(self) -> str:
        return self.root.get_attribute("data-asks") or ""

    @property
    def is_over(self) -> bool:
        return self.root.get_attribute("data-stage") == "over"

    def wait(self) -> None:
        """Until this page has something to do; bots answer in between."""
        for _ in range(20):
            self.page.wait_for_function(SETTLED)
            if self.asks or self.is_over:
                return
            answer_for_bots(self.uid)
            self.page.evaluate(REFRESH)
        msg = f"Nobody plays on at {self.page.url}."
        raise AssertionError(msg)

    def play_to_the_end(self) -> None:
        for _ in range(MOST_STEPS):
            self.wait()
            if self.is_over:
                return
            self.kinds.add(self.asks)
            self.answer()
        msg = f"The game at {self.page.url} does not end."
        raise AssertionError(msg)

    def answer(self) -> None:
        raise NotImplementedError


class BoardPlayer(Player):
    """Plays on the board view: taps figures, spaces and buttons."""

    def __init__(self, page: Page) -> None:
        super().__init__(page, ".play")
        self.dialog = page.locator("dialog.combat")
        self.act = page.locator(".act")

    def answer(self) -> None:
        if self.dialog.is_visible():
            self._answer_dialog()
            return
        try:
            self._answer_on_the_board()
        except ClickTimeout:
            # The dialog for dice is loaded when it is first needed, and can open
            # over a button that was there to be clicked.
            if not self.dialog.is_visible():
                raise
            self._answer_dialog()

    def _answer_on_the_board(self) -> None:
        if self.asks == "deploy":
            self.act.get_by_role("button", name="Place them for me").click()
        elif self.asks in {"activation", "move"}:
            self._activate()
        else:
            self._press_any()

    def _answer_dialog(self) -> None:
        results = self.dialog.locator(".result")
        if results.count():
            results.first.click()
            self.dialog.locator("[data-do=take]").click()
        elif self.dialog.locator("[data-line]").count():
            self.dialog.locator("[data-line]").last.click()
        else:
            self.dialog.locator("[data-do=confirm], [data-do=close]").last.click()

    def _activate(self) -> None:
        """Attack if there is somebody to attack, else go as near as possible."""
        enemies = self.act.locator("[data-figure]")
        if enemies.count():
            enemies.first.click()
            return
        space = self.page.evaluate(NEAREST)
        if space is None:
            self._press_any()
            return
        self.tap(space)
        self.act.locator("[data-do=confirm]").click()

    def tap(self, space: str) -> None:
        """Tap a space, as a finger would: where the lens shows it."""
        mini = self.page.locator(".mini button")
        if mini.count():
            mini.click()
        box = self.page.locator(f"[data-space={space}]").bounding_box()
        assert box is not None
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        self.page.touchscreen.tap(x, y)

    def _press_any(self) -> None:
        for places in ("do=confirm", "line", "figure", "face"):
            found = self.act.locator(f"[data-{places}]")
            if found.count():
                (found.last if places == "line" else found.first).click()
                return
        space = self.page.evaluate(NEAREST)
        assert space is not None, f"No way to answer “{self.asks}”."
        self.tap(space)


# The space nearest to an enemy, of those the board marks.
NEAREST = """() => {
  const { found, verb, state } = document.querySelector(".play").page;
  const at = (space) => [space.charCodeAt(0), Number(space.slice(1))];
  const far = (one, other) => Math.max(
    ...at(one).map((value, n) => Math.abs(value - at(other)[n])));
  const isFoe = ({ seat }) => !state.table.you.includes(seat);
  const foes = state.view.figures.filter((figure) => figure.space && isFoe(figure));
  const isMarked = ([, choices]) => choices.some((choice) => choice.verb === verb);
  const spaces = [...found.spaces].filter(isMarked).map(([space]) => space);
  const worth = (space) => Math.min(...foes.map((foe) => far(space, foe.space)), 99);
  return spaces.sort((one, other) => worth(one) - worth(other))[0] ?? null;
}"""


class TextPlayer(Player):
    """Plays on the text view: chooses from lists by their roles and names."""

    def __init__(self, page: Page) -> None:
        super().__init__(page, ".text-view")
        self.options = page.get_by_role("region", name="What you can do")

    def answer(self) -> None:
        attack = self.options.get_by_role("button", name="Attack")
        lists = self.options.get_by_role("combobox")
        if attack.count():
            attack.first.click()
        elif lists.count() and self.asks != "offer.reroll":
            self._choose(lists.first)
        else:
            self.options.get_by_role("button").last.click()

    def _choose(self, options: Locator) -> None:
        """The middle of a list, and the button beside it."""
        count = options.get_by_role("option").count()
        options.select_option(index=count // 2)
        options.locator("xpath=following-sibling::button").click()


class KeyboardPlayer(Player):
    """Plays on the text view by keys alone: O, Tab, the arrows and Enter."""

    def __init__(self, page: Page) -> None:
        super().__init__(page, ".text-view")

    def answer(self) -> None:
        if self.page.evaluate(WANTED)["isAway"]:
            self.page.keyboard.press("o")
        for _ in range(MOST_TABS):
            wanted = self.page.evaluate(WANTED)
            if wanted["isOn"]:
                break
            self.page.keyboard.press("Tab")
        else:
            msg = f"Tab does not lead to an answer of “{self.asks}”."
            raise AssertionError(msg)
        for _ in range(wanted["steps"]):
            self.page.keyboard.press("ArrowDown")
        if wanted["steps"]:
            self.page.keyboard.press("Tab")
        self.page.keyboard.press("Enter")


MOST_TABS = 120
# Which control of the list of options to use: whether the focus is on it or has to come
# back to the list first, and how far down to go if it is a list to choose from.
WANTED = """() => {
  const every = "[data-part=options] :is(button, select, input, a)";
  const all = [...document.querySelectorAll(every)].filter((one) => !one.disabled);
  const fit = all.filter((one) => one.matches("button, select")
    && !one.closest("[data-dice]"));
  const choice = fit.find((one) => one.textContent.startsWith("Attack"))
    ?? fit.find((one) => one.matches("select")) ?? fit.at(-1);
  const from = all.indexOf(document.activeElement);
  const isAway = from < 0 || from > all.indexOf(choice);
  const steps = !choice.matches("select") ? 0
    : Math.max(1, Math.min(6, choice.options.length >> 1));
  return { isOn: document.activeElement === choice, isAway, steps };
}"""
